import { scheduleNameSchema } from '../contracts/queue-job.ts';
import type { RunSettings } from '../contracts/run-settings.ts';
import type { Schedule, WatchedSchedule } from '../pipeline/schedule-ports.ts';
import { dueAfter, timingProblem } from '../queues/due-time.ts';
import { CLOCK } from './clock.ts';
import { type StorePlace, withStore } from './stores.ts';

/** A schedule with what came of it last and when it is due next, Unix milliseconds. */
export interface ListedSchedule extends WatchedSchedule {
  readonly next_due_ms: number | null;
}

/** One sentence about what is wrong with a schedule; null if it can be kept. */
export function scheduleProblem({
  name,
  cron,
  timezone,
}: Pick<Schedule, 'name' | 'cron' | 'timezone'>): string | null {
  if (!scheduleNameSchema.safeParse(name).success) {
    return `"${name}" is no name for a schedule: letters, digits, ".", "_" and "-", at most 64, beginning with a letter or digit.`;
  }
  return timingProblem({ cron, timezone });
}

/** Keeps a schedule. Null if there is one of that name. Fails as `store_*`. */
export async function addSchedule(
  place: StorePlace,
  given: Pick<Schedule, 'name' | 'cron' | 'timezone'> & { readonly run: RunSettings },
): Promise<ListedSchedule | null> {
  return await withStore(place, async ({ schedules, aheadMs }) => {
    const created_ms = CLOCK.nowMs() + (await aheadMs());
    const schedule = { ...given, created_ms };
    if (!(await schedules.add(schedule))) return null;
    return { ...schedule, last_tick: null, next_due_ms: dueAfter(created_ms, schedule) };
  });
}

/** All schedules by name. Fails as `store_*`. */
export async function listSchedules(place: StorePlace): Promise<readonly ListedSchedule[]> {
  return await withStore(place, async ({ schedules, aheadMs }) => {
    const nowMs = CLOCK.nowMs() + (await aheadMs());
    const all = await schedules.schedules();
    return all.map((schedule) => ({ ...schedule, next_due_ms: dueAfter(nowMs, schedule) }));
  });
}

/** Forgets a schedule; its runs stay. False if there is none of that name. Fails as `store_*`. */
export async function removeSchedule(place: StorePlace, name: string): Promise<boolean> {
  return await withStore(place, async ({ schedules, aheadMs }) =>
    schedules.remove(name, CLOCK.nowMs() + (await aheadMs())),
  );
}
