/** Sums that a run keeps in the store; they end in `run.json`. Times are milliseconds. */
export const RUN_COUNTERS = [
  'pages_read',
  'pages_raw',
  'pages_reused',
  'pages_unread',
  'claims_decided',
  'claims_reused',
  'resumed',
  'elapsed_ms',
  'items_given_up',
  'plan_items',
  'plan_failed',
  'plan_retried',
  'plan_busy_ms',
  'ingest_items',
  'ingest_failed',
  'ingest_retried',
  'ingest_busy_ms',
  'verify_items',
  'verify_failed',
  'verify_retried',
  'verify_busy_ms',
  'report_items',
  'report_failed',
  'report_retried',
  'report_busy_ms',
] as const;

export type RunCounter = (typeof RUN_COUNTERS)[number];

export type CounterAmounts = Readonly<Partial<Record<RunCounter, number>>>;
