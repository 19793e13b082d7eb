import { describe, expect, it } from 'vitest';
import { type Amount, findAmounts, isNilDash, parseAmount } from '../../src/evidence/amount.ts';
import { readDecimalMark } from '../../src/evidence/number-format.ts';

function readValue(text: string): string | null {
  return parseAmount(text)?.value ?? null;
}

function found(text: string): readonly string[] {
  return findAmounts(text).map(({ start, end }) => text.slice(start, end));
}

describe('a printed amount', () => {
  it.each([
    ['37,987', '37987'],
    ['1,234,567.50', '1234567.5'],
    ["1'234.50", '1234.5'],
    ['1\u00a0234\u00a0567', '1234567'],
    ['1\u202f234', '1234'],
    ['12,34,567', '1234567'],
    ['1.234.567', '1234567'],
    ['.25', '0.25'],
    ['0.0', '0'],
    ['100000000000000000000.01', '100000000000000000000.01'],
  ])('%s is %s', (text, value) => {
    expect(readValue(text)).toBe(value);
  });

  it.each([
    ['(1,234)', 'parentheses'],
    ['( 1,234 )', 'parentheses'],
    ['$(1,234)', 'parentheses'],
    ['($1,234)', 'parentheses'],
    ['-1,234', 'minus'],
    ['\u22121,234', 'minus'],
    ['\u20131,234', 'minus'],
    ['-$1,234', 'minus'],
    ['$-1,234', 'minus'],
    ['- 1,234', 'minus'],
    ['1,234-', 'trailing_minus'],
  ])('%s is negative by %s', (text, form) => {
    expect(parseAmount(text)).toMatchObject({ value: '-1234', sign_form: form });
  });

  it.each<[string, Partial<Amount>]>([
    ['19.0 %', { value: '19', unit: 'percent', decimals: 1 }],
    ['(17.9%)', { value: '-17.9', unit: 'percent' }],
    ['(17.9)%', { value: '-17.9', unit: 'percent' }],
    ['25 bps', { value: '25', unit: 'basis_points' }],
    ['2.5x', { value: '2.5', unit: 'times' }],
    ['12.4 million', { value: '12.4', own_scale: '1000000' }],
    ['$1.1bn', { value: '1.1', own_scale: '1000000000' }],
    ['$1.1M', { value: '1.1', own_scale: '1000000' }],
    ['€5m', { value: '5', own_scale: '1000000' }],
    ['372.53 亿元', { value: '372.53', own_scale: '100000000' }],
    ['<1%', { value: '1', qualifier: '<' }],
    ['1,234*', { value: '1234', marks: ['*'] }],
    ['*2,247', { value: '2247', marks: ['*'] }],
    ['1,234(1)', { value: '1234', marks: ['(1)'] }],
    ['1,234 (a)', { value: '1234', marks: ['(a)'] }],
  ])('%s keeps unit, scale and marks', (text, parts) => {
    expect(parseAmount(text)).toMatchObject(parts);
  });

  it.each([
    ['$ 1,234', 'USD'],
    ['US$5', 'USD'],
    ['C$ 12', 'CAD'],
    ['HK$5', 'HKD'],
    ['12 €', 'EUR'],
    ['USD 12', 'USD'],
    ['5 CHF', 'CHF'],
    ['Rs. 500', 'INR'],
    ['12.4 million euros', 'EUR'],
  ])('%s is in %s', (text, code) => {
    expect(parseAmount(text)?.currency?.codes[0]).toBe(code);
  });

  it.each([
    '1,23',
    '12/31/2018',
    '2018-12-31',
    '10.1.2',
    '10-K',
    'Q3',
    '3rd',
    '5m',
    '12:30',
    '12½',
  ])('%s is no amount', (text) => {
    expect(parseAmount(text)).toBeNull();
  });

  it('has a comma as decimal mark only where it is told so', () => {
    const format = { decimal: 'comma', groups_by_space: false } as const;
    expect(readValue('12,4')).toBeNull();
    expect(parseAmount('12,4', { format })?.value).toBe('12.4');
    expect(parseAmount('1.234,5', { format })?.value).toBe('1234.5');
    expect(readValue('1.234')).toBe('1.234');
    expect(parseAmount('1.234', { format })?.value).toBe('1234');
  });

  it('is joined over plain spaces only where the page groups so', () => {
    const format = { decimal: 'point', groups_by_space: true } as const;
    expect(readValue('1 234')).toBeNull();
    expect(parseAmount('1 234', { format })?.value).toBe('1234');
  });

  it('is not a lone dash, which is nil', () => {
    for (const dash of ['—', '-', '$ —', '( – )', '—%']) {
      expect(parseAmount(dash)).toBeNull();
      expect(isNilDash(dash)).toBe(true);
    }
    expect(isNilDash('-5')).toBe(false);
  });
});

