import { describe, expect, it } from 'vitest';
import { pageOf } from '../../support/page.ts';
import { compareValueOn, outcomeOf } from '../../support/value-claim.ts';

describe('a column of note numbers', () => {
  const page = pageOf(`
                      Note    2025    2024
    Grants             14    8,330   7,915
    Donations          15    2,046   1,988
    Leases         16, 17      812     799
    Other            3(b)      412     399
  `);

  it.each([
    ['Donations', '15'],
    ['Leases', '17'],
    ['Other', '3'],
  ])('holds no value of the row "%s": %s', (row_label, expected_text) => {
    expect(outcomeOf(page, { row_label, expected_text })).toBe('low_table_confidence');
  });

  it.each([
    ['Donations', '2,046'],
    ['Leases', '812'],
    ['Other', '399'],
  ])('leaves the values of the row "%s" as they are: %s', (row_label, expected_text) => {
    expect(outcomeOf(page, { row_label, expected_text })).toBe('verified');
  });

  it('is not told as what the row holds instead', () => {
    const claim = { row_label: 'Donations', expected_text: '2,047' };
    expect(compareValueOn(page, claim)).toMatchObject({
      reason: 'value_mismatch',
      detail: 'the row holds 2,046 | 1,988',
    });
  });

  it('is known without a heading where small numbers count up before larger ones', () => {
    const plain = pageOf(`
      Grants             14    8,330   7,915
      Donations          15    2,046   1,988
      Leases             16      812     799
    `);
    const row = { row_label: 'Donations' };
    expect(outcomeOf(plain, { ...row, expected_text: '15' })).toBe('low_table_confidence');
    expect(outcomeOf(plain, { ...row, expected_text: '1,988' })).toBe('verified');
  });

  it('is none where the column counts something else', () => {
    const fleet = pageOf(`
                      Ships    Tonnes
      North              14     8,330
      South              15     2,046
      West               16     1,812
    `);
    expect(outcomeOf(fleet, { row_label: 'South', expected_text: '15' })).toBe('verified');
  });
});

describe('a year over columns', () => {
  const page = pageOf(`
    Year ended December 31,          2023      2022
    Revenue                         4,120     3,900
    Last maturity                    2027      2030
  `);

  it('is no value of the words beside it', () => {
    const heading = { row_label: 'Year ended December 31,', expected_text: '2023' };
    expect(outcomeOf(page, heading)).toBe('low_table_confidence');
    const assets = pageOf(`
      Assets               2025    Debts                 2025
      Cash                  760    Loans                  415
    `);
    const claim = { row_label: 'Assets', expected_text: '2025' };
    expect(outcomeOf(assets, claim)).toBe('low_table_confidence');
  });

  it('is none of the rows below it, and a year in a row is one', () => {
    expect(outcomeOf(page, { row_label: 'Revenue', expected_text: '2023' })).toBe('value_mismatch');
    expect(outcomeOf(page, { row_label: 'Last maturity', expected_text: '2027' })).toBe('verified');
  });
});

describe('a unit printed with the number', () => {
  const page = pageOf(`
                     2025   2024   Change   % of total
    Premiums          231    220       5%         12.5
    Cover            1.5x   1.6x
    Spread         45 bps   40 bps
  `);

  it.each([
    ['Premiums', { expected_text: '5' }, 'unit_mismatch'],
    ['Premiums', { expected_value: '5' }, 'unit_not_established'],
    ['Premiums', { expected_text: '5%' }, 'verified'],
    ['Premiums', { expected_text: '5', unit: 'percent' }, 'verified'],
    ['Premiums', { expected_value: '5', unit: 'percent' }, 'verified'],
    ['Premiums', { expected_text: '12.5%' }, 'verified'],
    ['Premiums', { expected_text: '12.5' }, 'verified'],
    ['Premiums', { expected_text: '231%' }, 'unit_not_established'],
    ['Cover', { expected_text: '1.5' }, 'unit_mismatch'],
    ['Spread', { expected_text: '45' }, 'unit_mismatch'],
    ['Spread', { expected_text: '45%' }, 'unit_mismatch'],
  ] as const)('belongs to it in the row "%s": %o is %s', (row_label, claim, outcome) => {
    expect(outcomeOf(page, { row_label, ...claim })).toBe(outcome);
  });

  it('is looked for on other pages where any number of the page counts', () => {
    const prose = pageOf('Rates rose by 5 percent in the year.');
    expect(compareValueOn(prose, { expected_text: '5' })).toMatchObject({
      reason: 'unit_mismatch',
      is_absent: true,
    });
  });
});

