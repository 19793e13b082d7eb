import type { Reason } from '../../../src/contracts/reason.ts';
import { fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { valueOn } from '../claims.ts';
import { lookOf, makeDocument, plainDocument } from '../document.ts';
import { dealer, take } from '../sentences.ts';
import { type PrintedStatement, setStatement } from '../statement.ts';

/** Numbers as they are written in prose, and what else a claim may say of a number in a row. */
export const numberFormats: MatrixRow = {
  name: 'number formats and assertions',
  cases: () => [...written(), ...assertions(0), ...assertions(1)],
};

interface Written {
  readonly printed: string;
  readonly claim: Readonly<Record<string, unknown>>;
  /** Null where the claim holds. */
  readonly reasons: readonly Reason[] | null;
}

const DIFFERENT: readonly Reason[] = [
  'value_mismatch',
  'sign_mismatch',
  'scale_mismatch',
  'unit_mismatch',
  'currency_mismatch',
  'text_not_found',
];

const WRITTEN: readonly Written[] = [
  {
    printed: 'The upkeep of the dyke came to 12\u00a0400 crowns in all.',
    claim: { expected_text: '12 400', expected_value: '12400' },
    reasons: null,
  },
  {
    printed: "The bells were recast for 3'250 francs by a firm in Thun.",
    claim: { expected_value: '3250' },
    reasons: null,
  },
  {
    printed: 'The estate was sold for 1.234.567,89 marks at auction.',
    claim: { expected_text: '1.234.567,89', expected_value: '1234567.89' },
    reasons: null,
  },
  {
    printed: 'The fund closed the year with a return of (3.2)% after fees.',
    claim: { expected_value: '-3.2', unit: 'percent' },
    reasons: null,
  },
  {
    printed: 'The deposit facility stood at -0.75% until the summer.',
    claim: { expected_value: '-0.75', unit: 'percent' },
    reasons: null,
  },
  {
    printed: 'The overnight rate stood at -0.85% until the autumn.',
    claim: { expected_value: '0.85', unit: 'percent' },
    reasons: DIFFERENT,
  },
  {
    printed: 'The pipeline was insured for $1.1 billion in London.',
    claim: { expected_text: '$1.1 billion', expected_value: '1100000000', unit: 'USD' },
    reasons: null,
  },
  {
    printed: 'The reinsurers took on $1.7 billion of the risk.',
    claim: { expected_text: '$1.7 million', expected_value: '1700000', unit: 'USD' },
    reasons: DIFFERENT,
  },
  {
    printed: 'Spreads widened by 45 bps in the course of a week.',
    claim: { expected_text: '45 bps' },
    reasons: null,
  },
  {
    printed: 'Gearing was 2.5x at the end of the half year.',
    claim: { expected_text: '2.5x' },
    reasons: null,
  },
  {
    printed: 'The toll for a cart was 3.00 crowns in either direction.',
    claim: { expected_text: '3.0' },
    reasons: null,
  },
  {
    printed: 'The hoard held 1350 coins and a spoon of horn.',
    claim: { expected_text: '1,350' },
    reasons: null,
  },
  {
    printed: 'The vote was carried by 75 % of the parishes.',
    claim: { expected_text: '75%', unit: 'percent' },
    reasons: null,
  },
  {
    printed: 'The tugs were ordered at € 9.6 million in February.',
    claim: { expected_text: '9.6 million', unit: 'USD' },
    reasons: DIFFERENT,
  },
  {
    printed: 'A loss of $(4.2) million was booked on the barges.',
    claim: { expected_value: '-4200000', unit: 'USD' },
    reasons: null,
  },
  {
    printed: 'The dredger was chartered for US$ 5,400 a day.',
    claim: { expected_text: '5,400', unit: 'USD' },
    reasons: null,
  },
  {
    printed: 'The lantern was bought for 7,300 yen in Nagasaki.',
    claim: { expected_text: '7,300' },
    reasons: null,
  },
  {
    printed: 'The lens was bought for ¥ 8,100 in Nagasaki.',
    claim: { expected_text: '8,100', unit: 'EUR' },
    reasons: DIFFERENT,
  },
  {
    printed: 'Prices are expected to rise by 4.5–5.0% next year.',
    claim: { expected_value: '-5.0', unit: 'percent' },
    reasons: DIFFERENT,
  },
  {
    printed: 'The contract of 14/11/2025 was signed in Oster.',
    claim: { expected_text: '14' },
    reasons: DIFFERENT,
  },
];

function written(): readonly MatrixCase[] {
  return WRITTEN.map(({ printed, claim, reasons }, index) => ({
    title: `${printed} ${JSON.stringify(claim)}`,
    document: plainDocument(lookOf(index % 2), [[...wordy(2700 + index), printed]]),
    claim: { id: 'c1', kind: 'value', page_index: 0, ...claim },
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

const PRINTED: PrintedStatement = {
  scale: '(in thousands of dollars)',
  columns: ['2025', '2024'],
  rows: [
    ['Ferry fares', '7,346', '6,902'],
    ['Kiosk rents', '818', '790'],
  ],
};

/** Further things a claim may say: proved by the page, or else the claim is not verified. */
function assertions(seed: number): readonly MatrixCase[] {
  const look = lookOf(seed);
  const document = makeDocument(look, [
    {
      paragraphs: take(dealer(2750 + seed), 2),
      draw: (sheet) => setStatement(sheet, look, look.height * 0.5, PRINTED),
    },
  ]);
  const asserted = (
    title: string,
    more: Readonly<Record<string, unknown>>,
    ...reasons: readonly Reason[]
  ): MatrixCase => ({
    title,
    document,
    claim: valueOn(0, 'Ferry fares', { expected_text: '7,346', ...more }),
    expected: fails([...reasons, 'low_table_confidence', 'no_tables']),
  });
  return [
    {
      title: 'the period of the column that holds the number',
      document,
      claim: valueOn(0, 'Ferry fares', { expected_text: '7,346', period: '2025' }),
      expected: {
        outcomes: ['verified', 'low_table_confidence', 'no_tables'],
        never: ['mismatch', 'not_found'],
      },
    },
    asserted('the period of the other column', { period: '2024' }, 'period_mismatch'),
    asserted('a period that the page does not name', { period: '2019' }, 'period_mismatch'),
    asserted('an entity that the page does not name', { entity: 'Kestrel plc' }, 'entity_mismatch'),
    asserted(
      'a dimension that the page does not name',
      { dimensions: { region: 'Northern isles' } },
      'dimension_mismatch',
    ),
    asserted(
      'a table title that the page does not carry',
      { table_title: 'Statement of cash flows' },
      'table_title_mismatch',
    ),
    asserted(
      'a footnote that the number does not carry',
      { footnotes: ['a'] },
      'footnote_mismatch',
    ),
  ];
}
