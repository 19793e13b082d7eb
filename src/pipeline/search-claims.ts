import type { FailedPage } from '../contracts/job.ts';
import type { LabelMap } from '../evidence/grounding.ts';
import { type NearbyEvidence, searchCentre, searchOrder } from '../verification/repair/nearby.ts';
import { labelsFor, partedByLabels } from './claim-needs.ts';
import { createCulpritBudget, isolateFailures } from './isolate.ts';
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
  const near = await Promise.all(
    [...byCentre(ground, claims)].map(async ([centre, around]) => {
      const { window } = searchOrder(centre, ground.open.document.page_count);
      return await searchPages(parts, ground, around, window);
    }),
  );
  const results = new Map<PlacedClaim, SearchResult>();
  for (const { found } of near) {
    for (const [claim, part] of found) results.set(claim, { ...part, searched: 'window' });
  }
  const far = claims.filter((claim) => results.get(claim)?.nearby.length === 0);
  const wide = await searchDocument(parts, ground, far);
  for (const [claim, result] of wide.results) results.set(claim, result);
  const readCount = near.reduce((sum, { read_count }) => sum + read_count, 0);
  return { results, read_count: readCount + wide.read_count };
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
    const group = groups.get(centre) ?? [];
    groups.set(centre, [...group, claim]);
  }
  return groups;
}

async function searchDocument(
  parts: PipelineParts,
  ground: SearchGround,
  claims: readonly PlacedClaim[],
): Promise<Searched> {
  if (claims.length === 0) return { results: new Map(), read_count: 0 };
  const { page_count } = ground.open.document;
  const chunks: (readonly number[])[] = [];
  for (let start = 0; start < page_count; start += PAGES_PER_TASK) {
    const length = Math.min(PAGES_PER_TASK, page_count - start);
    chunks.push(Array.from({ length }, (_, offset) => start + offset));
  }
  const parted = await Promise.all(
    chunks.map((chunk) => searchPages(parts, ground, claims, chunk)),
  );
  const results = new Map<PlacedClaim, SearchResult>();
  for (const claim of claims) {
    const of = parted.map(({ found }) => found.get(claim)).filter((part) => part !== undefined);
    results.set(claim, {
      nearby: of.flatMap(({ nearby }) => nearby),
      searched: 'document',
      unsearched: of.flatMap(({ unsearched }) => unsearched),
      machine_detail: of.find((part) => part.machine_detail !== null)?.machine_detail ?? null,
    });
  }
  return { results, read_count: parted.reduce((sum, { read_count }) => sum + read_count, 0) };
}

interface PagesSearched {
  readonly found: ReadonlyMap<PlacedClaim, Omit<SearchResult, 'searched'>>;
  readonly read_count: number;
}

/** Searches the given pages, which are ascending, for each claim. */
async function searchPages(
  parts: PipelineParts,
  ground: SearchGround,
  claims: readonly PlacedClaim[],
  pageIndices: readonly number[],
): Promise<PagesSearched> {
  const known = pageIndices.flatMap((index) => ground.failed.get(index) ?? []);
  const tried = pageIndices.filter((index) => !ground.failed.has(index));
  const kept = await keepPages(parts, ground.open, tried);
  const failed = [...known, ...kept.failed];
  const out = new Set([...kept.unread, ...failed.map(({ page_index }) => page_index)]);
  const pages = pageIndices.filter((index) => !out.has(index));
  const unsearched = pageIndices.filter((index) => out.has(index));
  const machine_detail = failed.find(({ is_of_machine }) => is_of_machine)?.detail ?? null;
  const found = new Map<PlacedClaim, Omit<SearchResult, 'searched'>>();
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
      found.set(item, {
        nearby: [],
        unsearched: pageIndices,
        machine_detail: failure.detail,
      });
    }
  }
  return { found, read_count: kept.read_count };
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
