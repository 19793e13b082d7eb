import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Settings } from '../../config/env.ts';
import { runSettingsSchema } from '../contracts/run-settings.ts';
import { PipelineError } from '../pipeline/failure.ts';
import type { PipelineParts } from '../pipeline/parts.ts';
import type { RunRecord, WorkItem, WorkKind } from '../pipeline/ports.ts';
import type { Session } from '../pipeline/session.ts';
import { registerStages } from '../pipeline/work-run.ts';
import { type BullmqQueue, createBullmqQueue } from '../queues/bullmq/queue.ts';
import { CLOCK } from './clock.ts';
import { engineName } from './engine-name.ts';
import { gateFor, type ProcessParts, partsFor } from './parts.ts';
import { openStore } from './stores.ts';
import { openThreads } from './threads.ts';

/** What a worker process does: stages of runs, and feeding the queue with what is ready. */
export type WorkerStage = WorkKind | 'feed';

export interface WorkerOptions {
  readonly stages: readonly WorkerStage[];
  /** Items of one kind at a time. */
  readonly concurrency: number;
  /** Told of failures that pass by themselves or cost one item only. */
  readonly onTrouble: (error: unknown, item: WorkItem | null) => void;
}

/** A process that works on the runs of its engine. Who opens it closes it. */
export interface RunWorker {
  readonly engine: string;
  readonly owner: string;
  /** Works until `signal` aborts; finishes what is at hand. Fails only if it can never go on. */
  readonly serve: (signal: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a worker. Fails as `store_*`, `queue_*`, or `worker_unplaced` where no server is named. */
export async function openWorker(settings: Settings, options: WorkerOptions): Promise<RunWorker> {
  const { redis_url: redisUrl, limits } = settings;
  if (redisUrl === null) throw new PipelineError('queue_unplaced');
  const threads = openThreads({ threads: settings.threads, limits });
  const isReading = options.stages.some((stage) => stage === 'ingest' || stage === 'verify');
  if (isReading) threads.warmUp();
  const store = await openStore(settings).catch(async (error: unknown) => {
    await threads.close();
    throw error;
  });
  const engine = engineName(settings);
  const owner = `${hostname()}.${process.pid}.${randomBytes(6).toString('hex')}`;
  const queue = createBullmqQueue({
    redisUrl,
    work: store.work,
    ledger: store.queue,
    clock: CLOCK,
    owner,
    leaseMs: limits.lease_ms,
    windowMax: limits.queue_window,
    onTrouble: options.onTrouble,
  });
  const progress = () => {};
  const own = { settings, store, threads, gate: gateFor(threads), clock: CLOCK, progress };
  register(queue, own, options);
  return {
    engine,
    owner,
    serve: async (signal) => {
      await Promise.all([
        queue.serve(engine, signal),
        ...(options.stages.includes('feed') ? [queue.feed(engine, signal)] : []),
      ]);
    },
    close: async () => {
      await threads.close();
      await store.close();
    },
  };
}

/** Runs whose parts a process keeps at hand. */
const RUNS_MAX = 50;

function register(
  queue: BullmqQueue,
  own: ProcessParts,
  { stages, concurrency }: WorkerOptions,
): void {
  const known = new Map<string, Promise<PipelineParts>>();
  const partsOf = (runId: string): Promise<PipelineParts> => {
    const found = known.get(runId);
    if (found !== undefined) return found;
    const made = partsOfRun(own, runId);
    known.set(runId, made);
    // What failed is tried anew, by the next item of the run.
    made.catch(() => known.delete(runId));
    if (known.size > RUNS_MAX) known.delete(known.keys().next().value ?? '');
    return made;
  };
  const places: Partial<Record<WorkKind, number>> = {};
  for (const stage of stages) {
    if (stage === 'feed') continue;
    places[stage] = stage === 'report' ? 1 : concurrency;
  }
  registerStages(partsOf, queue, places);
}

async function partsOfRun(own: ProcessParts, runId: string): Promise<PipelineParts> {
  const run = await own.store.runs.run(runId);
  if (run === null) throw new PipelineError('run_not_found');
  const parts = await partsFor(own, runSettingsSchema.parse(run.settings));
  if (parts.profile !== run.profile) throw new PipelineError('run_of_other_profile');
  return { ...parts, session: sessionOf(run) };
}

/** Nobody works on the run the whole time: it is the report that tells how long it took. */
function sessionOf({ started_ms }: RunRecord): Session {
  return { takeElapsedMs: () => Math.max(0, CLOCK.nowMs() - (started_ms ?? CLOCK.nowMs())) };
}
