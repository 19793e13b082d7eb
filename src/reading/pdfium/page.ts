import type { Bbox } from '../../contracts/locator.ts';
import type { PdfiumDocument } from './document.ts';
import type { Pdfium } from './engine.ts';

/** `[a, b, c, d, e, f]`: x' = a x + c y + e, y' = b x + d y + f. */
export type Affine = readonly [number, number, number, number, number, number];

/**
 * A loaded page. Its points are PDFium's, which does not know UserUnit: points of the displayed page
 * divided by it.
 */
export interface PdfiumPage {
  readonly pdfium: Pdfium;
  /** Pointer to PDFium's page. */
  readonly handle: number;
  /** Size of the displayed page. */
  readonly width: number;
  readonly height: number;
  /** From the space of the page's own objects to the displayed page. */
  readonly toDisplayed: Affine;
  readonly annotation_count: number;
  /** Pointer to what draws the page's form fields; 0 for a page without any, or not to be drawn. */
  readonly fields: number;
}

/**
 * Loads a page; its form fields are set up only if it is to be `drawn`. Null for a page that PDFium
 * cannot load or that has no area. Throws what the instance throws. Who loads it closes it.
 */
export function loadPage(
  document: PdfiumDocument,
  pageIndex: number,
  purpose: 'drawn' | 'read',
): PdfiumPage | null {
  const { calls } = document.pdfium;
  if (pageIndex >= document.page_count) return null;
  const handle = calls.FPDF_LoadPage(document.handle, pageIndex);
  if (handle === 0) return null;
  const page = describe(document, handle, purpose);
  if (page === null) calls.FPDF_ClosePage(handle);
  return page;
}

export function closePage(page: PdfiumPage): void {
  const { calls } = page.pdfium;
  if (page.fields !== 0) calls.FORM_OnBeforeClosePage(page.handle, page.fields);
  calls.FPDF_ClosePage(page.handle);
}

function describe(
  document: PdfiumDocument,
  handle: number,
  purpose: 'drawn' | 'read',
): PdfiumPage | null {
  const { pdfium } = document;
  const { calls, scratch } = pdfium;
  if (calls.FPDF_GetPageBoundingBox(handle, scratch) === 0) return null;
  const [left, top, right, bottom] = readFloats(pdfium, scratch, 4);
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) {
    return null;
  }
  const across = right - left;
  const up = top - bottom;
  if (!(across > 0 && up > 0 && Number.isFinite(across + up))) return null;
  const quarters = calls.FPDFPage_GetRotation(handle);
  const isTurned = quarters % 2 === 1;
  const annotation_count = calls.FPDFPage_GetAnnotCount(handle);
  const fields = purpose === 'drawn' && annotation_count > 0 ? document.fields() : 0;
  if (fields !== 0) calls.FORM_OnAfterLoadPage(handle, fields);
  return {
    pdfium,
    handle,
    width: isTurned ? up : across,
    height: isTurned ? across : up,
    toDisplayed: displayMatrix(quarters, [left, bottom, right, top]),
    annotation_count,
    fields,
  };
}

/** For clockwise quarter turns of the box `[left, bottom, right, top]` (ISO 32000-1, 7.7.3.3). */
function displayMatrix(quarters: number, [left, bottom, right, top]: Bbox): Affine {
  switch (quarters) {
    case 1:
      return [0, 1, 1, 0, -bottom, -left];
    case 2:
      return [-1, 0, 0, 1, right, -bottom];
    case 3:
      return [0, -1, -1, 0, top, right];
    default:
      return [1, 0, 0, -1, -left, top];
  }
}

/** `inner` first, then `outer`. */
export function concat(outer: Affine, inner: Affine): Affine {
  return [
    outer[0] * inner[0] + outer[2] * inner[1],
    outer[1] * inner[0] + outer[3] * inner[1],
    outer[0] * inner[2] + outer[2] * inner[3],
    outer[1] * inner[2] + outer[3] * inner[3],
    outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
    outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
  ];
}

/** The bounding box of the box with these two corners after the matrix. */
export function boxThrough(
  [a, b, c, d, e, f]: Affine,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): Bbox {
  const left = Math.min(a * x0, a * x1) + Math.min(c * y0, c * y1) + e;
  const right = Math.max(a * x0, a * x1) + Math.max(c * y0, c * y1) + e;
  const top = Math.min(b * x0, b * x1) + Math.min(d * y0, d * y1) + f;
  const bottom = Math.max(b * x0, b * x1) + Math.max(d * y0, d * y1) + f;
  return [left, top, right, bottom];
}

/** Numbers that a call wrote to memory from `at` on. */
export function readFloats(pdfium: Pdfium, at: number, count: number): Float32Array {
  const start = at / Float32Array.BYTES_PER_ELEMENT;
  return pdfium.floats().subarray(start, start + count);
}