describe('amounts in running text', () => {
  it('are whole tokens: 2.4 is not in 12.4', () => {
    expect(found('Revenue was $12.4 million for the quarter.')).toEqual(['$12.4 million']);
  });

  it('leave the dash of a range alone and share its percent sign', () => {
    const [low, high] = findAmounts('rates of 4.5–5.0% apply');
    expect(low?.amount).toMatchObject({ value: '4.5', unit: 'percent' });
    expect(high?.amount).toMatchObject({ value: '5', unit: 'percent' });
  });

  it('are no dates, times, phone, section or note numbers', () => {
    expect(found('on 12/31/2018 at 12:30, call 555-123-4567, see Section 4.1 and Note 5')).toEqual(
      [],
    );
  });

  it('have no sign from the hyphen of a compound', () => {
    expect(found('the 5- and 10-year notes')).toEqual([]);
  });

  it('do not take a parenthesis that belongs to the words', () => {
    expect(findAmounts('up 5% (12% in all)').map((one) => one.amount.value)).toEqual(['5', '12']);
  });

  it('are told from footnote marks in parentheses only with doubt', () => {
    expect(findAmounts('12,614\t(1)').map((one) => one.may_be_mark)).toEqual([false, true]);
    expect(findAmounts('12,614\t(126)').map((one) => one.may_be_mark)).toEqual([false, false]);
  });

  it('never hold the digits of a raised mark', () => {
    const text = '1,2341 next';
    const amounts = findAmounts(text, { superscripts: [{ start: 5, end: 6 }] });
    expect(amounts.map((one) => one.amount)).toMatchObject([{ value: '1234', marks: ['1'] }]);
  });

  it('lose no cents that are printed raised: $12 with raised 50 is no 12', () => {
    expect(findAmounts('$1250', { superscripts: [{ start: 3, end: 5 }] })).toEqual([]);
  });
});

describe('amounts in the cells of a row', () => {
  it('take signs from the next cell and digits never', () => {
    const values = findAmounts('Net sales\t$\t1,234\t(\t123\t)\t19.0\t%').map((one) => one.amount);
    expect(values).toMatchObject([
      { value: '1234', currency: { text: '$' } },
      { value: '-123' },
      { value: '19', unit: 'percent' },
    ]);
    expect(found('1\t234')).toEqual(['1', '234']);
  });

  it('are not negative after a cell that is a nil dash', () => {
    expect(findAmounts('Net income\t—\t3,587').map((one) => one.amount.value)).toEqual(['3587']);
  });

  it('stay amounts after a label that ends in a word like "items"', () => {
    expect(found('Other items\t484\t728')).toEqual(['484', '728']);
  });
});

describe('the way a page writes numbers', () => {
  it.each([
    ['1,234.5 and 2,345.6', 'point'],
    ['1.234,5 und 2.345,6', 'comma'],
    ['1,234 and 5,678', null],
    ['12,4 % und 13,5 %', 'comma'],
    ['12.4 % and 13.5 %', 'point'],
    ['1,234.5 and 1.234,5', null],
  ])('%s shows %s', (text, decimal) => {
    expect(readDecimalMark(text)).toBe(decimal);
  });
});
