import type { Read } from '../../evidence/ports.ts';
import type {
  CropArea,
  GreyImage,
  RawPageText,
  SightObservation,
  SightQuery,
} from '../../evidence/rendering.ts';
import { loadDocument, type PdfiumDocument } from './document.ts';
import { endsInstance } from './engine.ts';
import { closePage, loadPage, type PdfiumPage } from './page.ts';
import { drawArea } from './picture.ts';
import { readRawText, unreadable } from './raw-text.ts';
import { doubted, testPageSight } from './sight.ts';

export interface OpenOptions {
  /** The file name as the user gave it. */
  readonly name: string;
  /** Tried after the empty password. */
  readonly password: string | null;
  /** Bound on the memory of the document's instance beyond the document's own bytes. */
  readonly heapMegabytes: number;
}

/**
 * A document in an instance of PDFium of its own. Nothing here throws for what a document can do, but
 * any call may run without end: the thread around it must be one that can be killed.
 */
export interface OpenPdfium {
  readonly page_count: number;
  /**
   * Whether the document has ended its instance. Every answer is then `renderer_failed`, null or
   * incomplete; who wants more of other pages opens the document again.
   */
  readonly hasEnded: () => boolean;
  /** Answers in order; a page is loaded once for all queries about it that follow one another. */
  readonly testSight: (queries: readonly SightQuery[]) => readonly SightObservation[];
  /** Answers in order. */
  readonly readRaw: (pageIndices: readonly number[]) => readonly RawPageText[];
  /** Grey, with annotations and form fields; null for a page that cannot be drawn. */
  readonly draw: (area: CropArea) => GreyImage | null;
  /** Lets the instance go. Answers afterwards are as of one that has ended. */
  readonly close: () => void;
}

/** Opens a PDF in this thread. Never throws for anything a document can do. */
export async function openPdfium(
  bytes: Uint8Array,
  options: OpenOptions,
): Promise<Read<OpenPdfium>> {
  try {
    const loaded = await loadDocument(bytes, options);
    return loaded.ok ? { ok: true, value: sessionOf(loaded.value) } : loaded;
  } catch (error) {
    if (!endsInstance(error)) throw error;
    const detail = 'PDFium ended while it opened the document.';
    return { ok: false, failure: { reason: 'parse_crashed', detail, is_of_machine: false } };
  }
}

/** The page used last stays loaded: a line is tested and then drawn. */
interface HeldPage {
  readonly page_index: number;
  readonly page: PdfiumPage | null;
}

function sessionOf(document: PdfiumDocument): OpenPdfium {
  let alive: PdfiumDocument | null = document;
  let held: HeldPage | null = null;
  const end = (): void => {
    alive = null;
    held = null;
  };
  /** What `use` returns, or `otherwise` where the instance has ended or ends. */
  const guarded = <T>(otherwise: T, use: (document: PdfiumDocument) => T): T => {
    if (alive === null) return otherwise;
    try {
      return use(alive);
    } catch (error) {
      if (!endsInstance(error)) throw error;
      end();
      return otherwise;
    }
  };
  const hold = (from: PdfiumDocument, page_index: number): PdfiumPage | null => {
    if (held?.page_index === page_index) return held.page;
    if (held?.page) closePage(held.page);
    held = { page_index, page: loadPage(from, page_index, 'drawn') };
    return held.page;
  };
  const testPage = (queries: readonly SightQuery[], page_index: number) =>
    guarded(
      queries.map(() => doubted('renderer_failed')),
      (from) => {
        const page = hold(from, page_index);
        if (page === null) return queries.map(() => doubted('page_not_drawable'));
        return [...testPageSight(page, queries)];
      },
    );
  return {
    page_count: document.page_count,
    hasEnded: () => alive === null,
    testSight: (queries) =>
      runsOfPages(queries).flatMap((run) => testPage(run, run[0]?.page_index ?? 0)),
    readRaw: (pageIndices) =>
      pageIndices.map((index) => guarded(unreadable(index), (from) => readPageRaw(from, index))),
    draw: (area) =>
      guarded<GreyImage | null>(null, (from) => {
        const page = hold(from, area.page_index);
        return page === null ? null : drawArea(page, area);
      }),
    close: end,
  };
}

function readPageRaw(document: PdfiumDocument, pageIndex: number): RawPageText {
  const page = loadPage(document, pageIndex, 'read');
  if (page === null) return unreadable(pageIndex);
  const read = readRawText(page, pageIndex);
  closePage(page);
  return read;
}

/** Queries about one page that follow one another, in the order asked. */
export function runsOfPages(queries: readonly SightQuery[]): readonly (readonly SightQuery[])[] {
  const runs: SightQuery[][] = [];
  for (const query of queries) {
    const last = runs.at(-1);
    if (last?.[0]?.page_index === query.page_index) last.push(query);
    else runs.push([query]);
  }
  return runs;
}
