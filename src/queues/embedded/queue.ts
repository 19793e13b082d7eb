import type {
  Clock,
  JobQueue,
  Processor,
  WorkItem,
  WorkKind,
  WorkLedger,
} from '../../pipeline/ports.ts';
import { doItem } from '../do-item.ts';
import { keepLeases } from '../leases.ts';

export interface EmbeddedQueueOptions {
  readonly work: WorkLedger;
  readonly clock: Clock;
  /** Names this process in the leases it holds; unique for ever. */
  readonly owner: string;
}

/**
 * A lease outlives any pause of the main loop, which never computes for long; it only has to end
 * for an engine with other workers.
 */
const LEASE_MS = 60_000;

/**
 * Items of a kind that are taken in one look beyond those begun at once: each look costs a
 * transaction, about a millisecond. If the drain stops first they keep their leases, and whoever
 * takes the run up again reclaims them.
 */
const AHEAD = 8;

interface Stage {
  readonly kind: WorkKind;
  readonly processor: Processor;
  readonly concurrency: number;
}

/** What goes on in one stage of a drain. */
interface StageState {
  readonly running: Set<Promise<void>>;
  /** Taken under a lease and not begun. */
  readonly taken: WorkItem[];
}

/**
 * A queue without a server: it takes items from the ledger itself and does them in this process, a
 * bounded number of each kind at a time. Order of completion decides nothing: results are kept by
 * position.
 */
export function createEmbeddedQueue(options: EmbeddedQueueOptions): JobQueue {
  const stages: Stage[] = [];
  return {
    process: (kind, processor, { concurrency }) => {
      stages.push({ kind, processor, concurrency });
    },
    drain: async (runId, profile, signal) => {
      const ended = new AbortController();
      const failures: unknown[] = [];
      const held = new Set<WorkItem>();
      const keeping = { ...options, held, leaseMs: LEASE_MS };
      const leases = keepLeases(keeping, ended.signal).catch((error: unknown) => {
        failures.push(error);
      });
      await drain(options, stages, { runId, profile, signal, held, failures });
      ended.abort();
      await leases;
      if (failures.length > 0) throw failures[0];
    },
  };
}

interface Drain {
  readonly runId: string;
  readonly profile: string;
  readonly signal: AbortSignal;
  /** Taken and not ended. */
  readonly held: Set<WorkItem>;
  /** What cannot be retried; the first of it ends the drain once the items at hand are finished. */
  readonly failures: unknown[];
}

/** Least time between two looks at a ledger that has nothing to take yet, milliseconds. */
const IDLE_MS = 50;

async function drain(
  options: EmbeddedQueueOptions,
  stages: readonly Stage[],
  drained: Drain,
): Promise<void> {
  const active = new Map(
    stages.map((stage): [Stage, StageState] => [stage, { running: new Set(), taken: [] }]),
  );
  for (;;) {
    await noted(drained, undefined, () => fill(options, active, drained));
    const running = [...active.values()].flatMap((state) => [...state.running]);
    if (running.length > 0) {
      await Promise.race(running);
      continue;
    }
    if (mustStop(drained)) return;
    const nextMs = await noted(drained, null, () => options.work.nextReadyMs(drained.runId));
    if (nextMs === null) return;
    const waitMs = Math.max(IDLE_MS, nextMs - options.clock.nowMs());
    await options.clock.sleep(waitMs, drained.signal);
  }
}

/** Begins as many items as there are free places. */
async function fill(
  options: EmbeddedQueueOptions,
  active: ReadonlyMap<Stage, StageState>,
  drained: Drain,
): Promise<void> {
  for (const [stage, { running, taken }] of active) {
    const free = stage.concurrency - running.size;
    if (mustStop(drained)) return;
    if (free <= 0) continue;
    if (taken.length === 0) taken.push(...(await takeFor(options, stage, free + AHEAD, drained)));
    for (const item of taken.splice(0, free)) {
      const done = noted(drained, undefined, async () => {
        await doItem(options, stage.processor, item);
      });
      const tracked = done.finally(() => {
        running.delete(tracked);
        drained.held.delete(item);
      });
      running.add(tracked);
    }
  }
}

function mustStop(drained: Drain): boolean {
  return drained.signal.aborted || drained.failures.length > 0;
}

/** Does work whose failure ends the drain in its own time. */
async function noted<T>(drained: Drain, otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    drained.failures.push(error);
    return otherwise;
  }
}

async function takeFor(
  options: EmbeddedQueueOptions,
  stage: Stage,
  countMax: number,
  { runId, profile, held }: Drain,
): Promise<readonly WorkItem[]> {
  const nowMs = options.clock.nowMs();
  const items = await options.work.take({
    run_id: runId,
    profile,
    kinds: [stage.kind],
    owner: options.owner,
    now_ms: nowMs,
    lease_until_ms: nowMs + LEASE_MS,
    count_max: countMax,
  });
  for (const item of items) held.add(item);
  return items;
}
