import type { WorkItem, WorkKind } from './ports.ts';

/** How many items of a run are in which state. */
export interface ItemCount {
  readonly kind: WorkKind;
  readonly state: 'waiting' | 'ready' | 'queued' | 'active' | 'done' | 'dead';
  readonly count: number;
}

/** A worker process as it shows itself. Times are Unix milliseconds. */
export interface WorkerRecord {
  /** Names it in the leases it holds. */
  readonly owner: string;
  readonly engine: string;
  readonly host: string;
  readonly pid: number;
  readonly stages: readonly string[];
  readonly started_ms: number;
  /** Its last sign of life. */
  readonly seen_ms: number;
}

/** An item that was given up. */
export interface DeadItem
  extends Pick<
    WorkItem,
    'run_id' | 'kind' | 'source_index' | 'shard' | 'attempts' | 'losses' | 'strikes'
  > {
  /** Code of the last failure; null where its workers were never heard of again. */
  readonly last_error: string | null;
}

/** What people and machines watch: how far runs are, who works, and what was given up. */
export interface WatchStore {
  readonly itemCounts: (runId: string) => Promise<readonly ItemCount[]>;
  /** Items over all running runs. */
  readonly openCounts: () => Promise<readonly ItemCount[]>;
  /** A sign of life. */
  readonly beat: (worker: WorkerRecord) => Promise<void>;
  readonly forget: (owner: string) => Promise<void>;
  /** Forgets workers without a sign of life since. */
  readonly forgetSilent: (sinceMs: number) => Promise<void>;
  /** By host and process. */
  readonly workers: () => Promise<readonly WorkerRecord[]>;
  /** Of one run, or of all; by run and position. */
  readonly dead: (runId: string | null) => Promise<readonly DeadItem[]>;
  /**
   * Takes a dead item up again with all its tries: verdicts that its giving up caused are forgotten, its run
   * is running again and will end with a new report. False if it is not dead.
   */
  readonly retryDead: (
    item: Pick<DeadItem, 'run_id' | 'kind' | 'source_index' | 'shard'>,
  ) => Promise<boolean>;
}
