import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { makePdf, type PageRecipe, textPage } from '../support/pdf-maker.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Lines of text at their baselines, and a grey picture; points from the top left of the page. */
const documentSchema = z.strictObject({
  pages: z.array(
    z.strictObject({
      lines: z.array(
        z.strictObject({ x: z.number(), y: z.number(), size: z.number(), text: z.string() }),
      ),
      picture: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
    }),
  ),
  page_labels: z.string().optional(),
});

const envelopesSchema = z.array(
  z.looseObject({ request_id: z.string(), claims: z.array(z.looseObject({ id: z.string() })) }),
);

const evidenceSchema = z.strictObject({
  page_index: z.number(),
  page_label: z.string().nullable().optional(),
  text: z.string(),
  start: z.number().optional(),
  end: z.number().optional(),
});

/** What a verdict must say; fields that are left out may say anything. */
const expectedSchema = z.strictObject({
  claim_id: z.string(),
  status: z.string(),
  reason: z.string().nullable(),
  match_method: z.string().optional(),
  limitations: z.array(z.string()).optional(),
  /** Null where either of two checks may notice it. */
  failed_check: z.string().nullable().optional(),
  evidence: evidenceSchema.nullable().optional(),
  occurrences: z.number().optional(),
  /** How many lines the evidence touches, and the loose box around them. */
  lines: z.number().optional(),
  box_near: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
  observed: z.record(z.string(), z.string()).optional(),
  difference: z.strictObject({ expected: z.string(), page: z.string() }).optional(),
  proposal: z
    .strictObject({
      page_index: z.number(),
      scope: z.string(),
      evidence: evidenceSchema.optional(),
    })
    .optional(),
  action: z.union([z.string(), z.array(z.string())]),
  release: z.string(),
});

export type Golden = z.infer<typeof expectedSchema>;
export type GoldenEvidence = z.infer<typeof evidenceSchema>;

export interface GoldenCase {
  readonly name: string;
  readonly document: Uint8Array;
  /** With the fingerprint of the made document in place of `{fingerprint}`. */
  readonly envelopes: z.infer<typeof envelopesSchema>;
  /** In the order of the claims of all envelopes. */
  readonly expected: readonly Golden[];
}

/** All golden cases: a folder each with its document recipe, its envelopes and what is expected. */
export function goldenCases(): readonly GoldenCase[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const document = documentOf(documentSchema.parse(readJson(name, 'document')));
      const fingerprint = `sha256:${createHash('sha256').update(document).digest('hex')}`;
      const envelopes = readText(name, 'envelope').replaceAll('{fingerprint}', fingerprint);
      return {
        name,
        document,
        envelopes: envelopesSchema.parse(JSON.parse(envelopes)),
        expected: z.array(expectedSchema).parse(readJson(name, 'report')),
      };
    });
}

/** Writes the documents under their case names, and all envelopes into one file. */
export function layOutGoldens(
  cases: readonly GoldenCase[],
  folder: string,
): { readonly envelopes: string; readonly sources: string } {
  const sources = join(folder, 'sources');
  mkdirSync(sources, { recursive: true });
  for (const { name, document } of cases) writeFileSync(join(sources, `${name}.pdf`), document);
  const envelopes = join(folder, 'envelopes.jsonl');
  const lines = cases.flatMap((one) => one.envelopes.map((envelope) => JSON.stringify(envelope)));
  writeFileSync(envelopes, `${lines.join('\n')}\n`);
  return { envelopes, sources };
}

function documentOf(recipe: z.infer<typeof documentSchema>): Uint8Array {
  const pages = recipe.pages.map((page): PageRecipe => {
    if (page.picture === undefined) return textPage(page.lines);
    const [x0, y0, x1, y1] = page.picture;
    const place = `${x1 - x0} 0 0 ${y1 - y0} ${x0} ${792 - y1} cm`;
    const picture = `q ${place} BI /W 1 /H 1 /BPC 8 /CS /G ID \x88 EI Q`;
    return textPage(page.lines, { content: picture });
  });
  return makePdf({
    pages,
    ...(recipe.page_labels === undefined ? {} : { pageLabels: recipe.page_labels }),
  });
}

function readJson(name: string, file: string): unknown {
  return JSON.parse(readText(name, file));
}

function readText(name: string, file: string): string {
  return readFileSync(join(FOLDER, name, `${file}.json`), 'utf8');
}
