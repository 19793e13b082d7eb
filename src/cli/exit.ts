import { type FailureCode, PipelineError } from '../pipeline/failure.ts';

/** What the exit code of a command says. */
export const EXIT = {
  /** Every claim may be released under the policy; for other commands: done. */
  ok: 0,
  /** Some claims may not be released. */
  withheld: 1,
  /** Wrong usage, unusable arguments, or no readable envelope. */
  usage: 2,
  /** The system failed, or the run is inconclusive or was interrupted. */
  failed: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The arguments cannot be used; the message says which and what to do. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Failures that the user can mend by other arguments, and how. The rest is the system's. */
const USAGE_FAILURES: Readonly<Partial<Record<FailureCode, string>>> = {
  sources_unusable: 'Give folders of documents or manifests with --sources.',
  run_not_found: '"pagewitness runs" lists the runs there are.',
  queue_unplaced: 'Set REDIS_URL, and DATABASE_URL where workers run on several hosts.',
  store_not_empty: 'Give another PAGEWITNESS_HOME or DATABASE_URL.',
  report_unplaced: 'Give a folder with --out.',
  report_in_place: 'Give another folder with --out.',
  run_of_other_profile: 'Start a new run with "pagewitness verify".',
};

/** What else can be done about a failure of the system. */
const ADVICE: Readonly<Partial<Record<FailureCode, string>>> = {
  store_unreachable: 'Check DATABASE_URL, and that the server runs.',
  queue_unreachable: 'Check REDIS_URL, and that the server runs.',
  queue_stuck: 'Start the worker again; a supervisor does so by itself.',
  home_locked: 'Wait for it to end, or give another PAGEWITNESS_HOME.',
  store_unusable: 'Check that PAGEWITNESS_HOME can be written, or give another one.',
  store_newer: 'Update pagewitness, or give another PAGEWITNESS_HOME.',
  run_held: 'Wait for it to end.',
  backup_unwritable: 'Give a folder that is new or empty.',
  backup_unusable: 'Take another one.',
  backup_newer: 'Update pagewitness.',
  run_not_finished: '"pagewitness resume RUN" takes it up again.',
  report_unwritable: 'Check the folder given with --out.',
};

export interface Failure {
  readonly exitCode: ExitCode;
  /** For people: what went wrong and what to do, in one line. */
  readonly message: string;
  /** For programs: a stable code. */
  readonly code: string;
}

/** Says what an error means to the user of a command; null if it is an error of ours. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof UsageError) {
    return { exitCode: EXIT.usage, message: error.message, code: 'usage' };
  }
  if (!(error instanceof PipelineError)) return null;
  const usage = USAGE_FAILURES[error.code];
  const advice = usage ?? ADVICE[error.code];
  return {
    exitCode: usage === undefined ? EXIT.failed : EXIT.usage,
    message: advice === undefined ? error.message : `${error.message} ${advice}`,
    code: error.code,
  };
}
