import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageOf } from '../../support/page.ts';
import { compareValueOn, outcomeOf } from '../../support/value-claim.ts';

describe('the label of a row', () => {
  const page = pageOf(`
    (in millions)                              2018       2017
    Purchases of property, plant
      and equipment                          (1,577)    (1,373)
    Proceeds from maturities and sale of       2,497      2,352
      marketable securities
    Between-state inequality (Gini
                                              0.0762     0.0785
    index)
    Domestic(1)                                1,634      1,500
    Revenue (Note 3)                           9,876      9,543
    Total assets . . . . . . . . .            37,987     38,500
    Net sales, Americas                       11,250     11,100
  `);

  it.each([
    ['Purchases of property, plant and equipment', '(1,577)'],
    ['and equipment', '(1,577)'],
    ['Proceeds from maturities and sale of marketable securities', '2,497'],
    ['Between-state inequality (Gini index)', '0.0762'],
    ['Domestic(1)', '1,634'],
    ['Domestic', '1,634'],
    ['Revenue', '9,876'],
    ['Total assets', '37,987'],
  ])('is "%s"', (row_label, expected_text) => {
    expect(outcomeOf(page, { row_label, expected_text })).toBe('verified');
  });

  it.each([
    ['Net sales', '11,250', 'low_table_confidence'],
    ['Purchases of property, plant', '(1,577)', 'low_table_confidence'],
    ['Proceeds from maturities and sale of', '2,497', 'low_table_confidence'],
    ['net sales, Americas', '11,250', 'low_table_confidence'],
    ['net sales, Americas', '11,251', 'row_not_found'],
    ['Net sales', '1,634', 'row_not_found'],
  ])('is not just a part or a variant of it: "%s"', (row_label, expected_text, outcome) => {
    expect(outcomeOf(page, { row_label, expected_text })).toBe(outcome);
  });

  it('may be a year, and ends where the next year begins', () => {
    const schedule = pageOf(`
      2019      $ 123    2024      $ 456
      2020        234    2025        567
    `);
    expect(outcomeOf(schedule, { row_label: '2020', expected_text: '234' })).toBe('verified');
    expect(outcomeOf(schedule, { row_label: '2020', expected_text: '567' })).not.toBe('verified');
  });

  it('is open where label and digits stand in running text only', () => {
    const text = pageOf('发行人各类授信额度总额达 372.53 亿元，较上年增长。');
    const claim = { row_label: '各类授信额度总额', expected_value: '37253000000', unit: 'CNY' };
    expect(outcomeOf(text, { ...claim, scale: '100000000' })).toBe('low_table_confidence');
    const other = { ...claim, expected_value: '99987000000', scale: '100000000' };
    expect(outcomeOf(text, other)).toBe('row_not_found');
  });

  it('may be a sentence up to its number', () => {
    const release = pageOf(`
      • Cash at the end of fiscal 2022 was $737.9
        million.
    `);
    const claim = { row_label: 'Cash at the end of fiscal 2022 was', expected_text: '737.9' };
    expect(outcomeOf(release, claim)).toBe('verified');
    expect(outcomeOf(release, { ...claim, row_label: 'Cash at the end' })).not.toBe('verified');
  });
});

describe('rows side by side', () => {
  const page = pageOf(`
    Cash            2,853   3,053    Debt              1,211   1,853
    Receivables     5,020   4,911    Accounts payable  2,266   1,945
    Note payable    Note 5    300    Bonds             6.10%   USD fixed   700
  `);

  it('keep their numbers apart', () => {
    expect(outcomeOf(page, { row_label: 'Cash', expected_text: '2,853' })).toBe('verified');
    expect(outcomeOf(page, { row_label: 'Debt', expected_text: '1,211' })).toBe('verified');
    expect(outcomeOf(page, { row_label: 'Cash', expected_text: '5,020' })).toBe('value_mismatch');
  });

  it('leave open a number beyond the label of another', () => {
    const comparison = compareValueOn(page, { row_label: 'Cash', expected_text: '1,211' });
    expect(comparison).toMatchObject({ reason: 'low_table_confidence', is_absent: false });
  });

  it('are not parted by a note reference, but by words', () => {
    expect(outcomeOf(page, { row_label: 'Note payable', expected_text: '300' })).toBe('verified');
    const bonds = { row_label: 'Bonds', expected_text: '700' };
    expect(outcomeOf(page, bonds)).toBe('low_table_confidence');
  });
});

