import type { FailedPage } from '../contracts/job.ts';
import type { LabelMap } from '../evidence/grounding.ts';
import type { RawPageText } from '../evidence/rendering.ts';
import { type NearbyEvidence, searchCentre, searchOrder } from '../verification/repair/nearby.ts';
import { chunksOf } from './chunks.ts';
import { labelsFor, partedByLabels } from './claim-needs.ts';
import { createCulpritBudget, isolateFailures } from './isolate.ts';
import { inLanes } from './lanes.ts';
import type { PipelineParts } from './parts.ts';
import type { PlacedClaim } from './ports.ts';
import { rawPagesOf } from './raw-pages.ts';
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
  /** Pages whose raw text had to be read to rule them out or not. */
  readonly raw_count: number;
}

/** What a search looks into. */
export interface SearchGround {
  readonly open: OpenDocument;
  readonly labels: LabelMap | null;
  /** Pages whose reading is known to fail. */
  readonly failed: ReadonlyMap<number, FailedPage>;
}

const NOTHING_SEARCHED: Searched = { results: new Map(), read_count: 0, raw_count: 0 };

/** Pages and claims of one search task: some seconds of a thread at most. */
const PAGES_PER_TASK = 16;
const CLAIMS_PER_TASK = 100;

/**
 * Looks for the evidence of failed claims: within the window of their cited page and, for those
 * that it does not hold, in the whole document. Pages that cannot hold it by their raw texts are not
 * read. What is found feeds repair only.
 */
export async function searchClaims(
  parts: PipelineParts,
  ground: SearchGround,
  claims: readonly PlacedClaim[],
): Promise<Searched> {
  if (parts.search === 'none' || claims.length === 0) return NOTHING_SEARCHED;
  const { page_count } = ground.open.document;
  const windows = new Map<PlacedClaim, readonly number[]>();
  for (const claim of claims) {
    const centre = searchCentre(claim.claim, ground.open.document, labelsFor(claim, ground.labels));
    // A claim that names no page at all has no window; the whole document is searched for it.
    if (centre !== null) windows.set(claim, searchOrder(centre, page_count).window);
  }
  const near = await searchReach(parts, ground, windows);
  const results = new Map<PlacedClaim, SearchResult>();
  for (const [claim, part] of near.parts) results.set(claim, { ...part, searched: 'window' });
  const far = claims.filter((claim) => (results.get(claim)?.nearby.length ?? 0) === 0);
  if (far.length === 0 || parts.search === 'window') {
    return { results, read_count: near.read_count, raw_count: near.raw_count };
  }
  const all = Array.from({ length: page_count }, (_, index) => index);
  const rest = far.map((claim): [PlacedClaim, readonly number[]] => {
    const window = new Set(windows.get(claim) ?? []);
    return [claim, all.filter((index) => !window.has(index))];
  });
  const wide = await searchReach(parts, ground, new Map(rest));
  for (const [claim, part] of wide.parts) {
    results.set(claim, { ...added(near.parts.get(claim), part), searched: 'document' });
  }
  return {
    results,
    read_count: near.read_count + wide.read_count,
    raw_count: near.raw_count + wide.raw_count,
  };
}

type PartResult = Omit<SearchResult, 'searched'>;

/** For each claim the pages it is searched on, ascending. */
type Reach = ReadonlyMap<PlacedClaim, readonly number[]>;

interface ReachSearched {
  readonly parts: ReadonlyMap<PlacedClaim, PartResult>;
  readonly read_count: number;
  readonly raw_count: number;
}

/** Rules out what cannot hold the evidence, reads what is left and is missing, and searches it. */
async function searchReach(
  parts: PipelineParts,
  ground: SearchGround,
  wanted: Reach,
): Promise<ReachSearched> {
  const raws = await rawPagesOf(parts, ground.open, [...wanted.values()].flat());
  const reach = await narrowed(parts, ground, wanted, raws.pages);
  const { closed, read_count } = await reachPages(parts, ground, [...reach.values()].flat());
  const tasks = searchTasksOf(reach, closed);
  const parted = await inLanes(tasks, parts.gate.places, (task) => searchTask(parts, ground, task));
  const results = new Map<PlacedClaim, PartResult>();
  for (const [claim, pages] of reach) {
    const unsearched = pages.filter((index) => closed.has(index));
    const details = unsearched.map((index) => closed.get(index) ?? null);
    const machine_detail = details.find((detail) => detail !== null) ?? null;
    results.set(claim, { nearby: [], unsearched, machine_detail });
  }
  for (const [claim, part] of parted.flatMap((found) => [...found])) {
    results.set(claim, added(results.get(claim), part));
  }
  return { parts: results, read_count, raw_count: raws.read_count };
}

function added(before: PartResult | undefined, part: PartResult): PartResult {
  if (before === undefined) return part;
  return {
    nearby: [...before.nearby, ...part.nearby],
    unsearched: [...new Set([...before.unsearched, ...part.unsearched])].sort((a, b) => a - b),
    machine_detail: before.machine_detail ?? part.machine_detail,
  };
}

