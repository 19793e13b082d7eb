import { fails, holds, limits, type MatrixCase, type MatrixRow } from '../case.ts';
import { valueOn } from '../claims.ts';
import { LOOKS, type Look, lookOf, type MadeDocument, makeDocument } from '../document.ts';
import { dealer, take } from '../sentences.ts';
import { type PrintedStatement, setStatement } from '../statement.ts';

/** Numbers of a statement: the right row, sign, digits, scale and unit, and each of them wrong. */
export const valuesInRows: MatrixRow = {
  name: 'value sign, scale, row',
  cases: () =>
    [0, 1, 3].flatMap((seed) => {
      const document = incomeDocument(lookOf(seed), 1600 + seed);
      return [...rightValues(document), ...wrongValues(document)];
    }),
};

/** The scale changes from page to page, or is not stated at all. */
export const unitScaleChanges: MatrixRow = {
  name: 'unit-scale changes',
  cases: () => LOOKS.slice(0, 4).flatMap((look, index) => scaleChanges(look, 1650 + index)),
};

const INCOME: PrintedStatement = {
  scale: '(in millions of dollars)',
  columns: ['2025', '2024'],
  rows: [
    ['Freight income', '418.6', '397.2'],
    ['Passenger income', '96.3', '88.1'],
    ['Fuel', '(141.9)', '(150.4)'],
    ['Result of ventures', '(7.5)', '3.2'],
    ['Net result', '52.7', '41.0'],
    ['Load factor', '71.4%', '69.8%'],
  ],
};

function incomeDocument(look: Look, seed: number): MadeDocument {
  const deal = dealer(seed);
  return makeDocument(look, [
    {
      paragraphs: take(deal, 2),
      draw: (sheet) => setStatement(sheet, look, look.height * 0.4, INCOME),
    },
    { paragraphs: take(deal, 3) },
  ]);
}

function rightValues(document: MadeDocument): readonly MatrixCase[] {
  const dollars = { scale: '1000000', unit: 'USD' };
  const right = (
    title: string,
    claim: MatrixCase['claim'],
    observed: string,
    more: Parameters<typeof holds>[0] = {},
  ): MatrixCase => ({
    title,
    document,
    claim,
    expected: holds({ match_methods: ['value_in_row'], observed_value: observed, ...more }),
  });
  return [
    right(
      'value, scale and currency as printed',
      valueOn(0, 'Freight income', {
        expected_text: '418.6',
        expected_value: '418600000',
        ...dollars,
      }),
      '418600000',
    ),
    right(
      'the value after scale alone',
      valueOn(0, 'Passenger income', { expected_value: '96300000', ...dollars }),
      '96300000',
    ),
    right(
      'a negative amount in parentheses',
      valueOn(0, 'Fuel', { expected_value: '-141900000', ...dollars }),
      '-141900000',
    ),
    {
      title: 'the number as printed, without its scale',
      document,
      claim: valueOn(0, 'Net result', { expected_text: '52.7' }),
      expected: holds({ match_methods: ['value_in_row'], limitations: ['scale_not_claimed'] }),
    },
    {
      title: 'a percentage is not scaled',
      document,
      claim: valueOn(0, 'Load factor', { expected_text: '71.4%', unit: 'percent' }),
      expected: holds({ match_methods: ['value_in_row'], observed_value: '71.4' }),
    },
    {
      title: 'a number without a row counts anywhere on the page, and that is said',
      document,
      claim: { id: 'c1', kind: 'value', page_index: 0, expected_text: '(7.5)' },
      expected: holds({ match_methods: ['value_on_page'], limitations: ['row_not_asserted'] }),
    },
  ];
}

function wrongValues(document: MadeDocument): readonly MatrixCase[] {
  const wrong = (
    title: string,
    row: string,
    more: Readonly<Record<string, unknown>>,
    ...reasons: Parameters<typeof fails>[0]
  ): MatrixCase => ({
    title,
    document,
    claim: valueOn(0, row, more),
    expected: fails(reasons),
  });
  return [
    wrong(
      'the number of another row',
      'Freight income',
      { expected_text: '96.3' },
      'value_mismatch',
    ),
    wrong('parentheses dropped', 'Result of ventures', { expected_text: '7.5' }, 'sign_mismatch'),
    wrong('a minus added', 'Net result', { expected_text: '(52.7)' }, 'sign_mismatch'),
    wrong('two digits transposed', 'Freight income', { expected_text: '481.6' }, 'value_mismatch'),
    wrong('the decimal point lost', 'Freight income', { expected_text: '4186' }, 'value_mismatch'),
    wrong('the decimal point moved', 'Net result', { expected_text: '5.27' }, 'value_mismatch'),
    wrong('the head of a number', 'Freight income', { expected_text: '418' }, 'value_mismatch'),
    wrong(
      'thousands claimed, millions printed',
      'Freight income',
      { expected_text: '418.6', expected_value: '418600', scale: '1000' },
      'scale_mismatch',
    ),
    wrong(
      'another currency',
      'Passenger income',
      { expected_text: '96.3', scale: '1000000', unit: 'EUR' },
      'currency_mismatch',
    ),
    wrong(
      'a percentage claimed as money',
      'Load factor',
      { expected_text: '71.4', unit: 'USD' },
      'unit_mismatch',
      'currency_mismatch',
    ),
    {
      title: 'a label that is only the beginning of the printed one',
      document,
      claim: valueOn(0, 'Result of', { expected_text: '(7.5)' }),
      expected: fails(['row_not_found', 'low_table_confidence', 'value_mismatch']),
    },
    wrong(
      'a row and a number that no page has',
      'Harbour dues',
      { expected_text: '777.1' },
      'row_not_found',
    ),
  ];
}

function scaleChanges(look: Look, seed: number): readonly MatrixCase[] {
  const deal = dealer(seed);
  const rows: PrintedStatement['rows'] = [
    ['Mining levy', '6,214', '5,980'],
    ['Road tolls', '1,873', '1,902'],
  ];
  const top = look.height * 0.45;
  const page = (scale: string | null) => ({
    paragraphs: take(deal, 2),
    draw: (sheet: Parameters<typeof setStatement>[0]) =>
      setStatement(
        sheet,
        look,
        top,
        scale === null
          ? { columns: ['2025', '2024'], rows }
          : { scale, columns: ['2025', '2024'], rows },
      ),
  });
  const document = makeDocument(look, [
    page('(in thousands of euros)'),
    page('(in millions of euros)'),
    page(null),
  ]);
  const claim = (index: number, scale: string, value: string) =>
    valueOn(index, 'Mining levy', { expected_text: '6,214', expected_value: value, scale });
  return [
    {
      title: 'thousands on the page of thousands',
      document,
      claim: claim(0, '1000', '6214000'),
      expected: holds({ observed_value: '6214000' }),
    },
    {
      title: 'millions on the page of thousands; the next page says millions',
      document,
      claim: claim(0, '1000000', '6214000000'),
      expected: fails(['scale_mismatch']),
    },
    {
      title: 'millions on the page of millions',
      document,
      claim: claim(1, '1000000', '6214000000'),
      expected: holds({ observed_value: '6214000000' }),
    },
    {
      title: 'a scale on the page that states none; the page before does not lend its own',
      document,
      claim: claim(2, '1000000', '6214000000'),
      expected: limits(['scale_not_established']),
    },
    {
      title: 'a currency on the page that states none',
      document,
      claim: valueOn(2, 'Road tolls', { expected_text: '1,873', unit: 'EUR' }),
      expected: limits(['unit_not_established', 'scale_not_established']),
    },
  ];
}
