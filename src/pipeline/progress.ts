import type { RunRecord, RunStore } from './ports.ts';

/** Told of each step forward; must not throw and not wait. */
export type ProgressObserver = (progress: {
  readonly sources_done: number;
  readonly sources_total: number;
  readonly claims_done: number;
  readonly claims_total: number;
  readonly pages_read: number;
}) => void;

/** Keeps the sums of the run at hand and tells the observer of each step. */
export interface ProgressTracker {
  /** Begins with what the store already has of the run. */
  readonly begin: (runs: RunStore, run: RunRecord) => Promise<void>;
  readonly add: (step: { sources?: number; claims?: number; pages?: number }) => void;
}

export function createProgressTracker(observe: ProgressObserver): ProgressTracker {
  let sum = { sources_done: 0, sources_total: 0, claims_done: 0, claims_total: 0, pages_read: 0 };
  return {
    begin: async (runs, run) => {
      const counters = await runs.counters(run.run_id);
      sum = {
        sources_done: counters.ingest_items ?? 0,
        sources_total: run.source_count,
        claims_done: counters.claims_decided ?? 0,
        claims_total: run.claim_count,
        pages_read: counters.pages_read ?? 0,
      };
      observe(sum);
    },
    add: ({ sources = 0, claims = 0, pages = 0 }) => {
      sum = {
        ...sum,
        sources_done: sum.sources_done + sources,
        claims_done: sum.claims_done + claims,
        pages_read: sum.pages_read + pages,
      };
      observe(sum);
    },
  };
}
