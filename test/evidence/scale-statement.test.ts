import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findScaleStatements } from '../../src/evidence/scale-statement.ts';

function stated(text: string): readonly string[] {
  return findScaleStatements(text).map((one) => {
    const code = one.currency?.codes[0] ?? '-';
    return `${one.multiplier} ${code} ${one.subject}`;
  });
}

describe('a scale statement', () => {
  it.each([
    ['(in millions)', '1000000 - all'],
    ['(Millions)', '1000000 - all'],
    ['In millions', '1000000 - all'],
    ['[In thousands]', '1000 - all'],
    ['(000s)', '1000 - all'],
    ["($000's)", '1000 USD money'],
    ['$000', '1000 USD money'],
    ['$ in thousands', '1000 USD money'],
    ['(Dollars in millions, except per share amounts)', '1000000 USD money'],
    ['in thousands of euros', '1000 EUR money'],
    ['(thousands of dollars)', '1000 USD money'],
    ['amounts in billions', '1000000000 - all'],
    ['USD million', '1000000 USD money'],
    ['(£ million)', '1000000 GBP money'],
    ['€m', '1000000 EUR money'],
    ['(EURm)', '1000000 EUR money'],
    ["RMB'000", '1000 CNY money'],
    ['(Ecu bn)', '1000000000 - all'],
    ['(mn)', '1000000 - all'],
    ['Rs. in 000', '1000 INR money'],
    ['(₹ in lakhs)', '100000 INR money'],
    ['(unaudited, in millions)', '1000000 - all'],
    ['(in Mio. €)', '1000000 EUR money'],
    ["(en milliers d'euros)", '1000 EUR money'],
    ['(単位：百万円)', '1000000 JPY money'],
    ['单位：万元', '10000 CNY money'],
    ['(shares in thousands)', '1000 - shares'],
    ['(in thousands of units)', '1000 - other'],
    ['$ and shares in millions, except per share amounts', '1000000 USD all'],
    ['All amounts are in millions unless otherwise noted.', '1000000 - all'],
  ])('is read from %s', (text, expected) => {
    expect(stated(text)).toEqual([expected]);
  });

  it.each([
    'Revenue was $12.4 million for the quarter.',
    'invested in millions of devices',
    '(up from $3 million in 2017)',
    'The loss fell to €5m (2017: €6m).',
    'one in thousands of homes',
  ])('is not read from prose: %s', (text) => {
    expect(stated(text)).toEqual([]);
  });

  it('keeps what it exempts', () => {
    const [one] = findScaleStatements('(in millions, except share and per share data)');
    expect(one?.except).toBe('share and per share data');
  });

  it('is read although its end is lost among the cells of a header', () => {
    const [one] = findScaleStatements(
      '(In millions, except per\t2018\t2017\nshare amounts)\nNet sales',
    );
    expect(one).toMatchObject({ multiplier: '1000000' });
    expect(one?.except).toContain('share amounts');
  });

  it('is read behind a bracket that another line opens and never closes in time', () => {
    const text = 'Retained (Accumulated\n(in millions, except per share data)\tShares\tDeficit)';
    expect(stated(text)).toEqual(['1000000 - all']);
  });

  it('says of "all amounts" that it holds for the page', () => {
    const [general] = findScaleStatements('All amounts are in thousands.');
    const [own] = findScaleStatements('(in thousands)');
    expect([general?.is_general, own?.is_general]).toEqual([true, false]);
  });

  it('stands at its own offsets, in order, whatever is around it', () => {
    const words = fc.constantFrom('Net sales ', '(a) ', '2018\t2017\n', 'Note 5) ', '[ ', '$ 12 ');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 6 }), fc.array(words, { maxLength: 6 }), (a, b) => {
        const before = `${a.join('')}\n`;
        const statement = '(in millions)';
        const found = findScaleStatements(`${before}${statement}\n${b.join('')}`);
        expect(found.map((one) => [one.start, one.end, one.multiplier])).toContainEqual([
          before.length,
          before.length + statement.length,
          '1000000',
        ]);
      }),
    );
  });
});
