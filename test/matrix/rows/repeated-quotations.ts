import { fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { quoteOn } from '../claims.ts';
import { boxOf, LOOKS, type Look, plainDocument } from '../document.ts';
import { dealer, fillPages } from '../sentences.ts';

/** The same words stand in several places; only the cited place counts. */
export const repeatedQuotations: MatrixRow = {
  name: 'repeated quotations',
  cases: () =>
    LOOKS.flatMap((look, index) => [
      ...onSeveralPages(look, 100 + index),
      ...onOnePage(look, 200 + index),
    ]),
};

function onSeveralPages(look: Look, seed: number): readonly MatrixCase[] {
  const deal = dealer(seed);
  const sentence = deal();
  const pages = fillPages(deal, 8, 4);
  for (const index of [1, 3, 5]) pages[index]?.splice(seed % 4, 0, sentence);
  const document = plainDocument(look, pages);
  return [
    {
      title: 'one of three pages that hold the sentence is cited',
      document,
      claim: quoteOn(3, sentence),
      expected: holds({ evidence_page: 3, occurrences: 1 }),
    },
    {
      title:
        'the page between two that hold the sentence is cited, so no single page can be proposed',
      document,
      claim: quoteOn(2, sentence),
      expected: fails(['evidence_on_other_page'], { actions: ['flag'] }),
    },
    {
      title: 'a page far from all that hold the sentence is cited',
      document,
      claim: quoteOn(7, sentence),
      expected: fails(['evidence_on_other_page']),
    },
  ];
}

function onOnePage(look: Look, seed: number): readonly MatrixCase[] {
  const deal = dealer(seed);
  const sentence = deal();
  const [first, second, third] = fillPages(deal, 3, 4);
  const twice = [...(second ?? []), sentence];
  twice.splice(1, 0, sentence);
  const boilerplate = deal();
  const document = plainDocument(look, [
    [...(first ?? []), boilerplate],
    [...twice, boilerplate],
    [...(third ?? []), boilerplate],
  ]);
  const other = second?.[0] ?? '';
  return [
    {
      title: 'the sentence stands twice on the cited page',
      document,
      claim: quoteOn(1, sentence),
      expected: holds({
        evidence_page: 1,
        occurrences: 2,
        limitations: ['several_occurrences'],
      }),
    },
    {
      title: 'a box chooses one of two places on the page',
      document,
      claim: quoteOn(1, sentence, { bbox: boxOf(document, 1, sentence) }),
      expected: holds({ evidence_page: 1, occurrences: 1 }),
    },
    {
      title: 'a box around another sentence does not borrow the words from beside it',
      document,
      claim: quoteOn(1, sentence, { bbox: boxOf(document, 1, other) }),
      expected: fails(['evidence_elsewhere_on_page']),
    },
    {
      title: 'a closing sentence of every page is found on the page that is cited',
      document,
      claim: quoteOn(2, boilerplate),
      expected: holds({ evidence_page: 2, occurrences: 1 }),
    },
  ];
}
