import type { FailedPage } from '../contracts/job.ts';
import type { LabelMap } from '../evidence/grounding.ts';
import { type NearbyEvidence, searchCentre, searchOrder } from '../verification/repair/nearby.ts';
import { labelsFor, partedByLabels } from './claim-needs.ts';
import { createCulpritBudget, isolateFailures } from './isolate.ts';
import { inLanes } from './lanes.ts';
import type { PipelineParts } from './parts.ts';
import type { PlacedClaim } from './ports.ts';
import { keepPages, type OpenDocument } from './read-document.ts';
import { guarded } from './thread-failure.ts';

/** What the search outside the cited page came to, for one claim. */
export interface SearchResult {
  readonly nearby: readonly NearbyEvidence[];
  readonly searched: 'window' | 'document';
  /** Pages inside that reach that could not be searched, ascending. */
  readonly unsearched: readonly number[];
  /** Why the machine kept pages from being searched; null if it did not. */
  readonly machine_detail: string | null;
}

export interface Searched {
  readonly results: ReadonlyMap<PlacedClaim, SearchResult>;
  /** Pages that had to be read for the search. */
  readonly read_count: number;
}

/** What a search looks into. */
export interface SearchGround {
  readonly open: OpenDocument;
  readonly labels: LabelMap | null;
  /** Pages whose reading is known to fail. */
  readonly failed: ReadonlyMap<number, FailedPage>;
}

/** Pages and claims of one search task: some seconds of a thread at most. */
const PAGES_PER_TASK = 16;
const CLAIMS_PER_TASK = 100;

/**
 * Looks for the evidence of failed claims: within the window of their cited page and, for those
 * that it does not hold, in the whole document. What is found feeds repair only.
 */
export async function searchClaims(
  parts: PipelineParts,
  ground: SearchGround,
  claims: readonly PlacedClaim[],
): Promise<Searched> {
  const { page_count } = ground.open.document;
  const windows = [...byCentre(ground, claims)].map(([centre, around]) => ({
    pages: searchOrder(centre, page_count).window,
    claims: around,
  }));
  const near = await reachPages(
    parts,
    ground,
    windows.flatMap(({ pages }) => pages),
  );
  const results = new Map<PlacedClaim, SearchResult>();
  const parted = await inLanes(windows, parts.gate.places, (window) =>
    searchPages(parts, ground, near.closed, window.claims, window.pages),
  );
  for (const [claim, part] of parted.flatMap((found) => [...found])) {
    results.set(claim, { ...part, searched: 'window' });
  }
  // A claim that names no page at all has no window; the whole document is searched for it.
  const far = claims.filter((claim) => (results.get(claim)?.nearby.length ?? 0) === 0);
  if (far.length === 0) return { results, read_count: near.read_count };
  const rest = Array.from({ length: page_count }, (_, index) => index);
  const wide = await reachPages(
    parts,
    ground,
    rest.filter((index) => !near.closed.has(index)),
  );
  const closed = new Map([...near.closed, ...wide.closed]);
  for (const [claim, result] of await searchDocument(parts, ground, closed, far)) {
    results.set(claim, result);
  }
  return { results, read_count: near.read_count + wide.read_count };
}

/** Claims by the page they cite, so that each is searched in its own window and no other. */
function byCentre(
  ground: SearchGround,
  claims: readonly PlacedClaim[],
): ReadonlyMap<number, readonly PlacedClaim[]> {
  const groups = new Map<number, PlacedClaim[]>();
  for (const claim of claims) {
    const labels = labelsFor(claim, ground.labels);
    const centre = searchCentre(claim.claim, ground.open.document, labels);
    if (centre === null) continue;
    const group = groups.get(centre);
    if (group === undefined) groups.set(centre, [claim]);
    else group.push(claim);
  }
  return groups;
}

/** Pages that cannot be searched, each with what the machine did to it, or null if it did nothing. */
type ClosedPages = ReadonlyMap<number, string | null>;

