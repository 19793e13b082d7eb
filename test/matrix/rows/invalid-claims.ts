import type { Reason } from '../../../src/contracts/reason.ts';
import { fails, type MatrixRow } from '../case.ts';
import { lookOf, plainDocument } from '../document.ts';
import { dealer, take } from '../sentences.ts';

const deal = dealer(2100);
const paragraphs = take(deal, 4);
const sentence = paragraphs[1] ?? '';
const document = plainDocument(lookOf(0), [paragraphs]);
const quote = { id: 'c1', kind: 'quote', page_index: 0, expected_text: sentence };
const value = { id: 'c1', kind: 'value', page_index: 0, row_label: 'Fares', expected_text: '12.4' };

/** What was done to a claim, the claim, and what is wrong with it. */
const CLAIMS: readonly (readonly [string, Readonly<Record<string, unknown>>, Reason])[] = [
  ['a misspelt locator', without({ ...quote, page_indx: 0 }, 'page_index'), 'unknown_field'],
  ['a misspelt box beside a right page', { ...quote, bbx: [0, 0, 10, 10] }, 'unknown_field'],
  ['a field of another kind', { ...quote, row_label: 'Fares' }, 'unknown_field'],
  ['a field of another product', { ...quote, confidence: 0.93 }, 'unknown_field'],
  ['a page in camel case', without({ ...quote, pageIndex: 0 }, 'page_index'), 'unknown_field'],
  ['no locator', without(quote, 'page_index'), 'missing_locator'],
  [
    'a box without a page',
    without({ ...quote, bbox: [0, 0, 9, 9] }, 'page_index'),
    'missing_locator',
  ],
  ['a page claim without a page', { id: 'c1', kind: 'page' }, 'missing_locator'],
  ['a quote without words', without(quote, 'expected_text'), 'missing_expectation'],
  ['a value without a number', without(value, 'expected_text'), 'missing_expectation'],
  ['a cell without a number', cell({}), 'missing_expectation'],
  [
    'digits that contradict the value',
    { ...value, expected_value: '21400000' },
    'conflicting_expectations',
  ],
  [
    'two texts that contradict one another',
    { ...value, displayed: '14.2' },
    'conflicting_expectations',
  ],
  [
    'a value that is not the text times the scale',
    { ...value, expected_value: '12500', scale: '1000' },
    'conflicting_expectations',
  ],
  ['a page that counts backwards', { ...quote, page_index: -1 }, 'schema'],
  ['a page that is a string', { ...quote, page_index: '0' }, 'schema'],
  ['a page between two pages', { ...quote, page_index: 0.5 }, 'schema'],
  ['a quote of blanks', { ...quote, expected_text: '   ' }, 'missing_expectation'],
  ['a box without area', { ...quote, bbox: [50, 10, 50, 90] }, 'schema'],
  ['a box of three numbers', { ...quote, bbox: [50, 10, 90] }, 'schema'],
  ['a kind that does not exist', { ...quote, kind: 'footnote' }, 'schema'],
  ['a number with a grouping mark', { ...value, expected_value: '12,400' }, 'schema'],
];

/** Claims that cannot be read: each is refused by name, and never weakened into another claim. */
export const invalidClaims: MatrixRow = {
  name: 'claims that cannot be read',
  cases: () =>
    CLAIMS.map(([title, claim, reason]) => ({
      title,
      document,
      claim,
      expected: fails([reason]),
    })),
};

function without(
  claim: Readonly<Record<string, unknown>>,
  field: string,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(claim).filter(([name]) => name !== field));
}

function cell(more: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    id: 'c1',
    kind: 'table_cell',
    page_index: 0,
    row_label: 'Fares',
    column_label: '2025',
    ...more,
  };
}
