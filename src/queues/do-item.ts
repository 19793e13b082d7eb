import { isFailure, isOfDependency, PipelineError } from '../pipeline/failure.ts';
import type { Clock, Processor, WorkItem, WorkLedger } from '../pipeline/ports.ts';

/** Backoff after a failure that may pass: 1 s, doubled each time, at most a minute. */
const BACKOFF_MS = 1_000;
const BACKOFF_MAX_MS = 60_000;

/** Part of the backoff that is added by chance, so that what failed together is not tried together. */
const JITTER = 0.5;

export interface ItemParts {
  readonly work: Pick<WorkLedger, 'giveBack'>;
  readonly clock: Clock;
}

/** How one holding of an item ended. */
export type ItemOutcome = 'done' | 'lost' | 'given_back';

/**
 * Does one item. What may pass is given back for later; an item that was given to another worker
 * meanwhile is let go. Fails as whatever else the processor fails as.
 */
export async function doItem(
  parts: ItemParts,
  processor: Processor,
  item: WorkItem,
): Promise<ItemOutcome> {
  try {
    await processor(item);
    return 'done';
  } catch (error) {
    if (isFailure(error, 'lease_lost')) return 'lost';
    if (!(error instanceof PipelineError) || !error.retryable) throw error;
    await giveBack(parts, item, error.code);
    return 'given_back';
  }
}

/** Returns an item to the ledger, to be taken again when its backoff is over. */
export async function giveBack(
  { work, clock }: ItemParts,
  item: WorkItem,
  code: string,
): Promise<void> {
  const tries = Math.max(0, item.attempts - item.losses - 1);
  const waitMs = Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** tries);
  const jitterMs = Math.floor(waitMs * JITTER * Math.random());
  await work.giveBack(item, clock.nowMs() + waitMs + jitterMs, {
    code,
    is_try: !isOfDependency(code),
  });
}
