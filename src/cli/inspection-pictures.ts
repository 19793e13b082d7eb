import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bbox } from '../contracts/locator.ts';
import { UsageError } from './exit.ts';
import type { Inspection } from './inspection.ts';
import { resolutionFor, writePicture } from './picture-file.ts';
import type { SingleDocument } from './single-document.ts';

/**
 * Draws each page of the inspection with what the verifier sees on it.
 * @param place a file ending in `.png` for one page; else a folder, which is made if need be, for
 * one `page-18.png` a page, counted from 1.
 * @returns the files in the order of the pages. Fails as `UsageError`.
 */
export async function drawInspection(
  { pages, labels, document }: Inspection,
  single: Pick<SingleDocument, 'draw'>,
  place: string,
): Promise<readonly string[]> {
  const isFile = place.toLowerCase().endsWith('.png');
  if (isFile && pages.length !== 1) {
    throw new UsageError(`--png ${place} is one file, but ${pages.length} pages were asked for.`);
  }
  if (!isFile) await makeFolder(place);
  // Loaded when something is painted: the picture library is large.
  const { paintOverlay } = await import('../imaging/page-overlay.ts');
  const digits = String(document.page_count).length;
  const files: string[] = [];
  for (const page of pages) {
    const { page_index, width, height, user_unit } = page;
    const bbox: Bbox = [0, 0, width, height];
    const area = { page_index, bbox, dpi: resolutionFor(bbox), user_unit };
    const drawn = await single.draw({ area, outlines: [] });
    const own = labels.labels.filter((label) => label.page_index === page_index);
    const { png } = await paintOverlay(drawn, page, own);
    const name = `page-${String(page_index + 1).padStart(digits, '0')}.png`;
    const file = isFile ? place : join(place, name);
    await writePicture(file, png);
    files.push(file);
  }
  return files;
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new UsageError(`The folder ${folder} cannot be made${code}.`);
  }
}