describe('a number whose sign stands apart', () => {
  it.each([
    ['Tax', '91'],
    ['Tax', '-91'],
    ['Fees', '65'],
    ['Gain', '55'],
    ['Gain', '-55'],
  ])('is left open in the row "%s": %s', (row_label, expected_text) => {
    const page = pageOf(`
                           2023      2022
      Tax                    88      ( 91
      Fees                   42      65 -
      Gain                               −   55
    `);
    expect(outcomeOf(page, { row_label, expected_text })).toBe('low_table_confidence');
  });

  it('is settled where the dash has a column of numbers or the bracket its partner', () => {
    const page = pageOf(`
                           2023      2022
      Write-offs              —        56
      Recoveries             12         –
      Expense           (   207  )  ( 144 )
    `);
    expect(outcomeOf(page, { row_label: 'Write-offs', expected_text: '56' })).toBe('verified');
    expect(outcomeOf(page, { row_label: 'Write-offs', expected_text: '-56' })).toBe(
      'sign_mismatch',
    );
    expect(outcomeOf(page, { row_label: 'Expense', expected_text: '(207)' })).toBe('verified');
    expect(outcomeOf(page, { row_label: 'Expense', expected_text: '144' })).toBe('sign_mismatch');
  });

  it('is not read from a footnote mark in a cell of its own', () => {
    const page = pageOf('Wages            3,960  (1)     3,845  (2)');
    const row = { row_label: 'Wages' };
    expect(outcomeOf(page, { ...row, expected_text: '(1)' })).toBe('low_table_confidence');
    expect(outcomeOf(page, { ...row, expected_text: '3,845' })).toBe('verified');
  });
});

describe('a number that is part of something longer', () => {
  it.each([
    ['As of December 31, 2023 it had 45 ships.', '31'],
    ['As of December 31, 2023 it had 45 ships.', '2023'],
    ['In the weeks to 14 March it had 45 ships.', '14'],
    ['Sales for 2023-24 were high.', '24'],
    ['Sales for 2023-24 were high.', '2023'],
    ['The line to call is 555-0199.', '199'],
    ['The line to call is (555) 123-4567.', '123'],
    ['It paid 3 1/2 per cent.', '3'],
    ['It weighs 1.2 × 10^{6} tonnes.', '1.2'],
    ['It weighs 1.2 × 10^{6} tonnes.', '10'],
    ['The claims came to 12,\n400 crowns.', '12'],
    ['The claims came to 12,\n400 crowns.', '400'],
    ['1. Revenue grew in the year.', '1'],
    ['3.1 Definitions of the terms.', '3.1'],
  ])('is left open in "%s": %s', (picture, expected_text) => {
    expect(outcomeOf(pageOf(picture), { expected_text })).toBe('low_table_confidence');
  });

  it('is left open where it is the number of the page', () => {
    const page = pageOf('The yard holds 45 ships.\n\n18', { roles: { 1: 'footer' } });
    expect(outcomeOf(page, { expected_text: '18' })).toBe('low_table_confidence');
    expect(outcomeOf(page, { expected_text: '45' })).toBe('verified');
  });

  it.each([
    ['Useful life', '3'],
    ['Useful life', '5'],
    ['Balance', '1,234'],
    ['Level', '3'],
    ['5.75% notes due', '2030'],
    ['Class A,', '1,000'],
  ])('is left open in the row "%s": %s', (row_label, expected_text) => {
    const page = pageOf(`
      Useful life      3 - 5 years
      Balance          1,234 CR
      Level 3                                250      240
      5.75% notes due 2030                   300      300
      Class A, 1,000 shares authorized        55       56
    `);
    expect(outcomeOf(page, { row_label, expected_text })).toBe('low_table_confidence');
  });

  it('leaves whole numbers beside it as they are', () => {
    const page = pageOf(`
      Level 3                                250      240
      5.75% notes due 2030                   300      310
      December                                12       15
    `);
    expect(outcomeOf(page, { row_label: 'Level 3', expected_text: '250' })).toBe('verified');
    const notes = { row_label: '5.75% notes due 2030' };
    expect(outcomeOf(page, { ...notes, expected_text: '310' })).toBe('verified');
    expect(outcomeOf(page, { ...notes, expected_text: '2030' })).toBe('value_mismatch');
    expect(outcomeOf(page, { row_label: 'December', expected_text: '12' })).toBe('verified');
  });
});

