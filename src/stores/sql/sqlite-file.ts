import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { PipelineError } from '../../pipeline/failure.ts';

/** The truth about runs. */
export const LEDGER_FILE = 'ledger.db';

/** Whether a store was ever opened in the folder. */
export function holdsStore(folder: string): boolean {
  return existsSync(join(folder, LEDGER_FILE));
}

/** Makes the folder, readable by its owner alone. Fails as `store_unusable`. */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new PipelineError('store_unusable', { detail: 'Its folder cannot be made.', cause });
  }
}

/**
 * Opens one SQLite file, made readable by its owner alone if it is not there. SQLite gives its
 * side files the mode of the main file, which must therefore exist first.
 * Fails as `store_unusable`.
 */
export function openDatabaseFile(path: string): InstanceType<typeof Database> {
  try {
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    return new Database(path);
  } catch (cause) {
    throw new PipelineError('store_unusable', { detail: 'Its file cannot be opened.', cause });
  }
}
