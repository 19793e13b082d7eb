/** What each failure of the world is called, what it says, and whether trying again may help. */
const FAILURES = {
  home_locked: {
    retryable: false,
    sentence: 'Another process works on this PAGEWITNESS_HOME.',
  },
  envelopes_unusable: {
    retryable: false,
    sentence: 'The envelope files cannot be used.',
  },
  sources_unusable: {
    retryable: false,
    sentence: 'The sources cannot be used.',
  },
  store_unusable: {
    retryable: false,
    sentence: 'The store cannot be used.',
  },
  store_busy: {
    retryable: true,
    sentence: 'The store is busy.',
  },
  store_unreachable: {
    retryable: true,
    sentence: 'The store cannot be reached.',
  },
  store_newer: {
    retryable: false,
    sentence: 'The store was written by a newer version of this program.',
  },
  store_not_empty: {
    retryable: false,
    sentence: 'The store is not empty.',
  },
  queue_unreachable: {
    retryable: true,
    sentence: 'The queue cannot be reached.',
  },
  queue_unplaced: {
    retryable: false,
    sentence: 'No queue is named for workers to get their work from.',
  },
  queue_unusable: {
    retryable: false,
    sentence: 'The queue cannot be used.',
  },
  queue_stuck: {
    retryable: false,
    sentence: 'Work waits in the queue, and none of it comes.',
  },
  run_not_found: {
    retryable: false,
    sentence: 'There is no such run.',
  },
  run_not_planned: {
    retryable: false,
    sentence: 'The plan of the run was never finished.',
  },
  run_already_planned: {
    retryable: false,
    sentence: 'The run was planned before.',
  },
  run_of_other_profile: {
    retryable: false,
    sentence: 'The run was planned under another verification profile.',
  },
  run_held: {
    retryable: false,
    sentence: 'Another process works on the run.',
  },
  run_not_finished: {
    retryable: false,
    sentence: 'The run has claims that are not decided yet.',
  },
  lease_lost: {
    retryable: false,
    sentence: 'The item was given to another worker meanwhile.',
  },
  thread_stalled: {
    retryable: true,
    sentence: 'A thread did not move on within its time limit.',
  },
  thread_crashed: {
    retryable: true,
    sentence: 'A thread crashed or ran out of memory.',
  },
  artifacts_unreachable: {
    retryable: true,
    sentence: 'The store of pictures cannot be reached.',
  },
  artifacts_unusable: {
    retryable: false,
    sentence: 'The store of pictures cannot be used.',
  },
  backup_unwritable: {
    retryable: false,
    sentence: 'The backup could not be written.',
  },
  backup_unusable: {
    retryable: false,
    sentence: 'The backup cannot be used.',
  },
  backup_newer: {
    retryable: false,
    sentence: 'The backup was made by a newer version of this program.',
  },
  report_in_place: {
    retryable: false,
    sentence: 'A report without document text would replace the whole report of the run.',
  },
  report_unplaced: {
    retryable: false,
    sentence: 'The run was begun without a folder for its report.',
  },
  report_unwritable: {
    retryable: false,
    sentence: 'The report could not be written.',
  },
} as const satisfies Record<string, { readonly retryable: boolean; readonly sentence: string }>;

export type FailureCode = keyof typeof FAILURES;

export const FAILURE_CODES = Object.keys(FAILURES) as readonly FailureCode[];

/**
 * The world failed: a disk, a lock, a thread. `message` has the fixed sentence of the code and,
 * where given, a detail that names files only as the user gave them and holds no document text.
 */
export class PipelineError extends Error {
  readonly code: FailureCode;
  readonly retryable: boolean;

  constructor(code: FailureCode, options: { detail?: string; cause?: unknown } = {}) {
    const sentence = FAILURES[code].sentence;
    super(options.detail === undefined ? sentence : `${sentence} ${options.detail}`, {
      cause: options.cause,
    });
    this.name = 'PipelineError';
    this.code = code;
    this.retryable = FAILURES[code].retryable;
  }
}

/** Whether an unknown error is a failure of the world with the given code. */
export function isFailure(error: unknown, code: FailureCode): error is PipelineError {
  return error instanceof PipelineError && error.code === code;
}

/** Servers that all items need: what they fail for is no fault of any item, and passes when they are back. */
const DEPENDENCY_CODES: ReadonlySet<string> = new Set<FailureCode>([
  'store_busy',
  'store_unreachable',
  'queue_unreachable',
  'artifacts_unreachable',
]);

/** Whether a code names a server that is busy or out of reach. */
export function isOfDependency(code: string): boolean {
  return DEPENDENCY_CODES.has(code);
}
