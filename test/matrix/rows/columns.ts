import { breakLines, put, putLine, type Sheet } from '../../../examples/report/typeset.ts';
import { DIFFERS, fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { quoteOn } from '../claims.ts';
import { LOOKS, type Look, makeDocument } from '../document.ts';
import { dealer, take } from '../sentences.ts';

/** Prose in columns reads down each column; nothing reads across the gutter. */
export const columnOrder: MatrixRow = {
  name: 'column order',
  cases: () =>
    [0, 1, 2, 4].flatMap((at) => {
      const look = LOOKS[at] ?? LOOKS[0];
      return [...columns(look, 2, 2000 + at), ...columns(look, 3, 2050 + at)].slice(0, 7);
    }),
};

function columns(look: Look, count: number, seed: number): readonly MatrixCase[] {
  if (count === 3 && look.width < 590) return [];
  const deal = dealer(seed);
  const texts = Array.from({ length: count }, () => take(deal, 5));
  const lines: string[][] = [];
  const document = makeDocument(look, [
    {
      draw: (sheet) => {
        lines.push(...setColumns(sheet, look, texts));
        put(sheet, look.margin, look.margin, 'Reports of the parishes', look.style);
      },
    },
  ]);
  const [left = [], right = []] = lines;
  const flowing = texts[0]?.[3] ?? '';
  const across = `${lastWords(left[4])} ${firstWords(right[4])}`;
  return [
    {
      title: `a sentence inside the first of ${count} columns`,
      document,
      claim: quoteOn(0, flowing),
      expected: holds({ occurrences: 1 }),
    },
    {
      title: `a sentence inside the last of ${count} columns`,
      document,
      claim: quoteOn(0, texts[count - 1]?.[2] ?? ''),
      expected: holds({ occurrences: 1 }),
    },
    {
      title: `two sentences that follow one another in one of ${count} columns`,
      document,
      claim: quoteOn(0, `${texts[1]?.[0] ?? ''} ${texts[1]?.[1] ?? ''}`),
      expected: holds({ occurrences: 1 }),
    },
    {
      title: `words of one line across the gutter of ${count} columns`,
      document,
      claim: quoteOn(0, across),
      expected: fails([...DIFFERS, 'text_not_found']),
    },
  ];
}

/** Sets each text in its own column, ragged; returns the lines of each as they were set. */
function setColumns(sheet: Sheet, look: Look, texts: readonly string[][]): string[][] {
  const gutter = 22;
  const width = (look.width - 2 * look.margin - (texts.length - 1) * gutter) / texts.length;
  return texts.map((paragraphs, column) => {
    let y = look.margin + 2 * look.style.leading;
    const set: string[] = [];
    for (const line of breakLines(paragraphs.join(' '), width, look.style)) {
      const x = look.margin + column * (width + gutter);
      putLine(sheet, x, y, { ...line, is_last: true }, width, look.style);
      set.push(line.words.join(' '));
      y += look.style.leading;
    }
    return set;
  });
}

function lastWords(line: string | undefined): string {
  return (line ?? '').split(' ').slice(-3).join(' ');
}

function firstWords(line: string | undefined): string {
  return (line ?? '').split(' ').slice(0, 3).join(' ');
}
