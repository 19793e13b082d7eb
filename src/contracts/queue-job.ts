import { z } from 'zod';

/** Grows when a worker of before could not do what the job asks. */
export const QUEUE_JOB_SCHEMA = 1;

/**
 * What a queue server is told of one item of work: its key in the store, and nothing of any document.
 * At most some 120 bytes as JSON.
 */
export const queueJobSchema = z.strictObject({
  schema: z.literal(QUEUE_JOB_SCHEMA),
  run_id: z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/),
  kind: z.enum(['ingest', 'verify', 'report']),
  source_index: z.number().int().nonnegative(),
  shard: z.number().int().nonnegative(),
  generation: z.number().int().nonnegative(),
});

export type QueueJob = z.infer<typeof queueJobSchema>;

/** The name of a schedule: part of file names, keys and log lines. */
export const scheduleNameSchema = z.string().regex(/^[a-z0-9][a-z0-9_.-]{0,63}$/i);

/** What a queue server is told of a schedule: which one it is. The store knows the rest. */
export const scheduleJobSchema = z.strictObject({ schedule: scheduleNameSchema });

export type ScheduleJob = z.infer<typeof scheduleJobSchema>;
