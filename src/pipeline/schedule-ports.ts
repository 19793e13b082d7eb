import type { RunState } from '../contracts/report.ts';
import type { RunSettings } from '../contracts/run-settings.ts';
import type { NewRun } from './ports.ts';

/** Runs that are planned again and again. Times are Unix milliseconds. */
export interface Schedule {
  readonly name: string;
  readonly cron: string;
  /** IANA name. */
  readonly timezone: string;
  /** Settings of each run; `envelopes` as given, folders and patterns included, looked up when it is due. */
  readonly run: RunSettings;
  /** Nothing that was due before is caught up. Tells a schedule from an earlier one of its name. */
  readonly created_ms: number;
}

/** One due time that was acted on. */
export interface ScheduleTick {
  readonly name: string;
  readonly due_ms: number;
  /** Null where it came to nothing before there was a run. */
  readonly run_id: string | null;
  /** Null while the run is not known: it is none, or was dropped. */
  readonly run_state: RunState | null;
  /** Why it came to nothing, for people; file names as the user gave them. */
  readonly failure: string | null;
}

export interface WatchedSchedule extends Schedule {
  readonly last_tick: ScheduleTick | null;
}

/** A due time of a schedule that somebody is about to act on. */
export interface DueTick extends Pick<Schedule, 'name' | 'created_ms'> {
  readonly due_ms: number;
}

/** A tick whose run is being planned, by whoever holds its lease. */
export interface OpenTick extends Pick<ScheduleTick, 'name' | 'due_ms'> {
  readonly run_id: string;
}

/**
 * Schedules and what came of them. The store is the truth: who is told twice, late or never that something is
 * due does no harm. A tick and its run, not planned yet, come into being together; the tick is open until its
 * run is no longer `planned`.
 */
export interface ScheduleStore {
  /** False, changing nothing, if there is one of that name. */
  readonly add: (schedule: Schedule) => Promise<boolean>;
  /** Forgets a schedule and its ticks; runs that are being planned are cancelled, all others stay. */
  readonly remove: (name: string, nowMs: number) => Promise<boolean>;
  /** By name. */
  readonly schedules: () => Promise<readonly WatchedSchedule[]>;
  /** The tick that a run came from. */
  readonly tickOf: (runId: string) => Promise<ScheduleTick | null>;
  /**
   * Begins a tick. Null if there is one for that time or a later one, or the schedule is no longer there: of any
   * number that try only one succeeds.
   */
  readonly begin: (due: DueTick, run: NewRun, leaseUntilMs: number) => Promise<OpenTick | null>;
  /** Open ticks whose lease has run out: their planners are gone. */
  readonly abandoned: (nowMs: number) => Promise<readonly OpenTick[]>;
  /**
   * Takes over an abandoned tick with a new run; the old one is cancelled, so that its planner, should it
   * live after all, cannot start it. Null if somebody else did, or it is not open.
   */
  readonly takeOver: (
    tick: OpenTick,
    run: NewRun,
    lease: { readonly now_ms: number; readonly until_ms: number },
  ) => Promise<OpenTick | null>;
  /** False if the tick was taken over. */
  readonly renew: (tick: OpenTick, leaseUntilMs: number) => Promise<boolean>;
  /** Notes that nothing comes of a due time; as `begin` it does nothing if somebody was there before. */
  readonly miss: (due: DueTick, failure: string) => Promise<boolean>;
  /** Ends an open tick without a run, which becomes `cancelled`. */
  readonly giveUp: (tick: OpenTick, failure: string, nowMs: number) => Promise<boolean>;
}
