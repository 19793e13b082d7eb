import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const claimSchema = z.looseObject({
  id: z.string(),
  kind: z.string(),
  page_index: z.number().optional(),
  page_label: z.string().optional(),
  expected_text: z.string().optional(),
});

const envelopeSchema = z.looseObject({
  request_id: z.string(),
  source_id: z.string(),
  document_fingerprint: z.string(),
  page_count: z.number(),
  claims: z.array(claimSchema),
});

export type BenchClaim = z.infer<typeof claimSchema>;

/** One envelope of the set; fields that the bench has no use for are kept as they are. */
export type BenchEnvelope = z.infer<typeof envelopeSchema>;

/** The envelopes of a file with one a line. Throws if they lack what the bench needs. */
export function readEnvelopes(path: string): readonly BenchEnvelope[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => envelopeSchema.parse(JSON.parse(line)));
}

/** The envelopes with the claims that are wanted; those that keep none are left out. */
export function selectClaims(
  envelopes: readonly BenchEnvelope[],
  isWanted: (claim: BenchClaim) => boolean,
): readonly BenchEnvelope[] {
  return envelopes
    .map((envelope) => ({ ...envelope, claims: envelope.claims.filter(isWanted) }))
    .filter(({ claims }) => claims.length > 0);
}

/** Quotes and values that are cited by index alone: what a script can look up, too. */
export function isPlain(claim: BenchClaim): boolean {
  return (claim.kind === 'quote' || claim.kind === 'value') && claim.page_label === undefined;
}

export function countClaims(envelopes: readonly BenchEnvelope[]): number {
  return envelopes.reduce((sum, { claims }) => sum + claims.length, 0);
}

/** How many pages the claims cite, each page of each document once; pages that are not there none. */
export function countCitedPages(envelopes: readonly BenchEnvelope[]): number {
  const cited = new Set<string>();
  for (const { source_id, page_count, claims } of envelopes) {
    for (const { page_index } of claims) {
      if (page_index !== undefined && page_index < page_count) {
        cited.add(`${source_id}:${page_index}`);
      }
    }
  }
  return cited.size;
}

export function writeEnvelopes(path: string, envelopes: readonly BenchEnvelope[]): void {
  writeFileSync(path, envelopes.map((envelope) => `${JSON.stringify(envelope)}\n`).join(''));
}

/** The claims as the script wants them: file name, page from 0, expected text with its white space squeezed. */
export function writeClaimTable(path: string, envelopes: readonly BenchEnvelope[]): void {
  const lines = envelopes.flatMap(({ source_id, claims }) =>
    claims.map(({ page_index, expected_text = '' }) => {
      const text = expected_text.replace(/\s+/gu, ' ').trim();
      return `${source_id}.pdf\t${page_index}\t${text}\n`;
    }),
  );
  writeFileSync(path, lines.join(''));
}
