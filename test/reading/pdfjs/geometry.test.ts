import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DrawnGlyph, PageDrawing } from '../../../src/evidence/drawing.ts';
import { drawn, glyphOf, glyphsOf, textOf } from '../../support/read-drawing.ts';

/** Advances of Helvetica, 1/1000 em. */
const H = 722;
const E = 556;
const L = 222;

/** Shows `Hello` at x, y of user space in 10 pt Helvetica. */
const HELLO = 'BT /F1 10 Tf 1 0 0 1 100 700 Tm (Hello) Tj ET';

function place(glyph: DrawnGlyph): readonly number[] {
  return [glyph.x, glyph.y, glyph.dx, glyph.dy, glyph.ux, glyph.uy].map((value) =>
    Number(value.toFixed(4)),
  );
}

function size(drawing: PageDrawing): readonly number[] {
  return [drawing.width, drawing.height, drawing.rotation];
}

describe('the displayed page', () => {
  test('has its origin at the top left of the MediaBox', async () => {
    const page = await drawn(HELLO);
    expect(size(page)).toEqual([612, 792, 0]);
    expect(place(glyphOf(page, 'Hello'))).toEqual([100, 92, 1, 0, 0, -1]);
  });

  test('a MediaBox away from the origin moves everything', async () => {
    const page = await drawn(HELLO, { mediaBox: [90, -50, 390, 750] });
    expect(size(page)).toEqual([300, 800, 0]);
    expect(place(glyphOf(page, 'Hello'))).toEqual([10, 50, 1, 0, 0, -1]);
  });

  test('the CropBox and not the MediaBox is the page', async () => {
    const page = await drawn(HELLO, { cropBox: [60, 500, 460, 760] });
    expect(size(page)).toEqual([400, 260, 0]);
    expect(place(glyphOf(page, 'Hello'))).toEqual([40, 60, 1, 0, 0, -1]);
  });

  test.each([
    [90, [792, 612, 90], [700, 100, 0, 1, 1, 0]],
    [180, [612, 792, 180], [512, 700, -1, 0, 0, 1]],
    [270, [792, 612, 270], [92, 512, 0, -1, -1, 0]],
    [-90, [792, 612, 270], [92, 512, 0, -1, -1, 0]],
    [450, [792, 612, 90], [700, 100, 0, 1, 1, 0]],
  ])('a rotation of %i degrees turns places and directions', async (rotate, pageSize, where) => {
    const page = await drawn(HELLO, { rotate });
    expect(size(page)).toEqual(pageSize);
    expect(place(glyphOf(page, 'Hello'))).toEqual(where);
  });

  test('rotation and CropBox work together', async () => {
    const page = await drawn(HELLO, { rotate: 90, cropBox: [60, 500, 460, 760] });
    expect(size(page)).toEqual([260, 400, 90]);
    expect(place(glyphOf(page, 'Hello'))).toEqual([200, 40, 0, 1, 1, 0]);
  });

  test('UserUnit scales the page and all that is on it', async () => {
    const page = await drawn(HELLO, { userUnit: 2 });
    expect(page.user_unit).toBe(2);
    expect(size(page)).toEqual([1224, 1584, 0]);
    const glyph = glyphOf(page, 'Hello');
    expect(place(glyph)).toEqual([200, 184, 1, 0, 0, -1]);
    expect([glyph.size, glyph.advance]).toEqual([20, (2 * 10 * H) / 1000]);
  });
});

