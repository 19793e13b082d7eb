import { DIFFERS, fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { quoteOn } from '../claims.ts';
import { lookOf, makeDocument, plainDocument } from '../document.ts';
import { dealer, take } from '../sentences.ts';

/** Words broken at line ends, and hyphens that belong to the word. */
export const lineEndHyphens: MatrixRow = {
  name: 'line-end hyphens',
  cases: () => [...brokenWords(), ...hardHyphens(), ...numbers()],
};

/** Two printed lines, and the words as a reader quotes them. */
const BROKEN: readonly (readonly [string, string, string])[] = [
  ['The board completed the recon-', 'ciliation of both ledgers.', 'the reconciliation of both'],
  ['Nobody had expected the amor-', 'tisation to end so soon.', 'the amortisation to end'],
  ['A short account of the depart-', 'ment follows in the annex.', 'of the department follows'],
  ['The engineers praised the main-', 'tenance of the old lifts.', 'the maintenance of the old'],
  ['They voted on the govern-', 'ance code in the evening.', 'on the governance code in'],
  ['Costs of the trans-', 'portation were shared equally.', 'the transportation were shared'],
  ['A fee for environ-', 'mental surveys was introduced.', 'for environmental surveys was'],
  ['Every second sub-', 'sidiary reported a loss again.', 'second subsidiary reported a'],
];

function brokenWords(): readonly MatrixCase[] {
  return BROKEN.flatMap(([first, second, quote], index) => {
    const document = makeDocument(lookOf(index), [
      { lines: [first, second], paragraphs: take(dealer(1200 + index), 3) },
    ]);
    return [
      {
        title: `a word broken at the line end: ${quote}`,
        document,
        claim: quoteOn(0, quote),
        expected: holds({ match_methods: ['extraction_text'], occurrences: 1 }),
      },
      {
        title: `another word than the broken one: ${quote}`,
        document,
        claim: quoteOn(
          0,
          quote.replace(/(tion|tisation|ment|ance|mental|sidiary|portation)\b/, 'x$1'),
        ),
        expected: fails([...DIFFERS, 'text_not_found']),
      },
    ];
  });
}

const HARD: readonly (readonly [string, string, string])[] = [
  ['They signed a long-', 'term lease for the depot.', 'signed a long-term lease for'],
  ['It was a well-', 'known weakness of the design.', 'a well-known weakness of the'],
  ['The state-', 'owned mill closed its doors.', 'The state-owned mill closed'],
  ['Hourly wages of part-', 'time drivers went up.', 'of part-time drivers went'],
];

function hardHyphens(): readonly MatrixCase[] {
  return HARD.flatMap(([first, second, quote], index) => {
    const inside = `On one line they wrote that ${quote} once more.`;
    const broken = makeDocument(lookOf(index + 1), [
      { lines: [first, second], paragraphs: take(dealer(1250 + index), 3) },
    ]);
    const unbroken = plainDocument(lookOf(index + 2), [[...take(dealer(1260 + index), 3), inside]]);
    return [
      {
        title: `the hyphen of the word stands at the line end: ${quote}`,
        document: broken,
        claim: quoteOn(0, quote),
        expected: holds({ match_methods: ['extraction_text'], occurrences: 1 }),
      },
      {
        title: `a hyphen inside a line is not dropped: ${quote}`,
        document: unbroken,
        claim: quoteOn(0, quote.replace('-', '')),
        expected: fails([...DIFFERS, 'text_not_found']),
      },
    ];
  });
}

/** Two printed lines whose hyphen stands between digits, and what must not be made of them. */
const DIGITS: readonly (readonly [string, string, string])[] = [
  ['See the tables on pages 12-', '14 of the second volume.', 'tables on pages 1214 of the second'],
  ['The winters of 1998-', '99 were unusually mild here.', 'winters of 199899 were unusually mild'],
  ['Lots 340-', '52 went to a single bidder.', 'Lots 34052 went to a single bidder.'],
];

function numbers(): readonly MatrixCase[] {
  return DIGITS.map(([first, second, quote], index) => ({
    title: `a hyphen between digits is not dropped: ${quote}`,
    document: makeDocument(lookOf(index), [
      { lines: [first, second], paragraphs: take(dealer(1280 + index), 3) },
    ]),
    claim: quoteOn(0, quote),
    expected: fails([...DIFFERS, 'text_not_found']),
  }));
}