/** Reads what is missing of the given pages. */
async function reachPages(
  parts: PipelineParts,
  ground: SearchGround,
  pageIndices: readonly number[],
): Promise<{ readonly closed: ClosedPages; readonly read_count: number }> {
  const wanted = [...new Set(pageIndices)];
  const known = wanted.flatMap((index) => ground.failed.get(index) ?? []);
  const kept = await keepPages(
    parts,
    ground.open,
    wanted.filter((index) => !ground.failed.has(index)),
  );
  const closed = new Map<number, string | null>();
  for (const index of kept.unread) closed.set(index, null);
  for (const { page_index, detail, is_of_machine } of [...known, ...kept.failed]) {
    closed.set(page_index, is_of_machine ? detail : null);
  }
  return { closed, read_count: kept.read_count };
}

async function searchDocument(
  parts: PipelineParts,
  ground: SearchGround,
  closed: ClosedPages,
  claims: readonly PlacedClaim[],
): Promise<ReadonlyMap<PlacedClaim, SearchResult>> {
  const { page_count } = ground.open.document;
  const chunks: (readonly number[])[] = [];
  for (let start = 0; start < page_count; start += PAGES_PER_TASK) {
    const length = Math.min(PAGES_PER_TASK, page_count - start);
    chunks.push(Array.from({ length }, (_, offset) => start + offset));
  }
  const parted = await inLanes(chunks, parts.gate.places, (chunk) =>
    searchPages(parts, ground, closed, claims, chunk),
  );
  const results = new Map<PlacedClaim, SearchResult>();
  for (const claim of claims) {
    const found = parted.flatMap((part) => part.get(claim) ?? []);
    results.set(claim, {
      nearby: found.flatMap(({ nearby }) => nearby),
      searched: 'document',
      unsearched: found.flatMap(({ unsearched }) => unsearched),
      machine_detail: found.find((part) => part.machine_detail !== null)?.machine_detail ?? null,
    });
  }
  return results;
}

type PartResult = Omit<SearchResult, 'searched'>;

/** Searches the given pages, which are ascending, for each claim. */
async function searchPages(
  parts: PipelineParts,
  ground: SearchGround,
  closed: ClosedPages,
  claims: readonly PlacedClaim[],
  pageIndices: readonly number[],
): Promise<ReadonlyMap<PlacedClaim, PartResult>> {
  const pages = pageIndices.filter((index) => !closed.has(index));
  const unsearched = pageIndices.filter((index) => closed.has(index));
  const details = unsearched.map((index) => closed.get(index) ?? null);
  const machine_detail = details.find((detail) => detail !== null) ?? null;
  const found = new Map<PlacedClaim, PartResult>();
  for (const task of tasksOf(claims)) {
    const done = await isolateFailures(
      parts.gate,
      task,
      (some) => guarded(() => searchTask(parts, ground, some, pages)),
      createCulpritBudget(),
    );
    for (const { items, answer } of done.answers) {
      for (const [position, claim] of items.entries()) {
        found.set(claim, { nearby: answer[position] ?? [], unsearched, machine_detail });
      }
    }
    for (const { item, failure } of done.failed) {
      found.set(item, { nearby: [], unsearched: pageIndices, machine_detail: failure.detail });
    }
  }
  return found;
}

async function searchTask(
  parts: PipelineParts,
  ground: SearchGround,
  claims: readonly PlacedClaim[],
  pageIndices: readonly number[],
): Promise<readonly (readonly NearbyEvidence[])[]> {
  const { document } = ground.open;
  const pages = await parts.groundings.pages(
    document.fingerprint,
    parts.reader.profile,
    pageIndices,
  );
  const [first] = claims;
  const labels = first === undefined ? null : labelsFor(first, ground.labels);
  return await parts.checker.search({ document, labels, claims, pages });
}

/** Tasks of bounded size, each with claims that see the same labels. */
function tasksOf(claims: readonly PlacedClaim[]): readonly (readonly PlacedClaim[])[] {
  const tasks: (readonly PlacedClaim[])[] = [];
  for (const alike of partedByLabels(claims)) {
    for (let start = 0; start < alike.length; start += CLAIMS_PER_TASK) {
      tasks.push(alike.slice(start, start + CLAIMS_PER_TASK));
    }
  }
  return tasks;
}
