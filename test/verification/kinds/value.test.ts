import { describe, expect, it } from 'vitest';
import { valueKind } from '../../../src/verification/kinds/value/kind.ts';
import { pageOf, targetOf } from '../../support/page.ts';
import { compareValueOn, outcomeOf } from '../../support/value-claim.ts';

const STATEMENT = pageOf(`
  Consolidated Statement of Income
  (Millions, except per share amounts)      2018       2017
  Net sales                             $ 32,765   $ 31,657
  Operating expenses
    Cost of sales^{1}                      16,682     16,055
    Research, development and
      related expenses                      1,821      1,870
  Operating income                          7,207      7,692
  Other expense (income), net                (207)        144
  Discontinued operations                       —          —
  Earnings per share
    Basic                                     8.89       8.13
  Effective tax rate                         23.4%      35.5%
`);

describe('a value in its row', () => {
  it('verifies with number, scale and unit by the words of the page', () => {
    const comparison = compareValueOn(STATEMENT, {
      row_label: 'Net sales',
      expected_text: '32,765',
      expected_value: '32765000000',
      scale: '1000000',
      unit: 'USD',
    });
    expect(comparison).toMatchObject({
      outcome: 'match',
      match_method: 'value_in_row',
      occurrences: 1,
      limitations: ['row_structure_inferred'],
      observed: {
        displayed: '$ 32,765',
        value: '32765000000',
        scale: '1000000',
        scale_text: '(Millions, except per share amounts)',
        unit: 'USD',
        unit_text: '$',
        row_path: ['Net sales'],
      },
    });
  });

  it('has evidence at the offsets of the label and the number', () => {
    const { evidence } = compareValueOn(STATEMENT, {
      row_label: 'Net sales',
      expected_text: '31,657',
    });
    expect(evidence?.text).toBe('Net sales … $ 31,657');
    const spans = evidence?.segments?.map(({ start, end }) => STATEMENT.text.slice(start, end));
    expect(spans).toEqual(['Net sales', '$ 31,657']);
    expect(evidence?.segments?.every((segment) => segment.boxes.length === 1)).toBe(true);
  });

  it('means the number as printed where neither scale nor unit is claimed', () => {
    const comparison = compareValueOn(STATEMENT, {
      row_label: 'Net sales',
      expected_value: '32765',
    });
    expect(comparison.outcome).toBe('match');
    expect(comparison.limitations).toContain('scale_not_claimed');
  });

  it('means the scaled amount where a currency is claimed', () => {
    const claim = { row_label: 'Net sales', unit: 'USD' };
    expect(outcomeOf(STATEMENT, { ...claim, expected_value: '32765000000' })).toBe('verified');
    expect(outcomeOf(STATEMENT, { ...claim, expected_value: '32765' })).toBe('scale_mismatch');
  });

  it('is not accused for a scaled value without scale and unit, nor verified', () => {
    const claim = { row_label: 'Net sales', expected_value: '32765000000' };
    expect(outcomeOf(STATEMENT, claim)).toBe('scale_not_established');
  });

  it('is another one in another row', () => {
    const comparison = compareValueOn(STATEMENT, {
      row_label: 'Net sales',
      expected_text: '16,682',
    });
    expect(comparison).toMatchObject({
      outcome: 'fail',
      reason: 'value_mismatch',
      is_absent: true,
      detail: 'the row holds $ 32,765 | $ 31,657',
      observed: { displayed: '$ 32,765' },
    });
  });

  it.each([
    ['(32,765)', '-32765', 'sign_mismatch'],
    ['32,756', '32756', 'value_mismatch'],
    ['2,765', '2765', 'value_mismatch'],
    ['32,765', '32765', 'verified'],
  ])('%s is told by sign before value', (expected_text, expected_value, outcome) => {
    const claim = { row_label: 'Net sales', expected_text, expected_value };
    expect(outcomeOf(STATEMENT, claim)).toBe(outcome);
  });

  it('is negative in parentheses', () => {
    const row = { row_label: 'Other expense (income), net' };
    expect(outcomeOf(STATEMENT, { ...row, expected_value: '-207' })).toBe('verified');
    expect(outcomeOf(STATEMENT, { ...row, expected_value: '207' })).toBe('sign_mismatch');
    expect(outcomeOf(STATEMENT, { ...row, expected_value: '144' })).toBe('verified');
  });

  it('is nil where a lone dash stands', () => {
    const row = { row_label: 'Discontinued operations' };
    expect(outcomeOf(STATEMENT, { ...row, expected_value: '0' })).toBe('verified');
    expect(outcomeOf(STATEMENT, { ...row, expected_text: '—', expected_value: '0' })).toBe(
      'verified',
    );
    expect(outcomeOf(STATEMENT, { ...row, expected_value: '5' })).not.toBe('verified');
    expect(outcomeOf(STATEMENT, { row_label: 'Net sales', expected_value: '0' })).toBe(
      'value_mismatch',
    );
  });

  it('keeps its percent sign', () => {
    const row = { row_label: 'Effective tax rate' };
    expect(outcomeOf(STATEMENT, { ...row, expected_text: '23.4%', unit: 'percent' })).toBe(
      'verified',
    );
    expect(outcomeOf(STATEMENT, { ...row, expected_text: '23.4', unit: 'USD' })).toBe(
      'unit_mismatch',
    );
    const plain = { row_label: 'Operating income', expected_text: '7,207%' };
    expect(outcomeOf(STATEMENT, plain)).toBe('unit_not_established');
  });

  it('keeps a sign of comparison before it', () => {
    const page = pageOf('Growth   <1%   3%');
    expect(outcomeOf(page, { row_label: 'Growth', expected_text: '<1%' })).toBe('verified');
    expect(outcomeOf(page, { row_label: 'Growth', expected_text: '1%' })).toBe('value_mismatch');
  });

  it('is looked for in the part of the page that other locators leave', () => {
    const at = STATEMENT.text.indexOf('31,657');
    const target = targetOf(STATEMENT, {
      is_bounded: true,
      within: [{ start: at - 2, end: at + 6 }],
    });
    const claim = { kind: 'value', id: 'v1', row_label: 'Net sales' } as const;
    expect(valueKind.compare({ ...claim, expected_text: '31,657' }, target).outcome).toBe('match');
    expect(valueKind.compare({ ...claim, expected_text: '32,765' }, target)).toMatchObject({
      outcome: 'fail',
      is_absent: true,
    });
  });

  it('fails as row_not_found where the label is not on the page', () => {
    const comparison = compareValueOn(STATEMENT, {
      row_label: 'Total assets',
      expected_text: '32,765',
    });
    expect(comparison).toMatchObject({ reason: 'row_not_found', is_absent: true });
  });

  it('is not verified while a further assertion stays open', () => {
    const claim = { row_label: 'Net sales', expected_text: '32,765' };
    expect(outcomeOf(STATEMENT, { ...claim, period: '2018' })).toBe('verified');
    expect(outcomeOf(STATEMENT, { ...claim, period: '2017' })).toBe('low_table_confidence');
    expect(outcomeOf(STATEMENT, { ...claim, entity: 'Some Company' })).toBe('low_table_confidence');
    const title = { table_title: 'Consolidated Statement of Income' };
    expect(outcomeOf(STATEMENT, { ...claim, ...title })).toBe('verified');
  });

  it('is no number of a page that hides it', () => {
    const page = pageOf('Net sales   1,234', {
      unseen: [{ text: 'Net sales 9,999', bbox: [0, 0, 10, 10], cause: 'same_colour' }],
    });
    expect(outcomeOf(page, { row_label: 'Net sales', expected_text: '9,999' })).toBe('hidden_text');
  });

  it('is limited where the page was read by recovery', () => {
    const page = pageOf('Net sales   1,234', { degraded: ['xref rebuilt'] });
    expect(outcomeOf(page, { row_label: 'Net sales', expected_text: '9,999' })).toBe(
      'degraded_parse',
    );
    expect(outcomeOf(page, { row_label: 'Net sales', expected_text: '1,234' })).toBe('verified');
  });
});

