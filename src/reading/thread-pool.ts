import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { STALL_SIGNAL, type TaskOrder, type WorkerMessage } from './thread-task.ts';

export interface ThreadPoolOptions {
  /** A module that exports `run(task: ThreadTask)`: compiled, or `.ts` in development. */
  readonly entry: URL;
  /** How many tasks run at a time, each in a process of its own. */
  readonly threads: number;
  /** Bound on the JavaScript heap of one process; buffers outside of it are not counted. */
  readonly heapMegabytes: number;
  /**
   * Bound on all that one process holds in memory: heap, buffers, WebAssembly, code. Beyond it the process
   * is ended; beyond half of it, it is replaced when its task is done.
   */
  readonly residentMegabytes: number;
}

export interface PoolTask {
  readonly name: string;
  /** Plain data; it is cloned. */
  readonly input: unknown;
  /** What it is about, such as a document: a worker whose last task was about the same is preferred. */
  readonly about?: string;
}

export interface RunOptions {
  /**
   * How much CPU time a started task may use without reporting progress before its process is killed. One that
   * waits without using any has ten times as long on the clock.
   */
  readonly stallMs: number;
}

/** Runs tasks in worker processes that can be killed. Who creates it closes it. */
export interface ThreadPool {
  /**
   * Runs one task when a worker is free; the time in the queue does not count as a stall.
   * Fails as `ThreadFailure`, and only this task: the pool replaces the worker and goes on.
   */
  readonly run: (task: PoolTask, options: RunOptions) => Promise<unknown>;
  /** Starts so many workers before there is a task for them, so that they are ready when it comes. */
  readonly start: (count: number) => void;
  /** Kills all workers; tasks that still run or wait fail as `crashed`. */
  readonly close: () => Promise<void>;
}

/**
 * Why a task has no result. `stalled`: its worker was killed. `crashed`: it threw, left a rejected
 * promise unhandled, or its worker died. `out_of_memory`: its worker was beyond a bound. The cause may
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

/** A task that has a tenth of a core for itself uses up its CPU time before its time on the clock. */
const CLOCK_FACTOR = 10;

/**
 * How often progress is looked at within the time on the clock. Looks are counted instead of
 * time, so that a machine that slept does not find all its tasks stalled when it wakes.
 */
const LOOKS = 10;

/** How long a new worker may take to its first sign of life: 5 s were seen on two cores under full load. */
const BOOT_MS = 60_000;

/** A worker beyond this part of its bound is replaced after its task: what it holds is of no use to others. */
const RETIRE_FROM = 0.5;

interface Job {
  readonly order: TaskOrder;
  readonly about: string | null;
  readonly done: (result: unknown) => void;
  readonly failed: (failure: ThreadFailure) => void;
}

/** A process that does one task after the other. */
interface WorkerProcess {
  readonly child: ChildProcess;
  /** Null while it waits for one. */
  job: Job | null;
  /** What its last task was about, so that it may still hold it open. */
  about: string | null;
  watch: NodeJS.Timeout | null;
  messageCount: number;
  /** The end of what it wrote to its standard error. */
  lastWords: string;
}

/**
 * Workers are processes and no threads of this one: Node 20 ends the whole process where the heap of a thread
 * overflows by a large allocation (so did 9 of 12 ways to fill a heap, measured), and what one thread holds
 * cannot be told from what the others do. They are started when they are first needed.
 */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const workers = new Set<WorkerProcess>();
  const queue: Job[] = [];
  const serve = (): void => {
    while (queue.length > 0) {
      const free = [...workers].filter(isFree);
      const worker = free.find((each) => holdsOne(each, queue)) ?? free[0] ?? hire();
      if (worker === null) return;
      const [next] = queue.splice(choose(worker, queue, workers), 1);
      if (next !== undefined) assign(worker, next, () => dismiss(worker, 'stalled'));
    }
  };
  const hire = (): WorkerProcess | null => {
    if (workers.size >= options.threads) return null;
    const worker = startWorker(options);
    workers.add(worker);
    worker.child.on('message', (message: WorkerMessage) => {
      worker.messageCount += 1;
      if (message.kind === 'progress') return;
      conclude(worker, message);
      const isLarge =
        message.kind === 'done' &&
        message.residentMegabytes > options.residentMegabytes * RETIRE_FROM;
      if (isLarge) dismiss(worker, 'crashed');
      else serve();
    });
    const leave = (kind: ThreadFailure['kind'], cause: unknown): void => {
      workers.delete(worker);
      release(worker)?.failed(new ThreadFailure(kind, cause));
      serve();
    };
    worker.child.on('error', (error) => leave('crashed', error));
    worker.child.on('close', (code, signal) => {
      const cause = new Error(`the worker ended (${signal ?? code})`);
      leave(causeOfEnd(signal, worker.lastWords), cause);
    });
    return worker;
  };
  /** Ends a worker at once; its place is free for another. */
  const dismiss = (worker: WorkerProcess, kind: ThreadFailure['kind']): void => {
    workers.delete(worker);
    release(worker)?.failed(new ThreadFailure(kind));
    worker.child.kill('SIGKILL');
    serve();
  };
  return {
    run: ({ name, input, about }, { stallMs }) =>
      new Promise((done, failed) => {
        queue.push({ order: { name, input, stallMs }, about: about ?? null, done, failed });
        serve();
      }),
    start: (count) => {
      while (workers.size < count && hire() !== null);
    },
    close: async () => {
      for (const job of queue.splice(0)) job.failed(new ThreadFailure('crashed'));
      const all = [...workers];
      const gone = all.map(({ child }) => once(child, 'close'));
      for (const worker of all) dismiss(worker, 'crashed');
      await Promise.all(gone);
    },
  };
}

