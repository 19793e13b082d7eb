import { describe, expect, it } from 'vitest';
import { pageOf } from '../../support/page.ts';
import { compareValueOn, outcomeOf } from '../../support/value-claim.ts';

const MILLIONS = { scale: '1000000' };
const THOUSANDS = { scale: '1000' };

describe('the scale in force', () => {
  it('is not established where the page states none', () => {
    const page = pageOf('Net sales   1,234   1,100');
    const claim = { row_label: 'Net sales', expected_text: '1,234' };
    expect(outcomeOf(page, { ...claim, ...MILLIONS })).toBe('scale_not_established');
    expect(outcomeOf(page, { ...claim, scale: '1' })).toBe('verified');
  });

  it.each([
    '(in millions, except number of shares, which are reflected in thousands, and per-share amounts)',
    '(in millions, except shares in thousands and per share data)',
    '(Dollars in millions; shares in thousands)',
  ])('is for shares the one that %s gives them', (statement) => {
    const page = pageOf(`
      ${statement}
                                              2025     2024
      Net income                               640      600
      Weighted average shares outstanding    1,200    1,100
    `);
    const shares = { row_label: 'Weighted average shares outstanding', expected_text: '1,200' };
    expect(outcomeOf(page, { ...shares, ...THOUSANDS })).toBe('verified');
    expect(outcomeOf(page, { ...shares, ...MILLIONS })).toBe('scale_mismatch');
    expect(outcomeOf(page, { ...shares, scale: '1' })).toBe('scale_mismatch');
    const income = { row_label: 'Net income', expected_text: '640' };
    expect(outcomeOf(page, { ...income, ...MILLIONS })).toBe('verified');
  });

  it('is the nearest statement above in the table', () => {
    const page = pageOf(`
      (in thousands)       2018     2017
      Interest paid       1,234    1,100
      The following table shows what was paid to shareholders in the years that ended in December.
      (in millions)        2018     2017
      Dividends paid        500      400
    `);
    const interest = { row_label: 'Interest paid', expected_text: '1,234' };
    const dividends = { row_label: 'Dividends paid', expected_text: '500' };
    expect(outcomeOf(page, { ...interest, ...THOUSANDS })).toBe('verified');
    expect(outcomeOf(page, { ...interest, ...MILLIONS })).toBe('scale_mismatch');
    expect(outcomeOf(page, { ...dividends, ...MILLIONS })).toBe('verified');
    expect(outcomeOf(page, { ...dividends, ...THOUSANDS })).toBe('scale_mismatch');
  });

  it('is open where the table states none and others of the page differ', () => {
    const page = pageOf(`
      (in thousands)       2018     2017
      Interest paid       1,234    1,100
      The following table shows what was paid to shareholders in the years that ended in December.
      (in millions)        2018     2017
      Dividends paid        500      400
      The following table shows the number of stores that were open in each of the two years.
      Rent                  320      300
    `);
    const rent = { row_label: 'Rent', expected_text: '320' };
    expect(outcomeOf(page, { ...rent, ...THOUSANDS })).toBe('scale_not_established');
    expect(outcomeOf(page, { ...rent, ...MILLIONS })).toBe('scale_not_established');
    expect(outcomeOf(page, rent)).toBe('verified');
    const amount = { row_label: 'Rent', expected_value: '320', unit: 'USD' };
    expect(outcomeOf(page, amount)).toBe('scale_not_established');
  });

  it('reaches over a label of several wide lines to the rows below it', () => {
    const page = pageOf(`
      (in thousands, except share data)                                                2017         2016
      Total liabilities                                                             15,430       10,906
      Preferred stock, $0.001 par value; 10,000,000 shares authorized at December 31; no shares
      issued and outstanding at December 31, 2017 and 2016                               —            —
      Common stock, $0.001 par value; 4,990,000,000 shares authorized at December 31, 2017 and
      December 31, 2016, respectively; 433,392,686 and 430,054,212 issued and outstanding at the
      end of the year                                                                1,871        1,599
      Total liabilities and equity                                                  19,012       13,586
    `);
    const total = { row_label: 'Total liabilities and equity', expected_text: '13,586' };
    expect(outcomeOf(page, { ...total, ...THOUSANDS })).toBe('verified');
    expect(outcomeOf(page, { ...total, ...MILLIONS })).toBe('scale_mismatch');
  });

  it('leaves per-share amounts, percentages and exempted rows alone', () => {
    const page = pageOf(`
      (in millions, except headcount and per share data)     2018     2017
      Net income                                            5,349    4,858
      Diluted earnings per share                             8.89     7.93
      Effective tax rate                                    23.4%    35.5%
      Headcount                                            93,516   91,536
    `);
    const claims = [
      ['Net income', '5,349', 'verified', 'scale_mismatch'],
      ['Diluted earnings per share', '8.89', 'scale_mismatch', 'verified'],
      ['Effective tax rate', '23.4%', 'scale_mismatch', 'verified'],
      ['Headcount', '93,516', 'scale_mismatch', 'verified'],
    ] as const;
    for (const [row_label, expected_text, scaled, plain] of claims) {
      expect(outcomeOf(page, { row_label, expected_text, ...MILLIONS })).toBe(scaled);
      expect(outcomeOf(page, { row_label, expected_text, scale: '1' })).toBe(plain);
    }
  });

  it('holds for shares only where the words include them', () => {
    const shares = { row_label: 'Weighted-average shares', expected_text: '602.0' };
    const rows = 'Weighted-average shares   602.0   612.7';
    const withShares = pageOf(`(in millions, except per share amounts)\n${rows}`);
    const without = pageOf(`(in millions, except share and per share amounts)\n${rows}`);
    const dollars = pageOf(`(Dollars in millions)\n${rows}`);
    expect(outcomeOf(withShares, { ...shares, ...MILLIONS })).toBe('verified');
    expect(outcomeOf(without, { ...shares, ...MILLIONS })).toBe('scale_mismatch');
    expect(outcomeOf(dollars, { ...shares, ...MILLIONS })).toBe('scale_not_established');
  });

  it('agrees with a scale word in the claimed text', () => {
    const page = pageOf('(in millions)\nNet loss   $ (124)');
    const row = { row_label: 'Net loss' };
    expect(outcomeOf(page, { ...row, expected_text: '$(124) million' })).toBe('verified');
    expect(outcomeOf(page, { ...row, expected_text: '$(124) billion' })).toBe('scale_mismatch');
    expect(outcomeOf(page, { ...row, expected_text: '$124 million' })).toBe('sign_mismatch');
    const billion = { ...row, expected_text: '$(0.124) billion' };
    expect(outcomeOf(page, billion)).toBe('verified');
    expect(outcomeOf(page, { ...billion, expected_value: '-124000000' })).toBe('verified');
  });

  it('is open where characters of the page have no known meaning', () => {
    const page = pageOf('(Dollars\uFFFDin\uFFFDmillions)\nNet sales   $ 1,234   $ 1,100');
    const claim = { row_label: 'Net sales', expected_text: '1,234' };
    expect(outcomeOf(page, { ...claim, scale: '1' })).toBe('scale_not_established');
    expect(outcomeOf(page, { ...claim, expected_value: '1234', unit: 'USD' })).toBe(
      'scale_not_established',
    );
  });

  it('of a table is not for sentences', () => {
    const page = pageOf(`
      (in millions)        2018     2017
      Dividends paid        500      400
      In 2018 a dividend of $ 0.76 was declared for each of the shares that were then outstanding.
    `);
    const claim = { expected_text: '$0.76', expected_value: '0.76', unit: 'USD' };
    expect(outcomeOf(page, claim)).toBe('verified');
    expect(outcomeOf(page, { ...claim, expected_value: '760000' })).not.toBe('verified');
  });

  it('may be that of one column', () => {
    const page = pageOf(`
      Country        GNP ($000)     Population (mn)    Outlets
      Germany              27.5                81.9        415
    `);
    const row = { row_label: 'Germany' };
    expect(outcomeOf(page, { ...row, expected_text: '27.5', ...THOUSANDS })).toBe('verified');
    expect(outcomeOf(page, { ...row, expected_text: '81.9', ...MILLIONS })).toBe('verified');
    expect(outcomeOf(page, { ...row, expected_text: '81.9', ...THOUSANDS })).toBe('scale_mismatch');
    expect(outcomeOf(page, { ...row, expected_text: '415', ...MILLIONS })).not.toBe('verified');
  });

  it('may be that of one row', () => {
    const page = pageOf(`
      Key figures           2018     2017
      Sales (millions)    32,765   31,657
      Stores               1,355    1,308
    `);
    expect(
      outcomeOf(page, { row_label: 'Sales (millions)', expected_text: '32,765', ...MILLIONS }),
    ).toBe('verified');
    expect(outcomeOf(page, { row_label: 'Stores', expected_text: '1,355', ...MILLIONS })).not.toBe(
      'verified',
    );
  });

  it('exempts a column that the words name', () => {
    const page = pageOf(`
                                               Shares      Weighted-Average
      (in millions, except exercise price)      Under       Exercise Price
      Exercised                                  (44)          $   33.18
    `);
    const row = { row_label: 'Exercised' };
    expect(outcomeOf(page, { ...row, expected_text: '33.18', ...MILLIONS })).toBe('scale_mismatch');
    expect(outcomeOf(page, { ...row, expected_text: '(44)', ...MILLIONS })).toBe('verified');
  });

  it('is not unsettled by figures inside a label', () => {
    const page = pageOf(`
      (in millions, except share and per share data)         2018       2017
      5.75% notes due 2025                                  1,250      1,250
      Cash dividends declared ($0.76 per share)            (3,140)    (2,932)
      Repurchase of common shares                          (9,871)      (954)
      Purchase price of acquired businesses                 1,711      1,020
    `);
    for (const [row_label, expected_text] of [
      ['5.75% notes due 2025', '1,250'],
      ['Cash dividends declared ($0.76 per share)', '(3,140)'],
      ['Purchase price of acquired businesses', '1,711'],
      ['Repurchase of common shares', '(9,871)'],
    ] as const) {
      expect(outcomeOf(page, { row_label, expected_text, ...MILLIONS })).toBe('verified');
    }
  });

  it('implied by text and value is checked as if it were claimed', () => {
    const page = pageOf('(in thousands)\nNet sales   12.4   11.0');
    const claim = { row_label: 'Net sales', expected_text: '12.4' };
    expect(outcomeOf(page, { ...claim, expected_value: '12400' })).toBe('verified');
    expect(outcomeOf(page, { ...claim, expected_value: '12400000' })).toBe('scale_mismatch');
  });
});

