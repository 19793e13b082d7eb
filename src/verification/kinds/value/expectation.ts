import type { ValueClaim } from '../../../contracts/claim.ts';
import { type Amount, isNilDash, parseAmount } from '../../../evidence/amount.ts';
import {
  equalDecimals,
  powerOfTenBetween,
  significantDigits,
  signOf,
} from '../../../evidence/decimal.ts';
import type { DecimalMark, NumberFormat } from '../../../evidence/number-format.ts';
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
 * Chooses how the page's numbers are read: by the page's own evidence (`printed`); where that says
 * nothing, a claim whose text can only mean a decimal comma decides; else the English way.
 */
export function readingFormatOf(claim: ValueClaim, printed: DecimalMark | null): ReadingFormat {
  const { claimed, groups_by_space } = textOf(claim);
  return {
    format: { decimal: printed ?? claimed ?? 'point', groups_by_space },
    is_comma_assumed: printed === null && claimed === 'comma',
  };
}

/** Reads a claim's expectations; its own text in its own way of writing, else in the page's. */
export function expectationOf(claim: ValueClaim, printed: DecimalMark | null): Expectation {
  const { claimed, expectations } = textOf(claim);
  const decimal = claimed ?? printed ?? 'point';
  const known = expectations.get(decimal);
  if (known !== undefined) return known;
  const expectation = readExpectation(claim, decimal);
  expectations.set(decimal, expectation);
  return expectation;
}

/**
 * The significant digits of the claimed number, which every print of it has under every scale; null
 * where that cannot be said. Scales are powers of ten.
 */
export function claimedDigits({ amount, value, scale }: Expectation): string | null {
  if (amount !== null) return significantDigits(amount.value);
  const isScaled = scale !== null && significantDigits(scale) !== '1';
  return value === null || isScaled ? null : significantDigits(value);
}

/** What the text of a claim says by itself. */
interface ClaimText {
  readonly claimed: DecimalMark | null;
  readonly groups_by_space: boolean;
  /** Filled as they are asked for. */
  readonly expectations: Map<DecimalMark, Expectation>;
}

/** Read once a claim: it is compared with the rows of many pages. */
const CLAIM_TEXTS = new WeakMap<ValueClaim, ClaimText>();

function textOf(claim: ValueClaim): ClaimText {
  const known = CLAIM_TEXTS.get(claim);
  if (known !== undefined) return known;
  const text = {
    claimed: claimedMark(claim),
    groups_by_space: /\d\s\d{3}(?!\d)/.test(claim.expected_text ?? claim.displayed ?? ''),
    expectations: new Map<DecimalMark, Expectation>(),
  };
  CLAIM_TEXTS.set(claim, text);
  return text;
}

function readExpectation(claim: ValueClaim, decimal: DecimalMark): Expectation {
  const text = claim.expected_text ?? claim.displayed ?? null;
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

function claimedMark(claim: ValueClaim): DecimalMark | null {
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