describe('the place of a number in its row', () => {
  it('is left open before the label', () => {
    const page = pageOf(`
      760    Cash      415
      120    Land
    `);
    expect(outcomeOf(page, { row_label: 'Cash', expected_text: '760' })).toBe(
      'low_table_confidence',
    );
    expect(outcomeOf(page, { row_label: 'Cash', expected_text: '415' })).toBe('verified');
    expect(outcomeOf(page, { row_label: 'Cash', expected_text: '761' })).toBe('value_mismatch');
  });

  it('is under the heading right over it, not under that of an empty cell beside it', () => {
    const page = pageOf(`
                     2025      2024
      Gains            12
      Losses                     12
    `);
    const losses = { row_label: 'Losses', expected_text: '12' };
    expect(outcomeOf(page, { ...losses, period: '2024' })).toBe('verified');
    expect(outcomeOf(page, { ...losses, period: '2025' })).toBe('low_table_confidence');
  });
});

describe('digits that are not read as a number', () => {
  const page = pageOf(`
    Rents         300a       301b
    Opened        10:30
    Cranes        45+         40
    Losses        [55]        [61]
  `);

  it.each([
    ['Rents', '300'],
    ['Opened', '10'],
    ['Cranes', '45'],
    ['Losses', '55'],
  ])('leave their row open in the row "%s": %s', (row_label, expected_text) => {
    expect(outcomeOf(page, { row_label, expected_text })).toBe('low_table_confidence');
  });

  it('do not keep other digits from being told apart', () => {
    const rents = { row_label: 'Rents', expected_text: '3001' };
    expect(['row_not_found', 'value_mismatch']).toContain(outcomeOf(page, rents));
    expect(outcomeOf(page, { row_label: 'Cranes', expected_text: '41' })).toBe('value_mismatch');
  });

  it('leave a row open only where they stand in it', () => {
    const damaged = pageOf(`
      \uE001 Overview of the year
      Rents         300       \uE002
      Fees          200       190
    `);
    const rents = { row_label: 'Rents', expected_text: '7' };
    expect(outcomeOf(damaged, rents)).not.toBe('verified');
    expect(outcomeOf(damaged, { row_label: 'Fees', expected_text: '7' })).toBe('value_mismatch');
  });
});

describe('a label under its sections', () => {
  const page = pageOf(`
    Current assets
      Cash                 50        40
      Total                90        80
    Fixed assets
      Land                 70        60
      Total               170       160
    Total                 260       240
    Fees (continued)       19        21
  `);

  it('is not that of a grand total beyond the section', () => {
    const total = { row_label: ['Fixed assets', 'Total'] };
    expect(outcomeOf(page, { ...total, expected_text: '170' })).toBe('verified');
    expect(outcomeOf(page, { ...total, expected_text: '260' })).toBe('value_mismatch');
    expect(outcomeOf(page, { ...total, expected_text: '90' })).toBe('value_mismatch');
  });

  it('is the same where the page says that it is continued', () => {
    expect(outcomeOf(page, { row_label: 'Fees', expected_text: '19' })).toBe('verified');
  });
});
