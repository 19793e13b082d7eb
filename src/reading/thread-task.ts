/**
 * What a worker process gets to do. An entry module exports `run(task: ThreadTask): Promise<unknown>`;
 * input and result are cloned between processes.
 */
export interface ThreadTask {
  /** Which of the entry's jobs. */
  readonly name: string;
  readonly input: unknown;
  /** Tells the pool that the task gets on. */
  readonly progress: () => void;
}

/** Says that the task is not stuck. To be called after each bounded piece of work, such as a page. */
export function reportProgress(task: ThreadTask): void {
  task.progress();
}

/** What the pool sends to a worker process. */
export interface TaskOrder {
  readonly name: string;
  readonly input: unknown;
  /** How much CPU time the process may use without progress. */
  readonly stallMs: number;
}

/** By this signal a worker process ends itself where its task has stalled. */
export const STALL_SIGNAL = 'SIGUSR2';

/** What a worker process sends to the pool. */
export type WorkerMessage =
  | { readonly kind: 'progress' }
  | {
      readonly kind: 'done';
      readonly result: unknown;
      /** What the process holds in memory now that the task is done. */
      readonly residentMegabytes: number;
    }
  | { readonly kind: 'failed'; readonly error: unknown };
