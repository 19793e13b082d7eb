import { resolve } from 'node:path';
import type { Settings } from '../../config/env.ts';
import type { BackupManifest } from '../contracts/backup.ts';
import { restoreBackup } from '../stores/backup/read-backup.ts';
import { writeBackup } from '../stores/backup/write-backup.ts';
import { LEDGER_SCHEMA } from '../stores/sql/migrations.ts';
import { CLOCK } from './clock.ts';
import { packageVersion } from './package-version.ts';
import { artifactsOf } from './reports.ts';
import { withStore } from './stores.ts';

/** Writes all that store and pictures hold into a new folder. Fails as `writeBackup`. */
export async function makeBackup(settings: Settings, folder: string): Promise<BackupManifest> {
  return await withStore(settings, ({ backup }) =>
    writeBackup(resolve(folder), {
      store: backup,
      artifacts: artifactsOf(settings),
      program: packageVersion(),
      ledgerSchema: LEDGER_SCHEMA,
      nowMs: CLOCK.nowMs(),
    }),
  );
}

/** Fills an empty store, and the place of pictures, from a backup. Fails as `restoreBackup`. */
export async function restoreFrom(settings: Settings, folder: string): Promise<BackupManifest> {
  return await withStore(settings, ({ backup }) =>
    restoreBackup(resolve(folder), {
      store: backup,
      artifacts: artifactsOf(settings),
      ledgerSchema: LEDGER_SCHEMA,
    }),
  );
}
