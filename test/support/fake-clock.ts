import type { Clock } from '../../src/pipeline/ports.ts';

/** A clock that stands still until it is told to go on. */
export interface FakeClock extends Clock {
  /** Goes on by so many milliseconds, waking sleepers in the order of their times. */
  readonly advance: (ms: number) => Promise<void>;
  /** How many sleep at this moment. */
  readonly sleepers: () => number;
}

interface Sleeper {
  readonly untilMs: number;
  readonly wake: () => void;
}

export function createFakeClock(startMs = 1_000): FakeClock {
  let nowMs = startMs;
  let sleepers: readonly Sleeper[] = [];
  const wakeDue = () => {
    const due = sleepers.filter(({ untilMs }) => untilMs <= nowMs);
    for (const sleeper of due.toSorted((a, b) => a.untilMs - b.untilMs)) sleeper.wake();
  };
  return {
    nowMs: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) {
          resolve();
          return;
        }
        const wake = () => {
          signal?.removeEventListener('abort', wake);
          sleepers = sleepers.filter((other) => other !== sleeper);
          resolve();
        };
        const sleeper = { untilMs: nowMs + ms, wake };
        sleepers = [...sleepers, sleeper];
        signal?.addEventListener('abort', wake);
      }),
    advance: async (ms) => {
      nowMs += ms;
      wakeDue();
      await new Promise((resolve) => setImmediate(resolve));
    },
    sleepers: () => sleepers.length,
  };
}
