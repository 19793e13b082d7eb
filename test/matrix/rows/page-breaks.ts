import { breakLines, putLine, type Sheet } from '../../../examples/report/typeset.ts';
import { DIFFERS, fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { quoteOn } from '../claims.ts';
import { LOOKS, type Look, makeDocument, type PageSpec } from '../document.ts';
import { dealer, take } from '../sentences.ts';

/** A sentence that starts on one page and ends on the next. */
export const pageBreakQuotes: MatrixRow = {
  name: 'page-break quotes',
  cases: () => LOOKS.flatMap((look, index) => overTheBreak(look, 1700 + index)),
};

function overTheBreak(look: Look, seed: number): readonly MatrixCase[] {
  const deal = dealer(seed);
  const sentence = deal();
  const words = sentence.split(' ');
  const cut = Math.floor(words.length / 2);
  const [head, tail] = [words.slice(0, cut).join(' '), words.slice(cut).join(' ')];
  const body = take(deal, 4);
  const hasFurniture = seed % 2 === 0;
  const furniture = (folio: string): PageSpec =>
    hasFurniture ? { header: 'Report of the trustees', footer: folio } : {};
  const document = makeDocument(look, [
    { ...furniture('6'), paragraphs: take(deal, 3) },
    { ...furniture('7'), draw: (sheet) => setLast(sheet, look, [...body, head].join(' ')) },
    { ...furniture('8'), lines: [tail], paragraphs: take(deal, 3) },
    { ...furniture('9'), paragraphs: take(deal, 3) },
  ]);
  const other = words.with(cut, 'hardly').join(' ');
  return [
    {
      title: 'both pages are cited',
      document,
      claim: quoteOn(1, sentence, { page_index_end: 2 }),
      expected: holds({ evidence_page: 1 }),
    },
    {
      title: 'the first page alone is cited',
      document,
      claim: quoteOn(1, sentence),
      expected: fails(['evidence_spans_pages']),
    },
    {
      title: 'the second page alone is cited',
      document,
      claim: quoteOn(2, sentence),
      expected: fails(['evidence_spans_pages']),
    },
    {
      title: 'both pages are cited, and a word at the break is another',
      document,
      claim: quoteOn(1, other, { page_index_end: 2 }),
      expected: fails(DIFFERS),
    },
  ];
}

/** Sets one paragraph so that it ends with the last line of the page. */
function setLast(sheet: Sheet, look: Look, text: string): void {
  const width = look.width - 2 * look.margin;
  const lines = breakLines(text, width, look.style);
  let y = look.height - 60 - (lines.length - 1) * look.style.leading;
  for (const line of lines) {
    putLine(sheet, look.margin, y, { ...line, is_last: true }, width, look.style);
    y += look.style.leading;
  }
}
