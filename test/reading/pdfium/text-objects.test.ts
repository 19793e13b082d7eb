import { describe, expect, test } from 'vitest';
import type { Bbox } from '../../../src/contracts/locator.ts';
import { unionOf } from '../../../src/evidence/geometry.ts';
import { loadDocument } from '../../../src/reading/pdfium/document.ts';
import { closePage, loadPage } from '../../../src/reading/pdfium/page.ts';
import { boundsOf, textObjectsOf } from '../../../src/reading/pdfium/text-objects.ts';
import { makePdf, type PageRecipe, type PdfRecipe } from '../../support/pdf-maker.ts';
import { drawingOf } from '../../support/read-drawing.ts';

const CROPPED = { cropBox: [60, 500, 460, 760], mediaBox: [-90, -50, 500, 780] } as const;
const WORD = 'BT /F1 12 Tf 1 0 0 1 150 700 Tm (word) Tj ET';

function recipeOf(page: PageRecipe): PdfRecipe {
  const form = {
    entries:
      '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Matrix [1 0 0 1 20 -30] ' +
      '/Resources << /Font << /F1 @{font:F1} >> >>',
    data: WORD,
  };
  return { pages: [{ ...page, resources: '/XObject << /Written @{form} >>' }], objects: { form } };
}

/** The bounds of the only text object, and the box of all glyphs of our reader. */
async function boxesOf(
  page: PageRecipe,
): Promise<{ readonly bounds: Bbox; readonly glyphs: Bbox }> {
  const recipe = recipeOf(page);
  const { glyphs } = await drawingOf(recipe);
  const loaded = await loadDocument(makePdf(recipe), { password: null, heapMegabytes: 256 });
  const document = loaded.ok ? loaded.value : null;
  const opened = document === null ? null : loadPage(document, 0, 'read');
  const objects = opened === null ? null : textObjectsOf(opened);
  const union = unionOf(glyphs.map(({ bbox }) => bbox));
  if (opened === null || objects === null || union === null) throw new Error('no page');
  closePage(opened);
  expect(objects.handles).toHaveLength(1);
  return { bounds: boundsOf(objects, 0), glyphs: union };
}

describe('the bounds of a text object', () => {
  test.each([
    ['upright', { content: WORD }],
    ['turned by 90', { content: WORD, rotate: 90, ...CROPPED }],
    ['turned by 180', { content: WORD, rotate: 180, ...CROPPED }],
    ['turned by 270', { content: WORD, rotate: 270, ...CROPPED }],
    ['in a form', { content: '/Written Do' }],
    ['in a form in a scaled space', { content: '0.5 0 0 0.5 100 300 cm /Written Do' }],
    ['in a form, turned', { content: '/Written Do', rotate: 90, ...CROPPED }],
  ])('lie in the boxes of our reader: %s', async (_name, page) => {
    const { bounds, glyphs } = await boxesOf(page);
    expect(bounds[0]).toBeGreaterThan(glyphs[0] - 0.5);
    expect(bounds[1]).toBeGreaterThan(glyphs[1] - 0.5);
    expect(bounds[2]).toBeLessThan(glyphs[2] + 0.5);
    expect(bounds[3]).toBeLessThan(glyphs[3] + 0.5);
    const area = (box: Bbox): number => (box[2] - box[0]) * (box[3] - box[1]);
    expect(area(bounds)).toBeGreaterThan(area(glyphs) * 0.4);
  });
});
