import type { Bbox } from '../../contracts/locator.ts';
import { type Affine, boxThrough, concat, type PdfiumPage, readFloats } from './page.ts';

/** The text objects of a page, those in forms too, in paint order. */
export interface TextObjects {
  /** Pointers to PDFium's objects. */
  readonly handles: readonly number[];
  /** Bounds on the displayed page, points of PDFium. */
  readonly boxes: readonly Bbox[];
}

/** Null for a page with more than `OBJECTS_MAX` objects of any kind. */
export function textObjectsOf(page: PdfiumPage): TextObjects | null {
  const found = { handles: [], boxes: [], budget: OBJECTS_MAX };
  const { calls } = page.pdfium;
  const top = {
    count: calls.FPDFPage_CountObjects(page.handle),
    at: (index: number) => calls.FPDFPage_GetObject(page.handle, index),
    matrix: page.toDisplayed,
  };
  return collect(page, top, found) ? found : null;
}

/** `FPDF_PAGEOBJ_TEXT` and `FPDF_PAGEOBJ_FORM` of fpdf_edit.h. */
export const TEXT_OBJECT = 1;
export const FORM_OBJECT = 5;

/**
 * A page of 1,200 filing pages has 1,450 on average; each takes some 500 bytes in the instance, so
 * that twice as many would fill its usual memory.
 */
const OBJECTS_MAX = 250_000;

interface Container {
  readonly count: number;
  readonly at: (index: number) => number;
  /** From the space of its objects to the displayed page. */
  readonly matrix: Affine;
}

interface Collected {
  readonly handles: number[];
  readonly boxes: Bbox[];
  budget: number;
}

/** False when the budget has run out. Forms in forms are as deep as PDFium itself follows them. */
function collect(page: PdfiumPage, container: Container, found: Collected): boolean {
  const { calls } = page.pdfium;
  found.budget -= container.count;
  if (found.budget < 0) return false;
  for (let index = 0; index < container.count; index += 1) {
    const object = container.at(index);
    const type = calls.FPDFPageObj_GetType(object);
    if (type === TEXT_OBJECT) {
      found.handles.push(object);
      found.boxes.push(boundsOf(page, object, container.matrix));
    } else if (type === FORM_OBJECT) {
      const form = {
        count: calls.FPDFFormObj_CountObjects(object),
        at: (at: number) => calls.FPDFFormObj_GetObject(object, at),
        matrix: concat(container.matrix, matrixOf(page, object)),
      };
      if (!collect(page, form, found)) return false;
    }
  }
  return true;
}

/** A box that meets nothing where PDFium knows none. */
function boundsOf(page: PdfiumPage, object: number, matrix: Affine): Bbox {
  const { calls, scratch } = page.pdfium;
  const known = calls.FPDFPageObj_GetBounds(
    object,
    scratch,
    scratch + 4,
    scratch + 8,
    scratch + 12,
  );
  if (known === 0) return [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
  const at = scratch / Float32Array.BYTES_PER_ELEMENT;
  const floats = page.pdfium.floats();
  return boxThrough(
    matrix,
    floats[at] ?? 0,
    floats[at + 1] ?? 0,
    floats[at + 2] ?? 0,
    floats[at + 3] ?? 0,
  );
}

function matrixOf(page: PdfiumPage, form: number): Affine {
  const { calls, scratch } = page.pdfium;
  calls.FPDFPageObj_GetMatrix(form, scratch);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = readFloats(page.pdfium, scratch, 6);
  return [a, b, c, d, e, f];
}