describe('glyphs', () => {
  test('follow one another by their exact advances', async () => {
    const page = await drawn(HELLO);
    const widths = [H, E, L, L, E];
    let x = 100;
    for (const [index, glyph] of glyphsOf(page, 'Hello').entries()) {
      const advance = (10 * (widths[index] ?? 0)) / 1000;
      expect(glyph.x).toBeCloseTo(x, 2);
      expect(glyph.advance).toBeCloseTo(advance, 2);
      x += advance;
    }
  });

  test('take fractional widths of their font as they are', async () => {
    const page = await drawn(
      'BT /F1 1000 Tf 1 0 0 1 0 0 Tm (AAA) Tj ET',
      {},
      {
        fonts: { F1: { base: 'Helvetica', firstCode: 65, widths: [556.1523] } },
      },
    );
    const [, second, third] = glyphsOf(page, 'AAA');
    expect(second?.x).toBe(556.15);
    expect(third?.x).toBe(1112.3);
  });

  test('have a box from origin to advance and from descent to ascent', async () => {
    const glyph = glyphOf(await drawn(HELLO), 'Hello');
    const [x0, y0, x1, y1] = glyph.bbox;
    expect([x0, x1]).toEqual([100, 107.22]);
    expect(y0).toBeLessThan(92 - 7);
    expect(y0).toBeGreaterThan(92 - 11);
    expect(y1).toBeGreaterThan(92);
    expect(y1).toBeLessThan(92 + 3);
  });

  test('of rotated text have directions and boxes of their own', async () => {
    const page = await drawn('BT /F1 10 Tf 0 1 -1 0 300 400 Tm (He) Tj ET');
    const [first, second] = glyphsOf(page, 'He');
    expect(first && place(first)).toEqual([300, 392, 0, -1, -1, 0]);
    expect(second?.y).toBe(392 - 7.22);
    expect(first?.bbox[1]).toBe(392 - 7.22);
    expect(first?.bbox[3]).toBe(392);
  });

  test('character spacing is told apart from the advance', async () => {
    const page = await drawn('BT /F1 10 Tf 3 Tc 1 0 0 1 100 700 Tm (He) Tj ET');
    const [first, second] = glyphsOf(page, 'He');
    expect([first?.advance, first?.spacing]).toEqual([7.22, 3]);
    expect(second?.x).toBe(110.22);
  });

  test('word spacing follows the one-byte space alone', async () => {
    const page = await drawn('BT /F1 10 Tf 5 Tw 1 0 0 1 100 700 Tm (H H) Tj ET');
    const [first, space, last] = glyphsOf(page, 'H H');
    expect([first?.is_space, space?.is_space]).toEqual([false, true]);
    expect(space?.x).toBe(107.22);
    expect(space?.spacing).toBe(0);
    expect(last?.x).toBe(107.22 + 2.78 + 5);
  });

  test('horizontal scaling stretches advances, spacing and kerning, and no heights', async () => {
    const page = await drawn('BT /F1 10 Tf 50 Tz 2 Tc 1 0 0 1 100 700 Tm [(H) -1000 (H)] TJ ET');
    const [first, second] = glyphsOf(page, 'HH');
    expect([first?.advance, first?.spacing, first?.size]).toEqual([3.61, 1, 10]);
    expect(second?.x).toBe(100 + (7.22 + 2 + 10) / 2);
  });

  test('kerning numbers move against their sign', async () => {
    const page = await drawn('BT /F1 10 Tf 1 0 0 1 100 700 Tm [(H) 120 (H) -500 (H)] TJ ET');
    const [, second, third] = glyphsOf(page, 'HHH');
    expect(second?.x).toBe(100 + 7.22 - 1.2);
    expect(third?.x).toBe(100 + 7.22 - 1.2 + 7.22 + 5);
  });

  test('text rise lifts the baseline', async () => {
    const page = await drawn('BT /F1 10 Tf 1 0 0 1 100 700 Tm (H) Tj 4 Ts (e) Tj 0 Ts (l) Tj ET');
    expect(glyphsOf(page, 'Hel').map((glyph) => glyph.y)).toEqual([92, 88, 92]);
  });

  test('leading, line moves and the quote operators set lines', async () => {
    const content =
      'BT /F1 10 Tf 12 TL 100 700 Td (a) Tj T* (b) Tj (c) \' 1 2 (d) " 0 -20 TD (e) Tj T* (f) Tj ET';
    const page = await drawn(content);
    expect(textOf(page)).toBe('abcdef');
    expect(page.glyphs.map((glyph) => glyph.y)).toEqual([92, 104, 116, 128, 148, 168]);
    expect(page.glyphs.map((glyph) => glyph.x)).toEqual([100, 100, 100, 100, 100, 100]);
    expect(glyphOf(page, 'd').spacing).toBe(2);
  });

  test('a negative font size turns the glyph round', async () => {
    const page = await drawn('BT /F1 -10 Tf 1 0 0 1 100 700 Tm (He) Tj ET');
    const [first, second] = glyphsOf(page, 'He');
    expect(first && place(first)).toEqual([100, 92, -1, 0, 0, 1]);
    expect(first?.advance).toBe(7.22);
    expect(second?.x).toBe(100 - 7.22);
  });

  test('a mirrored matrix with a negative size is upright text', async () => {
    const page = await drawn('BT /F1 -10 Tf -1 0 0 -1 100 700 Tm (He) Tj ET');
    const [first, second] = glyphsOf(page, 'He');
    expect(first && place(first)).toEqual([100, 92, 1, 0, 0, -1]);
    expect(second?.x).toBe(107.22);
  });

  test.each(['0 Tz', '/F1 0 Tf', '0 0 0 0 100 700 Tm'])(
    'text flattened by %s has finite places and no width',
    async (flat) => {
      const page = await drawn(`BT /F1 10 Tf 1 0 0 1 100 700 Tm ${flat} (He) Tj ET`);
      for (const glyph of page.glyphs) {
        expect(glyph.advance).toBe(0);
        expect(place(glyph).every(Number.isFinite)).toBe(true);
        expect(glyph.bbox.every(Number.isFinite)).toBe(true);
      }
    },
  );

  test('a text matrix of another object does not reach the next', async () => {
    const page = await drawn('BT /F1 10 Tf 2 0 0 2 50 50 Tm (a) Tj ET BT 100 700 Td (b) Tj ET');
    expect(place(glyphOf(page, 'b')).slice(0, 2)).toEqual([100, 92]);
    expect(glyphOf(page, 'b').size).toBe(10);
  });

  test('the graphics state is saved and restored with the matrix and the text state', async () => {
    const content =
      'BT /F1 10 Tf ET q 2 0 0 2 0 0 cm 5 Tc BT 10 10 Td (a) Tj ET Q BT 10 10 Td (b) Tj ET';
    const page = await drawn(content);
    expect([glyphOf(page, 'a').x, glyphOf(page, 'a').spacing]).toEqual([20, 10]);
    expect([glyphOf(page, 'b').x, glyphOf(page, 'b').spacing]).toEqual([10, 0]);
  });

  test('a form is placed by its matrix, and its own state ends with it', async () => {
    const page = await drawn(
      'q 1 0 0 1 100 100 cm /Fm Do Q BT /F1 10 Tf 10 10 Td (b) Tj ET',
      { resources: '/XObject << /Fm @{form} >>' },
      {
        objects: {
          form: {
            entries:
              '/Type /XObject /Subtype /Form /BBox [0 0 50 50] /Matrix [2 0 0 2 5 5] ' +
              '/Resources << /Font << /F1 @{font:F1} >> >>',
            data: 'q 7 Tc BT /F1 10 Tf 10 10 Td (a) Tj ET',
          },
        },
      },
    );
    expect(place(glyphOf(page, 'a')).slice(0, 2)).toEqual([125, 667]);
    expect(glyphOf(page, 'a').clip).toEqual([105, 587, 205, 687]);
    expect([glyphOf(page, 'b').x, glyphOf(page, 'b').spacing]).toEqual([10, 0]);
  });

  test('marked content gives its id to the glyphs inside', async () => {
    const page = await drawn(
      'BT /F1 10 Tf /P << /MCID 7 >> BDC (a) Tj /Span << /ActualText (x) >> BDC (b) Tj EMC EMC (c) Tj ET',
    );
    expect(page.glyphs.map((glyph) => glyph.mcid)).toEqual([7, 7, null]);
  });

  test('what is shown moves with any matrix just as the matrix says', async () => {
    const number = fc.integer({ min: -300, max: 300 }).map((value) => value / 100);
    const matrix = fc.tuple(number, number, number, number, number, number);
    await fc.assert(
      fc.asyncProperty(matrix, async (values) => {
        const [a, b, c, d, e, f] = values;
        fc.pre(Math.abs(a * d - b * c) > 0.05);
        const page = await drawn(`${values.join(' ')} cm BT /F1 10 Tf 30 40 Td (HH) Tj ET`);
        const [first, second] = glyphsOf(page, 'HH');
        expect(first?.x).toBeCloseTo(a * 30 + c * 40 + e, 1);
        expect(first?.y).toBeCloseTo(792 - (b * 30 + d * 40 + f), 1);
        expect(second?.x).toBeCloseTo(a * 37.22 + c * 40 + e, 1);
        expect(second?.y).toBeCloseTo(792 - (b * 37.22 + d * 40 + f), 1);
        expect((first?.x ?? 0) + (first?.advance ?? 0) * (first?.dx ?? 0)).toBeCloseTo(
          second?.x ?? 0,
          1,
        );
      }),
      { numRuns: 40, seed: 11 },
    );
  });
});
