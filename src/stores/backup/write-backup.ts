import { mkdir, open, readdir, rename } from 'node:fs/promises';
import { BACKUP_FORMAT, type BackupManifest, type BackupRow } from '../../contracts/backup.ts';
import { cropRecordSchema } from '../../contracts/crop.ts';
import { type Digest, digestSchema } from '../../contracts/fingerprint.ts';
import type { BackupStore } from '../../pipeline/backup-ports.ts';
import { chunksOf } from '../../pipeline/chunks.ts';
import { PipelineError } from '../../pipeline/failure.ts';
import type { ArtifactStore } from '../../pipeline/kept-ports.ts';
import { createFileArtifacts } from '../artifacts/file.ts';
import { digestOfArtifacts, onDisk, placesIn } from './folder.ts';
import { readTableFile, writeTableFile } from './table-file.ts';

export interface BackupSource {
  readonly store: BackupStore;
  readonly artifacts: ArtifactStore;
  /** Version of this program, and migrations of its ledger. */
  readonly program: string;
  readonly ledgerSchema: number;
  readonly nowMs: number;
}

/**
 * Writes a backup into a folder that is new or empty, for its owner alone. The tables come first, in one
 * state, then the pictures that they name: pictures are kept before what names them, and never change. The
 * manifest comes last, so that what was never finished is no backup.
 * Fails as `backup_unwritable`, `store_*` or `artifacts_*`.
 */
export async function writeBackup(folder: string, source: BackupSource): Promise<BackupManifest> {
  const places = placesIn(folder);
  await onDisk('backup_unwritable', async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length > 0) {
      throw new PipelineError('backup_unwritable', { detail: 'Its folder is not empty.' });
    }
    await mkdir(places.tables, { mode: 0o700 });
    await mkdir(places.artifacts, { mode: 0o700 });
  });
  const tables: BackupManifest['tables'] = [];
  await source.store.dump(async (name, rows) => {
    const written = await onDisk('backup_unwritable', () =>
      writeTableFile(places.table(name), rows),
    );
    tables.push({ name, ...written });
  });
  const missing = await copyPictures(folder, source.artifacts);
  const manifest: BackupManifest = {
    format: BACKUP_FORMAT,
    program: source.program,
    made_at: new Date(source.nowMs).toISOString(),
    ledger_schema: source.ledgerSchema,
    tables,
    artifacts: { ...(await digestOfArtifacts(places.artifacts)), missing },
  };
  await onDisk('backup_unwritable', () => writeManifest(places.manifest, manifest));
  return manifest;
}

/** Copies at a time: most of the time of one is waiting for the store. */
const COPIES = 8;

/** Copies what the tables name; returns how many pictures the store no longer has. */
async function copyPictures(folder: string, from: ArtifactStore): Promise<number> {
  const places = placesIn(folder);
  const to = createFileArtifacts(places.artifacts);
  const missing = new Set<Digest>();
  const copy = async (digest: Digest): Promise<void> => {
    const bytes = (await to.get(digest)) ?? (await from.get(digest));
    if (bytes === null) missing.add(digest);
    else await to.put(bytes);
  };
  for (const [table, pictureOf] of Object.entries(PICTURES)) {
    for await (const rows of readTableFile(places.table(table))) {
      const digests = [...new Set(rows.map(pictureOf))];
      for (const chunk of chunksOf(digests, COPIES)) await Promise.all(chunk.map(copy));
    }
  }
  return missing.size;
}

/** The tables that name pictures, and where in a row. */
const PICTURES: Readonly<Record<string, (row: BackupRow) => Digest>> = {
  crop: (row) => cropRecordSchema.parse(JSON.parse(String(row['crop_json']))).png_sha256,
  picture: (row) => digestSchema.parse(row['png_sha256']),
};

async function writeManifest(path: string, manifest: BackupManifest): Promise<void> {
  const temporary = `${path}.tmp`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
