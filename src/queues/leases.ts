import { isFailure } from '../pipeline/failure.ts';
import type { Clock, WorkItem, WorkLedger } from '../pipeline/ports.ts';

export interface LeaseKeeping {
  readonly work: Pick<WorkLedger, 'renew'>;
  readonly clock: Clock;
  /** Names this process in the leases it holds; unique for ever. */
  readonly owner: string;
  /** What this process has at hand at this moment. */
  readonly held: ReadonlySet<WorkItem>;
  /** How long a lease lasts, milliseconds. It is renewed three times before it would run out. */
  readonly leaseMs: number;
}

/** Renews the leases of what is at hand until the signal aborts. Fails if the store fails for good. */
export async function keepLeases(keeping: LeaseKeeping, ended: AbortSignal): Promise<void> {
  const { work, clock, owner, held, leaseMs } = keeping;
  for (;;) {
    await clock.sleep(leaseMs / 3, ended);
    if (ended.aborted) return;
    try {
      await work.renew(owner, [...held], clock.nowMs() + leaseMs);
    } catch (error) {
      // It is tried again, two more times before the lease would run out.
      if (!isFailure(error, 'store_busy') && !isFailure(error, 'store_unreachable')) throw error;
    }
  }
}
