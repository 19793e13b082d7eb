import { realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Settings } from '../../config/env.ts';
import type { DocumentGrounding, LabelMap, PageGrounding } from '../evidence/grounding.ts';
import type { LocatedSource, PageReadings, Read } from '../evidence/ports.ts';
import type { ClaimChecker } from '../pipeline/ports.ts';
import { digestOfFile } from '../sources/file-digest.ts';
import { createChecker } from '../wiring/checker.ts';
import { decodePage } from '../wiring/page-codec.ts';
import { createPdfReader } from '../wiring/reader.ts';
import { openThreads } from '../wiring/threads.ts';
import { UsageError } from './exit.ts';

/** One document opened by name, without a home, a run or an envelope. */
export interface SingleDocument {
  readonly name: string;
  readonly document: DocumentGrounding;
  /** Reads all its pages; they stay in memory. */
  readonly readAll: () => Promise<DocumentPages>;
  readonly checker: ClaimChecker;
}

/** All pages of a document, its labels, and what could not be read. */
export interface DocumentPages extends PageReadings {
  readonly labels: LabelMap;
  /** The pages that were asked for, unpacked; null for all. */
  readonly groundings: (asked: readonly number[] | null) => readonly PageGrounding[];
}

export interface DocumentOptions {
  /** The environment variable that holds the password. */
  readonly passwordEnv?: string;
}

/** The file as a source. The user named it, so no root is asked for. Fails as `UsageError`. */
export async function locateFile(
  file: string,
  settings: Settings,
  options: DocumentOptions,
): Promise<LocatedSource> {
  const { bytes_max } = settings.limits;
  try {
    const path = await realpath(file);
    const found = await stat(path);
    if (!found.isFile()) throw new UsageError(`${file} is not a regular file.`);
    if (found.size > bytes_max) {
      throw new UsageError(
        `${file} has ${found.size} bytes; PAGEWITNESS_BYTES_MAX is ${bytes_max}.`,
      );
    }
    const fingerprint = await digestOfFile(path);
    const password = passwordOf(options);
    return { name: basename(file), path, bytes: found.size, fingerprint, password };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new UsageError(`${file} cannot be read${code}.`);
  }
}

/** Opens a document, hands it to `use`, and ends its threads. Fails as `UsageError` if it cannot be read. */
export async function withDocument<T>(
  source: LocatedSource,
  settings: Settings,
  use: (document: SingleDocument) => Promise<T>,
): Promise<T> {
  const threads = openThreads(settings);
  try {
    const reader = createPdfReader(threads, settings.limits);
    const document = settled(source, await reader.open(source));
    const checker = createChecker(threads);
    const readAll = async (): Promise<DocumentPages> => {
      const indices = Array.from({ length: document.page_count }, (_, index) => index);
      const read = settled(source, await reader.readPages(source, indices));
      const pages = read.pages.toSorted((a, b) => a.page_index - b.page_index);
      const unread = read.unread.map(({ page_index }) => page_index);
      const labels = await checker.mapLabels(document, pages, unread);
      return {
        pages,
        unread: read.unread,
        labels,
        groundings: (asked) =>
          pages.filter(({ page_index }) => asked?.includes(page_index) !== false).map(decodePage),
      };
    };
    return await use({ name: source.name, document, readAll, checker });
  } finally {
    await threads.close();
  }
}

function passwordOf({ passwordEnv }: DocumentOptions): string | null {
  if (passwordEnv === undefined) return null;
  const password = process.env[passwordEnv];
  if (password === undefined) throw new UsageError(`The variable ${passwordEnv} is not set.`);
  return password;
}

function settled<T>(source: LocatedSource, read: Read<T>): T {
  if (read.ok) return read.value;
  const { reason, detail } = read.failure;
  throw new UsageError(`${source.name} cannot be read: ${reason}. ${detail}`);
}
