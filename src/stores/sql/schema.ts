import type { ColumnType, Kysely } from 'kysely';

/**
 * Tables of the ledger: runs, their plan, their work and their verdicts. Only column types that
 * SQLite and PostgreSQL share; numbers may come back as strings where the driver fears for their
 * digits, so repositories pass them through `Number`. Texts named `…_json` hold JSON.
 */
export interface LedgerTables {
  readonly run: RunTable;
  readonly run_counter: RunCounterTable;
  readonly run_source: RunSourceTable;
  readonly envelope: EnvelopeTable;
  readonly claim: ClaimTable;
  readonly work_item: WorkItemTable;
  readonly verdict: VerdictTable;
  readonly crop: CropTable;
  readonly worker: WorkerTable;
  readonly schedule: ScheduleTable;
  readonly schedule_tick: ScheduleTickTable;
}

/** Tables of what was read of documents: expendable, since it can be read again. */
export interface ReadingTables {
  readonly document_grounding: DocumentGroundingTable;
  readonly page_reading: PageReadingTable;
  readonly label_map: LabelMapTable;
  readonly raw_page: RawPageTable;
  readonly finding: FindingTable;
  readonly picture: PictureTable;
}

export type LedgerDatabase = Kysely<LedgerTables>;
export type ReadingDatabase = Kysely<ReadingTables>;

interface RunTable {
  readonly run_id: string;
  readonly plan_digest: string | null;
  readonly profile: string;
  /** Which workers may do it; empty for a run that the process which planned it does itself. */
  readonly engine: string;
  readonly state: string;
  readonly settings_json: string;
  readonly inputs_json: string;
  readonly envelope_count: number;
  readonly readable_envelope_count: number;
  readonly claim_count: number;
  readonly source_count: number;
  readonly created_ms: number;
  readonly started_ms: number | null;
  readonly finished_ms: number | null;
  readonly report_digest: string | null;
  readonly failure: string | null;
}

interface RunCounterTable {
  readonly run_id: string;
  readonly name: string;
  readonly amount: number;
}

/** `request_digest`: of the source request; unique in its run. */
interface RunSourceTable {
  readonly run_id: string;
  readonly source_index: number;
  readonly request_digest: string;
  readonly request_json: string;
  readonly claim_count: number;
  readonly shard_count: number;
  readonly outcome_json: string | null;
}

interface EnvelopeTable {
  readonly run_id: string;
  readonly envelope_index: number;
  readonly place_json: string;
  readonly head_json: string | null;
}

interface ClaimTable {
  readonly run_id: string;
  readonly envelope_index: number;
  readonly claim_index: number;
  readonly source_index: number;
  readonly shard: number;
  readonly entry_json: string;
}

/** A process that works on runs; `stages` are parted by commas. */
interface WorkerTable {
  readonly owner: string;
  readonly engine: string;
  readonly host: string;
  readonly pid: number;
  readonly stages: string;
  readonly started_ms: number;
  readonly seen_ms: number;
}

/**
 * `waiting` for other items, `ready`, `queued` in a server that holds its key, `active` under a lease,
 * `done`, or `dead`: ended without having been done, for a person to look at.
 */
type ItemState = 'waiting' | 'ready' | 'queued' | 'active' | 'done' | 'dead';

/**
 * `lease_until_ms`: end of the lease; of a queued item, when to look for it in the queue.
 * `losses`: how many of its `attempts` ended because the worker was never heard of again; `strikes`: those
 * of them in which that worker held nothing else.
 */
interface WorkItemTable {
  readonly run_id: string;
  readonly kind: string;
  readonly source_index: number;
  readonly shard: number;
  readonly state: ItemState;
  readonly generation: number;
  readonly attempts: number;
  readonly losses: number;
  readonly strikes: number;
  readonly not_before_ms: number;
  readonly lease_until_ms: number | null;
  readonly owner: string | null;
  readonly last_error: string | null;
}

/** `machine_detail`: null unless the machine caused the verdict. */
interface VerdictTable {
  readonly run_id: string;
  readonly envelope_index: number;
  readonly claim_index: number;
  readonly verdict_json: string;
  readonly machine_attempts: number | null;
  readonly machine_detail: string | null;
}

/** Pictures of a claim, `position` in the order of the report. */
interface CropTable {
  readonly run_id: string;
  readonly envelope_index: number;
  readonly claim_index: number;
  readonly position: number;
  readonly crop_json: string;
}

interface ScheduleTable {
  readonly name: string;
  readonly cron: string;
  readonly timezone: string;
  readonly run_json: string;
  readonly created_ms: number;
}

/**
 * One due time of a schedule that was acted on. `lease_until_ms`: until when nobody else plans its run;
 * `failure`: why there is no run, or why it was never planned.
 */
interface ScheduleTickTable {
  readonly name: string;
  readonly due_ms: number;
  readonly run_id: string | null;
  readonly lease_until_ms: number;
  readonly failure: string | null;
}

interface DocumentGroundingTable {
  readonly fingerprint: string;
  readonly profile: string;
  readonly grounding_json: string;
}

interface PageReadingTable {
  readonly fingerprint: string;
  readonly profile: string;
  readonly page_index: number;
  readonly geometry_json: string;
  readonly payload: ColumnType<Uint8Array | ArrayBuffer, Uint8Array>;
}

interface RawPageTable {
  readonly fingerprint: string;
  readonly profile: string;
  readonly page_index: number;
  readonly raw_json: string;
}

/** `key`: digest of everything the outcome rests on. */
interface FindingTable {
  readonly key: string;
  readonly finding_json: string;
}

/** `key`: digest of everything that was asked of the renderer. */
interface PictureTable {
  readonly key: string;
  readonly png_sha256: string;
  readonly width: number;
  readonly height: number;
}

interface LabelMapTable {
  readonly fingerprint: string;
  readonly profile: string;
  readonly labels_json: string;
}
