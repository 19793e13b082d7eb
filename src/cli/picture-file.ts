import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import type { Bbox } from '../contracts/locator.ts';
import { UsageError } from './exit.ts';

/** Type of 6 points is well legible at this. */
const DPI_STANDARD = 150;
/** The longest side of a picture in pixels: a poster is drawn coarser, not larger. */
const SIDE_MAX = 4000;

/** Dots per inch at which a part of a page, in points, is drawn unless the user says otherwise. */
export function resolutionFor([x0, y0, x1, y1]: Bbox): number {
  const inches = Math.max(x1 - x0, y1 - y0) / 72;
  return Math.max(1, Math.min(DPI_STANDARD, Math.floor(SIDE_MAX / inches)));
}

/**
 * Writes a picture whole or not at all, readable by its owner only (0600). Replaces a file of that
 * name. Fails as `UsageError`.
 */
export async function writePicture(path: string, png: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, png, { mode: 0o600, flag: 'wx' });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new UsageError(`${path} cannot be written${code}.`);
  }
}