/** The pages of each claim's reach that its evidence may stand on; all of them where that failed. */
async function narrowed(
  parts: PipelineParts,
  ground: SearchGround,
  wanted: Reach,
  raws: readonly RawPageText[],
): Promise<Reach> {
  const { document } = ground.open;
  const tasks = partedByLabels([...wanted.keys()]).flatMap((alike) =>
    chunksOf(alike, CLAIMS_PER_TASK),
  );
  const reach = new Map<PlacedClaim, readonly number[]>(wanted);
  await inLanes(tasks, parts.gate.places, async (task) => {
    const near = new Set(task.flatMap((claim) => wanted.get(claim) ?? []));
    const pages = raws.filter(({ page_index }) => near.has(page_index));
    const done = await isolateFailures(
      parts.gate,
      task,
      (claims) =>
        guarded(() => {
          const [first] = claims;
          const labels = first === undefined ? null : labelsFor(first, ground.labels);
          return parts.checker.narrow({ document, labels, claims, pages });
        }),
      createCulpritBudget(),
    );
    for (const { items, answer } of done.answers) {
      for (const [position, claim] of items.entries()) {
        const own = new Set(wanted.get(claim) ?? []);
        reach.set(claim, answer[position]?.filter((index) => own.has(index)) ?? [...own]);
      }
    }
  });
  return reach;
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

/** For each claim of one task, which all see the same labels, the pages it is searched on. */
type SearchTaskPlan = Reach;

/**
 * Tasks of bounded size. A claim with few pages stays whole, since its evidence may run over the
 * break between two of them; one with many was searched beside its cited page before, so that its
 * pages may be parted.
 */
function searchTasksOf(reach: Reach, closed: ClosedPages): readonly SearchTaskPlan[] {
  const open = [...reach].flatMap(([claim, pages]): [PlacedClaim, readonly number[]][] => {
    const own = pages.filter((index) => !closed.has(index));
    return own.length === 0 ? [] : [[claim, own]];
  });
  return partedByLabels(open.map(([claim]) => claim)).flatMap((alike) => {
    const seen = new Set(alike);
    const own = open.filter(([claim]) => seen.has(claim));
    const few = own.filter(([, pages]) => pages.length <= PAGES_PER_TASK);
    const many = own.filter(([, pages]) => pages.length > PAGES_PER_TASK);
    return [...wholeTasks(few), ...partedTasks(many)];
  });
}

function wholeTasks(
  claims: readonly (readonly [PlacedClaim, readonly number[]])[],
): readonly SearchTaskPlan[] {
  const tasks: Map<PlacedClaim, readonly number[]>[] = [];
  let pages = new Set<number>();
  for (const [claim, own] of claims.toSorted(([, a], [, b]) => (a[0] ?? 0) - (b[0] ?? 0))) {
    const last = tasks.at(-1);
    const together = new Set([...pages, ...own]);
    if (last !== undefined && last.size < CLAIMS_PER_TASK && together.size <= PAGES_PER_TASK) {
      last.set(claim, own);
      pages = together;
    } else {
      tasks.push(new Map([[claim, own]]));
      pages = new Set(own);
    }
  }
  return tasks;
}

function partedTasks(
  claims: readonly (readonly [PlacedClaim, readonly number[]])[],
): readonly SearchTaskPlan[] {
  const pages = [...new Set(claims.flatMap(([, own]) => own))].sort((a, b) => a - b);
  return chunksOf(pages, PAGES_PER_TASK).flatMap((run) => {
    const here = new Set(run);
    const touched = claims.flatMap(([claim, own]): [PlacedClaim, readonly number[]][] => {
      const some = own.filter((index) => here.has(index));
      return some.length === 0 ? [] : [[claim, some]];
    });
    return chunksOf(touched, CLAIMS_PER_TASK).map((part) => new Map(part));
  });
}

async function searchTask(
  parts: PipelineParts,
  ground: SearchGround,
  task: SearchTaskPlan,
): Promise<ReadonlyMap<PlacedClaim, PartResult>> {
  const { document } = ground.open;
  const done = await isolateFailures(
    parts.gate,
    [...task.keys()],
    (claims) =>
      guarded(async () => {
        const reach = claims.map((claim) => task.get(claim) ?? []);
        const wanted = [...new Set(reach.flat())].sort((a, b) => a - b);
        const { fingerprint } = document;
        const pages = await parts.groundings.pages(fingerprint, parts.reader.profile, wanted);
        const [first] = claims;
        const labels = first === undefined ? null : labelsFor(first, ground.labels);
        return await parts.checker.search({ document, labels, claims, reach, pages });
      }),
    createCulpritBudget(),
  );
  const found = new Map<PlacedClaim, PartResult>();
  for (const { items, answer } of done.answers) {
    for (const [position, claim] of items.entries()) {
      const nearby = answer[position] ?? [];
      found.set(claim, { nearby, unsearched: [], machine_detail: null });
    }
  }
  for (const { item, failure } of done.failed) {
    const unsearched = task.get(item) ?? [];
    found.set(item, { nearby: [], unsearched, machine_detail: failure.detail });
  }
  return found;
}
