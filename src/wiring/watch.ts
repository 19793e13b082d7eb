import type { CounterAmounts } from '../pipeline/counters.ts';
import { PipelineError } from '../pipeline/failure.ts';
import type { RunRecord } from '../pipeline/ports.ts';
import type { DeadItem, ItemCount, WorkerRecord } from '../pipeline/watch-ports.ts';
import type { Store } from '../stores/sql/store.ts';
import { CLOCK } from './clock.ts';
import { type StorePlace, withStore } from './stores.ts';

/** How far one run is. */
export interface RunStatus {
  readonly run: RunRecord;
  readonly items: readonly ItemCount[];
  readonly counters: CounterAmounts;
  readonly dead: readonly DeadItem[];
  /** Of its engine, with a sign of life in the last minute. */
  readonly workers: readonly WorkerRecord[];
  /** Claims decided a second since it was begun; null before the first. */
  readonly claims_per_second: number | null;
  /** Seconds until all claims are decided at that rate; null where it cannot be told. */
  readonly seconds_left: number | null;
  /** Where it came from; null for a run that was begun by hand. */
  readonly schedule: RunSchedule | null;
}

/** The schedule that planned a run, for which due time, and when it is due next. Unix milliseconds. */
export interface RunSchedule {
  readonly name: string;
  readonly due_ms: number;
  readonly next_due_ms: number | null;
}

/** A worker without a sign of life for longer is not counted on. */
const ALIVE_MS = 60_000;

/** Tells how far a run is. Fails as `run_not_found` or `store_*`. */
export async function watchRun(place: StorePlace, runId: string): Promise<RunStatus> {
  return await withStore(place, async (store) => {
    const { runs, watch, aheadMs } = store;
    const run = await runs.run(runId);
    if (run === null) throw new PipelineError('run_not_found');
    const nowMs = CLOCK.nowMs() + (await aheadMs());
    const counters = await runs.counters(runId);
    const all = await watch.workers();
    return {
      run,
      items: await watch.itemCounts(runId),
      counters,
      dead: await watch.dead(runId),
      workers: all.filter(
        ({ engine, seen_ms }) => engine === run.engine && nowMs - seen_ms <= ALIVE_MS,
      ),
      ...rateOf(run, counters, nowMs),
      schedule: await scheduleOf(store, runId, nowMs),
    };
  });
}

async function scheduleOf(
  { schedules }: Pick<Store, 'schedules'>,
  runId: string,
  nowMs: number,
): Promise<RunSchedule | null> {
  const tick = await schedules.tickOf(runId);
  if (tick === null) return null;
  const { name, due_ms } = tick;
  const schedule = (await schedules.schedules()).find((each) => each.name === name);
  // Loaded where it is needed: it brings a library for times along.
  const { dueAfter } = await import('../queues/due-time.ts');
  return { name, due_ms, next_due_ms: schedule === undefined ? null : dueAfter(nowMs, schedule) };
}

function rateOf(
  { started_ms, finished_ms, claim_count, state }: RunRecord,
  { claims_decided = 0 }: CounterAmounts,
  nowMs: number,
): Pick<RunStatus, 'claims_per_second' | 'seconds_left'> {
  const seconds = started_ms === null ? 0 : ((finished_ms ?? nowMs) - started_ms) / 1_000;
  if (!(seconds > 0) || claims_decided === 0)
    return { claims_per_second: null, seconds_left: null };
  const claims_per_second = claims_decided / seconds;
  const seconds_left =
    state === 'running' ? Math.ceil((claim_count - claims_decided) / claims_per_second) : null;
  return { claims_per_second, seconds_left };
}

/** Items that were given up, of one run or of all. Fails as `store_*`. */
export async function listDead(
  place: StorePlace,
  runId: string | null,
): Promise<readonly DeadItem[]> {
  return await withStore(place, ({ watch }) => watch.dead(runId));
}

/** Takes up again what was given up. Returns how many items. Fails as `store_*`. */
export async function retryDead(place: StorePlace, items: readonly DeadItem[]): Promise<number> {
  return await withStore(place, async ({ watch }) => {
    let count = 0;
    for (const item of items) if (await watch.retryDead(item)) count += 1;
    return count;
  });
}
