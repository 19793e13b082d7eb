import { totalmem } from 'node:os';
import type { Limits } from '../../config/limits.ts';
import { createThreadPool, type ThreadPool } from '../reading/thread-pool.ts';
import type { ThreadAnswers, ThreadInputs, ThreadTaskName } from './thread.ts';

/** The threads of this process that read documents and check claims. Who opens them closes them. */
export interface Threads {
  /** Does one task in the next free thread. Fails as `ThreadFailure`. */
  readonly run: <K extends ThreadTaskName>(
    name: K,
    input: ThreadInputs[K],
  ) => Promise<ThreadAnswers[K]>;
  /** Starts the first thread, so that it is ready when the first document comes. */
  readonly warmUp: () => void;
  readonly count: number;
  readonly close: () => Promise<void>;
}

export interface ThreadsOptions {
  readonly threads: number;
  readonly limits: Pick<Limits, 'heap_megabytes' | 'rss_megabytes' | 'stall_ms'>;
}

/** More threads are started when there is work for them: most runs are of a few documents. */
const WARM_COUNT = 1;

/** Part of the memory there is that all threads together may take. */
const MACHINE_PART = 0.75;

/** The threads start when they are first needed, or warmed up. */
export function openThreads(options: ThreadsOptions): Threads {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(isSource ? './thread.ts' : './thread.js', import.meta.url);
  const { threads, limits } = options;
  const pool: ThreadPool = createThreadPool({
    entry,
    threads,
    heapMegabytes: limits.heap_megabytes,
    residentMegabytes: Math.min(limits.rss_megabytes, machineShare(threads)),
  });
  return {
    run: async <K extends ThreadTaskName>(name: K, input: ThreadInputs[K]) => {
      const about = 'source' in input ? { about: input.source.fingerprint } : {};
      const answer = await pool.run({ name, input, ...about }, { stallMs: limits.stall_ms });
      return trusted<K>(answer);
    },
    warmUp: () => pool.start(WARM_COUNT),
    count: threads,
    close: () => pool.close(),
  };
}

/** Megabytes for each of the threads, of what the machine or its container has. */
function machineShare(threads: number): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.floor((bytes * MACHINE_PART) / threads / (1024 * 1024));
}

/** The answer comes from our own thread, which `ThreadAnswers` types; it is cloned, not parsed. */
function trusted<K extends ThreadTaskName>(answer: unknown): ThreadAnswers[K] {
  return answer as ThreadAnswers[K];
}
