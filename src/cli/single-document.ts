import { realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Settings } from '../../config/env.ts';
import type { DocumentGrounding, LabelMap, PageGrounding } from '../evidence/grounding.ts';
import type { LocatedSource, PageGeometry, PageReadings, Read } from '../evidence/ports.ts';
import type { CropImage, CropRequest, PageRenderer } from '../evidence/rendering.ts';
import type { ClaimChecker } from '../pipeline/ports.ts';
import { digestOfFile } from '../sources/file-digest.ts';
import { createChecker } from '../wiring/checker.ts';
import { decodePage } from '../wiring/page-codec.ts';
import { createPdfReader } from '../wiring/reader.ts';
import { createPdfRenderer } from '../wiring/renderer.ts';
import { openThreads, type Threads } from '../wiring/threads.ts';
import { UsageError } from './exit.ts';

/** One document opened by name, without a home, a run or an envelope. */
export interface SingleDocument {
  readonly name: string;
  readonly document: DocumentGrounding;
  /** Reads all its pages; they stay in memory. */
  readonly readAll: () => Promise<DocumentPages>;
  /** How one page is displayed. Fails as `UsageError` if it is not there or cannot be read. */
  readonly geometry: (pageIndex: number) => Promise<PageGeometry>;
  readonly checker: ClaimChecker;
  readonly renderer: Pick<PageRenderer, 'name' | 'parts'>;
  /** One picture, in a thread that can be killed. Fails as `UsageError` if it cannot be drawn. */
  readonly draw: (request: CropRequest) => Promise<CropImage>;
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
    const document = settled(source, await createPdfReader(threads, settings.limits).open(source));
    return await use(singleDocument(source, document, threads, settings));
  } finally {
    await threads.close();
  }
}

function singleDocument(
  source: LocatedSource,
  document: DocumentGrounding,
  threads: Threads,
  settings: Settings,
): SingleDocument {
  const reader = createPdfReader(threads, settings.limits);
  const renderer = createPdfRenderer(threads, settings.limits);
  const checker = createChecker(threads);
  return {
    name: source.name,
    document,
    readAll: async () => {
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
    },
    geometry: async (pageIndex) => {
      requirePages([pageIndex], document.page_count);
      const read = settled(source, await reader.readPages(source, [pageIndex]));
      const [page] = read.pages;
      if (page !== undefined) return page.geometry;
      const detail = read.unread[0]?.detail ?? '';
      throw new UsageError(`Page ${pageIndex + 1} of ${source.name} cannot be read: ${detail}`);
    },
    checker,
    renderer,
    draw: async (request) => {
      const [image] = settled(source, await renderer.drawCrops(source, [request]));
      if (image !== undefined && image !== null) return image;
      throw new UsageError(
        `Page ${request.area.page_index + 1} of ${source.name} cannot be drawn at ${request.area.dpi} dpi.`,
      );
    },
  };
}

/** Fails as `UsageError` naming the first page that the document does not have. */
export function requirePages(asked: readonly number[] | null, pageCount: number): void {
  const beyond = asked?.find((index) => index >= pageCount);
  if (beyond === undefined) return;
  throw new UsageError(`There is no page ${beyond + 1}; the document has ${pageCount}.`);
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
