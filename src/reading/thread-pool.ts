import { fileURLToPath } from 'node:url';
import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { ThreadTask } from './thread-task.ts';

export interface ThreadPoolOptions {
  /** A module that exports `run(task: ThreadTask)`: compiled, or `.ts` in development. */
  readonly entry: URL;
  readonly threads: number;
  /** Bound on one thread's JavaScript heap; buffers outside of it are not counted. */
  readonly heapMegabytes: number;
}

export interface PoolTask {
  readonly name: string;
  readonly input: unknown;
  /** Buffers of `input` to hand over instead of copying. */
  readonly transfer?: readonly Transferable[];
}

export interface RunOptions {
  /** How long a started task may go without reporting progress before its thread is killed. */
  readonly stallMs: number;
}

/** Runs tasks in threads that can be killed. Who creates it closes it. */
export interface ThreadPool {
  /**
   * Runs one task when a thread is free; the time in the queue does not count as a stall.
   * Fails as `ThreadFailure`, and only this task: the pool replaces the thread and goes on.
   */
  readonly run: (task: PoolTask, options: RunOptions) => Promise<unknown>;
  /** Kills all threads; tasks that still run or wait fail as `crashed`. */
  readonly close: () => Promise<void>;
}

/**
 * Why a task has no result. `stalled`: its thread was killed. `crashed`: it threw, left a rejected
 * promise unhandled, or its thread died. `out_of_memory`: the thread's heap was full. The cause may
 * hold text of the document; the message does not.
 */
export class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure';
  readonly kind: 'stalled' | 'crashed' | 'out_of_memory';

  constructor(kind: ThreadFailure['kind'], cause?: unknown) {
    super(`the thread ${SENTENCES[kind]}`, { cause });
    this.kind = kind;
  }
}

const SENTENCES = {
  stalled: 'made no progress and was stopped',
  crashed: 'failed',
  out_of_memory: 'ran out of memory',
} as const;

/**
 * How often progress is looked at within the time a task may stall. Looks are counted instead of
 * time, so that a machine that slept does not find all its tasks stalled when it wakes.
 */
const LOOKS = 10;

export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const isSource = options.entry.pathname.endsWith('.ts');
  const main = new URL(isSource ? './typescript-thread.mjs' : './thread-main.js', import.meta.url);
  const pool = new Piscina({
    filename: fileURLToPath(main),
    name: 'run',
    workerData: { entry: options.entry.href },
    minThreads: options.threads,
    maxThreads: options.threads,
    concurrentTasksPerWorker: 1,
    // Idle threads keep running their event loop, so that a late failure shows itself at once.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: options.heapMegabytes },
    // The bootstrap sets up TypeScript itself; options of the main thread are not for hostile input.
    execArgv: [],
  });
  // A thread that dies between tasks is replaced; nobody waits for it.
  pool.on('error', () => {});
  return {
    run: (task, { stallMs }) => runWatched(pool, task, stallMs),
    close: () => pool.destroy(),
  };
}

async function runWatched(pool: Piscina, task: PoolTask, stallMs: number): Promise<unknown> {
  const progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const message: ThreadTask = { name: task.name, input: task.input, progress };
  const stop = new AbortController();
  const watch = watchProgress(progress, stallMs, () => stop.abort());
  try {
    return await pool.run(message, {
      signal: stop.signal,
      ...(task.transfer === undefined ? {} : { transferList: [...task.transfer] }),
    });
  } catch (error) {
    if (stop.signal.aborted) throw new ThreadFailure('stalled');
    throw new ThreadFailure(isOutOfMemory(error) ? 'out_of_memory' : 'crashed', error);
  } finally {
    clearInterval(watch);
  }
}

function watchProgress(progress: Int32Array, stallMs: number, onStall: () => void): NodeJS.Timeout {
  let seen = 0;
  let looks = 0;
  return setInterval(
    () => {
      const now = Atomics.load(progress, 0);
      looks = now === seen ? looks + 1 : 0;
      // At 0 the task still waits for a thread.
      if (now !== 0 && looks >= LOOKS) onStall();
      seen = now;
    },
    Math.max(1, Math.ceil(stallMs / LOOKS)),
  );
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
