import { workerData } from 'node:worker_threads';
import { reportProgress, type ThreadTask } from './thread-task.ts';

/**
 * What every thread of a pool runs: hands each task to the entry module that the pool was made for
 * (`workerData.entry`, a URL). A promise that the task left rejected behind itself ends the thread
 * before the result is given away, so that it is not blamed on the next task.
 */
export async function run(task: ThreadTask): Promise<unknown> {
  reportProgress(task);
  const work = await loadEntry();
  reportProgress(task);
  const result = await work(task);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  return result;
}

type Work = (task: ThreadTask) => unknown;

let entry: Promise<Work> | null = null;

function loadEntry(): Promise<Work> {
  entry ??= importEntry();
  return entry;
}

async function importEntry(): Promise<Work> {
  const data: unknown = workerData;
  const url = isEntryData(data) ? data.entry : null;
  if (url === null) throw new Error('the thread was started without an entry');
  const loaded: unknown = await import(url);
  if (!hasRun(loaded)) throw new Error('the entry of the thread does not export run()');
  return loaded.run;
}

function isEntryData(value: unknown): value is { readonly entry: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'entry' in value &&
    typeof value.entry === 'string'
  );
}

function hasRun(value: unknown): value is { readonly run: Work } {
  return (
    typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function'
  );
}
