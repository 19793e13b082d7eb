import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import {
  reportProgress,
  STALL_SIGNAL,
  type TaskOrder,
  type ThreadTask,
  type WorkerMessage,
} from './thread-task.ts';

// What every worker process of a pool runs: hands each task to the entry module that the pool was
// made for. Arguments: the entry's URL, and how many megabytes the process may hold in memory.
const [entryUrl = '', residentMegabytesMax = ''] = process.argv.slice(2);

const MEBIBYTE = 1024 * 1024;

/** Often enough for a pool that looks every 10 ms at the least; a message takes 0.02 ms of CPU. */
const PROGRESS_EVERY_MS = 10;

/** What the guard sees of the task: how often it moved on, and for how long it may not. */
const activity = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
const MOVES = 0;
const STALL_MS = 1;
const IDLE = 0;

outliveNobody();
offerOneselfToTheSystem();
void warmUp();
process.on('message', (order: TaskOrder) => {
  void serve(order);
});

async function serve(order: TaskOrder): Promise<void> {
  let answer: WorkerMessage;
  try {
    Atomics.store(activity, STALL_MS, order.stallMs);
    const result = await run({ ...order, progress: progressReporter() });
    const residentMegabytes = process.memoryUsage.rss() / MEBIBYTE;
    answer = { kind: 'done', result, residentMegabytes };
  } catch (error) {
    answer = { kind: 'failed', error };
  } finally {
    Atomics.store(activity, STALL_MS, IDLE);
  }
  try {
    send(answer);
  } catch (error) {
    // The answer cannot be cloned; the error that says so can.
    send({
      kind: 'failed',
      error: new Error('the answer cannot be sent', { cause: String(error) }),
    });
  }
}

/**
 * A promise that the task left rejected behind itself ends the process before the result is given
 * away, so that it is not blamed on the next task.
 */
async function run(task: ThreadTask): Promise<unknown> {
  reportProgress(task);
  const work = (await loadEntry()).run;
  reportProgress(task);
  const result = await work(task);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  return result;
}

function progressReporter(): () => void {
  let toldMs = 0;
  return () => {
    Atomics.add(activity, MOVES, 1);
    const nowMs = performance.now();
    if (nowMs - toldMs < PROGRESS_EVERY_MS) return;
    toldMs = nowMs;
    send({ kind: 'progress' });
  };
}

/** Written at once even where the task never lets go of the thread. */
function send(message: WorkerMessage): void {
  process.send?.(message);
}

/** Loads everything before the first task comes; what fails here fails that task again. */
async function warmUp(): Promise<void> {
  try {
    await (await loadEntry()).prepare?.();
  } catch {
    // Nobody waits for this; the first task says it to somebody who does.
  }
}

/** What the module of a pool exports. */
interface Entry {
  readonly run: (task: ThreadTask) => unknown;
  /** Loads what its tasks need, ahead of them. */
  readonly prepare?: () => Promise<void>;
}

let entry: Promise<Entry> | null = null;

function loadEntry(): Promise<Entry> {
  entry ??= importEntry();
  return entry;
}

async function importEntry(): Promise<Entry> {
  const loaded: unknown = await import(entryUrl);
  if (!isEntry(loaded)) throw new Error('the entry of the worker does not export run()');
  startGuard();
  return loaded;
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null || !('run' in value)) return false;
  const isPrepared = !('prepare' in value) || typeof value.prepare === 'function';
  return typeof value.run === 'function' && isPrepared;
}

/**
 * Watches from a thread of its own, as the task may never let go of this one. Ends the process when it holds
 * more memory than it may, whatever kind (heap, buffers, WebAssembly), when the pool is gone, and, by a
 * signal of its own, when the task has used too much CPU time without moving on: time on the clock would
 * blame a task for a busy machine. It is plain text because a worker cannot begin with TypeScript.
 * Takes 9 MB (measured).
 */
function startGuard(): void {
  const guard = new Worker(GUARD, {
    eval: true,
    workerData: {
      activity,
      parent: process.ppid,
      bytesMax: Number(residentMegabytesMax) * MEBIBYTE,
      stallSignal: STALL_SIGNAL,
    },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  guard.unref();
}

/** At 2 GB a second, the fastest measured filling, a process grows by 50 MB between two looks. */
const GUARD = `
const { activity, parent, bytesMax, stallSignal } = require('node:worker_threads').workerData;
let seen = -1;
let sinceMs = 0;
setInterval(() => {
  const isAlone = process.ppid !== parent;
  const isFull = process.memoryUsage.rss() > bytesMax;
  if (isAlone || isFull) process.kill(process.pid, 'SIGKILL');
  const { user, system } = process.cpuUsage();
  const usedMs = (user + system) / 1000;
  const [moves, stallMs] = activity;
  if (moves !== seen || stallMs === 0) sinceMs = usedMs;
  else if (usedMs - sinceMs > stallMs) process.kill(process.pid, stallSignal);
  seen = moves;
}, 25);
`;

/** The pool decides when its workers end: a signal to the whole group of processes is meant for it. */
function outliveNobody(): void {
  process.on('disconnect', () => process.exit());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}

/** When the machine runs out of memory, the system shall end a worker and not the run (Linux). */
function offerOneselfToTheSystem(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Another system, or one that does not allow it: it chooses by itself.
  }
}
