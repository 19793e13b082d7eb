import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMIT_ROWS } from '../../config/limits.ts';
import type { Claim } from '../../src/contracts/claim.ts';
import type { EnvelopeEntry } from '../../src/contracts/envelope.ts';
import type { PageDrawing } from '../../src/evidence/drawing.ts';
import type { DocumentGrounding, PageGrounding } from '../../src/evidence/grounding.ts';
import { invariant } from '../../src/evidence/invariant.ts';
import type { Read } from '../../src/evidence/ports.ts';
import type { SightQuery } from '../../src/evidence/rendering.ts';
import { DIST } from './product.ts';

/**
 * The parts of a cold run, done one after the other in this one process with the built modules, and
 * the CPU time that each took, printed as JSON: `parts.ts ENVELOPES DOCUMENTS`. A process of its
 * own for each call, since code that has run before is faster.
 */
export interface PartTimes {
  readonly pages: number;
  readonly verified: number;
  /** Milliseconds of CPU over all pages or verified claims. */
  readonly pdfjs_ms: number;
  readonly layout_ms: number;
  /** Without opening and loading. */
  readonly ablation_ms: number;
  /** Opening the documents and loading the pages for it. */
  readonly load_ms: number;
  readonly raw_ms: number;
}

const [
  { openPdf },
  { openPdfium },
  { layOutPage },
  { verifyClaim },
  { sightQueriesOf },
  contracts,
] = await Promise.all([
  built<typeof import('../../src/reading/pdfjs/open.ts')>('reading/pdfjs/open'),
  built<typeof import('../../src/reading/pdfium/open.ts')>('reading/pdfium/open'),
  built<typeof import('../../src/layout/page.ts')>('layout/page'),
  built<typeof import('../../src/verification/verify-claim.ts')>('verification/verify-claim'),
  built<typeof import('../../src/verification/image-plan.ts')>('verification/image-plan'),
  built<typeof import('../../src/contracts/read-envelope.ts')>('contracts/read-envelope'),
]);

/** A module as the build made it from the source that types it. */
async function built<Module>(name: string): Promise<Module> {
  return (await import(join(DIST, `src/${name}.js`))) as Module;
}

type Spent = { -readonly [Name in keyof PartTimes]: PartTimes[Name] };

async function main([envelopes = '', documents = '']: readonly string[]): Promise<void> {
  const spent: Spent = {
    pages: 0,
    verified: 0,
    pdfjs_ms: 0,
    layout_ms: 0,
    ablation_ms: 0,
    load_ms: 0,
    raw_ms: 0,
  };
  for (const line of readFileSync(envelopes, 'utf8').trim().split('\n')) {
    const entry = contracts.readEnvelope(JSON.parse(line), { file: envelopes, line: null });
    invariant(entry.head !== null, 'the envelopes of the set can be read');
    const bytes = new Uint8Array(readFileSync(join(documents, `${entry.head.source_id}.pdf`)));
    await doDocument(entry, bytes, spent);
  }
  process.stdout.write(`${JSON.stringify(spent)}\n`);
}

async function doDocument(entry: EnvelopeEntry, bytes: Uint8Array, spent: Spent): Promise<void> {
  const { head } = entry;
  invariant(head !== null, 'the envelopes of the set can be read');
  const claims = entry.claims.flatMap((each) => (each.readable ? [each.claim] : []));
  const name = head.source_id;
  const wanted = (page_count: number): readonly number[] =>
    [...new Set(claims.map((claim) => claim.page_index ?? 0))]
      .filter((index) => index < page_count)
      .sort((a, b) => a - b);
  const read = await timed(spent, 'pdfjs_ms', () => drawPages(name, bytes.slice(), wanted));
  const pages = await timed(spent, 'layout_ms', () => new Map(read.drawings.map(laidOut)));
  const document = { ...read.document, fingerprint: name, reader_profile: name };
  const findings = claims.map((claim: Claim) =>
    verifyClaim(claim, head, { document, labels: null, pages }),
  );
  const queries = findings.flatMap((finding) => sightQueriesOf(finding, pages));
  await ablate(name, bytes.slice(), queries, spent);
  await timed(spent, 'raw_ms', () => readRaw(name, bytes.slice(), [...pages.keys()]));
  spent.pages += pages.size;
  spent.verified += findings.filter(({ status }) => status === 'verified').length;
}

async function timed<Result>(
  spent: Spent,
  part: keyof PartTimes,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  spent[part] += (user + system) / 1000;
  return result;
}

interface Drawn {
  readonly document: Omit<DocumentGrounding, 'fingerprint' | 'reader_profile'>;
  readonly drawings: readonly PageDrawing[];
}

async function drawPages(
  name: string,
  bytes: Uint8Array,
  wanted: (pageCount: number) => readonly number[],
): Promise<Drawn> {
  const limits = {
    bytes_max: LIMIT_ROWS.bytes_max.standard,
    pages_max: LIMIT_ROWS.pages_max.standard,
    glyphs_per_page_max: LIMIT_ROWS.glyphs_per_page_max.standard,
    operators_per_page_max: LIMIT_ROWS.operators_per_page_max.standard,
    image_pixels_max: LIMIT_ROWS.image_pixels_max.standard,
  };
  const pdf = opened(await openPdf(bytes, { name, password: null, limits }));
  const drawings: PageDrawing[] = [];
  for (const index of wanted(pdf.page_count)) {
    const page = await pdf.readPage(index);
    if (page.ok) drawings.push(page.value);
  }
  const { page_count, dictionary_labels } = pdf;
  const degraded = pdf.degraded();
  await pdf.close();
  const capabilities = ['text', 'geometry', 'char_offsets'] as const;
  const document = { reader: 'pdfjs', page_count, dictionary_labels, degraded, capabilities };
  return { document, drawings };
}

function laidOut(drawing: PageDrawing): [number, PageGrounding] {
  const page = layOutPage(drawing);
  return [page.page_index, page];
}

/**
 * Page by page: draws one point of it, which loads it, and asks while it is loaded. Each part is timed
 * when it runs for the first time, since loading twice would be cheaper the second time.
 */
async function ablate(
  name: string,
  bytes: Uint8Array,
  queries: readonly SightQuery[],
  spent: Spent,
): Promise<void> {
  const pdfium = await timed(spent, 'load_ms', async () =>
    opened(await openPdfium(bytes, rendering(name))),
  );
  for (const page_index of new Set(queries.map((query) => query.page_index))) {
    const asked = queries.filter((query) => query.page_index === page_index);
    const { user_unit = 1 } = asked[0] ?? {};
    const point = { page_index, user_unit, bbox: [0, 0, 1, 1], dpi: 72 } as const;
    await timed(spent, 'load_ms', () => pdfium.draw(point));
    await timed(spent, 'ablation_ms', () => pdfium.testSight(asked));
  }
  pdfium.close();
}

async function readRaw(name: string, bytes: Uint8Array, pages: readonly number[]): Promise<void> {
  const pdfium = opened(await openPdfium(bytes, rendering(name)));
  pdfium.readRaw(pages);
  pdfium.close();
}

function rendering(name: string): Parameters<typeof openPdfium>[1] {
  const heapMegabytes = LIMIT_ROWS.render_megabytes.standard;
  return { name, password: null, heapMegabytes };
}

function opened<Value>(read: Read<Value>): Value {
  if (!read.ok) throw new Error(`a document of the set cannot be read: ${read.failure.detail}`);
  return read.value;
}

await main(process.argv.slice(2));