describe('the unit in force', () => {
  it('is the currency that the statement names', () => {
    const page = pageOf(`
      (in millions of euros)      2018     2017
      Revenue                    1,234    1,100
    `);
    const claim = { row_label: 'Revenue', expected_text: '1,234' };
    expect(outcomeOf(page, { ...claim, unit: 'EUR' })).toBe('verified');
    expect(outcomeOf(page, { ...claim, unit: 'USD' })).toBe('currency_mismatch');
  });

  it('is not established where the page shows none', () => {
    const page = pageOf('Revenue   1,234   1,100');
    const claim = { row_label: 'Revenue', expected_text: '1,234', unit: 'USD' };
    expect(outcomeOf(page, claim)).toBe('unit_not_established');
  });

  it('is the US dollar for a plain $ unless another dollar is stated', () => {
    const plain = pageOf('Revenue   $ 1,234');
    const canadian = pageOf('(in thousands of Canadian dollars)\nRevenue   $ 1,234');
    const claim = { row_label: 'Revenue', expected_text: '1,234' };
    expect(outcomeOf(plain, { ...claim, unit: 'USD' })).toBe('verified');
    expect(outcomeOf(plain, { ...claim, unit: 'CAD' })).toBe('unit_not_established');
    expect(outcomeOf(plain, { ...claim, unit: 'GBP' })).toBe('currency_mismatch');
    expect(outcomeOf(canadian, { ...claim, unit: 'CAD' })).toBe('verified');
    expect(outcomeOf(canadian, { ...claim, unit: 'USD' })).toBe('currency_mismatch');
  });

  it('is a percentage under a percent heading', () => {
    const page = pageOf(`
      Type        Number    Percent
      Literary        72         53
    `);
    const row = { row_label: 'Literary', unit: 'percent' };
    expect(outcomeOf(page, { ...row, expected_text: '53' })).toBe('verified');
    expect(outcomeOf(page, { ...row, expected_text: '72' })).toBe('unit_not_established');
  });

  it('is no currency for numbers of shares or people', () => {
    const page = pageOf(`
      (in thousands)                 2018      2017
      Revenue                     $ 1,234   $ 1,100
      Memberships                 117,582   110,644
    `);
    const claim = { row_label: 'Memberships', expected_text: '117,582' };
    expect(outcomeOf(page, { ...claim, unit: 'USD' })).toBe('unit_not_established');
    expect(outcomeOf(page, { ...claim, unit: 'memberships' })).toBe('verified');
  });

  it('is shown as printed', () => {
    const page = pageOf('(in millions of euros)\nRevenue   1,234');
    const comparison = compareValueOn(page, { row_label: 'Revenue', expected_text: '1,234' });
    expect(comparison.observed).toMatchObject({ unit: 'EUR', unit_text: 'euros' });
  });
});
