import { createThreadPool, type ThreadPool } from '../reading/thread-pool.ts';
import type { ThreadAnswers, ThreadInputs, ThreadTaskName } from './thread.ts';

/** The threads of this process that read documents and check claims. Who opens them closes them. */
export interface Threads {
  /** Does one task in the next free thread. Fails as `ThreadFailure`. */
  readonly run: <K extends ThreadTaskName>(
    name: K,
    input: ThreadInputs[K],
  ) => Promise<ThreadAnswers[K]>;
  readonly count: number;
  readonly close: () => Promise<void>;
}

export interface ThreadsOptions {
  readonly threads: number;
  readonly heapMegabytes: number;
  /** How long one page or claim may take. */
  readonly stallMs: number;
}

/** Starts the threads; they load pdf.js at their first document, not before. */
export function openThreads(options: ThreadsOptions): Threads {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(isSource ? './thread.ts' : './thread.js', import.meta.url);
  const { threads, heapMegabytes, stallMs } = options;
  const pool: ThreadPool = createThreadPool({ entry, threads, heapMegabytes });
  return {
    run: async <K extends ThreadTaskName>(name: K, input: ThreadInputs[K]) => {
      const answer = await pool.run({ name, input }, { stallMs });
      return trusted<K>(answer);
    },
    count: threads,
    close: () => pool.close(),
  };
}

/** The answer comes from our own thread, which `ThreadAnswers` types; it is cloned, not parsed. */
function trusted<K extends ThreadTaskName>(answer: unknown): ThreadAnswers[K] {
  return answer as ThreadAnswers[K];
}
