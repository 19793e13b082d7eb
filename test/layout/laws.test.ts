import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DrawnGlyph, PageDrawing } from '../../src/evidence/drawing.ts';
import type { PageGrounding } from '../../src/evidence/grounding.ts';
import { layOutPage } from '../../src/layout/page.ts';
import { drawing } from '../support/drawing.ts';

const SIDE = 1_000;

/** One string somewhere on the page, in a size, seen or not. */
const string = fc.record({
  text: fc.string({
    unit: fc.constantFrom(...'abcde 12,.()-é日א\u00A0\u0001'),
    minLength: 1,
    maxLength: 12,
  }),
  x: fc.integer({ min: 100, max: 640 }),
  y: fc.integer({ min: 100, max: 900 }),
  size: fc.constantFrom(6, 8, 10, 24),
  render_mode: fc.constantFrom(0, 0, 0, 3),
  spacing: fc.constantFrom(0, 0, 1.5, -0.5),
});

const page = fc.array(string, { maxLength: 14 }).map((strings) => {
  const builder = drawing();
  for (const { text, x, y, ...extra } of strings) builder.text(text, x, y, extra);
  return builder.done({ width: SIDE, height: SIDE });
});

function characters(text: string): readonly string[] {
  return [...text.replace(/\s/gu, '')].sort();
}

/** Characters that must stand somewhere: controls as U+FFFD in the text, as themselves if unseen. */
function drawnCharacters(drawn: PageDrawing): readonly string[] {
  return characters(drawn.glyphs.map((glyph) => glyph.text.replace('\u0001', '\uFFFD')).join(''));
}

function foundCharacters(grounding: PageGrounding): readonly string[] {
  const unseen = grounding.unseen.map(({ text }) => text).join('');
  return characters((grounding.text + unseen).replaceAll('\u0001', '\uFFFD').replace(/[()]/g, '('));
}

function moved(drawn: PageDrawing, by: number): PageDrawing {
  const move = (glyph: DrawnGlyph): DrawnGlyph => ({
    ...glyph,
    x: glyph.x + by,
    y: glyph.y + by,
    bbox: [glyph.bbox[0] + by, glyph.bbox[1] + by, glyph.bbox[2] + by, glyph.bbox[3] + by],
    clip: null,
  });
  const glyphs = drawn.glyphs
    .map(move)
    .map((glyph) => ({ ...glyph, clip: [0, 0, SIDE, SIDE] as const }));
  return { ...drawn, glyphs };
}

describe('laws of every page', () => {
  test('every seen glyph stands in the text once, every unseen one beside it', () => {
    fc.assert(
      fc.property(page, (drawn) => {
        const grounding = layOutPage(drawn);
        const found = foundCharacters(grounding);
        const expected = drawnCharacters(drawn)
          .map((c) => (c === ')' ? '(' : c))
          .sort();
        // Copies in place may drop out; nothing else may, and nothing may be added.
        const rest = [...expected];
        for (const character of found) {
          const at = rest.indexOf(character);
          expect(at).toBeGreaterThanOrEqual(0);
          rest.splice(at, 1);
        }
        const texts = drawn.glyphs.map(({ text, x, y, size }) => `${text}|${x}|${y}|${size}`);
        if (new Set(texts).size === texts.length && !hasCopies(drawn)) expect(rest).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('boxes, lines, elements and cells cover the text and nest', () => {
    fc.assert(
      fc.property(page, (drawn) => {
        const grounding = layOutPage(drawn);
        const { text, lines, elements, boxes } = grounding;
        expect(boxes).toHaveLength(text.length * 4);
        expect(boxes.every(Number.isFinite)).toBe(true);
        expect(lines.map((line) => text.slice(line.start, line.end)).join('\n')).toBe(text);
        expect(text).not.toMatch(/ {2}|^\s|\s$| \n|\n /u);
        let at = 0;
        elements.forEach((element, index) => {
          const own = lines.filter((line) => line.element === index);
          expect(element.start).toBe(at);
          expect([own[0]?.start, own.at(-1)?.end]).toEqual([element.start, element.end]);
          at = element.end + 1;
        });
        for (const line of lines) {
          expect(line.cells.map((cell) => text.slice(cell.start, cell.end)).join(' ')).toBe(
            text.slice(line.start, line.end),
          );
        }
        const cells = grounding.rows.flatMap((row) => row.cells);
        const ofLines = lines.flatMap((line, index) =>
          line.cells.map((cell) => ({ ...cell, line: index })),
        );
        const places = (
          list: readonly { readonly start: number; readonly end: number; readonly line: number }[],
        ) =>
          list.map(({ start, end, line }) => [start, end, line]).sort(([a = 0], [b = 0]) => a - b);
        expect(places(cells)).toEqual(places(ofLines));
      }),
      { numRuns: 300 },
    );
  });

  test('moving all that is drawn changes no text', () => {
    fc.assert(
      fc.property(page, fc.integer({ min: -90, max: 90 }), (drawn, by) => {
        // Heads and feet depend on the place, so only order and words are compared.
        const words = (text: string) => text.split(/\s+/u).sort();
        expect(words(layOutPage(moved(drawn, by)).text)).toEqual(words(layOutPage(drawn).text));
      }),
      { numRuns: 200 },
    );
  });

  test('the same drawing always gives the same grounding', () => {
    fc.assert(
      fc.property(page, (drawn) => {
        expect(layOutPage(structuredClone(drawn))).toEqual(layOutPage(drawn));
      }),
      { numRuns: 50 },
    );
  });

  test('open spaces are spaces, open joins lie inside words, marks lie in the text', () => {
    fc.assert(
      fc.property(page, (drawn) => {
        const grounding = layOutPage(drawn);
        for (const at of grounding.open_spaces) expect(grounding.text[at]).toMatch(/\s/u);
        for (const at of grounding.open_joins) {
          expect(grounding.text.slice(at - 1, at + 1)).not.toMatch(/\s/u);
        }
        for (const span of grounding.unmapped) {
          expect(grounding.text.slice(span.start, span.end)).toMatch(/^\uFFFD+$/u);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('a hundred thousand glyphs do not take quadratic time', () => {
    const builder = drawing();
    for (let row = 0; row < 1_000; row += 1) {
      builder.text('a'.repeat(50), 10 + (row % 7) * 130, 1 + (row >> 3) * 7.9, {
        size: 1 + (row % 9),
      });
      builder.text('b'.repeat(50), 10 + (row % 5) * 190, 1 + (row >> 3) * 7.9, {
        size: 1 + (row % 9),
      });
    }
    const start = process.cpuUsage();
    layOutPage(builder.done({ width: SIDE, height: SIDE }));
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(20_000);
  });
});

/** Whether two glyphs of one text stand close enough to be taken for copies. */
function hasCopies(drawn: PageDrawing): boolean {
  return drawn.glyphs.some((a, at) =>
    drawn.glyphs
      .slice(at + 1)
      .some(
        (b) =>
          a.text === b.text &&
          Math.abs(a.x - b.x) <= 0.2 * a.size &&
          Math.abs(a.y - b.y) <= 0.2 * a.size,
      ),
  );
}
