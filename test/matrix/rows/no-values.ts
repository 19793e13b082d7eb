import type { Reason } from '../../../src/contracts/reason.ts';
import { fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { valueOn } from '../claims.ts';
import { lookOf, makeDocument, plainDocument } from '../document.ts';
import { dealer } from '../sentences.ts';
import { type PrintedStatement, setStatement } from '../statement.ts';

/** Numbers that stand where a value might, and are none; each beside one that is. */
export const noValues: MatrixRow = {
  name: 'numbers that are no values',
  cases: () => [
    ...STATEMENTS.flatMap((statement, index) => inStatement(statement, index)),
    ...SENTENCES.flatMap((sentence, index) => inProse(sentence, index)),
  ],
};

/** Row, printed number, and what the claim must come to: `null` where it holds. */
type Claimed = readonly [row: string, text: string, reasons: readonly Reason[] | null];

interface Statement {
  readonly what: string;
  readonly printed: PrintedStatement;
  readonly claims: readonly Claimed[];
}

const OPEN: readonly Reason[] = ['low_table_confidence', 'value_mismatch'];
const OTHER: readonly Reason[] = ['value_mismatch'];

const STATEMENTS: readonly Statement[] = [
  {
    what: 'note numbers right of the amounts',
    printed: {
      columns: ['2025', '2024', 'Notes'],
      rows: [
        ['Harbour dues', '5,118', '4,903', '21'],
        ['Pilot fees', '1,377', '1,402', '22'],
      ],
    },
    claims: [
      ['Harbour dues', '21', OPEN],
      ['Pilot fees', '1,402', null],
    ],
  },
  {
    what: 'page numbers of a list of statements',
    printed: {
      columns: ['Surplus', 'Page'],
      rows: [
        ['Northern yard', '3,210', '14'],
        ['Southern yard', '2,875', '19'],
      ],
    },
    claims: [
      ['Southern yard', '19', OPEN],
      ['Southern yard', '2,875', null],
    ],
  },
  {
    what: 'years over the columns, beside the words for the period',
    printed: {
      columns: ['', ''],
      rows: [
        ['Year ended 30 June', '2025', '2024'],
        ['Grain sold', '6,441', '6,120'],
        ['Flour sold', '2,015', '1,987'],
      ],
    },
    claims: [
      ['Year ended 30 June', '2025', OPEN],
      ['Grain sold', '2024', OTHER],
      ['Flour sold', '1,987', null],
    ],
  },
  {
    what: 'a label that ends in a number',
    printed: {
      columns: ['2025', '2024'],
      rows: [
        ['Berth 7', '418', '402'],
        ['4.25% bonds due 2031', '900', '950'],
      ],
    },
    claims: [
      ['Berth', '7', OPEN],
      ['4.25% bonds due', '2031', OPEN],
      ['4.25% bonds due 2031', '2031', OTHER],
      ['Berth 7', '418', null],
      ['4.25% bonds due 2031', '950', null],
    ],
  },
  {
    what: 'thousands set apart by spaces, in millions',
    printed: {
      columns: ['2025', '2024'],
      rows: [
        ['Timber felled', '1 204 500', '998 700'],
        ['Timber planted', '87 250', '91 400'],
        ['Hands', '412', '398'],
      ],
    },
    claims: [
      ['Timber felled', '1 204 500', null],
      ['Timber felled', '1,204,500', null],
      ['Timber felled', '500', OTHER],
      ['Timber felled', '204 500', OTHER],
      ['Timber planted', '87', OTHER],
      ['Hands', '412', null],
    ],
  },
  {
    what: 'units printed with the number',
    printed: {
      columns: ['2025', '2024'],
      rows: [
        ['Share of coal', '18%', '23%'],
        ['Gearing', '2.4x', '2.1x'],
      ],
    },
    claims: [
      ['Share of coal', '18', ['unit_mismatch']],
      ['Gearing', '2.4', ['unit_mismatch']],
      ['Share of coal', '23%', null],
      ['Gearing', '2.1x', null],
    ],
  },
  {
    what: 'a range of numbers',
    printed: {
      columns: ['2025', '2024'],
      rows: [
        ['Lives of the sheds', '12–40', '12–40'],
        ['Lives of the carts', '6', '5'],
      ],
    },
    claims: [
      ['Lives of the sheds', '40', OPEN],
      ['Lives of the sheds', '-40', OPEN],
      ['Lives of the carts', '5', null],
    ],
  },
  {
    what: 'a sign behind the number',
    printed: {
      columns: ['2025', '2024'],
      rows: [
        ['Result of the mill', '331-', '274-'],
        ['Result of the farm', '96 -', '105'],
      ],
    },
    claims: [
      ['Result of the mill', '331', ['sign_mismatch']],
      ['Result of the mill', '-331', null],
      ['Result of the farm', '96', ['low_table_confidence', 'sign_mismatch']],
      ['Result of the farm', '105', null],
    ],
  },
];

function inStatement(statement: Statement, index: number): readonly MatrixCase[] {
  const look = lookOf(index % 2);
  const document = makeDocument(look, [
    {
      paragraphs: wordy(2900 + index),
      draw: (sheet) => setStatement(sheet, look, look.height * 0.5, statement.printed),
    },
  ]);
  return statement.claims.map(([row, text, reasons]) => ({
    title: `${statement.what}: ${row}, ${text}`,
    document,
    claim: valueOn(0, row, { expected_text: text }),
    expected: reasons === null ? holds({ match_methods: ['value_in_row'] }) : fails(reasons),
  }));
}

interface Sentence {
  readonly printed: string;
  readonly claims: readonly (readonly [text: string, reasons: readonly Reason[] | null])[];
}

const NO_NUMBER: readonly Reason[] = [
  'low_table_confidence',
  'spacing_not_established',
  'unit_mismatch',
  'text_not_found',
];

const SENTENCES: readonly Sentence[] = [
  {
    printed: 'The lock was opened on 23 April 1987 and has seen 512 barges a month since.',
    claims: [
      ['23', NO_NUMBER],
      ['1987', NO_NUMBER],
      ['512', null],
    ],
  },
  {
    printed: 'In the season of 2023-24 the keeper, on extension 555-0142, logged 9,318 calls.',
    claims: [
      ['24', NO_NUMBER],
      ['-24', NO_NUMBER],
      ['142', NO_NUMBER],
      ['9,318', null],
    ],
  },
  {
    printed: 'The weir cost 48 600 guilders and holds 7 1/2 feet of water.',
    claims: [
      ['600', NO_NUMBER],
      ['48', NO_NUMBER],
      ['7', NO_NUMBER],
      ['48 600', null],
    ],
  },
  {
    printed: 'Leakage fell by 11 per cent, to the lowest of 34 districts.',
    claims: [
      ['11', NO_NUMBER],
      ['11 per cent', null],
      ['34', null],
    ],
  },
];

function inProse(sentence: Sentence, index: number): readonly MatrixCase[] {
  const document = plainDocument(lookOf(index % 2), [[...wordy(2950 + index), sentence.printed]]);
  return sentence.claims.map(([text, reasons]) => ({
    title: `${sentence.printed} ${text}`,
    document,
    claim: { id: 'c1', kind: 'value', page_index: 0, expected_text: text },
    expected: reasons === null ? holds({ match_methods: ['value_on_page'] }) : fails(reasons),
  }));
}

/** Sentences without any digit. */
function wordy(seed: number): string[] {
  const deal = dealer(seed);
  const found: string[] = [];
  while (found.length < 3) {
    const sentence = deal();
    if (!/\d/.test(sentence)) found.push(sentence);
  }
  return found;
}
