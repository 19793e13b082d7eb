import type { JobsOptions } from 'bullmq';
import { QUEUE_JOB_SCHEMA, type QueueJob } from '../../contracts/queue-job.ts';
import type { WorkKind } from '../../pipeline/ports.ts';
import type { QueueScope, WorkKey } from '../../pipeline/queue-ports.ts';

/** Every key of ours in Redis begins so; the braces keep them on one node of a cluster. */
export const PREFIX = '{pagewitness}';

/**
 * A finished job leaves nothing behind, one that failed a trace; trying again is the ledger's affair.
 */
export const JOB_OPTIONS = {
  attempts: 1,
  removeOnComplete: true,
  removeOnFail: { count: 1_000 },
} as const satisfies JobsOptions;

/**
 * Each kind of worker has a queue of its own, so that a worker of another version, which could not do
 * the work, never sees it.
 */
export function queueName(kind: WorkKind, scope: QueueScope): string {
  return `${kind}.${'engine' in scope ? scope.engine : scope.run_id}`;
}

/** The queue in which Redis calls the feeders of an engine when a schedule is due. */
export function scheduleQueueName(engine: string): string {
  return `schedule.${engine}`;
}

/** Entries of the stream of events, which nobody but a person with a dashboard reads. */
export const EVENTS_MAX = 1_000;

/**
 * Names one holding of one item: handed over twice it is one job, and an item that was taken back is
 * another. BullMQ wants no colon and no bare number.
 */
export function jobId(key: WorkKey): string {
  return `${key.kind}.${key.run_id}.${key.source_index}.${key.shard}.${key.generation}`;
}

export function jobOf({ run_id, kind, source_index, shard, generation }: WorkKey): QueueJob {
  return { schema: QUEUE_JOB_SCHEMA, run_id, kind, source_index, shard, generation };
}
