import { DIFFERS, fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { quoteOn } from '../claims.ts';
import { LOOKS, type Look, makeDocument, plainDocument } from '../document.ts';
import { dealer, take } from '../sentences.ts';

/** Quotes of a word, of a page, and of the furniture around the page. */
export const quoteLengths: MatrixRow = {
  name: 'short and long quotes',
  cases: () => [...LOOKS.slice(0, 2).flatMap(lengths), ...LOOKS.slice(0, 4).flatMap(furniture)],
};

function lengths(look: Look, index: number): readonly MatrixCase[] {
  const deal = dealer(2900 + index);
  const paragraphs = take(deal, 24);
  const document = plainDocument(look, [take(deal, 3), paragraphs]);
  const whole = paragraphs.join(' ');
  const words = whole.split(' ');
  const changed = (at: number): string => words.with(at, 'otherwise').join(' ');
  const dropped = (at: number): string => words.toSpliced(at, 1).join(' ');
  const unusual = paragraphs
    .flatMap((text) => text.match(/(?<=\s)\p{Ll}{9,}(?=\s)/gu) ?? [])
    .find((word) => whole.split(word).length === 2);
  return [
    {
      title: `a whole page of ${words.length} words`,
      document,
      claim: quoteOn(1, whole),
      expected: holds({ occurrences: 1, evidence_page: 1 }),
    },
    {
      title: 'a whole page with its second word changed',
      document,
      claim: quoteOn(1, changed(1)),
      expected: fails(DIFFERS),
    },
    {
      title: 'a whole page with its last word but one changed',
      document,
      claim: quoteOn(1, changed(words.length - 2)),
      expected: fails(DIFFERS),
    },
    {
      title: 'a whole page with one word left out in the middle',
      document,
      claim: quoteOn(1, dropped(Math.floor(words.length / 2))),
      expected: fails(DIFFERS),
    },
    {
      title: 'a single unusual word',
      document,
      claim: quoteOn(1, unusual ?? ''),
      expected: holds({ occurrences: 1 }),
    },
    {
      title: 'a single word that is nowhere',
      document,
      claim: quoteOn(1, 'rhododendron'),
      expected: fails(['text_not_found']),
    },
    {
      title: 'a part of a single word',
      document,
      claim: quoteOn(1, (unusual ?? '').slice(0, -2)),
      expected: fails(['text_not_found', ...DIFFERS]),
    },
    {
      title: 'two sentences in the other order',
      document,
      claim: quoteOn(1, `${paragraphs[5]} ${paragraphs[4]}`),
      expected: fails(DIFFERS),
    },
  ];
}

/** A running head that stands on every page is text of each page, and the verdict says where. */
function furniture(look: Look, index: number): readonly MatrixCase[] {
  const deal = dealer(2950 + index);
  const header = 'Almanac of the river wardens';
  const document = makeDocument(
    look,
    Array.from({ length: 5 }, (_, at) => ({
      paragraphs: take(deal, 4),
      header,
      footer: String(at + 21),
    })),
  );
  return [
    {
      title: `the running head as a quote, ${look.style.face}`,
      document,
      claim: quoteOn(2, header),
      expected: holds({ evidence_page: 2, limitations: ['text_in_page_furniture'] }),
    },
    {
      title: `the folio as a label, ${look.style.face}`,
      document,
      claim: quoteOn(2, header, { page_label: '23' }),
      expected: holds({ evidence_page: 2 }),
    },
  ];
}
