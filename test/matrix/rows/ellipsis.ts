import { DIFFERS, fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { quoteOn } from '../claims.ts';
import { lookOf, plainDocument } from '../document.ts';
import { dealer, fillPages, take } from '../sentences.ts';

/** Quotes that leave words out: segments in order, in one passage, and the gap hides nothing. */
export const ellipsisQuotes: MatrixRow = {
  name: 'ellipsis quotes',
  cases: () => [
    ...Array.from({ length: 4 }, (_, index) => shortened(1100 + index)).flat(),
    ...hidden(),
  ],
};

const MARKS = [' … ', ' ... ', ' [...] ', ' […] '];

function shortened(seed: number): readonly MatrixCase[] {
  const mark = MARKS[seed % MARKS.length] ?? ' … ';
  const deal = dealer(seed);
  const [first = [], second = []] = fillPages(deal, 2, 8);
  const document = plainDocument(lookOf(seed), [first, second]);
  const words = longest(second).split(' ');
  const head = words.slice(0, 5).join(' ');
  const tail = words.slice(-5).join(' ');
  const faraway = (second[7] ?? '').split(' ').slice(-5).join(' ');
  return [
    {
      title: `a gap of ${words.length - 10} words inside one sentence, marked by${mark}`,
      document,
      claim: quoteOn(1, `${head}${mark}${tail}`),
      expected: holds({ evidence_page: 1, limitations: ['segments_joined'] }),
    },
    {
      title: 'the segments stand in the other order',
      document,
      claim: quoteOn(1, `${tail}${mark}${head}`),
      expected: fails(DIFFERS),
    },
    {
      title: 'the second segment was made up',
      document,
      claim: quoteOn(1, `${head}${mark}and nobody objected loudly afterwards`),
      expected: fails([...DIFFERS, 'text_not_found']),
    },
    {
      title: 'the second segment stands on another page',
      document,
      claim: quoteOn(1, `${head}${mark}${(first[3] ?? '').split(' ').slice(-5).join(' ')}`),
      expected: fails([...DIFFERS, 'text_not_found']),
    },
    {
      title: 'the second segment stands five paragraphs further on',
      document,
      claim: quoteOn(1, `${(second[0] ?? '').split(' ').slice(0, 5).join(' ')}${mark}${faraway}`),
      expected: fails([...DIFFERS, 'text_not_found']),
    },
  ];
}

function longest(sentences: readonly string[]): string {
  return sentences.reduce((best, next) =>
    next.split(' ').length > best.split(' ').length ? next : best,
  );
}

/** Printed sentence, and a shortened quote whose gap turns its meaning. */
const HIDDEN: readonly (readonly [string, string])[] = [
  [
    'The guarantor agrees that it shall not in any event pay the outstanding debt of the borrower.',
    'The guarantor agrees that it … pay the outstanding debt of the borrower.',
  ],
  [
    'The expert found that the dam was, contrary to rumours, never in danger of giving way.',
    'The expert found that the dam was … in danger of giving way.',
  ],
  [
    'Staff of the agency can, without written consent, hardly and in no case open private mail.',
    'Staff of the agency can … open private mail.',
  ],
  [
    'The medicine is, as all four trials showed, not suitable for children under six.',
    'The medicine is … suitable for children under six.',
  ],
];

function hidden(): readonly MatrixCase[] {
  return HIDDEN.flatMap(([printed, quote], index) => {
    const deal = dealer(1150 + index);
    const literal = 'He paused … then signed the ledger and left the room at once.';
    const document = plainDocument(lookOf(index), [[...take(deal, 2), printed, literal, deal()]]);
    return [
      {
        title: `the gap hides a negation: ${quote}`,
        document,
        claim: quoteOn(0, quote),
        expected: fails(DIFFERS),
      },
      {
        title: 'the ellipsis is printed',
        document,
        claim: quoteOn(0, literal),
        expected: holds({ evidence_page: 0, occurrences: 1 }),
      },
    ];
  });
}
