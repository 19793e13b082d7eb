import { setTimeout as wait } from 'node:timers/promises';
import { PipelineError } from '../../pipeline/failure.ts';
import { createGate } from '../../pipeline/gate.ts';
import type { ScheduleKeeper } from '../../pipeline/keep-schedules.ts';
import type {
  Clock,
  JobQueue,
  Processor,
  WorkItem,
  WorkKind,
  WorkLedger,
} from '../../pipeline/ports.ts';
import type { QueueLedger, QueueScope } from '../../pipeline/queue-ports.ts';
import { doItem, giveBack, type ItemOutcome } from '../do-item.ts';
import { keepLeases } from '../leases.ts';
import { connectRedis } from './connection.ts';
import { createFeeder, type Feeder } from './feeder.ts';
import { startScheduler } from './scheduler.ts';
import { checkServer, type ServerWarning } from './server-check.ts';
import { type StageWorker, startStageWorker } from './stage-worker.ts';

export interface BullmqQueueOptions {
  readonly redisUrl: string;
  readonly work: WorkLedger;
  readonly ledger: QueueLedger;
  readonly clock: Clock;
  /** Names this process in the leases it holds; unique for ever. */
  readonly owner: string;
  /** How long a lease lasts, milliseconds: as long a dead worker's items wait for another. */
  readonly leaseMs: number;
  /** Jobs of one kind that Redis holds at the most. */
  readonly windowMax: number;
  /** Planned from by `feed`; left to other processes where it is not given. */
  readonly schedules?: ScheduleKeeper;
  readonly observer: QueueObserver;
}

/** Who is told of what a queue does; must not fail and not wait. */
export interface QueueObserver {
  /** Of what passes by itself or costs one item only; the work goes on. */
  readonly onTrouble: (error: unknown, item: WorkItem | null) => void;
  /** Of the end of one holding of an item; `failed`: it costs the item a try. */
  readonly onItem: (end: {
    readonly kind: WorkKind;
    readonly outcome: ItemOutcome | 'failed';
    /** Milliseconds: from its being handed to Redis to its being begun, and to its end. */
    readonly waited_ms: number;
    readonly busy_ms: number;
  }) => void;
  /** Of the jobs that Redis holds, waiting and active, as the feeder counts them. */
  readonly onDepth: (kind: WorkKind, count: number) => void;
}

/** A queue whose work any number of processes on any number of hosts do. */
export interface BullmqQueue extends JobQueue {
  /**
   * Does the registered kinds of all runs of an engine until `signal` aborts; the items at hand are
   * finished, or left to others after 15 seconds. A failure costs an item one of its tries and never ends
   * this. Fails as `queue_stuck` when it gets no work though there is some, as connections that seem to
   * live have been seen to do: another process does better.
   */
  readonly serve: (engine: string, signal: AbortSignal) => Promise<void>;
  /** Checks the server, once before the work. Fails as `queue_unreachable` or `queue_unusable`. */
  readonly check: () => Promise<readonly ServerWarning[]>;
  /**
   * Hands the work of an engine to Redis, looks after what was lost, and plans the runs of schedules, until
   * `signal` aborts.
   */
  readonly feed: (engine: string, signal: AbortSignal) => Promise<void>;
}

interface Stage {
  readonly kind: WorkKind;
  readonly processor: Processor;
  readonly concurrency: number;
}

/** All kinds there are: a feeder serves them whatever this process does itself. */
const KINDS: readonly WorkKind[] = ['report', 'verify', 'ingest'];

/** Between two looks at the ledger, milliseconds; with nothing to do, and after a failure. */
const FEED_MS = 50;
const IDLE_MS = 250;
const TROUBLE_MS = 1_000;

/** Between two looks for what was lost. */
const RECONCILE_MS = 5_000;

/** Between two looks at the schedules, milliseconds. */
const SCHEDULES_MS = 3_000;

/** How long the items at hand may take when the process shall end; then others get them. */
const CLOSE_MS = 15_000;

