import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Read, ReadFailure } from '../../evidence/ports.ts';
import { FONT_DOCUMENT } from './font-faces.ts';
import { type LoadedPdfjs, listen, loadPdfjs } from './load.ts';
import { refuseOtherMedia } from './media.ts';
import { hasUncountedPages } from './page-tree.ts';
import { annotationsOf, type PageLimits, type PageRead, readPageDrawing } from './read-page.ts';
import { degradationOf } from './warnings.ts';

/** Bounds on one document. */
export interface ReadLimits extends PageLimits {
  readonly bytes_max: number;
  readonly pages_max: number;
  /** Larger pictures are not decoded; their pages count as degraded. */
  readonly image_pixels_max: number;
}

export interface OpenOptions {
  /** The file name as the user gave it. */
  readonly name: string;
  /** Tried after the empty password. */
  readonly password: string | null;
  readonly limits: ReadLimits;
}

/** An open document. Who opens it closes it. */
export interface OpenPdf {
  readonly page_count: number;
  /** Labels of `/PageLabels` by page index; null where the document has none that can be read. */
  readonly dictionary_labels: readonly string[] | null;
  /** Why the document as a whole was read only by recovery or in part; sorted, unique. */
  readonly degraded: () => readonly string[];
  /** Reads one page; the same page always gives the same drawing, whatever was read before. */
  readonly readPage: (pageIndex: number) => Promise<PageRead>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a PDF in this thread. Nothing in it is executed or downloaded. Never throws for anything a
 * document can do, but may run without end: the thread around it must be one that can be killed.
 */
export async function openPdf(bytes: Uint8Array, options: OpenOptions): Promise<Read<OpenPdf>> {
  const { limits } = options;
  if (bytes.length > limits.bytes_max) {
    return failed('too_large', `The file has more than ${limits.bytes_max} bytes.`);
  }
  const refusal = refuseOtherMedia(bytes);
  if (refusal !== null) return { ok: false, failure: refusal };
  const loaded = await loadPdfjs();
  const warnings = collectWarnings();
  const opened = await openDocument(loaded, bytes, options);
  if (!opened.ok) {
    warnings.stop();
    return opened;
  }
  const page_count = opened.value.numPages;
  if (page_count > limits.pages_max) {
    warnings.stop();
    await opened.value.loadingTask.destroy();
    return failed('too_many_pages', `The document has more than ${limits.pages_max} pages.`);
  }
  const dictionary_labels = await labelsOf(opened.value, warnings);
  if (await hasUncountedPages(opened.value, bytes)) warnings.add('pages_uncounted');
  const degraded = warnings.stop();
  return {
    ok: true,
    value: {
      page_count,
      dictionary_labels,
      degraded: () => degraded,
      ...pageReader(loaded, bytes, options, opened.value),
    },
  };
}

/**
 * Reads pages one after the other. After a page that gave a warning the document is opened anew:
 * pdf.js warns of a damaged object only when it first meets it, so a second page with the same
 * damage would else pass as sound.
 */
function pageReader(
  loaded: LoadedPdfjs,
  bytes: Uint8Array,
  options: OpenOptions,
  first: PDFDocumentProxy,
): Pick<OpenPdf, 'readPage' | 'close'> {
  let current: PDFDocumentProxy | null = first;
  const close = async (): Promise<void> => {
    const closing = current;
    current = null;
    if (closing !== null) await closing.loadingTask.destroy();
  };
  const readPage = async (pageIndex: number): Promise<PageRead> => {
    if (current === null) {
      const again = await openDocument(loaded, bytes, options);
      if (!again.ok) return { ok: false, detail: again.failure.detail };
      current = again.value;
    }
    const warnings = collectWarnings();
    const read = await readGuarded(loaded, current, pageIndex, options.limits);
    if (!warnings.isListComplete()) warnings.add('content_incomplete');
    const codes = warnings.stop();
    if (!read.ok || codes.length > 0) await close();
    if (!read.ok || codes.length === 0) return read;
    const degraded = [...new Set([...read.value.degraded, ...codes])].sort();
    return { ok: true, value: { ...read.value, degraded } };
  };
  return { readPage, close };
}

async function readGuarded(
  loaded: LoadedPdfjs,
  document: PDFDocumentProxy,
  pageIndex: number,
  limits: ReadLimits,
): Promise<PageRead> {
  try {
    return await readPageDrawing(loaded.pdfjs, document, pageIndex, limits);
  } catch (error) {
    return { ok: false, detail: `The page could not be read (${nameOf(error)}).` };
  }
}

async function openDocument(
  loaded: LoadedPdfjs,
  bytes: Uint8Array,
  options: OpenOptions,
): Promise<Read<PDFDocumentProxy>> {
  const passwords = options.password === null ? [''] : ['', options.password];
  for (const password of passwords) {
    const { pdfjs, worker, folders } = loaded;
    const task = pdfjs.getDocument({
      // pdf.js keeps its bytes to itself, and refuses a Buffer.
      data: new Uint8Array(bytes),
      password,
      worker,
      isEvalSupported: false,
      enableXfa: false,
      useSystemFonts: false,
      disableFontFace: false,
      ownerDocument: FONT_DOCUMENT,
      fontExtraProperties: true,
      maxImageSize: options.limits.image_pixels_max,
      verbosity: pdfjs.VerbosityLevel.INFOS,
      cMapUrl: folders.characterMaps,
      cMapPacked: true,
      standardFontDataUrl: folders.standardFonts,
      wasmUrl: folders.decoders,
      iccUrl: folders.colourProfiles,
    });
    try {
      const document = await task.promise;
      // What all annotations share is read here, so that no page answers for its faults.
      await annotationsOf(document, null);
      return { ok: true, value: document };
    } catch (error) {
      await task.destroy();
      if (nameOf(error) === 'PasswordException') continue;
      return failed('corrupt', `The file cannot be read as a PDF (${nameOf(error)}).`);
    }
  }
  const detail =
    options.password === null
      ? 'The document asks for a password, and none was given.'
      : 'The document asks for another password than the one given.';
  return failed('encrypted', detail);
}

async function labelsOf(
  document: PDFDocumentProxy,
  warnings: WarningCollector,
): Promise<readonly string[] | null> {
  try {
    const labels = await document.getPageLabels();
    if (labels?.every(({ length }) => length <= LABEL_LENGTH_MAX) !== false) return labels;
  } catch {
    // Said below, like labels that nobody could print.
  }
  warnings.add('page_labels_unreadable');
  return null;
}

/** No margin has room for more. Styles `/A` and `/R` can make labels of millions of characters out of ten bytes. */
const LABEL_LENGTH_MAX = 1_000;

interface WarningCollector {
  readonly add: (code: string) => void;
  /** Whether pdf.js said that it came to the end of a page's operators. */
  readonly isListComplete: () => boolean;
  /** Stops listening; the codes so far, sorted and unique. */
  readonly stop: () => readonly string[];
}

/**
 * pdf.js 5.6 gives the operators it has so far, and no error, where the parser fails in the middle
 * of a page; only this remark is then missing.
 */
const LIST_COMPLETE = /^page=\d+ - getOperatorList: time=/;

function collectWarnings(): WarningCollector {
  const codes = new Set<string>();
  let isComplete = false;
  const stop = listen((message, level) => {
    isComplete ||= LIST_COMPLETE.test(message);
    const code = degradationOf(message, level);
    if (code !== null) codes.add(code);
  });
  return {
    add: (code) => codes.add(code),
    isListComplete: () => isComplete,
    stop: () => {
      stop();
      return [...codes].sort();
    },
  };
}

function failed(reason: ReadFailure['reason'], detail: string): Read<never> {
  return { ok: false, failure: { reason, detail, is_of_machine: false } };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown error';
}
