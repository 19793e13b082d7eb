import { Decimal } from 'decimal.js';

/**
 * Exact arithmetic on plain decimal strings such as `-12400000.5`; floats never touch a value.
 * 200 digits are far above any product of what `amount.ts` lets through (60 digits) and a scale.
 */
const Exact = Decimal.clone({ precision: 200, toExpNeg: -400, toExpPos: 400 });

/** The shortest plain form: no exponent, no trailing zeros, no `-0`. */
export function plainDecimal(value: string): string {
  return printed(partsOf(value));
}

/** The exact product, in the shortest plain form. */
export function multiplied(value: string, factor: string): string {
  const by = partsOf(factor);
  if (by.digits === '1' && !by.is_negative) {
    const parts = partsOf(value);
    return printed({ ...parts, exponent: parts.exponent + by.exponent });
  }
  return printed(partsOf(new Exact(value).times(factor).toFixed()));
}

/** The same number with the other sign. */
export function negated(value: string): string {
  const parts = partsOf(value);
  return printed({ ...parts, is_negative: !parts.is_negative });
}

/** Whether two decimal strings name the same number. */
export function equalDecimals(a: string, b: string): boolean {
  return a === b || plainDecimal(a) === plainDecimal(b);
}

/** -1, 0 or 1. */
export function signOf(value: string): -1 | 0 | 1 {
  const { digits, is_negative } = partsOf(value);
  return digits === '' ? 0 : is_negative ? -1 : 1;
}

/** The power of ten that `a` is of `b`, apart from sign: 6 for 12400000 and 12.4; null if none. */
export function powerOfTenBetween(a: string, b: string): number | null {
  const left = partsOf(a);
  const right = partsOf(b);
  if (left.digits === '' || left.digits !== right.digits) return null;
  return left.exponent - right.exponent;
}

/**
 * The digits of a number without zeros at either end: equal for two numbers just where they are a
 * power of ten of each other, sign apart. Empty for zero.
 */
export function significantDigits(value: string): string {
  return partsOf(value).digits;
}

/** A number as `digits` times ten to the power of `exponent`. */
interface Parts {
  readonly is_negative: boolean;
  /** Without zeros at either end; empty for zero. */
  readonly digits: string;
  readonly exponent: number;
}

function partsOf(value: string): Parts {
  const is_negative = value.startsWith('-');
  const from = is_negative || value.startsWith('+') ? 1 : 0;
  const point = value.indexOf('.');
  const whole = point === -1 ? value.length : point;
  const all = value.slice(from, whole) + value.slice(whole + 1);
  let start = 0;
  let end = all.length;
  while (start < end && all.charAt(start) === '0') start += 1;
  while (end > start && all.charAt(end - 1) === '0') end -= 1;
  const decimals = point === -1 ? 0 : value.length - point - 1;
  return { is_negative, digits: all.slice(start, end), exponent: all.length - end - decimals };
}

function printed({ is_negative, digits, exponent }: Parts): string {
  if (digits === '') return '0';
  const sign = is_negative ? '-' : '';
  if (exponent >= 0) return `${sign}${digits}${'0'.repeat(exponent)}`;
  const padded = digits.padStart(1 - exponent, '0');
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}