/** Engine over BullMQ; opens connections of its own when it works, and closes them. */
export function createBullmqQueue(options: BullmqQueueOptions): BullmqQueue {
  const stages: Stage[] = [];
  return {
    process: (kind, processor, { concurrency }) => {
      stages.push({ kind, processor, concurrency });
    },
    serve: (engine, signal) =>
      withRedis(options, async (redis) => {
        const held = new Set<WorkItem>();
        const gate = createGate(stages.reduce((sum, { concurrency }) => sum + concurrency, 0));
        const work = (stage: Stage) => (item: WorkItem, waitedMs: number) => {
          const done = () => tryItem(options, stage, item, waitedMs);
          // What ended a worker before is done alone: nobody else is to suffer from it, or to be blamed.
          return holding(held, item, () =>
            item.losses > 0 ? gate.alone(done) : gate.shared(done),
          );
        };
        const workers = startWorkers(options, redis, { engine }, stages, work, signal);
        await holdingLeases(options, held, async (ended) => {
          try {
            await watch(options, workers, AbortSignal.any([signal, ended]));
          } finally {
            await closeAll(workers);
          }
        });
      }),
    feed: (engine, signal) =>
      withRedis(options, async (redis) => {
        const feeder = openFeeder(options, redis, { engine });
        const over = new AbortController();
        const schedules = runSchedules(
          options,
          redis,
          engine,
          AbortSignal.any([signal, over.signal]),
        );
        try {
          await runFeeder(options, feeder, signal, () => Promise.resolve(true));
        } finally {
          over.abort();
          await schedules;
        }
        await feeder.close();
      }),
    check: async () => {
      const redis = connectRedis(options.redisUrl, ignore);
      try {
        return await checkServer(redis);
      } finally {
        redis.disconnect();
      }
    },
    drain: (runId, _profile, signal) => drain(options, stages, runId, signal),
  };
}

async function drain(
  options: BullmqQueueOptions,
  stages: readonly Stage[],
  runId: string,
  signal: AbortSignal,
): Promise<void> {
  const scope = { run_id: runId };
  const held = new Set<WorkItem>();
  const failures: unknown[] = [];
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  const fail = (error: unknown): void => {
    failures.push(error);
    failed.abort();
  };
  const work = (stage: Stage) => async (item: WorkItem) => {
    try {
      return (await holding(held, item, () => doItem(options, stage.processor, item))) === 'done';
    } catch (error) {
      fail(error);
      return false;
    }
  };
  await withRedis(options, async (redis) => {
    const feeder = openFeeder(options, redis, scope);
    const workers = startWorkers(options, redis, scope, stages, work, ended);
    await holdingLeases(options, held, async (lost) => {
      const until = AbortSignal.any([ended, lost]);
      await runFeeder(options, feeder, until, () => options.ledger.isOpen(runId));
      await closeAll(workers);
    }).catch(fail);
    await feeder.close();
  });
  if (failures.length > 0) throw failures[0];
}

/** Does an item whose lease is kept meanwhile, and no longer. */
async function holding<T>(held: Set<WorkItem>, item: WorkItem, work: () => Promise<T>): Promise<T> {
  held.add(item);
  try {
    return await work();
  } finally {
    held.delete(item);
  }
}

/** Any failure costs the item a try; when it has none left, its processor says so. Returns whether it is done. */
async function tryItem(
  options: BullmqQueueOptions,
  stage: Stage,
  item: WorkItem,
  waited_ms: number,
): Promise<boolean> {
  const startMs = performance.now();
  let outcome: ItemOutcome | 'failed' = 'failed';
  try {
    outcome = await doItem(options, stage.processor, item);
  } catch (error) {
    options.observer.onTrouble(error, item);
    const code = error instanceof PipelineError ? error.code : 'internal';
    // Where the store is out of reach its lease runs out, and others get it.
    await giveBack(options, item, code).catch((failure: unknown) =>
      options.observer.onTrouble(failure, item),
    );
  }
  const busy_ms = performance.now() - startMs;
  options.observer.onItem({ kind: stage.kind, outcome, waited_ms, busy_ms });
  return outcome === 'done';
}

function ignore(): void {}

/** How often the workers are looked at, and how long one may be stuck. */
const WATCH_MS = 10_000;
const STUCK_MAX_MS = 60_000;

/** Looks after the workers until the signal aborts. Fails as `queue_stuck`. */
async function watch(
  options: BullmqQueueOptions,
  workers: readonly StageWorker[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await pause(WATCH_MS, signal);
    for (const worker of workers) {
      const stuckMs = await worker.stuckMs().catch((error: unknown) => {
        options.observer.onTrouble(error, null);
        return 0;
      });
      if (stuckMs > STUCK_MAX_MS) throw new PipelineError('queue_stuck');
    }
  }
}

