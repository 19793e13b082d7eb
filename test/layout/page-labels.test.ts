import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageLabel } from '../../src/contracts/page-label.ts';
import type { LabelMap } from '../../src/evidence/grounding.ts';
import { layOutPage } from '../../src/layout/page.ts';
import { mapPageLabels, readBands } from '../../src/layout/page-labels.ts';
import { drawing, type GlyphExtra } from '../support/drawing.ts';

/** A text and where its baseline starts on a page of 612 by 792 points. */
type Print = readonly [text: string, x: number, y: number, extra?: GlyphExtra];

const BODY: readonly Print[] = Array.from({ length: 12 }, (_, line) => [
  'The company reports what it has earned and spent in these years.',
  72,
  100 + line * 14,
]);

/** The label map of a document whose pages print `prints(index)` and a body. */
function mapOf(
  pageCount: number,
  prints: (index: number) => readonly Print[],
  dictionary: readonly string[] | null = null,
): LabelMap {
  const bands = Array.from({ length: pageCount }, (_, index) => {
    const page = drawing();
    for (const [text, x, y, extra] of [...BODY, ...prints(index)]) page.text(text, x, y, extra);
    return readBands(layOutPage(page.done({ page_index: index, width: 612, height: 792 })));
  });
  return mapPageLabels(bands, dictionary, []);
}

function labelsOfPage(map: LabelMap, index: number): readonly PageLabel[] {
  return map.labels.filter(({ page_index }) => page_index === index);
}

/** What each page prints as its label, several joined by `+`; `-` for none. */
function printed(map: LabelMap, pageCount: number): string {
  return Array.from({ length: pageCount }, (_, index) => {
    const labels = labelsOfPage(map, index).filter(({ source }) => source !== 'pdf_dictionary');
    return labels.map(({ label }) => label).join('+') || '-';
  }).join(' ');
}

const centred = (text: string): Print => [text, 306 - text.length * 2.5, 760];