describe('a value without row', () => {
  it('counts wherever it stands as a whole token, and says so', () => {
    const page = pageOf('Revenue was 12.4 and costs were 12.4, not 112.4.');
    expect(compareValueOn(page, { expected_text: '12.4' })).toMatchObject({
      outcome: 'match',
      match_method: 'value_on_page',
      occurrences: 2,
      limitations: ['row_not_asserted', 'several_occurrences'],
    });
    expect(outcomeOf(page, { expected_text: '2.4' })).toBe('text_not_found');
  });

  it('has its own scale from the words beside it', () => {
    const page = pageOf('Revenue was $12.4 million for the quarter.');
    const claim = { expected_value: '12400000', unit: 'USD' };
    expect(outcomeOf(page, claim)).toBe('verified');
    expect(outcomeOf(page, { ...claim, scale: '1000000' })).toBe('verified');
    expect(outcomeOf(page, { expected_text: '12.4', scale: '1000000000' })).toBe('scale_mismatch');
    expect(outcomeOf(page, { ...claim, expected_value: '12400' })).toBe('scale_mismatch');
  });

  it('is not read from a footnote mark', () => {
    const page = pageOf('Domestic   1,634   (1)');
    expect(outcomeOf(page, { expected_value: '-1' })).toBe('low_table_confidence');
  });
});

describe('a value that is no number', () => {
  const page = pageOf(`
    Policy        Threshold
    Low-income    Less than 50
    Upper-income  n/a
  `);

  it('is the whole text of a cell in the row', () => {
    const row = { row_label: 'Low-income' };
    expect(outcomeOf(page, { ...row, expected_text: 'Less than 50' })).toBe('verified');
    expect(outcomeOf(page, { ...row, expected_text: 'Less than 5' })).toBe('text_mismatch');
    expect(outcomeOf(page, { ...row, expected_text: 'n/a' })).toBe('low_table_confidence');
    expect(outcomeOf(page, { row_label: 'Other', expected_text: 'None at all' })).toBe(
      'row_not_found',
    );
  });
});

describe('a number with a decimal comma', () => {
  it('is read so where the page writes so', () => {
    const page = pageOf(`
      Umsatz      1.234,5   1.100,2
      Marge        12,4 %    11,9 %
    `);
    expect(outcomeOf(page, { row_label: 'Umsatz', expected_value: '1234.5' })).toBe('verified');
    expect(outcomeOf(page, { row_label: 'Marge', expected_value: '12.4', unit: '%' })).toBe(
      'verified',
    );
    expect(outcomeOf(page, { row_label: 'Umsatz', expected_value: '1.2345' })).toBe(
      'value_mismatch',
    );
  });

  it('is read so on the word of the claim alone with a limitation', () => {
    const page = pageOf('Marge   12,4');
    const comparison = compareValueOn(page, {
      row_label: 'Marge',
      expected_text: '12,4',
      expected_value: '12.4',
    });
    expect(comparison.outcome).toBe('match');
    expect(comparison.limitations).toContain('comma_decimal_assumed');
  });

  it('is not read so against the page', () => {
    const page = pageOf('Net sales   1,234   1,234,567.5');
    const claim = { row_label: 'Net sales', expected_text: '1,234', expected_value: '1.234' };
    expect(outcomeOf(page, claim)).not.toBe('verified');
  });
});
