import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../pipeline/ports.ts';

/** The time of the machine. */
export const CLOCK: Clock = {
  nowMs: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await wait(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    }
  },
};
