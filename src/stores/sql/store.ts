import type { FindingStore, PictureStore } from '../../pipeline/kept-ports.ts';
import type { GroundingStore, RunStore, WorkLedger } from '../../pipeline/ports.ts';
import type { QueueLedger } from '../../pipeline/queue-ports.ts';
import type { ScheduleStore } from '../../pipeline/schedule-ports.ts';
import type { WatchStore } from '../../pipeline/watch-ports.ts';

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
  /** How much the clock of the store is ahead of this machine's, milliseconds. */
  readonly aheadMs: () => Promise<number>;
  readonly close: () => Promise<void>;
}
