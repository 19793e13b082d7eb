import type { EnvelopeEntry } from '../contracts/envelope.ts';
import { PipelineError } from './failure.ts';
import { planRun } from './plan-run.ts';
import type { Clock, NewRun, RunInput, RunStore } from './ports.ts';
import type {
  DueTick,
  OpenTick,
  Schedule,
  ScheduleStore,
  WatchedSchedule,
} from './schedule-ports.ts';

/** Plans what is due. Any number may run side by side: each due time is planned once. */
export interface ScheduleKeeper {
  readonly schedules: () => Promise<readonly WatchedSchedule[]>;
  /**
   * Plans what is due of one schedule, or of all, as the store and the clock say, and what others began to plan and
   * left. Stops in the middle of a plan when `signal` aborts; the next look plans it anew. Fails as `store_*`.
   */
  readonly look: (name: string | null, signal: AbortSignal) => Promise<void>;
}

export interface KeeperParts {
  readonly schedules: ScheduleStore;
  readonly runs: RunStore;
  readonly clock: Clock;
  /** How long a planner that gives no sign is waited for, milliseconds. */
  readonly leaseMs: number;
  /** Latest due time at or before a moment; null if there never was any. */
  readonly dueAtOrBefore: (nowMs: number, schedule: Schedule) => number | null;
  /** A run of the schedule; looks up its envelope files. Fails as `envelopes_unusable`. */
  readonly newRun: (schedule: Schedule, nowMs: number) => Promise<NewRun>;
  readonly read: (run: NewRun) => {
    readonly entries: AsyncIterable<EnvelopeEntry>;
    readonly inputs: () => readonly RunInput[];
  };
  readonly observer: ScheduleObserver;
}

/** Told of each due time that this process acted on; must not fail and not wait. */
export interface ScheduleObserver {
  readonly onPlanned: (tick: OpenTick) => void;
  /** Nothing came of it. `error` is what failed; null where a later due time came before it was planned. */
  readonly onMissed: (tick: Pick<OpenTick, 'name' | 'due_ms'>, error: unknown) => void;
}

export function createScheduleKeeper(parts: KeeperParts): ScheduleKeeper {
  const { schedules, clock } = parts;
  return {
    schedules: schedules.schedules,
    look: async (name, signal) => {
      const all = await schedules.schedules();
      const asked = all.filter((schedule) => name === null || schedule.name === name);
      const abandoned = await schedules.abandoned(clock.nowMs());
      const failures: unknown[] = [];
      for (const schedule of asked) {
        if (signal.aborted) break;
        const left = abandoned.filter((tick) => tick.name === schedule.name);
        await lookAt(parts, schedule, left, signal).catch((error: unknown) => {
          // What befalls one of them does not hold up the others.
          failures.push(error);
        });
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

async function lookAt(
  parts: KeeperParts,
  schedule: WatchedSchedule,
  abandoned: readonly OpenTick[],
  signal: AbortSignal,
): Promise<void> {
  for (const tick of abandoned) await goOn(parts, schedule, tick, signal);
  await beginDue(parts, schedule, signal);
}

async function beginDue(
  parts: KeeperParts,
  schedule: WatchedSchedule,
  signal: AbortSignal,
): Promise<void> {
  const { schedules, clock, leaseMs } = parts;
  const { name, created_ms, last_tick } = schedule;
  const nowMs = clock.nowMs();
  const due_ms = parts.dueAtOrBefore(nowMs, schedule);
  if (due_ms === null || due_ms <= created_ms) return;
  if (last_tick !== null && last_tick.due_ms >= due_ms) return;
  const due: DueTick = { name, created_ms, due_ms };
  const run = await orMissed(parts, due, () => parts.newRun(schedule, nowMs));
  if (run === null) return;
  const tick = await schedules.begin(due, run, clock.nowMs() + leaseMs);
  if (tick !== null) await plan(parts, tick, run, signal);
}

/** What is due now comes before what another was about to plan: one run makes up for all that was missed. */
async function goOn(
  parts: KeeperParts,
  schedule: WatchedSchedule,
  tick: OpenTick,
  signal: AbortSignal,
): Promise<void> {
  const { schedules, clock, leaseMs } = parts;
  const now_ms = clock.nowMs();
  const due_ms = parts.dueAtOrBefore(now_ms, schedule);
  if (due_ms !== null && due_ms > tick.due_ms) {
    const isMissed = await schedules.giveUp(tick, SUPERSEDED, now_ms);
    if (isMissed) parts.observer.onMissed(tick, null);
    return;
  }
  try {
    const run = await parts.newRun(schedule, now_ms);
    const lease = { now_ms, until_ms: clock.nowMs() + leaseMs };
    const own = await schedules.takeOver(tick, run, lease);
    if (own !== null) await plan(parts, own, run, signal);
  } catch (error) {
    await giveUp(parts, tick, error);
  }
}

const SUPERSEDED = 'The next due time came before it was planned.';

async function orMissed(
  { schedules, observer }: KeeperParts,
  due: DueTick,
  make: () => Promise<NewRun>,
): Promise<NewRun | null> {
  try {
    return await make();
  } catch (error) {
    if (mayPass(error)) throw error;
    if (await schedules.miss(due, sentenceOf(error))) observer.onMissed(due, error);
    return null;
  }
}

/** Plans the run of a tick and lets workers have it, unless the tick was taken over meanwhile. */
async function plan(
  parts: KeeperParts,
  tick: OpenTick,
  run: NewRun,
  signal: AbortSignal,
): Promise<void> {
  const { runs, clock, schedules, observer } = parts;
  const over = new AbortController();
  const lost = new AbortController();
  const leases = keepLease(parts, tick, over.signal, () => lost.abort());
  const stop = AbortSignal.any([signal, lost.signal]);
  try {
    const { entries, inputs } = parts.read(run);
    await planRun({ runs, clock }, { ...run, entries: until(stop, entries), inputs });
    const now_ms = clock.nowMs();
    const isStarted = await runs.changeState(run.run_id, ['planned'], 'running', { now_ms });
    if (isStarted) observer.onPlanned(tick);
  } catch (error) {
    if (lost.signal.aborted) return;
    // The next look finds it abandoned.
    if (signal.aborted) await schedules.renew(tick, 0);
    else await giveUp(parts, tick, error);
  } finally {
    over.abort();
    await leases;
  }
}

/** Ends a tick that cannot be planned; where trying again may help it is left to a later look. */
async function giveUp(parts: KeeperParts, tick: OpenTick, error: unknown): Promise<void> {
  if (mayPass(error)) throw error;
  const isMissed = await parts.schedules.giveUp(tick, sentenceOf(error), parts.clock.nowMs());
  if (isMissed) parts.observer.onMissed(tick, error);
}

async function keepLease(
  { schedules, clock, leaseMs }: KeeperParts,
  tick: OpenTick,
  over: AbortSignal,
  onLost: () => void,
): Promise<void> {
  for (;;) {
    await clock.sleep(leaseMs / 3, over);
    if (over.aborted) return;
    // A store out of reach is what the plan itself fails of.
    const isHeld = await schedules.renew(tick, clock.nowMs() + leaseMs).catch(() => true);
    if (!isHeld) return onLost();
  }
}

async function* until(
  signal: AbortSignal,
  entries: AsyncIterable<EnvelopeEntry>,
): AsyncGenerator<EnvelopeEntry> {
  for await (const entry of entries) {
    signal.throwIfAborted();
    yield entry;
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof PipelineError && error.retryable;
}

function sentenceOf(error: unknown): string {
  return error instanceof PipelineError ? error.message : 'An error of pagewitness itself.';
}
