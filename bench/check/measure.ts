import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LIMIT_ROWS } from '../../config/limits.ts';
import type { Claim } from '../../src/contracts/claim.ts';
import type { EnvelopeHead } from '../../src/contracts/envelope.ts';
import type { DocumentGrounding, LabelMap, PageGrounding } from '../../src/evidence/grounding.ts';
import type { StoredPage } from '../../src/evidence/ports.ts';

/** What the pure check costs, by CPU time of one core, the code warm. */
export interface CheckFigures {
  readonly documents: number;
  /** Cited pages that were read for it, and the claims that cite them. */
  readonly pages: number;
  readonly claims: number;
  /** Claims checked again and again on pages that were decoded once. */
  readonly warm_us_per_claim: number;
  readonly warm_claims_per_second: number;
  /** Each claim checked once on pages just decoded: what is read from page and claim alone included. */
  readonly cold_us_per_claim: number;
  /** Claims whose evidence is sought on other pages. */
  readonly searched: number;
  /** Looking for the evidence on one page whose structures are there. */
  readonly search_us_per_claim_and_page: number;
  /** Making one page ready to be ruled out, and asking it about one claim. */
  readonly prepare_us_per_page: number;
  readonly rule_out_us_per_claim_and_page: number;
}

/** Read of each document, so that the bench takes seconds; about a third of the cited pages. */
const PAGES_PER_DOCUMENT = 20;
const ROUNDS = 5;
/** Of a task that may be done again: the least of so many times counts, for others use the machine. */
const REPEATS = 20;

/**
 * Measures the pure check on the labelled set in `folder` with the modules of the build: a loader
 * that compiles on the fly makes functions slower.
 * @throws if there is no build.
 */
export async function measureCheck(folder: string = setFolder()): Promise<CheckFigures> {
  const built = await loadBuilt();
  const read: ReadDocument[] = [];
  const lines = readFileSync(join(folder, 'envelopes.jsonl'), 'utf8').trim().split('\n');
  for (const line of lines) read.push(await readDocument(built, folder, JSON.parse(line)));
  // The first round warms the code up and is not counted.
  runRound(built, read);
  const rounds = Array.from({ length: ROUNDS }, () => runRound(built, read));
  const least = (pick: (round: Round) => number): number => Math.min(...rounds.map(pick));
  const claims = read.reduce((sum, document) => sum + document.claims.length, 0);
  const pages = read.reduce((sum, document) => sum + document.stored.length, 0);
  const [first] = rounds;
  const pairs = Math.max(1, first?.pairs ?? 0);
  const warm = least((round) => round.warm_us) / claims;
  return {
    documents: read.length,
    pages,
    claims,
    warm_us_per_claim: warm,
    warm_claims_per_second: 1e6 / warm,
    cold_us_per_claim: least((round) => round.cold_us) / claims,
    searched: first?.searched ?? 0,
    search_us_per_claim_and_page: least((round) => round.search_us) / pairs,
    prepare_us_per_page: least((round) => round.prepare_us) / pages,
    rule_out_us_per_claim_and_page: least((round) => round.rule_out_us) / pairs,
  };
}

/** Folder of the labelled set, below `PAGEWITNESS_DATA`. */
export function setFolder(): string {
  const data = process.env['PAGEWITNESS_DATA'];
  return join(data ?? fileURLToPath(new URL('../../../shared', import.meta.url)), SET);
}

const SET = 'data/financebench';

/** A document of the set with its claims and those cited pages that were read. */
interface ReadDocument {
  readonly head: EnvelopeHead;
  readonly claims: readonly Claim[];
  readonly document: DocumentGrounding;
  readonly labels: LabelMap;
  readonly stored: readonly StoredPage[];
}

type Built = Awaited<ReturnType<typeof loadBuilt>>;

async function loadBuilt() {
  if (!existsSync(DIST)) throw new Error('the modules are not built: run "npm run build"');
  const [reading, layout, labels, codec, check, search, propose, candidates, contracts] =
    await Promise.all([
      module<typeof import('../../src/reading/pdfjs/open.ts')>('reading/pdfjs/open'),
      module<typeof import('../../src/layout/page.ts')>('layout/page'),
      module<typeof import('../../src/layout/page-labels.ts')>('layout/page-labels'),
      module<typeof import('../../src/wiring/page-codec.ts')>('wiring/page-codec'),
      module<typeof import('../../src/verification/verify-claim.ts')>('verification/verify-claim'),
      module<typeof import('../../src/verification/repair/nearby.ts')>(
        'verification/repair/nearby',
      ),
      module<typeof import('../../src/verification/repair/propose.ts')>(
        'verification/repair/propose',
      ),
      module<typeof import('../../src/verification/repair/candidates.ts')>(
        'verification/repair/candidates',
      ),
      module<typeof import('../../src/contracts/read-envelope.ts')>('contracts/read-envelope'),
    ]);
  return {
    ...reading,
    ...layout,
    ...labels,
    ...codec,
    ...check,
    ...search,
    ...propose,
    ...candidates,
    ...contracts,
  };
}

