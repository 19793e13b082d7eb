import type { Digest } from '../contracts/fingerprint.ts';
import { digestOf } from '../evidence/canonical.ts';
import type { DocumentReader, Read, ReadFailure } from '../evidence/ports.ts';
import type { ReadLimits } from '../reading/pdfjs/open.ts';
import { ThreadFailure } from '../reading/thread-pool.ts';
import { PAGE_CODEC } from './page-codec.ts';
import type { Threads } from './threads.ts';

/**
 * Everything that can change a page reading. Raise `reading` or `layout` with any change there that
 * can change a `PageGrounding`: kept readings of another profile are never used.
 */
export const READER_PARTS = {
  reader: 'pdfjs',
  pdfjs: '5.6.205',
  reading: 'reading/1',
  layout: 'layout/2',
  codec: PAGE_CODEC,
} as const;

/** Digest of `READER_PARTS`. */
export const READER_PROFILE: Digest = digestOf(READER_PARTS);

/** Reads PDFs with pdf.js and lays their pages out, in threads that can be killed. */
export function createPdfReader(threads: Threads, limits: ReadLimits): DocumentReader {
  return {
    name: READER_PARTS.reader,
    profile: READER_PROFILE,
    open: async (source) => {
      const opened = await guarded(threads.run('open', { source, limits }));
      if (!opened.ok) return opened;
      return {
        ok: true,
        value: {
          fingerprint: source.fingerprint,
          reader_profile: READER_PROFILE,
          reader: READER_PARTS.reader,
          ...opened.value,
          capabilities: ['text', 'geometry', 'char_offsets'],
        },
      };
    },
    readPages: (source, pageIndices) =>
      guarded(threads.run('read', { source, limits, pageIndices })),
  };
}

/** Names a failure of a thread as that of a reading; other errors go on. */
export async function guarded<T>(task: Promise<Read<T>>): Promise<Read<T>> {
  try {
    return await task;
  } catch (error) {
    if (error instanceof ThreadFailure) return { ok: false, failure: failureOf(error) };
    throw error;
  }
}

function failureOf(error: ThreadFailure): ReadFailure {
  const reason = error.kind === 'stalled' ? 'parse_timeout' : 'parse_crashed';
  return { reason, detail: error.message, is_of_machine: true };
}
