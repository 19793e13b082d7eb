import type { ReadFailure } from '../../evidence/ports.ts';

/** Where readers look for the header of a PDF (ISO 32000-1, annex H, note 13). */
const HEADER_WITHIN = 1024;

/** First bytes of files that people cite and that are no PDF, in Latin-1. */
const OTHER_MEDIA: readonly (readonly [string, RegExp])[] = [
  ['PNG image', /^\x89PNG/],
  ['JPEG image', /^\xff\xd8\xff/],
  ['TIFF image', /^(II\*\0|MM\0\*)/],
  ['WebP image', /^RIFF....WEBP/s],
  ['GIF image', /^GIF8/],
  ['ZIP archive or office document', /^PK\x03\x04/],
  ['older office document', /^\xd0\xcf\x11\xe0/],
  ['RTF document', /^\{\\rtf/],
  ['PostScript program', /^%!PS/],
  ['HTML or XML document', /^\s*<(!doctype|html|\?xml|head|body)/i],
];

/** Why bytes cannot be a PDF, told from their beginning; null if they may be one. */
export function refuseOtherMedia(bytes: Uint8Array): ReadFailure | null {
  if (bytes.length === 0) return failure('corrupt', 'The file is empty.');
  const start = Buffer.from(bytes.subarray(0, HEADER_WITHIN)).toString('latin1');
  if (start.includes('%PDF-')) return null;
  const other = OTHER_MEDIA.find(([, pattern]) => pattern.test(start));
  if (other !== undefined) {
    return failure('unsupported_media_type', `The file is not a PDF but a ${other[0]}.`);
  }
  return failure('corrupt', 'The file does not begin as a PDF.');
}

function failure(reason: ReadFailure['reason'], detail: string): ReadFailure {
  return { reason, detail, is_of_machine: false };
}
