import type { Read } from '../evidence/ports.ts';
import { isFailure } from './failure.ts';

/** Does work in a thread and names its failure as that of a reading; other errors go on. */
export async function guarded<T>(work: () => Promise<T>): Promise<Read<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (isFailure(error, 'thread_stalled')) return failed('parse_timeout', error.message);
    if (isFailure(error, 'thread_crashed')) return failed('parse_crashed', error.message);
    throw error;
  }
}

function failed(reason: 'parse_timeout' | 'parse_crashed', detail: string): Read<never> {
  return { ok: false, failure: { reason, detail, is_of_machine: true } };
}
