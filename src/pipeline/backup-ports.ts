import type { BackupRow } from '../contracts/backup.ts';

/** Rows of one table, some at a time. */
export type BackupRows = AsyncIterable<readonly BackupRow[]>;

/**
 * All that a store holds and cannot make again: the ledger, the verdicts kept for reuse, and where pictures
 * are. What was read of documents is left out. Names of tables are those of the database.
 */
export interface BackupStore {
  /**
   * Hands every table to `keep`, one after another, the ledger in one state; nobody who writes waits for it.
   * Fails as `store_*`, or as `keep`.
   */
  readonly dump: (keep: (table: string, rows: BackupRows) => Promise<void>) => Promise<void>;
  /** Fails as `store_not_empty`. */
  readonly requireEmpty: () => Promise<void>;
  /**
   * Fills an empty store; all of the ledger, or nothing. `rowsOf`: null for a table that is not there.
   * Fails as `store_not_empty` or `store_*`, or as `rowsOf`.
   */
  readonly load: (rowsOf: (table: string) => BackupRows | null) => Promise<void>;
}
