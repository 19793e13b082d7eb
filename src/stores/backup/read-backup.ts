import { readFile } from 'node:fs/promises';
import {
  BACKUP_FORMAT,
  type BackupManifest,
  backupManifestSchema,
  backupVersionSchema,
} from '../../contracts/backup.ts';
import type { BackupRows, BackupStore } from '../../pipeline/backup-ports.ts';
import { PipelineError } from '../../pipeline/failure.ts';
import type { ArtifactStore } from '../../pipeline/kept-ports.ts';
import { createFileArtifacts } from '../artifacts/file.ts';
import { digestOfArtifacts, digestsIn, onDisk, placesIn } from './folder.ts';
import { digestOfTableFile, readTableFile } from './table-file.ts';

export interface BackupTarget {
  readonly store: BackupStore;
  readonly artifacts: ArtifactStore;
  /** Migrations of the ledger that this program knows, counted. */
  readonly ledgerSchema: number;
}

/**
 * Fills an empty store from a backup, which is checked as a whole before anything is written; the ledger
 * comes last and as a whole, so that a restore that was broken off can be made again.
 * Fails as `backup_unusable`, `backup_newer`, `store_not_empty`, `store_*` or `artifacts_*`.
 */
export async function restoreBackup(folder: string, target: BackupTarget): Promise<BackupManifest> {
  await target.store.requireEmpty();
  return await onDisk('backup_unusable', async () => {
    const manifest = await checkBackup(folder, target.ledgerSchema);
    const { artifacts: from, table } = placesIn(folder);
    const kept = createFileArtifacts(from);
    for await (const digest of digestsIn(from)) {
      const bytes = await kept.get(digest);
      if (bytes === null) throw damaged('A picture is damaged.');
      await target.artifacts.put(bytes);
    }
    const rows = new Map(manifest.tables.map((each) => [each.name, each.rows]));
    await target.store.load((name) => {
      const count = rows.get(name);
      return count === undefined ? null : countedRows(readTableFile(table(name)), count);
    });
    return manifest;
  });
}

/** Reads every byte of a backup. Fails as `backup_unusable` or `backup_newer`. */
async function checkBackup(folder: string, ledgerSchema: number): Promise<BackupManifest> {
  const places = placesIn(folder);
  const manifest = await readManifest(places.manifest, ledgerSchema);
  for (const { name, sha256 } of manifest.tables) {
    const found = await digestOfTableFile(places.table(name));
    if (found !== sha256) throw damaged(`The table ${name} is damaged.`);
  }
  const { count, sha256 } = await digestOfArtifacts(places.artifacts);
  if (count !== manifest.artifacts.count || sha256 !== manifest.artifacts.sha256) {
    throw damaged('Pictures are missing, or there are others.');
  }
  const kept = createFileArtifacts(places.artifacts);
  for await (const digest of digestsIn(places.artifacts)) {
    if ((await kept.get(digest)) === null) throw damaged('A picture is damaged.');
  }
  return manifest;
}

async function readManifest(path: string, ledgerSchema: number): Promise<BackupManifest> {
  const value = await manifestValue(path);
  const version = backupVersionSchema.safeParse(value);
  if (!version.success) throw damaged('Its manifest is damaged.');
  const { format, ledger_schema } = version.data;
  if (format > BACKUP_FORMAT || ledger_schema > ledgerSchema) {
    throw new PipelineError('backup_newer');
  }
  const manifest = backupManifestSchema.safeParse(value);
  if (!manifest.success) throw damaged('Its manifest is damaged.');
  return manifest.data;
}

async function manifestValue(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const detail = 'It has no manifest that can be read: it was never finished, or is none.';
    throw new PipelineError('backup_unusable', { detail, cause });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw damaged('Its manifest is damaged.');
  }
}

/** Fails as `backup_unusable` at the end if there were more rows, or fewer. */
async function* countedRows(rows: BackupRows, count: number): BackupRows {
  let seen = 0;
  for await (const batch of rows) {
    seen += batch.length;
    yield batch;
  }
  if (seen !== count) throw damaged('A table has another number of rows.');
}

function damaged(detail: string): PipelineError {
  return new PipelineError('backup_unusable', { detail });
}
