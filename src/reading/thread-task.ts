/**
 * What a thread gets to do. An entry module exports `run(task: ThreadTask): Promise<unknown>`;
 * input and result are cloned between threads.
 */
export interface ThreadTask {
  /** Which of the entry's jobs. */
  readonly name: string;
  readonly input: unknown;
  /** One 32-bit counter, shared with the pool; it moves as long as the thread gets on. */
  readonly progress: Int32Array;
}

/** Says that the task is not stuck. To be called after each bounded piece of work, such as a page. */
export function reportProgress(task: ThreadTask): void {
  Atomics.add(task.progress, 0, 1);
}
