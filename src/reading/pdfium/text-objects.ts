import type { Bbox } from '../../contracts/locator.ts';
import { type Affine, concat, type PdfiumPage, readFloats } from './page.ts';

/** The text objects of a page, those in forms too, in paint order. */
export interface TextObjects {
  /** Pointers to PDFium's objects. */
  readonly handles: readonly number[];
  /** Four numbers each, `NaN` where unknown: the bounds on the displayed page, points of PDFium. */
  readonly bounds: readonly number[];
}

/** Null for a page with more than `OBJECTS_MAX` objects of any kind. */
export function textObjectsOf(page: PdfiumPage): TextObjects | null {
  const found = { handles: [], bounds: [], budget: OBJECTS_MAX };
  const { calls } = page.pdfium;
  const top = {
    count: calls.FPDFPage_CountObjects(page.handle),
    at: (index: number) => calls.FPDFPage_GetObject(page.handle, index),
    matrix: page.toDisplayed,
  };
  return collect(page, top, found) ? found : null;
}

/** The bounds of one text object. */
export function boundsOf({ bounds }: TextObjects, index: number): Bbox {
  const at = index * 4;
  return [
    bounds[at] ?? Number.NaN,
    bounds[at + 1] ?? Number.NaN,
    bounds[at + 2] ?? Number.NaN,
    bounds[at + 3] ?? Number.NaN,
  ];
}

/** The text objects, all or those named, whose bounds have a point in common with a box. */
export function meeting(objects: TextObjects, box: Bbox, among?: readonly number[]): number[] {
  const { bounds } = objects;
  const found: number[] = [];
  const count = among === undefined ? objects.handles.length : among.length;
  for (let position = 0; position < count; position += 1) {
    const index = among === undefined ? position : (among[position] ?? 0);
    const at = index * 4;
    const [x0 = 0, x1 = 0] = [bounds[at], bounds[at + 2]];
    // Unknown bounds are no numbers and meet nothing.
    if (!(x0 <= box[2] && x1 >= box[0])) continue;
    const [y0 = 0, y1 = 0] = [bounds[at + 1], bounds[at + 3]];
    if (y0 <= box[3] && y1 >= box[1]) found.push(index);
  }
  return found;
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
  readonly bounds: number[];
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
      pushBounds(page, object, container.matrix, found.bounds);
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

/** Without an array for each object: some pages have thousands, one for each letter. */
function pushBounds(page: PdfiumPage, object: number, matrix: Affine, bounds: number[]): void {
  const { calls, scratch } = page.pdfium;
  const known = calls.FPDFPageObj_GetBounds(
    object,
    scratch,
    scratch + 4,
    scratch + 8,
    scratch + 12,
  );
  const at = scratch / Float32Array.BYTES_PER_ELEMENT;
  const floats = page.pdfium.floats();
  const [a, b, c, d, e, f] = matrix;
  const left = known === 0 ? Number.NaN : (floats[at] ?? 0);
  const bottom = floats[at + 1] ?? 0;
  const right = floats[at + 2] ?? 0;
  const top = floats[at + 3] ?? 0;
  bounds.push(
    Math.min(a * left, a * right) + Math.min(c * bottom, c * top) + e,
    Math.min(b * left, b * right) + Math.min(d * bottom, d * top) + f,
    Math.max(a * left, a * right) + Math.max(c * bottom, c * top) + e,
    Math.max(b * left, b * right) + Math.max(d * bottom, d * top) + f,
  );
}

function matrixOf(page: PdfiumPage, form: number): Affine {
  const { calls, scratch } = page.pdfium;
  calls.FPDFPageObj_GetMatrix(form, scratch);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = readFloats(page.pdfium, scratch, 6);
  return [a, b, c, d, e, f];
}