async function withRedis(
  options: BullmqQueueOptions,
  use: (redis: ReturnType<typeof connectRedis>) => Promise<void>,
): Promise<void> {
  const redis = connectRedis(options.redisUrl, (error) => options.observer.onTrouble(error, null));
  try {
    await use(redis);
  } finally {
    redis.disconnect();
  }
}

/** Looks after the schedules until `signal` aborts; whatever befalls them, the feeding goes on. */
async function runSchedules(
  { schedules, observer }: BullmqQueueOptions,
  redis: ReturnType<typeof connectRedis>,
  engine: string,
  signal: AbortSignal,
): Promise<void> {
  if (schedules === undefined) return;
  const onTrouble = (error: unknown) => observer.onTrouble(error, null);
  const scheduler = startScheduler({ redis, engine, schedules, signal, onTrouble });
  while (!signal.aborted) {
    await scheduler.look().catch(onTrouble);
    await pause(SCHEDULES_MS, signal);
  }
  await scheduler.close(CLOSE_MS).catch(onTrouble);
}

function openFeeder(
  { ledger, clock, windowMax, observer }: BullmqQueueOptions,
  redis: ReturnType<typeof connectRedis>,
  scope: QueueScope,
): Feeder {
  const { onDepth } = observer;
  return createFeeder({ redis, ledger, clock, scope, kinds: KINDS, windowMax, onDepth });
}

function startWorkers(
  options: BullmqQueueOptions,
  redis: ReturnType<typeof connectRedis>,
  scope: QueueScope,
  stages: readonly Stage[],
  work: (stage: Stage) => (item: WorkItem, waitedMs: number) => Promise<boolean>,
  ended: AbortSignal,
): readonly StageWorker[] {
  return stages.map((stage) =>
    startStageWorker({
      redis,
      ledger: options.ledger,
      scope,
      kind: stage.kind,
      concurrency: stage.concurrency,
      owner: options.owner,
      leaseUntilMs: () => options.clock.nowMs() + options.leaseMs,
      work: work(stage),
      mustStop: () => ended.aborted,
      onTrouble: (error) => options.observer.onTrouble(error, null),
    }),
  );
}

async function closeAll(workers: readonly StageWorker[]): Promise<void> {
  await Promise.all(workers.map((worker) => worker.close(CLOSE_MS)));
}

/**
 * Keeps the leases until `work` has ended, which is told by a signal when they cannot be kept any more.
 * Fails as `work`, or as the store for good.
 */
async function holdingLeases(
  options: BullmqQueueOptions,
  held: ReadonlySet<WorkItem>,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const lost = new AbortController();
  const leases = keepLeases({ ...options, held }, over.signal).catch((error: unknown) => {
    lost.abort();
    throw error;
  });
  // The failure is thrown below; nobody else waits for it.
  leases.catch(() => {});
  try {
    await work(lost.signal);
  } finally {
    over.abort();
  }
  await leases;
}

/** Feeds and reconciles until `signal` aborts or `isOpen` says no. */
async function runFeeder(
  options: BullmqQueueOptions,
  feeder: Feeder,
  signal: AbortSignal,
  isOpen: () => Promise<boolean>,
): Promise<void> {
  let reconciledMs = Number.NEGATIVE_INFINITY;
  let isTroubled = false;
  while (!signal.aborted) {
    let pauseMs = IDLE_MS;
    try {
      if (!(await isOpen())) return;
      if (isTroubled || performance.now() - reconciledMs >= RECONCILE_MS) {
        await feeder.reconcile({ isTroubled });
        reconciledMs = performance.now();
        isTroubled = false;
      }
      if ((await feeder.feed()) > 0) pauseMs = FEED_MS;
    } catch (error) {
      if (!(error instanceof PipelineError) || !error.retryable) throw error;
      options.observer.onTrouble(error, null);
      isTroubled = true;
      pauseMs = TROUBLE_MS;
    }
    await pause(pauseMs, signal);
  }
}

/** On the machine's clock: Redis and the store are asked again, whatever time it is to be in a test. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
