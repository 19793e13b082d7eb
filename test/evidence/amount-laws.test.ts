import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAmounts, parseAmount } from '../../src/evidence/amount.ts';
import {
  equalDecimals,
  multiplied,
  negated,
  plainDecimal,
  powerOfTenBetween,
  significantDigits,
  signOf,
} from '../../src/evidence/decimal.ts';

/** A number, a way to print it, and what must be read back. */
interface Printed {
  readonly text: string;
  readonly value: string;
  readonly unit: 'percent' | null;
  readonly code: string | null;
}

const SIGNS: readonly ((text: string) => string)[] = [
  (text) => `(${text})`,
  (text) => `( ${text} )`,
  (text) => `-${text}`,
  (text) => `\u2212${text}`,
  (text) => `${text}-`,
];

const CURRENCIES: readonly (readonly [string, string | null])[] = [
  ['', null],
  ['$', 'USD'],
  ['$ ', 'USD'],
  ['€', 'EUR'],
  ['£ ', 'GBP'],
  ['USD ', 'USD'],
  ['HK$', 'HKD'],
];

const GROUPS = [',', "'", '\u00a0', '\u202f', ''];

const printed: fc.Arbitrary<Printed> = fc
  .record({
    whole: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    decimals: fc.stringMatching(/^\d{0,4}$/),
    group: fc.constantFrom(...GROUPS),
    currency: fc.constantFrom(...CURRENCIES),
    sign: fc.option(fc.constantFrom(...SIGNS)),
    percent: fc.constantFrom('', '%', ' %'),
  })
  .map(({ whole, decimals, group, currency, sign, percent }) => {
    const digits = grouped(whole.toString(), group) + (decimals === '' ? '' : `.${decimals}`);
    const unit = currency[1] === null && percent !== '' ? 'percent' : null;
    const unsigned = `${currency[0]}${digits}${unit === null ? '' : percent}`;
    const plain = `${whole}${decimals === '' ? '' : `.${decimals}`}`;
    return {
      text: sign === null ? unsigned : sign(unsigned),
      value: sign === null ? plain : `-${plain}`,
      unit,
      code: currency[1],
    };
  });

function grouped(digits: string, mark: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, mark);
}

describe('laws of amounts', () => {
  it('what is printed is read back: value, sign, currency and percent', () => {
    fc.assert(
      fc.property(printed, ({ text, value, unit, code }) => {
        const amount = parseAmount(text);
        expect(amount, text).not.toBeNull();
        expect(equalDecimals(amount?.value ?? '', value), text).toBe(true);
        expect(amount?.unit).toBe(unit);
        expect(amount?.currency?.codes[0] ?? null).toBe(code);
      }),
    );
  });

  it('an amount among words is found at its own offsets and nowhere else', () => {
    const words = fc.constantFrom('was', 'of', 'the loss grew to', 'Total:', 'and "', 'result\n');
    fc.assert(
      fc.property(printed, words, ({ text }, word) => {
        // In prose a hyphen behind a number is no sign: "5- and 10-year notes".
        fc.pre(!text.endsWith('-'));
        const start = word.length + 1;
        const found = findAmounts(`${word} ${text}; then more words`);
        expect(found.map((one) => [one.start, one.end])).toEqual([[start, start + text.length]]);
      }),
    );
  });

  it('a number with one digit more is another number', () => {
    fc.assert(
      fc.property(printed, fc.integer({ min: 1, max: 9 }), ({ text, value }, digit) => {
        const longer = text.replace(/\d/, (first) => `${digit}${first}`);
        const other = parseAmount(longer);
        expect(other === null || !equalDecimals(other.value, value), longer).toBe(true);
      }),
    );
  });

  it('any text whatever gives ordered amounts that show what stands there', () => {
    const pieces = fc.constantFrom(...'0159.,-–()$€% \t\nmMkbnxQ/:*†\u0301½'.split(''), 'million');
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        let end = 0;
        for (const one of findAmounts(text)) {
          expect(one.start).toBeGreaterThanOrEqual(end);
          expect(one.end).toBeGreaterThan(one.start);
          expect(text.slice(one.start, one.end).replace(/\s+/g, ' ')).toBe(one.amount.displayed);
          expect(one.amount.value).toMatch(/^-?\d+(\.\d+)?$/);
          end = one.end;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('parts of one row never share a digit with the next', () => {
    fc.assert(
      fc.property(fc.array(printed, { minLength: 1, maxLength: 5 }), (cells) => {
        const row = cells.map((cell) => cell.text).join('\t');
        const values = findAmounts(row).map((one) => one.amount.value);
        expect(values).toHaveLength(cells.length);
        values.forEach((value, index) => {
          expect(equalDecimals(value, cells[index]?.value ?? ''), row).toBe(true);
        });
      }),
    );
  });
});

describe('laws of exact decimals', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.stringMatching(/^\d{0,12}$/))
    .map(([whole, part]) => (part === '' ? `${whole}` : `${whole}.${part}`));

  it('scaling by a power of ten loses nothing', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 12 }), (value, power) => {
        const scaled = multiplied(value, `1${'0'.repeat(power)}`);
        const back = multiplied(scaled, power === 0 ? '1' : `0.${'0'.repeat(power - 1)}1`);
        expect(equalDecimals(back, value)).toBe(true);
        if (!equalDecimals(value, '0')) expect(powerOfTenBetween(scaled, value)).toBe(power);
      }),
    );
  });

  it('are those of an arithmetic of two hundred digits', () => {
    const Exact = Decimal.clone({ precision: 200, toExpNeg: -400, toExpPos: 400 });
    const plain = (value: Decimal): string => (value.isZero() ? '0' : value.toFixed());
    const written = fc.oneof(
      decimal,
      fc.constantFrom('0', '-0', '0.00', '-0.50', '007', '100.010'),
    );
    fc.assert(
      fc.property(written, written, (a, b) => {
        expect(plainDecimal(a)).toBe(plain(new Exact(a)));
        expect(negated(a)).toBe(plain(new Exact(a).negated()));
        expect(multiplied(a, b)).toBe(plain(new Exact(a).times(b)));
        expect(equalDecimals(a, b)).toBe(new Exact(a).equals(b));
        expect(signOf(a)).toBe(new Exact(a).cmp(0));
      }),
    );
  });

  it('significant digits are equal just for powers of ten of each other', () => {
    fc.assert(
      fc.property(decimal, decimal, fc.integer({ min: 0, max: 12 }), (a, b, power) => {
        const scaled = multiplied(a, `1${'0'.repeat(power)}`);
        expect(significantDigits(scaled)).toBe(significantDigits(a));
        const isSame = significantDigits(a) === significantDigits(b);
        const isZero = significantDigits(a) === '';
        expect(powerOfTenBetween(a, b) !== null).toBe(isSame && !isZero);
      }),
    );
  });

  it('a number and its opposite differ, but for zero', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        expect(equalDecimals(negated(value), value)).toBe(equalDecimals(value, '0'));
        expect(equalDecimals(negated(negated(value)), value)).toBe(true);
      }),
    );
  });
});
