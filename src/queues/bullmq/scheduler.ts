import { type Job, Queue, type RepeatStrategy, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { type ScheduleJob, scheduleJobSchema } from '../../contracts/queue-job.ts';
import type { ScheduleKeeper } from '../../pipeline/keep-schedules.ts';
import type { Schedule } from '../../pipeline/schedule-ports.ts';
import { dueAfter } from '../due-time.ts';
import { answered } from './connection.ts';
import { EVENTS_MAX, JOB_OPTIONS, PREFIX, scheduleQueueName } from './job.ts';
import { closeWithin } from './stage-worker.ts';

export interface SchedulerOptions {
  readonly redis: Redis;
  readonly engine: string;
  readonly schedules: ScheduleKeeper;
  /** Nothing is begun any more when it aborts, and no plan goes on. */
  readonly signal: AbortSignal;
  /** Told of what Redis or the store does; the scheduler goes on. */
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Has Redis call when a schedule is due. Redis only calls: what is due, and whether it was planned before, the
 * store says. Any number may run side by side. Who opens it closes it.
 */
export interface Scheduler {
  /**
   * Makes the job schedulers in Redis those of the store, and plans what no call came for: Redis was down, or lost
   * it, or nobody was there. Fails as `queue_unreachable` or `store_*`.
   */
  readonly look: () => Promise<void>;
  /** Waits for the plan at hand, so long at the most. */
  readonly close: (waitMs: number) => Promise<void>;
}

/** How late a call may be before it counts as lost, milliseconds. */
const LATE_MS = 60_000;

/** BullMQ asks the same function as everybody else: its own has other opinions about changes of the clocks. */
const repeatStrategy: RepeatStrategy = (millis, { pattern = '', tz = 'UTC' }) =>
  dueAfter(millis, { cron: pattern, timezone: tz }) ?? undefined;

export function startScheduler(options: SchedulerOptions): Scheduler {
  const { redis, engine, schedules, signal, onTrouble } = options;
  const name = scheduleQueueName(engine);
  const connection = { connection: redis, prefix: PREFIX, settings: { repeatStrategy } };
  const queue = new Queue(name, { ...connection, streams: { events: { maxLen: EVENTS_MAX } } });
  // The connection is ours and tells its failures itself.
  queue.on('error', () => {});
  const worker = new Worker(name, (job: Job) => serveTick(options, job), {
    ...connection,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: JOB_OPTIONS.removeOnFail.count },
  });
  worker.on('error', onTrouble);
  return {
    look: async () => {
      const rows = await schedules.schedules();
      await keepInRedis(queue, rows).catch(onTrouble);
      await schedules.look(null, signal);
    },
    close: async (waitMs) => {
      await closeWithin(worker, waitMs);
      await queue.close();
    },
  };
}

async function serveTick(
  { schedules, signal, onTrouble }: SchedulerOptions,
  job: Job,
): Promise<void> {
  // Whoever can write to Redis can write anything there.
  const parsed = scheduleJobSchema.safeParse(job.data);
  if (!parsed.success) throw new UnrecoverableError('the job has another form than ours');
  // What it left undone is found by the next look.
  await schedules.look(parsed.data.schedule, signal).catch(onTrouble);
}

/** Job schedulers for these rows and no others; those that are right already are left alone. */
async function keepInRedis(queue: Queue, rows: readonly Schedule[]): Promise<void> {
  const found = await answered(queue.getJobSchedulers());
  const known = new Map(found.map((each) => [each.key, each]));
  for (const { name, cron, timezone } of rows) {
    const there = known.get(name);
    known.delete(name);
    const isRight =
      there?.pattern === cron && there.tz === timezone && (there.next ?? 0) > Date.now() - LATE_MS;
    if (isRight) continue;
    const data: ScheduleJob = { schedule: name };
    const timing = { pattern: cron, tz: timezone };
    await answered(
      queue.upsertJobScheduler(name, timing, { name: 'schedule', data, opts: JOB_OPTIONS }),
    );
  }
  for (const name of known.keys()) await answered(queue.removeJobScheduler(name));
}
