import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageDrawing } from '../../evidence/drawing.ts';
import { roundPoints } from '../../evidence/geometry.ts';
import { TOO_MANY_GLYPHS } from './canvas.ts';
import { interpret, type PageOperators, type PageSpace } from './interpret.ts';
import type { Pdfjs } from './load.ts';
import { ANNOTATION_KINDS, annotationRoles, undrawnTexts } from './notes.ts';
import { matrixOf, stringAt } from './operands.ts';

/** Bounds on one page; what exceeds them leaves the page unread. */
export interface PageLimits {
  readonly glyphs_per_page_max: number;
  readonly operators_per_page_max: number;
}

export type PageRead =
  | { readonly ok: true; readonly value: PageDrawing }
  | { readonly ok: false; readonly detail: string };

/**
 * Reads what one page draws. `pageIndex` is zero-based; pdf.js counts from 1, here alone.
 * Fails for a page beyond a limit; throws what pdf.js throws for a page it cannot read.
 */
export async function readPageDrawing(
  pdfjs: Pdfjs,
  document: PDFDocumentProxy,
  pageIndex: number,
  limits: PageLimits,
): Promise<PageRead> {
  const page = await document.getPage(pageIndex + 1);
  try {
    const list = await page.getOperatorList({
      intent: 'display',
      annotationMode: pdfjs.AnnotationMode.ENABLE,
    });
    if (list.fnArray.length > limits.operators_per_page_max) {
      return { ok: false, detail: 'The page has more drawing operators than the limit allows.' };
    }
    await objectsOf(pdfjs, page, list.fnArray, list.argsArray);
    const annotations = await annotationsOf(document, pageIndex);
    const layers = await document.getOptionalContentConfig({ intent: 'display' });
    const roles = annotationRoles(annotations);
    const space = spaceOf(page);
    if (!space.pageBox.every(Number.isFinite)) {
      return { ok: false, detail: 'The page has no size that can be told.' };
    }
    const operators: PageOperators = {
      codes: list.fnArray,
      operands: list.argsArray,
      numbers: pdfjs.OPS,
      find: (name) => find(page, name),
      isVisible: (group) => layers.isVisible(group) === true,
      drawnBy: (id) => roles.get(id) ?? 'annotation',
    };
    const canvas = interpret(operators, space, limits.glyphs_per_page_max);
    return {
      ok: true,
      value: {
        page_index: pageIndex,
        width: space.pageBox[2],
        height: space.pageBox[3],
        rotation: rotationOf(page.rotate),
        user_unit: page.userUnit,
        fonts: canvas.fonts,
        glyphs: canvas.glyphs,
        paints: canvas.paints,
        notes: undrawnTexts(annotations, space),
        degraded: [...canvas.degraded].sort(),
      },
    };
  } catch (error) {
    if (error !== TOO_MANY_GLYPHS) throw error;
    return { ok: false, detail: 'The page has more characters than the limit allows.' };
  } finally {
    page.cleanup();
  }
}

/**
 * The annotations of one page, or of none for null, that are more than their drawing. Not by
 * `getAnnotations`: for the text that a link lies on, that reads the whole page a second time.
 */
export async function annotationsOf(
  document: PDFDocumentProxy,
  pageIndex: number | null,
): Promise<readonly unknown[]> {
  const skipped = new Set(Array(document.numPages).keys());
  if (pageIndex !== null) skipped.delete(pageIndex);
  const found: unknown = await document.getAnnotationsByType(new Set(ANNOTATION_KINDS), skipped);
  return Array.isArray(found) ? found : [];
}

/** At scale 1 the viewport includes rotation, CropBox and UserUnit (14.11.2). */
function spaceOf(page: PDFPageProxy): PageSpace {
  const viewport = page.getViewport({ scale: 1 });
  const base = matrixOf(viewport.transform) ?? [1, 0, 0, -1, 0, viewport.height];
  return { base, pageBox: [0, 0, roundPoints(viewport.width), roundPoints(viewport.height)] };
}

function rotationOf(degrees: number): PageDrawing['rotation'] {
  const turned = ((degrees % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}

/** Waits for the fonts and images that operators name: they come in messages of their own. */
async function objectsOf(
  pdfjs: Pdfjs,
  page: PDFPageProxy,
  codes: readonly number[],
  operands: readonly unknown[],
): Promise<void> {
  const waiting: Promise<void>[] = [];
  for (let at = 0; at < codes.length; at += 1) {
    if (codes[at] !== pdfjs.OPS.dependency) continue;
    const names: unknown = operands[at];
    if (!Array.isArray(names)) continue;
    for (const name of names) {
      const id = stringAt([name], 0);
      if (id === null || storeOf(page, id).has(id)) continue;
      waiting.push(new Promise((resolve) => storeOf(page, id).get(id, () => resolve())));
    }
  }
  await Promise.all(waiting);
}

function find(page: PDFPageProxy, name: string): unknown {
  const store = storeOf(page, name);
  return store.has(name) ? store.get(name) : undefined;
}

/** Objects shared between pages have names that begin with `g_`. */
function storeOf(page: PDFPageProxy, name: string): PDFPageProxy['objs'] {
  return name.startsWith('g_') ? page.commonObjs : page.objs;
}