/**
 * Room for what lives as long as one page, such as its glyphs: with 16 MB as usual they are copied about again and
 * again. It saved 24 % of the CPU time of 455 pages, for 85 MB (measured).
 */
const YOUNG_MEGABYTES = 64;

/**
 * A worker of a short run lives for some hundred pages, and a third of its CPU time went into compiling for speed
 * what each new kind of page then threw away. It compiles three times as late as usual: about a tenth less CPU time
 * of a cold run of 455 pages (measured with the V8 of Node 20; another one compiles otherwise, or may not
 * know the flag and refuse to start).
 */
const COMPILE_LATER = process.versions.v8.startsWith('11.') ? ['--interrupt-budget=400000'] : [];

function startWorker(options: ThreadPoolOptions): WorkerProcess {
  const isSource = options.entry.pathname.endsWith('.ts');
  const main = new URL(isSource ? './typescript-thread.mjs' : './thread-main.js', import.meta.url);
  const argv = [options.entry.href, String(options.residentMegabytes)];
  const child = fork(fileURLToPath(main), argv, {
    serialization: 'advanced',
    // Neither the options nor the secrets of this process are for hostile input.
    env: {},
    execArgv: [
      `--max-old-space-size=${options.heapMegabytes}`,
      `--max-semi-space-size=${YOUNG_MEGABYTES}`,
      ...COMPILE_LATER,
    ],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const worker: WorkerProcess = {
    child,
    job: null,
    about: null,
    watch: null,
    messageCount: 0,
    lastWords: '',
  };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    worker.lastWords = (worker.lastWords + text).slice(-LAST_WORDS_MAX);
  });
  return worker;
}

function holdsOne({ about }: WorkerProcess, queue: readonly Job[]): boolean {
  return about !== null && queue.some((job) => job.about === about);
}

/**
 * Which task a worker takes: the oldest about what it holds, else the oldest about what no worker
 * holds, else the oldest. To open a document anew costs some pages' time, an idle core more.
 */
function choose(
  worker: WorkerProcess,
  queue: readonly Job[],
  workers: ReadonlySet<WorkerProcess>,
): number {
  const own = queue.findIndex(({ about }) => about !== null && about === worker.about);
  if (own >= 0) return own;
  const held = new Set([...workers].map(({ about }) => about));
  return Math.max(
    0,
    queue.findIndex(({ about }) => about === null || !held.has(about)),
  );
}

function isFree({ job, child }: WorkerProcess): boolean {
  return job === null && child.connected;
}

/** V8 says what it died of ahead of a stack trace of some 4,000 characters. */
const LAST_WORDS_MAX = 10_000;

/** Nobody but its own guard or the system kills a worker that still has its job. */
function causeOfEnd(signal: NodeJS.Signals | null, lastWords: string): ThreadFailure['kind'] {
  if (signal === STALL_SIGNAL) return 'stalled';
  if (signal === 'SIGKILL' || /heap out of memory/.test(lastWords)) return 'out_of_memory';
  return 'crashed';
}

function assign(worker: WorkerProcess, job: Job, onStall: () => void): void {
  worker.job = job;
  worker.about = job.about ?? worker.about;
  worker.watch = watchProgress(worker, job.order.stallMs * CLOCK_FACTOR, onStall);
  // A worker that has just died cannot be sent to; its end fails the task.
  worker.child.send(job.order, () => {});
}

function conclude(
  worker: WorkerProcess,
  message: Exclude<WorkerMessage, { kind: 'progress' }>,
): void {
  const job = release(worker);
  if (message.kind === 'done') job?.done(message.result);
  else job?.failed(new ThreadFailure('crashed', message.error));
}

function release(worker: WorkerProcess): Job | null {
  const { job } = worker;
  worker.job = null;
  if (worker.watch !== null) clearInterval(worker.watch);
  return job;
}

function watchProgress(
  worker: WorkerProcess,
  clockMs: number,
  onStall: () => void,
): NodeJS.Timeout {
  const lookMs = Math.max(1, Math.ceil(clockMs / LOOKS));
  let seen = worker.messageCount;
  let looks = 0;
  return setInterval(() => {
    looks = worker.messageCount === seen ? looks + 1 : 0;
    seen = worker.messageCount;
    const isBooting = worker.messageCount === 0;
    if (looks >= (isBooting ? Math.ceil(BOOT_MS / lookMs) : LOOKS)) onStall();
  }, lookMs);
}
