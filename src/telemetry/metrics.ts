import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CounterAmounts, RunCounter } from '../pipeline/counters.ts';
import type { WorkKind } from '../pipeline/ports.ts';

/** Figures of one process, in the text form of Prometheus. */
export interface Metrics {
  /** An item that ended here; times in milliseconds. */
  readonly countItem: (end: {
    readonly kind: WorkKind;
    readonly outcome: string;
    readonly waited_ms: number;
    readonly busy_ms: number;
  }) => void;
  /** What an item did: pages, claims. */
  readonly countAmounts: (amounts: CounterAmounts) => void;
  /** A failure that passed by itself or cost one item only, by its code. */
  readonly countTrouble: (code: string) => void;
  readonly setDepth: (kind: WorkKind, count: number) => void;
  readonly contentType: string;
  readonly text: () => Promise<string>;
}

/** Seconds; from a page that was kept to a document of a thousand pages. */
const BUSY_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];
const WAIT_SECONDS = [0.01, 0.1, 1, 10, 60, 600, 3_600];

/** Counters of runs that are figures of the process, too, by their names in Prometheus. */
const AMOUNTS = {
  pages_read: ['pagewitness_pages_read_total', 'Pages read from documents.'],
  pages_raw: ['pagewitness_pages_raw_total', 'Pages whose raw characters were read.'],
  pages_reused: ['pagewitness_pages_reused_total', 'Page readings taken from the store.'],
  claims_decided: ['pagewitness_claims_decided_total', 'Claims decided.'],
  claims_reused: ['pagewitness_claims_reused_total', 'Verdicts taken over from earlier runs.'],
  items_given_up: ['pagewitness_items_given_up_total', 'Items given up; see "pagewitness dead".'],
} as const satisfies Partial<Record<RunCounter, readonly [string, string]>>;

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const items = new Counter({
    name: 'pagewitness_items_total',
    help: 'Items of work that ended in this process.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const busy = new Histogram({
    name: 'pagewitness_item_seconds',
    help: 'Time from the beginning of an item to its end.',
    labelNames: ['kind'],
    buckets: BUSY_SECONDS,
    registers,
  });
  const wait = new Histogram({
    name: 'pagewitness_queue_wait_seconds',
    help: 'Time from the handing of an item to Redis to its beginning.',
    labelNames: ['kind'],
    buckets: WAIT_SECONDS,
    registers,
  });
  const depth = new Gauge({
    name: 'pagewitness_queue_depth',
    help: 'Jobs that Redis holds, waiting and active, as this process last counted them.',
    labelNames: ['kind'],
    registers,
  });
  const trouble = new Counter({
    name: 'pagewitness_trouble_total',
    help: 'Failures that passed by themselves or cost one item only, by code.',
    labelNames: ['code'],
    registers,
  });
  const amountCounters = Object.entries(AMOUNTS).map(([amount, [name, help]]) => {
    const counter = new Counter({ name, help, registers });
    return [amount, counter] as const;
  });
  return {
    countItem: ({ kind, outcome, waited_ms, busy_ms }) => {
      items.inc({ kind, outcome });
      busy.observe({ kind }, busy_ms / 1_000);
      wait.observe({ kind }, waited_ms / 1_000);
    },
    countAmounts: (amounts) => {
      const known = new Map(Object.entries(amounts));
      for (const [amount, counter] of amountCounters) counter.inc(known.get(amount) ?? 0);
    },
    countTrouble: (code) => trouble.inc({ code }),
    setDepth: (kind, count) => depth.set({ kind }, count),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
