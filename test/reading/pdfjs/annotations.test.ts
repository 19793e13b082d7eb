import { describe, expect, test } from 'vitest';
import type { PageDrawing } from '../../../src/evidence/drawing.ts';
import type { PageRecipe } from '../../support/pdf-maker.ts';
import { drawingOf, drawn, glyphOf, textOf } from '../../support/read-drawing.ts';

const FORM_FIELDS =
  '/AcroForm << /Fields [] /DA (/F1 0 Tf 0 g) /DR << /Font << /F1 @{font:F1} >> >> >>';

function appearance(content: string, extra = ''): { entries: string; data: string } {
  return {
    entries:
      `/Type /XObject /Subtype /Form /BBox [0 0 100 20] ${extra} ` +
      '/Resources << /Font << /F1 @{font:F1} >> >>',
    data: content,
  };
}

const OBJECTS = {
  shown: appearance('BT /F1 10 Tf 5 5 Td (shown) Tj ET'),
  covering: appearance('1 g 0 0 100 20 re f'),
};

function annotated(
  annots: readonly string[],
  page: Omit<PageRecipe, 'content'> = {},
): Promise<PageDrawing> {
  return drawn(
    'BT /F1 10 Tf 5 300 Td (page) Tj ET',
    { annots, ...page },
    { objects: OBJECTS, catalog: FORM_FIELDS },
  );
}

const STAMP = '/Type /Annot /Subtype /Stamp /Rect [100 600 200 620] /AP << /N @{shown} >>';
const FIELD = '/Type /Annot /Subtype /Widget /T (name) /Rect [100 600 200 620]';

describe('annotations', () => {
  test('draw their appearance where their rectangle is, after the page', async () => {
    const page = await annotated([`<< ${STAMP} >>`]);
    const glyph = glyphOf(page, 'shown');
    expect(glyph).toMatchObject({ x: 105, y: 187, drawn_by: 'annotation' });
    expect(glyph.clip).toEqual([100, 172, 200, 192]);
    expect(glyphOf(page, 'page')).toMatchObject({ drawn_by: 'content' });
    expect(glyph.order).toBeGreaterThan(glyphOf(page, 'page').order);
  });

  test('stretch their appearance to their rectangle', async () => {
    const page = await annotated([
      '<< /Type /Annot /Subtype /Stamp /Rect [100 600 300 640] /AP << /N @{shown} >> >>',
    ]);
    expect(glyphOf(page, 'shown')).toMatchObject({ x: 110, y: 182, size: 20 });
  });

  test('turn and move with the page', async () => {
    const page = await annotated([`<< ${STAMP} >>`], { rotate: 90, cropBox: [50, 500, 450, 700] });
    expect(glyphOf(page, 'shown')).toMatchObject({ x: 105, y: 55, dx: 0, dy: 1 });
  });

  test('that are hidden or not for the screen draw nothing', async () => {
    for (const flags of [2, 32]) {
      expect(textOf(await annotated([`<< ${STAMP} /F ${flags} >>`]))).toBe('page');
    }
  });

  test('that cover are paints like any other', async () => {
    const page = await annotated([
      '<< /Type /Annot /Subtype /Square /Rect [0 290 100 310] /AP << /N @{covering} >> >>',
    ]);
    expect(page.paints).toMatchObject([
      { kind: 'fill', color: '#ffffff', bbox: [0, 482, 100, 502], drawn_by: 'annotation' },
    ]);
  });

  test('never show the words of a comment', async () => {
    const page = await annotated([
      '<< /Type /Annot /Subtype /Text /Rect [9 9 29 29] /Contents (secret) >>',
      '<< /Type /Annot /Subtype /Highlight /Rect [9 9 29 29] /Contents (secret) /QuadPoints [9 29 29 29 9 9 29 9] >>',
      `<< ${STAMP} /Contents (secret) >>`,
    ]);
    expect(textOf(page)).toBe('pageshown');
    expect(page.notes).toEqual([]);
  });

  test('free text without appearance is a note in its place', async () => {
    const page = await annotated(
      [
        '<< /Type /Annot /Subtype /FreeText /Rect [100 600 200 620] /DA (/F1 10 Tf 0 g) /Contents (Approved) >>',
      ],
      { rotate: 90 },
    );
    expect(page.notes).toEqual([
      { kind: 'free_text', text: 'Approved', bbox: [600, 100, 620, 200] },
    ]);
    expect(page.degraded).toEqual([]);
  });

  test('free text that is hidden or not for the screen is no note', async () => {
    for (const flags of [2, 32]) {
      const page = await annotated([
        `<< /Type /Annot /Subtype /FreeText /Rect [100 600 200 620] /F ${flags} /DA (/F1 10 Tf 0 g) /Contents (unseen) >>`,
      ]);
      expect(page.notes).toEqual([]);
    }
  });

  test('of one page are not those of another', async () => {
    const content = 'BT /F1 10 Tf 5 300 Td (page) Tj ET';
    const field = `<< ${FIELD} /FT /Tx /V (typed) >>`;
    const recipe = {
      pages: [{ content }, { content, annots: [field] }, { content }],
      catalog: FORM_FIELDS,
    };
    for (const [index, count] of [0, 1, 0].entries()) {
      expect((await drawingOf(recipe, index)).notes).toHaveLength(count);
    }
  });
});

describe('form fields', () => {
  test('with an appearance are drawn, and known as fields', async () => {
    const page = await annotated([`<< ${FIELD} /FT /Tx /V (other) /AP << /N @{shown} >> >>`]);
    expect(glyphOf(page, 'shown').drawn_by).toBe('field');
    expect(page.notes).toEqual([]);
  });

  test('without one are notes: text, and the words of a choice', async () => {
    const page = await annotated([
      `<< ${FIELD} /FT /Tx /V (typed) >>`,
      `<< ${FIELD} /FT /Ch /Ff 131072 /V (b) /Opt [[(a) (First)] [(b) (Second)]] >>`,
    ]);
    expect(page.notes).toEqual([
      { kind: 'field', text: 'typed', bbox: [100, 172, 200, 192] },
      { kind: 'field', text: 'Second', bbox: [100, 172, 200, 192] },
    ]);
    expect(page.degraded).toEqual([]);
  });

  test('with the flag for annotations that no viewer knows are shown all the same', async () => {
    const page = await annotated([`<< ${FIELD} /FT /Tx /V (typed) /F 1 >>`]);
    expect(page.notes).toMatchObject([{ kind: 'field', text: 'typed' }]);
  });

  test('that are empty, hidden, off the page or hold a password are no notes', async () => {
    const page = await annotated([
      `<< ${FIELD} /FT /Tx >>`,
      `<< ${FIELD} /FT /Tx /V (hidden) /F 2 >>`,
      `<< ${FIELD} /FT /Tx /V (unseen) /F 32 >>`,
      `<< ${FIELD} /FT /Tx /V (password) /Ff 8192 >>`,
      '<< /Type /Annot /Subtype /Widget /T (n) /FT /Tx /V (away) /Rect [900 900 950 950] >>',
    ]);
    expect(page.notes).toEqual([]);
  });
});
