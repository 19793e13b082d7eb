import { put } from '../../../examples/report/typeset.ts';
import { fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { pageClaim, quoteOn, valueOn } from '../claims.ts';
import { LOOKS, type Look, makeDocument, type PageSpec, plainDocument } from '../document.ts';
import { dealer, fillPages, take } from '../sentences.ts';

/** The evidence stands, but on another page than the cited one. */
export const wrongPage: MatrixRow = {
  name: 'wrong page',
  cases: () =>
    LOOKS.flatMap((look, index) => [
      ...misplacedQuotes(look, 700 + index),
      ...misplacedValues(look, 750 + index),
    ]),
};

/** A page counted from one. */
export const oneBasedIndex: MatrixRow = {
  name: 'one-based index',
  cases: () => LOOKS.flatMap((look, index) => countedFromOne(look, 800 + index)),
};

function misplacedQuotes(look: Look, seed: number): readonly MatrixCase[] {
  const pages = fillPages(dealer(seed), 10, 3);
  const document = plainDocument(look, pages);
  const home = 3 + (seed % 4);
  const sentence = pages[home]?.[1] ?? '';
  const cite = (page: number, scope: 'window' | 'document'): MatrixCase => ({
    title: `page ${page} is cited, the sentence stands on page ${home}`,
    document,
    claim: quoteOn(page, sentence),
    expected: fails(['evidence_on_other_page'], {
      actions: ['repoint'],
      repoint_to: home,
      scope,
    }),
  });
  return [
    cite(home - 1, 'window'),
    cite(home + 2, 'window'),
    cite(home < 5 ? 9 : 0, 'document'),
    {
      title: `page ${home} is cited rightly`,
      document,
      claim: quoteOn(home, sentence),
      expected: holds({ evidence_page: home }),
    },
  ];
}

function misplacedValues(look: Look, seed: number): readonly MatrixCase[] {
  const deal = dealer(seed);
  const table =
    (rows: readonly (readonly [string, string])[]): NonNullable<PageSpec['draw']> =>
    (sheet) => {
      let y = look.height * 0.62;
      for (const [label, number] of rows) {
        put(sheet, look.margin, y, label, look.style);
        put(sheet, look.width - look.margin - 60, y, number, look.style);
        y += look.style.leading + 2;
      }
    };
  const document = makeDocument(look, [
    { paragraphs: take(deal, 2) },
    {
      paragraphs: take(deal, 2),
      draw: table([
        ['Licence fees', '7,431'],
        ['Rent', '1,096'],
      ]),
    },
    {
      paragraphs: take(deal, 2),
      draw: table([
        ['Postage', '388'],
        ['Fuel', '2,517'],
      ]),
    },
  ]);
  return [
    {
      title: 'the row stands on the page before, and nothing like it on the cited one',
      document,
      claim: valueOn(2, 'Licence fees', { expected_text: '7,431' }),
      expected: fails(['evidence_on_other_page'], { actions: ['repoint'], repoint_to: 1 }),
    },
  ];
}

function countedFromOne(look: Look, seed: number): readonly MatrixCase[] {
  const pages = fillPages(dealer(seed), 5, 3);
  const document = makeDocument(
    look,
    pages.map((paragraphs) => ({ paragraphs })),
    { pageLabels: '0 << /S /D >>' },
  );
  const second = pages[1]?.[0] ?? '';
  const last = pages[4]?.[2] ?? '';
  return [
    {
      title: 'the second page is cited as 2',
      document,
      claim: quoteOn(2, second),
      expected: fails(['evidence_on_other_page'], { actions: ['repoint'], repoint_to: 1 }),
    },
    {
      title: 'the last page is cited as the number of pages',
      document,
      claim: quoteOn(5, last),
      expected: fails(['page_out_of_range']),
    },
    {
      title: 'the index counts from one, and the label is right',
      document,
      claim: quoteOn(2, second, { page_label: '2' }),
      expected: fails(['page_label_mismatch']),
    },
    {
      title: 'a page claim one past the end',
      document,
      claim: pageClaim({ page_index: 5, page_label: '5' }),
      expected: fails(['page_out_of_range']),
    },
  ];
}
