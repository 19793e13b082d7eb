import type { WorkItem, WorkKind } from './ports.ts';

/** Names one item and one holding of it: all that a queue is ever told of it. */
export type WorkKey = Pick<WorkItem, 'run_id' | 'kind' | 'source_index' | 'shard' | 'generation'>;

/** The runs that a queue works on: one, or all that wait for engines of one kind. */
export type QueueScope = { readonly run_id: string } | { readonly engine: string };

/**
 * What a queue with a server of its own needs of the ledger beside `WorkLedger`. The server only holds
 * keys of items that are `queued` here; it may lose them, or hand them out twice.
 */
export interface QueueLedger {
  /**
   * Marks ready items of running, sealed runs as queued, runs in turn so that a large one does not hold
   * up a small one, and each by position. Until `look_again_ms` nobody asks after them.
   */
  readonly queueReady: (request: {
    readonly scope: QueueScope;
    readonly kind: WorkKind;
    readonly now_ms: number;
    readonly look_again_ms: number;
    readonly count_max: number;
  }) => Promise<readonly WorkKey[]>;
  /** Takes a queued item under a lease. Null if it is no longer to be done, or not by this key. */
  readonly takeQueued: (
    key: WorkKey,
    lease: { readonly owner: string; readonly lease_until_ms: number },
  ) => Promise<WorkItem | null>;
  /** Queued items that somebody must look for in the queue, longest overdue first. */
  readonly overdue: (request: {
    readonly scope: QueueScope;
    readonly now_ms: number;
    readonly count_max: number;
  }) => Promise<readonly WorkKey[]>;
  /** These are in the queue still. */
  readonly keepQueued: (keys: readonly WorkKey[], lookAgainMs: number) => Promise<void>;
  /** These are not in the queue: they are ready again, under the next generation. */
  readonly unqueue: (keys: readonly WorkKey[]) => Promise<void>;
  /** None of the scope is in the queue, which has lost all. Returns how many there were. */
  readonly unqueueAll: (scope: QueueScope) => Promise<number>;
  /** Returns items of all runs whose lease has run out: their workers are dead, or as good as dead. */
  readonly reclaimExpired: (nowMs: number) => Promise<number>;
  /** Whether a run is running and has items that are not done. */
  readonly isOpen: (runId: string) => Promise<boolean>;
}
