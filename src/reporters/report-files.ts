import type { Digest } from '../contracts/fingerprint.ts';

/** The files of every report. `run.json` is put in place last: where it stands, the others are its own. */
export const REPORT_FILES = {
  verdicts: 'verdicts.jsonl',
  summary: 'summary.json',
  run: 'run.json',
} as const;

/** The list of pictures and the folder they lie in; only in a report that has any. */
export const PICTURE_FILES = { list: 'crops.jsonl', folder: 'crops' } as const;

/** Where the picture with these bytes lies in a report: `crops/<hex>.png`. */
export function pictureFile(digest: Digest): string {
  return `${PICTURE_FILES.folder}/${pictureName(digest)}`;
}

/** The name of the picture with these bytes in its folder. */
export function pictureName(digest: Digest): string {
  return `${digest.slice('sha256:'.length)}.png`;
}
