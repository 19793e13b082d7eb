import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { chunksOf } from '../../pipeline/chunks.ts';
import type { Clock, WorkKind } from '../../pipeline/ports.ts';
import type { QueueLedger, QueueScope, WorkKey } from '../../pipeline/queue-ports.ts';
import { answered } from './connection.ts';
import { EVENTS_MAX, JOB_OPTIONS, jobId, jobOf, PREFIX, queueName } from './job.ts';

export interface FeederOptions {
  readonly redis: Redis;
  readonly ledger: QueueLedger;
  readonly clock: Clock;
  readonly scope: QueueScope;
  readonly kinds: readonly WorkKind[];
  /** Jobs of one kind that Redis holds at the most; it takes about 1 KB for each. */
  readonly windowMax: number;
  /** Told of the jobs that Redis holds of a kind, waiting and active, at each look. */
  readonly onDepth: (kind: WorkKind, count: number) => void;
}

/** Hands ready items of the ledger to Redis. Any number may run side by side. Who opens it closes it. */
export interface Feeder {
  /** Fills the queues up to the window. Returns how many items it handed over. Fails as `queue_unreachable`. */
  readonly feed: () => Promise<number>;
  /**
   * Returns the items of dead workers, and those that Redis lost, to be handed over again. `isTroubled`: store
   * or Redis were out of reach, so that no item is sure to be where it is said to be. Fails as
   * `queue_unreachable`.
   */
  readonly reconcile: (since: { readonly isTroubled: boolean }) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Jobs in one call; larger batches gained nothing and block Redis for longer. */
const BATCH = 500;

/** For how long nobody asks whether Redis still holds an item. */
const LOOK_AGAIN_MS = 60_000;

/** Items that are looked for in one go. */
const OVERDUE_MAX = 2_000;

export function createFeeder(options: FeederOptions): Feeder {
  const queues = new Map(options.kinds.map((kind) => [kind, openQueue(options, kind)]));
  const isLost = createLossDetector(options);
  const outstanding = async (queue: Queue): Promise<number> => {
    const counts = await answered(
      queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized'),
    );
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  };
  return {
    feed: async () => {
      let fed = 0;
      for (const [kind, queue] of queues) {
        const depth = await outstanding(queue);
        options.onDepth(kind, depth);
        const free = options.windowMax - depth;
        if (free > 0) fed += await feedKind(options, queue, kind, free);
      }
      return fed;
    },
    reconcile: async ({ isTroubled }) => {
      const nowMs = options.clock.nowMs();
      await options.ledger.reclaimExpired(nowMs);
      if (await isLost()) await options.ledger.unqueueAll(options.scope);
      else await lookForOverdue(options, queues, isTroubled ? nowMs + LOOK_AGAIN_MS : nowMs);
    },
    close: async () => {
      for (const queue of queues.values()) await queue.close();
    },
  };
}

function openQueue({ redis, scope }: FeederOptions, kind: WorkKind): Queue {
  const queue = new Queue(queueName(kind, scope), {
    connection: redis,
    prefix: PREFIX,
    defaultJobOptions: JOB_OPTIONS,
    streams: { events: { maxLen: EVENTS_MAX } },
  });
  // The connection is ours and tells its failures itself.
  queue.on('error', () => {});
  return queue;
}

/**
 * Marks first and adds then: an item whose adding fails, in part or as a whole, is ready again under
 * another generation, and a job of it that did get through finds nothing to do.
 */
async function feedKind(
  { ledger, clock, scope }: FeederOptions,
  queue: Queue,
  kind: WorkKind,
  countMax: number,
): Promise<number> {
  const now_ms = clock.nowMs();
  const look_again_ms = now_ms + LOOK_AGAIN_MS;
  const keys = await ledger.queueReady({ scope, kind, now_ms, look_again_ms, count_max: countMax });
  let added = 0;
  try {
    for (const chunk of chunksOf(keys, BATCH)) {
      await answered(
        queue.addBulk(
          chunk.map((key) => ({ name: kind, data: jobOf(key), opts: { jobId: jobId(key) } })),
        ),
      );
      added += chunk.length;
    }
  } catch (error) {
    await ledger.unqueue(keys.slice(added));
    throw error;
  }
  return keys.length;
}

/**
 * Redis says nothing when it has lost everything: a mark that is no longer there, or not the one of
 * before, says it.
 */
function createLossDetector({ redis, scope }: FeederOptions): () => Promise<boolean> {
  const key = `${PREFIX}:mark:${'engine' in scope ? scope.engine : scope.run_id}`;
  let known: string | null = null;
  return async () => {
    const set = await answered(redis.set(key, randomUUID(), 'NX'));
    const found = await answered(redis.get(key));
    const isNew = set === 'OK' || (known !== null && found !== known);
    known = found;
    return isNew;
  };
}

async function lookForOverdue(
  { redis, ledger, clock, scope }: FeederOptions,
  queues: ReadonlyMap<WorkKind, Queue>,
  dueMs: number,
): Promise<void> {
  const keys = await ledger.overdue({ scope, now_ms: dueMs, count_max: OVERDUE_MAX });
  if (keys.length === 0) return;
  const there: WorkKey[] = [];
  const gone: WorkKey[] = [];
  const pipeline = redis.pipeline();
  for (const key of keys) {
    const queue = queues.get(key.kind);
    pipeline.exists(`${PREFIX}:${queue?.name ?? queueName(key.kind, scope)}:${jobId(key)}`);
  }
  const answers = (await answered(pipeline.exec())) ?? [];
  for (const [position, key] of keys.entries()) {
    const [error, count] = answers[position] ?? [null, 1];
    if (error !== null) throw error;
    (count === 0 ? gone : there).push(key);
  }
  await ledger.keepQueued(there, clock.nowMs() + LOOK_AGAIN_MS);
  await ledger.unqueue(gone);
}
