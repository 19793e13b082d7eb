import type { BackupStore } from '../../pipeline/backup-ports.ts';
import type { FindingStore, PictureStore } from '../../pipeline/kept-ports.ts';
import type { GroundingStore, RunStore, WorkLedger } from '../../pipeline/ports.ts';
import type { QueueLedger } from '../../pipeline/queue-ports.ts';
import type { ScheduleStore } from '../../pipeline/schedule-ports.ts';
import type { WatchStore } from '../../pipeline/watch-ports.ts';

/** A run held by this process alone. */
export interface RunHold {
  readonly release: () => Promise<void>;
}

/** Everything an engine keeps, whatever database it is in. Who opens it closes it. */
export interface Store {
  readonly runs: RunStore;
  readonly work: WorkLedger;
  readonly queue: QueueLedger;
  readonly watch: WatchStore;
  readonly schedules: ScheduleStore;
  readonly groundings: GroundingStore;
  readonly findings: FindingStore;
  readonly pictures: PictureStore;
  /**
   * Holds a run for the process that does all of its work itself; null if another one holds it. Whoever ends
   * in whatever way lets go of it.
   */
  readonly hold: (runId: string) => Promise<RunHold | null>;
  readonly backup: BackupStore;
  /** How much the clock of the store is ahead of this machine's, milliseconds. */
  readonly aheadMs: () => Promise<number>;
  readonly close: () => Promise<void>;
}
