import type { ValueClaim } from '../../../contracts/claim.ts';
import { type Amount, isNilDash, parseAmount } from '../../../evidence/amount.ts';
import { equalDecimals, powerOfTenBetween, signOf } from '../../../evidence/decimal.ts';
import { type NumberFormat, readDecimalMark } from '../../../evidence/number-format.ts';
import { readUnitClaim, type UnitClaim } from '../../../evidence/unit-words.ts';

/** What a claim says of a number, all of it to be met. */
export interface Expectation {
  /** The number as printed, or null. */
  readonly text: string | null;
  /** `text` as an amount; null where it is none. */
  readonly amount: Amount | null;
  /** The number after scale, a plain decimal, or null. */
  readonly value: string | null;
  /** The claimed multiplier: given, printed in the text, or implied by text and value; null if none. */
  readonly scale: string | null;
  /** Units that the claim names, and those printed in its text. */
  readonly units: readonly UnitClaim[];
}

/** How numbers on the page are read, and whether the claim alone says that a comma is decimal. */
export interface ReadingFormat {
  readonly format: NumberFormat;
  readonly is_comma_assumed: boolean;
}

/**
 * Chooses how the page's numbers are read: by the page's own evidence; where that says nothing, a
 * claim whose text can only mean a decimal comma decides; else the English way.
 */
export function readingFormatOf(claim: ValueClaim, pageText: string): ReadingFormat {
  const printed = readDecimalMark(pageText);
  const claimed = claimedMark(claim);
  return {
    format: {
      decimal: printed ?? claimed ?? 'point',
      groups_by_space: /\d\s\d{3}(?!\d)/.test(claim.expected_text ?? claim.displayed ?? ''),
    },
    is_comma_assumed: printed === null && claimed === 'comma',
  };
}

/** Reads a claim's expectations; its own text in its own way of writing, else in the page's. */
export function expectationOf(claim: ValueClaim, pageText: string): Expectation {
  const text = claim.expected_text ?? claim.displayed ?? null;
  const decimal = claimedMark(claim) ?? readDecimalMark(pageText) ?? 'point';
  const amount =
    text === null ? null : parseAmount(text, { format: { decimal, groups_by_space: true } });
  const value = claim.expected_value ?? null;
  const units = [
    ...(claim.unit === undefined ? [] : [readUnitClaim(claim.unit)]),
    ...(amount === null ? [] : printedUnits(amount)),
  ];
  return {
    text,
    amount,
    value,
    scale: claim.scale ?? amount?.own_scale ?? impliedScale(amount, value),
    units,
  };
}

/** Whether the expectation is nil: zero, and printed as a dash if its print is given. */
export function expectsNil(expectation: Expectation): boolean {
  const { text, value } = expectation;
  if (text !== null) return isNilDash(text) && (value === null || signOf(value) === 0);
  return value !== null && signOf(value) === 0;
}

function claimedMark(claim: ValueClaim): 'point' | 'comma' | null {
  const text = claim.expected_text ?? claim.displayed;
  if (text === undefined) return null;
  const point = parseAmount(text, { format: { decimal: 'point', groups_by_space: true } });
  const comma = parseAmount(text, { format: { decimal: 'comma', groups_by_space: true } });
  if (point === null && comma === null) return null;
  if (point === null) return 'comma';
  if (comma === null) return 'point';
  if (equalDecimals(point.value, comma.value) || claim.expected_value === undefined) return null;
  const fitsPoint = fits(point, claim.expected_value, claim.scale);
  const fitsComma = fits(comma, claim.expected_value, claim.scale);
  if (fitsPoint === fitsComma) return null;
  return fitsPoint ? 'point' : 'comma';
}

function fits(amount: Amount, value: string, scale: string | undefined): boolean {
  const power = powerOfTenBetween(value, amount.value);
  if (signOf(amount.value) === 0) return signOf(value) === 0;
  if (power === null) return false;
  const claimed = scale ?? amount.own_scale;
  return claimed === null ? power === 0 : powerOfTenBetween(claimed, '1') === power;
}

/** The multiplier between a printed number and its value, where both are given and no scale is. */
function impliedScale(amount: Amount | null, value: string | null): string | null {
  if (amount === null || value === null || amount.own_scale !== null) return null;
  const power = powerOfTenBetween(value, amount.value);
  return power === null || power < 3 ? null : `1${'0'.repeat(power)}`;
}

function printedUnits(amount: Amount): readonly UnitClaim[] {
  const code = amount.currency?.codes[0];
  return [
    ...(amount.unit === null ? [] : [{ kind: amount.unit }]),
    ...(code === undefined ? [] : [{ kind: 'currency' as const, code }]),
  ];
}
