import type { Bbox } from '../../contracts/locator.ts';
import { boxThrough, type PdfiumPage, readFloats } from './page.ts';
import { FORM_OBJECT, TEXT_OBJECT } from './text-objects.ts';

/**
 * Where annotations and form fields may show text, which is not among the text objects of a page:
 * boxes on the displayed page, points of PDFium. Hidden ones are among them.
 */
export function textNotesOf(page: PdfiumPage): readonly Bbox[] {
  const { calls, scratch } = page.pdfium;
  const boxes: Bbox[] = [];
  for (let index = 0; index < page.annotation_count; index += 1) {
    const annotation = calls.FPDFPage_GetAnnot(page.handle, index);
    if (annotation === 0) continue;
    if (mayShowText(page, annotation) && calls.FPDFAnnot_GetRect(annotation, scratch) !== 0) {
      const [left = 0, top = 0, right = 0, bottom = 0] = readFloats(page.pdfium, scratch, 4);
      boxes.push(boxThrough(page.toDisplayed, left, bottom, right, top));
    }
    calls.FPDFPage_CloseAnnot(annotation);
  }
  return boxes;
}

/** `FPDF_ANNOT_*` of fpdf_annot.h. */
const FREE_TEXT = 3;
const STAMP = 13;
const POPUP = 16;
const WIDGET = 20;

/**
 * Free text, stamps and fields show text even without an appearance of their own, and a pop-up shows
 * none before it is opened. Of the others the appearance tells; a form in it may hold text.
 */
function mayShowText(page: PdfiumPage, annotation: number): boolean {
  const { calls } = page.pdfium;
  const kind = calls.FPDFAnnot_GetSubtype(annotation);
  if (kind === POPUP) return false;
  if (kind === FREE_TEXT || kind === STAMP || kind === WIDGET) return true;
  const count = calls.FPDFAnnot_GetObjectCount(annotation);
  for (let index = 0; index < count; index += 1) {
    const type = calls.FPDFPageObj_GetType(calls.FPDFAnnot_GetObject(annotation, index));
    if (type === TEXT_OBJECT || type === FORM_OBJECT) return true;
  }
  return false;
}
