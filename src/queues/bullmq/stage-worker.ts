import { setTimeout as wait } from 'node:timers/promises';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { queueJobSchema } from '../../contracts/queue-job.ts';
import { PipelineError } from '../../pipeline/failure.ts';
import type { WorkItem, WorkKind } from '../../pipeline/ports.ts';
import type { QueueLedger, QueueScope, WorkKey } from '../../pipeline/queue-ports.ts';
import { answered } from './connection.ts';
import { PREFIX, queueName } from './job.ts';

export interface StageWorkerOptions {
  readonly redis: Redis;
  readonly ledger: Pick<QueueLedger, 'takeQueued' | 'unqueue'>;
  readonly scope: QueueScope;
  readonly kind: WorkKind;
  readonly concurrency: number;
  readonly owner: string;
  /** Until when a lease that begins now lasts. */
  readonly leaseUntilMs: () => number;
  /** Does the item; must not fail. `waitedMs`: how long its job was in the queue. Returns whether it is done. */
  readonly work: (item: WorkItem, waitedMs: number) => Promise<boolean>;
  /** Whether nothing may be begun any more. */
  readonly mustStop: () => boolean;
  /** Told of what Redis or the store does; the worker goes on. */
  readonly onTrouble: (error: unknown) => void;
}

/** Takes the jobs of one kind. Who opens it closes it. */
export interface StageWorker {
  /**
   * For how long it has taken no job although there are some and it has places free, milliseconds; 0 if
   * all is well. Fails as `queue_unreachable`.
   */
  readonly stuckMs: () => Promise<number>;
  /** Takes no more jobs, and waits for those at hand, so long at the most. */
  readonly close: (waitMs: number) => Promise<void>;
}

/**
 * BullMQ's lock on a job; the lease in the store is what counts, this one only keeps a job from being
 * handed to a second worker, who would find nothing to do.
 */
const LOCK_MS = 30_000;
const STALLED_EVERY_MS = 10_000;

export function startStageWorker(options: StageWorkerOptions): StageWorker {
  const name = queueName(options.kind, options.scope);
  let lastSignMs = performance.now();
  let running = 0;
  const worker = new Worker(
    name,
    async (job: Job) => {
      lastSignMs = performance.now();
      running += 1;
      try {
        await serveJob(options, job);
      } finally {
        running -= 1;
        lastSignMs = performance.now();
      }
    },
    {
      connection: options.redis,
      prefix: PREFIX,
      concurrency: options.concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_EVERY_MS,
      maxStalledCount: 2,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 1_000 },
    },
  );
  worker.on('error', options.onTrouble);
  return {
    stuckMs: async () => {
      const waiting = await answered(options.redis.llen(`${PREFIX}:${name}:wait`));
      // What has just come may be taken any moment.
      if (waiting === 0 || running >= options.concurrency) lastSignMs = performance.now();
      return performance.now() - lastSignMs;
    },
    close: (waitMs) => closeWithin(worker, waitMs),
  };
}

async function serveJob(options: StageWorkerOptions, job: Job): Promise<void> {
  // Whoever can write to Redis can write anything there.
  const parsed = queueJobSchema.safeParse(job.data);
  if (!parsed.success) throw new UnrecoverableError('the job has another form than ours');
  const item = await takeOnceReached(options, keyOf(parsed.data));
  if (item === null) return;
  if (await options.work(item, Math.max(0, Date.now() - job.timestamp))) return;
  // A store that crashed may have forgotten that the item was taken: it then waits for this very job.
  await options.ledger.unqueue([keyOf(parsed.data)]).catch(options.onTrouble);
}

/**
 * Takes the item; null if there is nothing to do. While the store is out of reach the job is held, and with
 * it this place of the worker: to let it go would empty the queue without anything being done.
 */
async function takeOnceReached(
  { ledger, owner, leaseUntilMs, mustStop, onTrouble }: StageWorkerOptions,
  key: WorkKey,
): Promise<WorkItem | null> {
  for (;;) {
    try {
      if (!mustStop())
        return await ledger.takeQueued(key, { owner, lease_until_ms: leaseUntilMs() });
      await ledger.unqueue([key]);
      return null;
    } catch (error) {
      onTrouble(error);
      // Whoever looks for it finds that the queue no longer has it.
      if (mustStop() || !(error instanceof PipelineError && error.retryable)) return null;
      await wait(STORE_RETRY_MS);
    }
  }
}

/** Between two tries to reach the store. */
const STORE_RETRY_MS = 500;

function keyOf({ run_id, kind, source_index, shard, generation }: WorkKey): WorkKey {
  return { run_id, kind, source_index, shard, generation };
}

/**
 * BullMQ's own `close` waits for ever where Redis is out of reach, and cannot be hurried once it waits (6.7.0): then
 * its connections are cut.
 */
export async function closeWithin(worker: Worker, waitMs: number): Promise<void> {
  if (await isDoneWithin(worker.close(), waitMs)) return;
  await isDoneWithin(worker.disconnect(), CUT_MS);
}

/** How long cutting a connection may take, milliseconds: nothing has to be answered for it. */
const CUT_MS = 1_000;

async function isDoneWithin(done: Promise<unknown>, waitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), waitMs);
  });
  // What fails is as good as done: nobody uses it any more.
  const isDone = await Promise.race([
    done.then(
      () => true,
      () => true,
    ),
    late,
  ]);
  clearTimeout(timer);
  return isDone;
}