describe('printed folios', () => {
  it('a run of centred numbers labels its pages', () => {
    const map = mapOf(5, (index) => [centred(`${index + 1}`)]);
    expect(printed(map, 5)).toBe('1 2 3 4 5');
    expect(map.labels[0]).toEqual({ page_index: 0, label: '1', source: 'printed_folio' });
  });

  it('two pages are no run', () => {
    const map = mapOf(2, (index) => [centred(`${index + 7}`)]);
    expect(printed(map, 2)).toBe('- -');
    expect(map.isolated?.map(({ label }) => label)).toEqual(['7', '8']);
  });

  it('a page without a folio gets none, and the run goes on', () => {
    const map = mapOf(6, (index) => (index === 2 ? [] : [centred(`${index + 1}`)]));
    expect(printed(map, 6)).toBe('1 2 - 4 5 6');
  });

  it('a page that is not counted moves the numbers after it', () => {
    const labels = ['3', '4', '5', null, '6', '7', '8'];
    const map = mapOf(7, (index) => {
      const label = labels[index];
      return label === null || label === undefined ? [] : [centred(label)];
    });
    expect(printed(map, 7)).toBe('3 4 5 - 6 7 8');
  });

  it('roman front matter, arabic body and an appendix each count for themselves', () => {
    const labels = ['i', 'ii', 'iii', 'iv', '1', '2', '3', 'A-1', 'A-2', 'A-3'];
    const map = mapOf(10, (index) => [centred(labels[index] ?? '')]);
    expect(printed(map, 10)).toBe(labels.join(' '));
  });

  it('numbering that restarts gives one label to several pages', () => {
    const labels = ['2', '3', '4', '5', '2', '3', '4'];
    const map = mapOf(7, (index) => [centred(labels[index] ?? '')]);
    expect(printed(map, 7)).toBe(labels.join(' '));
  });

  it('two-sided print changes the side of folio and running title', () => {
    const map = mapOf(6, (index) =>
      index % 2 === 0
        ? [
            ['Annual Report 2022', 380, 40],
            [`${index + 1}`, 540, 40],
          ]
        : [
            [`${index + 1}`, 67, 40],
            ['Annual Report 2022', 120, 40],
          ],
    );
    expect(printed(map, 6)).toBe('1 2 3 4 5 6');
  });

  it('the label is the folio without its decoration', () => {
    const forms = [
      (n: number) => `Page ${n} of 120`,
      (n: number) => `- ${n} -`,
      (n: number) => `${n} | Annual Report`,
      (n: number) => `Contoso Annual Report 2022 ${n}`,
      (n: number) => `10-K p. ${n}`,
    ];
    for (const form of forms) {
      expect(
        printed(
          mapOf(4, (index) => [centred(form(index + 45))]),
          4,
        ),
      ).toBe('45 46 47 48');
    }
  });

  it('a folio that follows the text down the page is found at any height', () => {
    const map = mapOf(4, (index) => [[`${index + 9}`, 303, 300 + 90 * index]]);
    expect(printed(map, 4)).toBe('9 10 11 12');
  });

  it('a folio on the last line of the body is found at the end of that line', () => {
    const words = ['revenue grew', 'costs fell', 'nothing changed', 'debt rose', 'taxes fell'];
    const map = mapOf(5, (index) => [
      [`In this part of the year ${words[index]}`, 72, 760],
      [`${index + 31}`, 540, 760],
    ]);
    expect(printed(map, 5)).toBe('31 32 33 34 35');
  });

  it('a sideways page keeps its sideways folio', () => {
    const sideways: GlyphExtra = { dx: 0, dy: 1, ux: 1, uy: 0 };
    const bands = Array.from({ length: 4 }, (_, index) => {
      const page = drawing();
      for (let line = 0; line < 12; line += 1) {
        const x = 500 - line * 14;
        for (const [at, letter] of [...'Net sales by segment'].entries()) {
          page.glyph(turnedGlyph(letter, x, 80 + at * 5, sideways));
        }
      }
      page.glyph(turnedGlyph(`${index + 3}`, 30, 396, sideways));
      return readBands(layOutPage(page.done({ page_index: index, width: 612, height: 792 })));
    });
    expect(printed(mapPageLabels(bands, null, []), 4)).toBe('3 4 5 6');
  });

  it('a spread carries the folios of both its pages', () => {
    const map = mapOf(4, (index) => [
      [`${2 * index + 4}`, 40, 760],
      [`${2 * index + 5}`, 567, 760],
    ]);
    expect(printed(map, 4)).toBe('4+5 6+7 8+9 10+11');
  });

  it('columns out of step leave the folio its row', () => {
    const map = mapOf(3, (index) => [
      ...Array.from({ length: 90 }, (_, line): Print => {
        return [`words ${line}`, 40 + (line % 3) * 190, 300 + line * 4.5];
      }),
      centred(`${index + 1}`),
    ]);
    expect(printed(map, 3)).toBe('1 2 3');
  });

  it('a slanted mark across some pages leaves the folio its row', () => {
    const titles = ['revenue', 'costs', 'taxes', 'debt', 'risks', 'outlook'];
    const slanted: GlyphExtra = { dx: 0.766, dy: 0.643, ux: 0.643, uy: -0.766, size: 60 };
    const bands = titles.map((title, index) => {
      const page = drawing();
      for (const [at, letter] of [...(index % 2 === 0 ? '' : 'DRAFTDRAFTDR')].entries()) {
        const [x, y] = [30 + 46 * at, 310 + 38.6 * at];
        page.glyph({
          ...slanted,
          text: letter,
          x,
          y,
          advance: 50,
          bbox: [x, y - 50, x + 80, y + 40],
        });
      }
      const text = `About our ${title} ${index + 1}`;
      const folio = [text, 540 - 5 * text.length, 760] as const;
      for (const [line, x, y] of [...BODY, folio]) page.text(line, x, y);
      return readBands(layOutPage(page.done({ page_index: index, width: 612, height: 792 })));
    });
    expect(printed(mapPageLabels(bands, null, []), 6)).toBe('1 2 3 4 5 6');
  });

  it('the chapter opening keeps a folio that stands elsewhere', () => {
    const map = mapOf(8, (index) =>
      index === 4 ? [centred(`${index + 1}`)] : [[`${index + 1}`, 540, 40] as const],
    );
    expect(printed(map, 8)).toBe('1 2 3 4 5 6 7 8');
  });
});

