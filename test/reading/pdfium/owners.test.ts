import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Bbox } from '../../../src/contracts/locator.ts';
import { ownersOf } from '../../../src/reading/pdfium/owners.ts';
import type { LayerChar } from '../../../src/reading/pdfium/text-layer.ts';
import type { TextObjects } from '../../../src/reading/pdfium/text-objects.ts';

const GLYPH: Bbox = [100, 80, 106, 92];

/** Objects by what the text layer has of each: a character with its box, or nothing. */
function owners(
  glyph: Bbox,
  drawn: readonly { readonly char: string | null; readonly box: Bbox }[],
): readonly (readonly number[])[] {
  const objects: TextObjects = {
    handles: drawn.map((_, index) => index + 1),
    bounds: drawn.flatMap(({ box }) => [...box]),
  };
  const chars = new Map<number, readonly LayerChar[]>();
  for (const [index, { char, box }] of drawn.entries()) {
    if (char === null) continue;
    chars.set(index + 1, [{ index, code_point: char.codePointAt(0) ?? 0, box }]);
  }
  return ownersOf(glyph, [...drawn.keys()], objects, chars);
}

const box: fc.Arbitrary<Bbox> = fc
  .tuple(
    fc.integer({ min: 0, max: 200 }),
    fc.integer({ min: 0, max: 200 }),
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 1, max: 40 }),
  )
  .map(([x, y, width, height]) => [x, y, x + width, y + height]);

describe('owners of a glyph', () => {
  test('are the objects with a character just there', () => {
    const beside: Bbox = [106, 80, 112, 92];
    expect(
      owners(GLYPH, [
        { char: '5', box: GLYPH },
        { char: '3', box: beside },
      ]),
    ).toEqual([[0]]);
  });

  test('with the same character are twins, with another one they are not', () => {
    const drawn = ['5', '3', '5'].map((char) => ({ char, box: GLYPH }));
    expect(owners(GLYPH, drawn)).toEqual([[0, 2], [1]]);
  });

  test('are not the letters of another size that lie over it', () => {
    expect(owners(GLYPH, [{ char: 'D', box: [0, 0, 180, 180] }])).toEqual([]);
    expect(owners(GLYPH, [{ char: '.', box: [100, 90, 101, 92] }])).toEqual([]);
  });

  test('that were dropped as second prints are twins of whatever stands there', () => {
    const drawn = [null, '5', '3'].map((char) => ({ char, box: GLYPH }));
    expect(owners(GLYPH, drawn)).toEqual([
      [1, 0],
      [2, 0],
    ]);
    expect(owners(GLYPH, [{ char: null, box: GLYPH }])).toEqual([[0]]);
  });

  test('are never blanks', () => {
    const drawn = [' ', '\u00a0'].map((char) => ({ char, box: GLYPH }));
    expect(owners(GLYPH, drawn)).toEqual([]);
  });

  test('are found wherever the page has the glyph, and each belongs to one text', () => {
    const object = fc.record({ char: fc.constantFrom('a', 'b', null), box });
    fc.assert(
      fc.property(box, fc.array(object, { maxLength: 6 }), (glyph, others) => {
        const groups = owners(glyph, [{ char: 'a', box: glyph }, ...others]);
        expect(groups.some((group) => group.includes(0))).toBe(true);
        const named = groups.flat().filter((at) => at === 0 || others[at - 1]?.char !== null);
        expect(new Set(named).size).toBe(named.length);
      }),
    );
  });
});
