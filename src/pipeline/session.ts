import type { Clock } from './ports.ts';

/** The time this process works on a run, counted in parts so that none is counted twice. */
export interface Session {
  /** Milliseconds since the last call, or since the session began. */
  readonly takeElapsedMs: () => number;
}

export function createSession(clock: Clock): Session {
  let sinceMs = clock.nowMs();
  return {
    takeElapsedMs: () => {
      const nowMs = clock.nowMs();
      const elapsedMs = Math.max(0, nowMs - sinceMs);
      sinceMs = nowMs;
      return elapsedMs;
    },
  };
}
