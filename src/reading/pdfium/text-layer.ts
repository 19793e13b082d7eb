import type { Bbox } from '../../contracts/locator.ts';
import { boxThrough, type PdfiumPage } from './page.ts';

/** A character of PDFium's text layer, which knows the text object that drew it. */
export interface LayerChar {
  /** Position in the text layer. */
  readonly index: number;
  readonly code_point: number;
  /** Origin to advance by descent to ascent, on the displayed page, points of PDFium. */
  readonly box: Bbox;
}

/** The text layer of a page. Who opens it closes it. */
export interface TextLayer {
  /**
   * The characters by the pointer of the text object that drew them. Those that PDFium made up are
   * left out; objects that it took for a second print of others have none.
   */
  readonly chars: ReadonlyMap<number, readonly LayerChar[]>;
  /** The tight box of what a character draws; null where PDFium knows none. */
  readonly inkOf: (char: LayerChar) => Bbox | null;
  readonly close: () => void;
}

/** Null for a page whose text PDFium cannot read. */
export function openTextLayer(page: PdfiumPage): TextLayer | null {
  const { calls } = page.pdfium;
  const text = calls.FPDFText_LoadPage(page.handle);
  if (text === 0) return null;
  return {
    chars: charsOf(page, text),
    inkOf: (char) => inkBox(page, text, char),
    close: () => calls.FPDFText_ClosePage(text),
  };
}

function charsOf(page: PdfiumPage, text: number): ReadonlyMap<number, readonly LayerChar[]> {
  const { calls, scratch } = page.pdfium;
  const byObject = new Map<number, LayerChar[]>();
  const at = scratch / Float32Array.BYTES_PER_ELEMENT;
  const count = calls.FPDFText_CountChars(text);
  for (let index = 0; index < count; index += 1) {
    const object = calls.FPDFText_GetTextObject(text, index);
    if (object === 0) continue;
    if (calls.FPDFText_GetLooseCharBox(text, index, scratch) === 0) continue;
    const [left = 0, top = 0, right = 0, bottom = 0] = page.pdfium.floats().subarray(at, at + 4);
    const char = {
      index,
      code_point: calls.FPDFText_GetUnicode(text, index),
      box: boxThrough(page.toDisplayed, left, bottom, right, top),
    };
    const known = byObject.get(object);
    if (known === undefined) byObject.set(object, [char]);
    else known.push(char);
  }
  return byObject;
}

function inkBox(page: PdfiumPage, text: number, { index }: LayerChar): Bbox | null {
  const { calls, scratch } = page.pdfium;
  const outputs = [scratch, scratch + 8, scratch + 16, scratch + 24];
  if (calls.FPDFText_GetCharBox(text, index, ...outputs) === 0) return null;
  const at = scratch / Float64Array.BYTES_PER_ELEMENT;
  const [left = 0, right = 0, bottom = 0, top = 0] = page.pdfium.doubles().subarray(at, at + 4);
  return boxThrough(page.toDisplayed, left, bottom, right, top);
}
