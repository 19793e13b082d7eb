import { mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CropRecord, cropRecordSchema } from '../contracts/crop.ts';
import type { RunReport } from '../contracts/report.ts';
import type { ArtifactStore } from '../pipeline/kept-ports.ts';
import { PICTURE_FILES, pictureName } from './report-files.ts';
import { openTextFile, type TextFile } from './text-file.ts';

/** The pictures of one report and their list, under temporary names until the report is whole. */
export interface PictureDraft {
  /** Adds a picture and its line. @returns false, adding nothing, if its bytes are not kept. */
  readonly add: (crop: CropRecord) => Promise<boolean>;
  /** Completes the list. @returns lines in it, and pictures that were left out. */
  readonly finish: () => Promise<RunReport['pictures']>;
  /** Moves all into the report, in place of the pictures of an older one; other files there stay. */
  readonly putInPlace: (report: string) => Promise<void>;
  readonly abandon: () => Promise<void>;
}

/**
 * Gathers pictures at the two temporary places, which must not exist yet and are made at the first
 * picture, readable by the owner only (0600, folders 0700).
 */
export function createPictureDraft(
  temporary: { readonly list: string; readonly folder: string },
  artifacts: ArtifactStore,
): PictureDraft {
  let list: TextFile | null = null;
  const counts = { listed: 0, missing: 0 };
  return {
    async add(crop) {
      const path = join(temporary.folder, pictureName(crop.png_sha256));
      if (!(await isThere(path))) {
        const bytes = await artifacts.get(crop.png_sha256);
        if (bytes === null) {
          counts.missing += 1;
          return false;
        }
        if (list === null) await mkdir(temporary.folder, { mode: 0o700 });
        list ??= await openTextFile(temporary.list);
        await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
      }
      counts.listed += 1;
      await list?.write(`${JSON.stringify(cropRecordSchema.parse(crop))}\n`);
      return true;
    },
    async finish() {
      await list?.finish();
      return counts;
    },
    async putInPlace(report) {
      const folder = join(report, PICTURE_FILES.folder);
      await rm(join(report, PICTURE_FILES.list), { force: true });
      await removePictures(folder);
      if (list === null) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of await readdir(temporary.folder)) {
        await rename(join(temporary.folder, name), join(folder, name));
      }
      await rmdir(temporary.folder);
      await rename(temporary.list, join(report, PICTURE_FILES.list));
    },
    async abandon() {
      await list?.abandon();
      await rm(temporary.folder, { recursive: true, force: true });
    },
  };
}

const PICTURE_NAME = /^[0-9a-f]{64}\.png$/u;

/** Removes the pictures of an older report, and the folder if nothing else is in it. */
async function removePictures(folder: string): Promise<void> {
  const names = await readdir(folder).catch(nothingIfMissing);
  for (const name of names) {
    if (PICTURE_NAME.test(name)) await rm(join(folder, name), { force: true });
  }
  if (names.length > 0 && names.every((name) => PICTURE_NAME.test(name))) await rmdir(folder);
}

function nothingIfMissing(error: unknown): readonly string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
