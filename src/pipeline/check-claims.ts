import type { FailedPage } from '../contracts/job.ts';
import type { ReadFailure } from '../evidence/ports.ts';
import { findUnreadable } from '../verification/verify-claim.ts';
import { labelsFor, pagesOf, partedByLabels } from './claim-needs.ts';
import { createCulpritBudget, isolateFailures } from './isolate.ts';
import { inLanes } from './lanes.ts';
import type { PipelineParts } from './parts.ts';
import type { PlacedClaim } from './ports.ts';
import { type Checked, proveSight, type Unproved } from './prove-sight.ts';
import { keepPages } from './read-document.ts';
import type { SearchGround } from './search-claims.ts';
import { guarded } from './thread-failure.ts';

export interface AllChecked {
  readonly results: ReadonlyMap<PlacedClaim, Checked>;
  /** Cited pages whose reading fails, those known before included. */
  readonly failed: ReadonlyMap<number, FailedPage>;
  readonly read_count: number;
}

/** Claims and cited pages of one check task: a second of a thread at most. */
const CLAIMS_PER_TASK = 50;
const PAGES_PER_TASK = 16;

/** Decides claims of the version that was found, each by its cited pages alone. */
export async function checkClaims(
  parts: PipelineParts,
  ground: SearchGround,
  claims: readonly PlacedClaim[],
): Promise<AllChecked> {
  const { document } = ground.open;
  const cited = new Map(
    claims.map((claim) => [claim, pagesOf(claim, document, ground.labels)] as const),
  );
  const wanted = new Set([...cited.values()].flat().filter((index) => !ground.failed.has(index)));
  const kept = await keepPages(parts, ground.open, [...wanted]);
  const failed = new Map(ground.failed);
  for (const page of kept.failed) failed.set(page.page_index, page);

  const unproved = new Map<PlacedClaim, Unproved>();
  const checkable: PlacedClaim[] = [];
  for (const [claim, pages] of cited) {
    const bad = pages.flatMap((index) => failed.get(index) ?? [])[0];
    if (bad === undefined) checkable.push(claim);
    else unproved.set(claim, unreadable(bad));
  }
  const tasks = partedByLabels(checkable).flatMap((alike) => tasksOf(alike, cited));
  const done = await inLanes(tasks, parts.gate.places, (task) => checkTask(parts, ground, task));
  for (const part of done) {
    for (const [claim, checked] of part) unproved.set(claim, checked);
  }
  const results = await proveSight(parts, ground.open, unproved);
  return { results, failed, read_count: kept.read_count };
}

interface Task {
  readonly claims: readonly PlacedClaim[];
  readonly pages: ReadonlySet<number>;
}

/** Tasks of bounded size; claims about the same pages come together, to decode a page once. */
function tasksOf(
  claims: readonly PlacedClaim[],
  cited: ReadonlyMap<PlacedClaim, readonly number[]>,
): readonly Task[] {
  const firstPage = (claim: PlacedClaim): number => cited.get(claim)?.[0] ?? -1;
  const tasks: { claims: PlacedClaim[]; pages: Set<number> }[] = [];
  for (const claim of claims.toSorted((a, b) => firstPage(a) - firstPage(b))) {
    const pages = cited.get(claim) ?? [];
    const last = tasks.at(-1);
    if (
      last !== undefined &&
      last.claims.length < CLAIMS_PER_TASK &&
      new Set([...last.pages, ...pages]).size <= PAGES_PER_TASK
    ) {
      last.claims.push(claim);
      for (const index of pages) last.pages.add(index);
    } else {
      tasks.push({ claims: [claim], pages: new Set(pages) });
    }
  }
  return tasks;
}

async function checkTask(
  parts: PipelineParts,
  ground: SearchGround,
  task: Task,
): Promise<ReadonlyMap<PlacedClaim, Unproved>> {
  const { document } = ground.open;
  const done = await isolateFailures(
    parts.gate,
    task.claims,
    (claims) =>
      guarded(async () => {
        const { fingerprint } = document;
        const pages = await parts.groundings.pages(fingerprint, parts.reader.profile, [
          ...task.pages,
        ]);
        const [first] = claims;
        const labels = first === undefined ? null : labelsFor(first, ground.labels);
        return await parts.checker.check({ document, labels, claims, pages });
      }),
    createCulpritBudget(),
  );
  const results = new Map<PlacedClaim, Unproved>();
  for (const { items, answer } of done.answers) {
    for (const [position, claim] of items.entries()) {
      const checked = answer[position];
      if (checked !== undefined) results.set(claim, { ...checked, machine_detail: null });
    }
  }
  for (const { item, failure } of done.failed) results.set(item, unreadable(failure));
  return results;
}

function unreadable(
  failure: Pick<ReadFailure, 'detail' | 'is_of_machine'> & Pick<FailedPage, 'reason'>,
): Unproved {
  const { reason, detail, is_of_machine } = failure;
  return {
    finding: findUnreadable(reason, detail),
    sight: [],
    machine_detail: is_of_machine ? detail : null,
  };
}