const DIST = fileURLToPath(new URL('../../dist/src/', import.meta.url));

/** A module as the build made it from the source that types it. */
async function module<Module>(name: string): Promise<Module> {
  return (await import(join(DIST, `${name}.js`))) as Module;
}

async function readDocument(built: Built, folder: string, line: unknown): Promise<ReadDocument> {
  const entry = built.readEnvelope(line, { file: 'envelopes.jsonl', line: null });
  const { head } = entry;
  if (head === null) throw new Error('an envelope of the set cannot be read');
  const bytes = new Uint8Array(readFileSync(join(folder, 'pdfs', `${head.source_id}.pdf`)));
  const name = head.source_id;
  const opened = await built.openPdf(bytes, { name, password: null, limits: LIMITS });
  if (!opened.ok) throw new Error(`${name} cannot be opened`);
  const pdf = opened.value;
  const all = entry.claims.flatMap((one) => (one.readable ? [one.claim] : []));
  const cited = [...new Set(all.flatMap(({ page_index }) => page_index ?? []))]
    .filter((index) => index < pdf.page_count)
    .slice(0, PAGES_PER_DOCUMENT);
  const stored: StoredPage[] = [];
  for (const index of cited) {
    const page = await pdf.readPage(index);
    if (page.ok) stored.push(built.encodePage(built.layOutPage(page.value)));
  }
  await pdf.close();
  const pages = stored.map(built.decodePage);
  return {
    head,
    claims: all.filter(({ page_index = -1 }) => cited.includes(page_index)),
    document: {
      fingerprint: head.document_fingerprint ?? 'sha256:',
      reader_profile: head.grounding_profile ?? 'sha256:',
      reader: 'pdfjs',
      page_count: pdf.page_count,
      capabilities: ['text', 'geometry', 'char_offsets'],
      degraded: pdf.degraded(),
      dictionary_labels: pdf.dictionary_labels,
    },
    labels: built.mapPageLabels(pages.map(built.readBands), pdf.dictionary_labels, []),
    stored,
  };
}

const LIMITS = {
  bytes_max: LIMIT_ROWS.bytes_max.standard,
  pages_max: LIMIT_ROWS.pages_max.standard,
  glyphs_per_page_max: LIMIT_ROWS.glyphs_per_page_max.standard,
  operators_per_page_max: LIMIT_ROWS.operators_per_page_max.standard,
  image_pixels_max: LIMIT_ROWS.image_pixels_max.standard,
};

/** Microseconds of one round over all documents; `pairs`: claims times pages that were searched. */
interface Round {
  readonly cold_us: number;
  readonly warm_us: number;
  readonly searched: number;
  readonly pairs: number;
  readonly search_us: number;
  readonly prepare_us: number;
  readonly rule_out_us: number;
}

function runRound(built: Built, read: readonly ReadDocument[]): Round {
  const sum = {
    cold_us: 0,
    warm_us: 0,
    searched: 0,
    pairs: 0,
    search_us: 0,
    prepare_us: 0,
    rule_out_us: 0,
  };
  for (const one of read) {
    // Claims and pages of their own, so that nothing was read from them before.
    const claims = structuredClone(one.claims);
    const pages = one.stored.map(built.decodePage);
    const { document, labels } = one;
    const cited = {
      document,
      labels,
      pages: new Map(pages.map((page) => [page.page_index, page])),
    };
    const check = () => claims.map((claim) => built.verifyClaim(claim, one.head, cited));
    const [findings, cold] = timed(check);
    sum.cold_us += cold;
    sum.warm_us += leastOf(check);
    const searched = claims.filter((claim, at) => {
      const finding = findings[at];
      return finding !== undefined && built.isSearchable(claim, finding);
    });
    const search = () => searched.map((claim) => built.findNearby(claim, document, labels, pages));
    sum.searched += searched.length;
    sum.pairs += searched.length * pages.length;
    sum.search_us += leastOf(search);
    const [prepared, prepare] = timed(() => pages.map((page) => built.prepareRaw(rawOf(page))));
    sum.prepare_us += prepare;
    const keys = searched.map((claim) => built.searchKeyOf(claim));
    const ruleOut = () =>
      keys.map((key) => key === null || prepared.filter((page) => built.mayHold(key, page)).length);
    sum.rule_out_us += leastOf(ruleOut);
  }
  return sum;
}

function rawOf({ page_index, text }: PageGrounding) {
  return { page_index, text, is_complete: true };
}

/** The least CPU time that a task takes when it is done again and again, in microseconds. */
function leastOf(task: () => unknown): number {
  return Math.min(...Array.from({ length: REPEATS }, () => timed(task)[1]));
}

/** What `task` returns, and its CPU time in microseconds. */
function timed<T>(task: () => T): readonly [T, number] {
  const before = process.cpuUsage();
  const value = task();
  const { user, system } = process.cpuUsage(before);
  return [value, user + system];
}
