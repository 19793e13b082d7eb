import { Decimal } from 'decimal.js';

/**
 * Exact arithmetic on plain decimal strings such as `-12400000.5`; floats never touch a value.
 * 200 digits are far above any product of what `amount.ts` lets through (60 digits) and a scale.
 */
const Exact = Decimal.clone({ precision: 200, toExpNeg: -400, toExpPos: 400 });

/** The shortest plain form: no exponent, no trailing zeros, no `-0`. */
export function plainDecimal(value: string): string {
  return plain(new Exact(value));
}

/** The exact product, in the shortest plain form. */
export function multiplied(value: string, factor: string): string {
  return plain(new Exact(value).times(factor));
}

/** The same number with the other sign. */
export function negated(value: string): string {
  return plain(new Exact(value).negated());
}

/** Whether two decimal strings name the same number. */
export function equalDecimals(a: string, b: string): boolean {
  return new Exact(a).equals(b);
}

/** -1, 0 or 1. */
export function signOf(value: string): -1 | 0 | 1 {
  const exact = new Exact(value);
  return exact.isZero() ? 0 : exact.isNegative() ? -1 : 1;
}

/** The power of ten that `a` is of `b`, apart from sign: 6 for 12400000 and 12.4; null if none. */
export function powerOfTenBetween(a: string, b: string): number | null {
  const divisor = new Exact(b).abs();
  if (divisor.isZero()) return null;
  const quotient = new Exact(a).abs().dividedBy(divisor);
  if (quotient.isZero()) return null;
  const exponent = quotient.log(10).round().toNumber();
  return new Exact(10).pow(exponent).times(divisor).equals(new Exact(a).abs()) ? exponent : null;
}

function plain(value: Decimal): string {
  return value.isZero() ? '0' : value.toFixed();
}
