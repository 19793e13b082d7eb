import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Settings } from '../../config/env.ts';
import { PipelineError } from '../pipeline/failure.ts';
import type { ScheduleKeeper, ScheduleObserver } from '../pipeline/keep-schedules.ts';
import type { Clock, WorkItem } from '../pipeline/ports.ts';
import type { WorkerRecord } from '../pipeline/watch-ports.ts';
import { type BullmqQueue, createBullmqQueue } from '../queues/bullmq/queue.ts';
import { createFileDigester } from '../sources/digest-threads.ts';
import type { Store } from '../stores/sql/store.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import { CLOCK } from './clock.ts';
import { engineName } from './engine-name.ts';
import { gateFor } from './parts.ts';
import { openScheduleKeeper, type ScheduleOptions } from './schedule-keeper.ts';
import { openStore } from './stores.ts';
import { openThreads } from './threads.ts';
import { meteredRuns, registerRuns, type WorkerStage } from './worker-runs.ts';

export interface WorkerOptions {
  readonly stages: readonly WorkerStage[];
  /** Items of one kind at a time. */
  readonly concurrency: number;
  /** Told of failures that pass by themselves or cost one item only, and of warnings. */
  readonly onTrouble: (error: unknown, item: WorkItem | null) => void;
  readonly onWarning: (warning: string) => void;
  /** How the stage `feed` plans the runs of schedules; it leaves them to other processes without. */
  readonly schedules?: ScheduleOptions;
}

/** A process that works on the runs of its engine. Who opens it closes it. */
export interface RunWorker {
  readonly engine: string;
  readonly owner: string;
  /** Works until `signal` aborts; finishes what is at hand. Fails only if it can never go on. */
  readonly serve: (signal: AbortSignal) => Promise<void>;
  /** Whether store and queue answer. */
  readonly isReady: () => Promise<boolean>;
  readonly metrics: Metrics;
  readonly close: () => Promise<void>;
}

/** A clock that differs from the store's by more is told of: leases are by the store's. */
const AHEAD_TOLD_MS = 2_000;

/** Opens a worker. Fails as `store_*` or `queue_*`. */
export async function openWorker(settings: Settings, options: WorkerOptions): Promise<RunWorker> {
  const { redis_url: redisUrl, limits } = settings;
  if (redisUrl === null) throw new PipelineError('queue_unplaced');
  const isReading = options.stages.some((stage) => stage === 'ingest' || stage === 'verify');
  const threads = openThreads({ threads: settings.threads, limits });
  if (isReading) threads.warmUp();
  let opened: Store | null = null;
  try {
    const store = await openStore(settings);
    opened = store;
    const clock = await clockOf(store, options);
    const metrics = createMetrics();
    const engine = engineName(settings);
    const owner = `${hostname()}.${process.pid}.${randomBytes(6).toString('hex')}`;
    const queue = createBullmqQueue({
      ...keeperFor(settings, store, clock, metrics, options),
      redisUrl,
      work: store.work,
      ledger: store.queue,
      clock,
      owner,
      leaseMs: limits.lease_ms,
      windowMax: limits.queue_window,
      observer: {
        onTrouble: (error, item) => {
          metrics.countTrouble(error instanceof PipelineError ? error.code : 'internal');
          options.onTrouble(error, item);
        },
        onItem: metrics.countItem,
        onDepth: metrics.setDepth,
      },
    });
    for (const warning of await queue.check()) options.onWarning(warning);
    const runs = meteredRuns(store.runs, metrics);
    const gate = gateFor(threads);
    const digester = createFileDigester(settings.threads);
    const progress = () => {};
    const own = { settings, store: { ...store, runs }, threads, digester, gate, clock, progress };
    registerRuns(queue, own, options);
    const record = recordOf(engine, owner, options, clock);
    return {
      engine,
      owner,
      serve: (signal) => serve(queue, store, clock, record, signal),
      isReady: () => isReady(queue, store),
      metrics,
      close: async () => {
        await threads.close();
        await digester.close();
        await store.close();
      },
    };
  } catch (error) {
    await threads.close();
    await opened?.close();
    throw error;
  }
}

function keeperFor(
  settings: Settings,
  store: Store,
  clock: Clock,
  metrics: Metrics,
  { schedules }: WorkerOptions,
): { readonly schedules?: ScheduleKeeper } {
  if (schedules === undefined) return {};
  const { onPlanned, onMissed } = schedules.observer;
  const observer: ScheduleObserver = {
    onPlanned,
    onMissed: (tick, error) => {
      metrics.countTrouble('schedule_missed');
      onMissed(tick, error);
    },
  };
  return { schedules: openScheduleKeeper(settings, store, clock, { ...schedules, observer }) };
}

/** The store's time on this machine: leases of several hosts are compared. */
async function clockOf(store: Store, { onWarning }: WorkerOptions): Promise<Clock> {
  const aheadMs = await store.aheadMs();
  if (Math.abs(aheadMs) > AHEAD_TOLD_MS) onWarning('clock_differs');
  return { ...CLOCK, nowMs: () => CLOCK.nowMs() + aheadMs };
}

function recordOf(
  engine: string,
  owner: string,
  { stages }: WorkerOptions,
  clock: Clock,
): WorkerRecord {
  const started_ms = clock.nowMs();
  return {
    owner,
    engine,
    host: hostname(),
    pid: process.pid,
    stages,
    started_ms,
    seen_ms: started_ms,
  };
}

async function serve(
  queue: BullmqQueue,
  store: Store,
  clock: Clock,
  record: WorkerRecord,
  signal: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  const end = (): void => ended.abort();
  try {
    await Promise.all([
      queue.serve(record.engine, until).finally(end),
      record.stages.includes('feed') ? queue.feed(record.engine, until).finally(end) : null,
      giveSigns(store, clock, record, until),
    ]);
  } finally {
    end();
    await store.watch.forget(record.owner).catch(() => {});
  }
}

/** Between two signs of life; who gave none for as long as the second is no longer shown. */
const SIGN_MS = 5_000;
const SILENT_MS = 3_600_000;

async function giveSigns(
  { watch }: Store,
  clock: Clock,
  record: WorkerRecord,
  ended: AbortSignal,
): Promise<void> {
  while (!ended.aborted) {
    const seen_ms = clock.nowMs();
    try {
      await watch.beat({ ...record, seen_ms });
      await watch.forgetSilent(seen_ms - SILENT_MS);
    } catch (error) {
      // The store is out of reach, which the work itself says.
      if (!(error instanceof PipelineError)) throw error;
    }
    await clock.sleep(SIGN_MS, ended);
  }
}

async function isReady(queue: BullmqQueue, store: Store): Promise<boolean> {
  try {
    await Promise.all([queue.check(), store.aheadMs()]);
    return true;
  } catch (error) {
    if (error instanceof PipelineError) return false;
    throw error;
  }
}
