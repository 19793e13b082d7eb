import type { Digest } from '../contracts/fingerprint.ts';
import { digestOf } from '../evidence/canonical.ts';
import type { DocumentReader, PageReadings, Read, ReadFailure } from '../evidence/ports.ts';
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
  layout: 'layout/1',
  codec: PAGE_CODEC,
} as const;

/** Digest of `READER_PARTS`. */
export const READER_PROFILE: Digest = digestOf(READER_PARTS);

/**
 * Pages of one task. Opening a filing takes about as long as reading one page, so a task must hold
 * many; more than this and the threads end far apart.
 */
const PAGES_PER_TASK = 16;

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
    readPages: async (source, pageIndices) => {
      const tasks = inChunks(pageIndices, PAGES_PER_TASK).map((chunk) =>
        guarded(threads.run('read', { source, limits, pageIndices: chunk })),
      );
      return joined(await Promise.all(tasks));
    },
  };
}

/** The readings of all tasks; the first failure, by page order, fails the call. */
function joined(reads: readonly Read<PageReadings>[]): Read<PageReadings> {
  const pages: PageReadings['pages'][number][] = [];
  const unread: PageReadings['unread'][number][] = [];
  for (const read of reads) {
    if (!read.ok) return read;
    pages.push(...read.value.pages);
    unread.push(...read.value.unread);
  }
  return { ok: true, value: { pages, unread } };
}

function inChunks(all: readonly number[], size: number): readonly (readonly number[])[] {
  const chunks: (readonly number[])[] = [];
  for (let at = 0; at < all.length; at += size) chunks.push(all.slice(at, at + size));
  return chunks;
}

async function guarded<T>(task: Promise<Read<T>>): Promise<Read<T>> {
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