describe('a label that several rows carry', () => {
  const page = pageOf(`
    Retail
      Net sales         500       400
      Other              20        30
    Wholesale
      Net sales         700       600
      Other              20        35
  `);

  it('verifies if exactly one of them holds the number, and says so', () => {
    const comparison = compareValueOn(page, { row_label: 'Net sales', expected_text: '700' });
    expect(comparison.outcome).toBe('match');
    expect(comparison.limitations).toContain('row_label_repeated');
  });

  it('is ambiguous if two hold it', () => {
    expect(outcomeOf(page, { row_label: 'Other', expected_text: '20' })).toBe('row_ambiguous');
  });

  it('is told apart by its path', () => {
    const other = { row_label: ['Wholesale', 'Other'] };
    expect(outcomeOf(page, { ...other, expected_text: '20' })).toBe('verified');
    expect(outcomeOf(page, { ...other, expected_text: '30' })).toBe('value_mismatch');
    const retail = { row_label: ['Retail', 'Net sales'], expected_text: '700' };
    expect(outcomeOf(page, retail)).toBe('value_mismatch');
  });

  it('is not verified on a path that the page does not show', () => {
    const claim = { row_label: ['Online', 'Net sales'], expected_text: '700' };
    expect(outcomeOf(page, claim)).toBe('low_table_confidence');
  });
});

describe('laws of rows', () => {
  const amount = fc.integer({ min: 1000, max: 999_999 }).map((one) => one.toLocaleString('en-US'));
  const table = fc.uniqueArray(amount, { minLength: 4, maxLength: 12 }).map((amounts) =>
    amounts.map((one, index) => ({
      label: `Line ${'abcdefghijkl'.charAt(index)} item`,
      amount: one,
    })),
  );

  it('a number verifies in its own row and in no other', () => {
    fc.assert(
      fc.property(table, fc.nat(), fc.nat(), (rows, a, b) => {
        const page = pageOf(rows.map((row) => `${row.label}      $ ${row.amount}`).join('\n'));
        const own = rows[a % rows.length];
        const other = rows[b % rows.length];
        const claim = { row_label: own?.label ?? '', expected_text: other?.amount ?? '' };
        expect(outcomeOf(page, claim)).toBe(own === other ? 'verified' : 'value_mismatch');
      }),
      { numRuns: 60 },
    );
  });

  it('a changed sign, digit or scale never verifies', () => {
    const change = fc.constantFrom('sign', 'digit', 'scale');
    fc.assert(
      fc.property(table, fc.nat(), change, (rows, at, kind) => {
        const lines = rows.map((row) => `${row.label}      $ ${row.amount}`);
        const page = pageOf(`(in thousands)\n${lines.join('\n')}`);
        const row = rows[at % rows.length] ?? { label: '', amount: '' };
        const plain = row.amount.replaceAll(',', '');
        const claim = { row_label: row.label, scale: '1000', expected_value: `${plain}000` };
        expect(outcomeOf(page, claim)).toBe('verified');
        const changed = {
          sign: { expected_value: `-${plain}000`, scale: '1000' },
          digit: { expected_value: `1${plain}000`, scale: '1000' },
          scale: { expected_value: `${plain}000000`, scale: '1000000' },
        }[kind];
        const reason = { sign: 'sign_mismatch', digit: 'value_mismatch', scale: 'scale_mismatch' }[
          kind
        ];
        expect(outcomeOf(page, { ...claim, ...changed })).toBe(reason);
      }),
      { numRuns: 60 },
    );
  });
});