describe('numbers that are no folios', () => {
  it.each([
    ['the same number on every page', () => [centred('10')]],
    ['years', (index: number) => [centred(`${2019 + (index % 2)}`)]],
    ['years that count on', (index: number) => (index < 4 ? [centred(`${2019 + index}`)] : [])],
    ['amounts', (index: number) => [centred(`$ ${index + 400}`)]],
    ['numbers that leap', (index: number) => [centred(`${index * index + 1}`)]],
    ['numbers that fall', (index: number) => [centred(`${50 - index}`)]],
    ['tables that count on', (index: number) => [centred(`Table ${index + 1}`)]],
    [
      'items of a list that open the page',
      (index: number): Print[] => [[`${index + 1}. The parties agree to this`, 72, 40]],
    ],
    ['letters that head an index', (index: number): Print[] => [['ABCDEF'[index] ?? '', 72, 40]]],
    [
      'a row of a table',
      (index: number): Print[] => [
        ['Total', 72, 760],
        [`${index + 11}`, 300, 760],
        [`${index + 21}`, 400, 760],
        [`${index + 31}`, 500, 760],
      ],
    ],
  ] as const)('%s label nothing', (_name, prints) => {
    expect(printed(mapOf(6, prints), 6)).toBe('- - - - - -');
  });

  it('a shorter run beside the folios does not label the pages', () => {
    const map = mapOf(12, (index) => [
      centred(`${index + 1}`),
      ...(index > 3 && index < 8 ? [[`${index + 60}`, 72, 40] as const] : []),
    ]);
    expect(printed(map, 12)).toBe('1 2 3 4 5 6 7 8 9 10 11 12');
  });
});

describe('all sources together', () => {
  it('a second numbering of all pages stands beside the first', () => {
    const map = mapOf(9, (index) => [centred(`${index + 1}`), [`F-${index + 12}`, 540, 40]]);
    expect(labelsOfPage(map, 3).map(({ label }) => label)).toEqual(['4', 'F-15']);
  });

  it('dictionary and folio stay apart where they disagree', () => {
    const map = mapOf(3, (index) => [centred(`${index + 5}`)], ['i', 'ii', '']);
    expect(map.labels).toEqual([
      { page_index: 0, label: 'i', source: 'pdf_dictionary' },
      { page_index: 0, label: '5', source: 'printed_folio' },
      { page_index: 1, label: 'ii', source: 'pdf_dictionary' },
      { page_index: 1, label: '6', source: 'printed_folio' },
      { page_index: 2, label: '7', source: 'printed_folio' },
    ]);
  });

  it('Bates stamps are labels of their own', () => {
    const map = mapOf(4, (index) => [centred(`${index + 1}`), [`ABC000${1234 + index}`, 500, 780]]);
    expect(labelsOfPage(map, 2)).toEqual([
      { page_index: 2, label: '3', source: 'printed_folio' },
      { page_index: 2, label: 'ABC0001236', source: 'bates_stamp' },
    ]);
  });

  it('a file number that every page repeats is no stamp', () => {
    expect(
      printed(
        mapOf(4, () => [['ABC0001234', 500, 780]]),
        4,
      ),
    ).toBe('- - - -');
  });

  it('without dictionary and print there are no labels, and unread pages are told', () => {
    expect(mapPageLabels([], null, [4, 2, 4])).toEqual({
      labels: [],
      isolated: [],
      unread: [2, 4],
    });
  });

  it('pages in any order give the same map', () => {
    const bands = Array.from({ length: 6 }, (_, index) => {
      const page = drawing();
      for (const [text, x, y] of [...BODY, centred(`${index + 1}`)]) page.text(text, x, y);
      return readBands(layOutPage(page.done({ page_index: index, width: 612, height: 792 })));
    });
    const expected = mapPageLabels(bands, null, []);
    fc.assert(
      fc.property(fc.shuffledSubarray(bands, { minLength: 6 }), (shuffled) => {
        expect(mapPageLabels(shuffled, null, [])).toEqual(expected);
      }),
    );
  });

  it('every run of at least three consecutive centred numbers is found, with holes or not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: 3, max: 7 }),
        (first, count) => {
          const map = mapOf(count, (index) => [centred(`${first + index}`)]);
          const expected = Array.from({ length: count }, (_, index) => first + index).join(' ');
          expect(printed(map, count)).toBe(expected);
        },
      ),
      { numRuns: 15 },
    );
  });
});

/** A glyph read downwards, its box turned with it. */
function turnedGlyph(text: string, x: number, y: number, extra: GlyphExtra) {
  return { ...extra, text, x, y, bbox: [x - 2, y, x + 8, y + 5] as const };
}
