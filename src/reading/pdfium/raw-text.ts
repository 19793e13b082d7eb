import type { RawPageText } from '../../evidence/rendering.ts';
import { textNotesOf } from './annotations.ts';
import type { PdfiumPage } from './page.ts';
import { boundsOf, textObjectsOf } from './text-objects.ts';

/**
 * The characters of a page in the order of PDFium's text layer: with the spaces and line breaks that
 * it makes up, and its marks for hyphens at line ends (U+0002, U+FFFE) as `-`; nothing else changed.
 * `text` is null for a page whose text cannot be read or has more than `CHARS_MAX` characters.
 */
export function readRawText(page: PdfiumPage, pageIndex: number): RawPageText {
  const { calls } = page.pdfium;
  const layer = calls.FPDFText_LoadPage(page.handle);
  if (layer === 0) return unreadable(pageIndex);
  const count = calls.FPDFText_CountChars(layer);
  const text = count <= CHARS_MAX ? textOf(page, layer, count) : null;
  const is_complete = text !== null && isComplete(page, layer, count, text);
  calls.FPDFText_ClosePage(layer);
  if (text === null) return unreadable(pageIndex);
  return { page_index: pageIndex, text: text.replace(LINE_END_HYPHENS, '-'), is_complete };
}

/** What is told of a page whose characters are not known. */
export function unreadable(pageIndex: number): RawPageText {
  return { page_index: pageIndex, text: null, is_complete: false };
}

/** Seventy times the mean of 1,200 pages of filings; a million take 338 MB in the instance. */
const CHARS_MAX = 200_000;

/** PDFium puts U+0002 for a hyphen at the end of a line; older parts of it U+FFFE. */
const LINE_END_HYPHENS = /[\u0002\ufffe]/g;

function textOf(page: PdfiumPage, layer: number, count: number): string | null {
  const { calls } = page.pdfium;
  const bytes = (count + 1) * 2;
  const buffer = calls.malloc(bytes);
  if (buffer === 0) return null;
  const written = calls.FPDFText_GetText(layer, 0, count, buffer);
  const units = Math.max(0, written - 1);
  const memory = page.pdfium.bytes();
  const text = UTF16.decode(memory.subarray(buffer, buffer + units * 2));
  calls.free(buffer);
  return text;
}

/** Keeps a byte order mark, as every other character. */
const UTF16 = new TextDecoder('utf-16le', { ignoreBOM: true });

/**
 * Codes without a mapping, and private ones other than a mark that stands alone, as those of lists do:
 * what they show is not known.
 */
const UNMAPPED = /\ufffd|(?<!\s|^)[\ue000-\uf8ff]|[\ue000-\uf8ff](?!\s|$)/;

/**
 * Whether all that the page shows as text is among its characters. Objects with ink but without any
 * character were taken for a second print, and may be letters; the text of a mark with ActualText is
 * not the shown one.
 */
function isComplete(page: PdfiumPage, layer: number, count: number, text: string): boolean {
  if (textNotesOf(page).length > 0 || UNMAPPED.test(text)) return false;
  const { calls } = page.pdfium;
  const drawing = new Set<number>();
  let previous = 0;
  for (let index = 0; index < count; index += 1) {
    if (calls.FPDFText_HasUnicodeMapError(layer, index) === 1) return false;
    if (isControl(calls.FPDFText_GetUnicode(layer, index))) return false;
    const object = calls.FPDFText_GetTextObject(layer, index);
    if (object === previous) continue;
    drawing.add(object);
    previous = object;
  }
  const objects = textObjectsOf(page);
  if (objects === null) return false;
  return objects.handles.every((handle, index) => {
    const [x0, y0, x1, y1] = boundsOf(objects, index);
    // Blanks have no extent, and are what most texts stand for that stand for something.
    const isBlank = !(x1 > x0 && y1 > y0);
    return isBlank || (drawing.has(handle) && !isReplaced(page, handle));
  });
}

/** A code whose mapping says nothing; in the text itself PDFium writes U+FFFE for U+0000. */
function isControl(codePoint: number): boolean {
  return codePoint < 0x20 && !LAYER_CONTROLS.has(codePoint);
}

/** A hyphen at the end of a line, a tabulator and line ends. */
const LAYER_CONTROLS: ReadonlySet<number> = new Set([0x02, 0x09, 0x0a, 0x0d]);

/** Whether a mark around the object says what text stands for what it shows. */
function isReplaced(page: PdfiumPage, object: number): boolean {
  const { calls } = page.pdfium;
  const key = page.pdfium.actual_text_key;
  const count = calls.FPDFPageObj_CountMarks(object);
  for (let index = 0; index < count; index += 1) {
    const mark = calls.FPDFPageObj_GetMark(object, index);
    if (calls.FPDFPageObjMark_GetParamValueType(mark, key) !== UNKNOWN_OBJECT) return true;
  }
  return false;
}

/** `FPDF_OBJECT_UNKNOWN` of fpdfview.h: the mark has no such parameter. */
const UNKNOWN_OBJECT = 0;
