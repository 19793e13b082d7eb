import { PipelineError } from '../pipeline/failure.ts';
import type { ClaimChecker } from '../pipeline/ports.ts';
import { ThreadFailure } from '../reading/thread-pool.ts';
import type { Threads } from './threads.ts';

/** Checks claims in the threads of this process. Fails as `thread_stalled` or `thread_crashed`. */
export function createChecker(threads: Threads): ClaimChecker {
  return {
    check: (task) => translated(threads.run('check', task)),
    narrow: (task) => translated(threads.run('narrow', task)),
    search: (task) => translated(threads.run('search', task)),
    mapLabels: (document, pages, unread) =>
      translated(
        threads.run('mapLabels', { dictionaryLabels: document.dictionary_labels, pages, unread }),
      ),
  };
}

async function translated<T>(task: Promise<T>): Promise<T> {
  try {
    return await task;
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error;
    const code = error.kind === 'stalled' ? 'thread_stalled' : 'thread_crashed';
    throw new PipelineError(code, { detail: error.message, cause: error });
  }
}
