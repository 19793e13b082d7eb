import type { Limitation } from '../../../contracts/limitation.ts';
import type { Reason } from '../../../contracts/reason.ts';
import type { Observed } from '../../../contracts/verdict.ts';
import type { Amount, FoundAmount } from '../../../evidence/amount.ts';
import {
  equalDecimals,
  multiplied,
  powerOfTenBetween,
  significantDigits,
  signOf,
} from '../../../evidence/decimal.ts';
import { doubtOf } from './doubts.ts';
import { claimedDigits, type Expectation } from './expectation.ts';
import { amountsWith, type ValuePage } from './read-page.ts';
import { type ScaleInForce, scaleInForce } from './scale.ts';
import type { OpenDigits } from './spaced-digits.ts';
import { type AssertedLabel, type PlacedAmount, placeAmount } from './surroundings.ts';
import { answerUnit, type UnitAnswer, type UnitInForce, unitInForce } from './unit.ts';

/** What one printed amount says of the claim. */
export interface Judgement {
  readonly found: FoundAmount;
  readonly label: AssertedLabel | null;
  /** Null: the amount is what the claim says. `value_mismatch`: it is another number. */
  readonly reason: Reason | null;
  readonly limitations: readonly Limitation[];
  readonly detail?: string;
  /** Null where the digits alone settled it. */
  readonly placed: PlacedAmount | null;
}

/**
 * Judges one amount: number, sign, scale, unit, in this order; the first difference is the reason. A
 * number that would be the claimed one must also be a value, and its digits one number for sure.
 */
export function judgeAmount(
  page: ValuePage,
  found: FoundAmount,
  label: AssertedLabel | null,
  expectation: Expectation,
): Judgement {
  const plain = { found, label, limitations: [], placed: null };
  const open = openDigitsAt(page, found);
  const mayBe = (): boolean => open !== null && isAmong(open, expectation);
  // Most amounts are plainly other numbers; no heading, scale or unit around them can change that.
  if (isOtherNumber(found.amount, expectation)) {
    return { ...plain, ...(mayBe() ? OPEN_SPACING : OTHER_NUMBER) };
  }
  const amount = placeAmount(page, found, label);
  const scale = scaleInForce(page, amount);
  const number = judgeNumber(found.amount, expectation, scale);
  const seen = { ...plain, placed: amount };
  if (number !== null) {
    return { ...seen, ...(number.reason === 'value_mismatch' && mayBe() ? OPEN_SPACING : number) };
  }
  if (open !== null) return { ...seen, ...OPEN_SPACING };
  return { ...seen, ...judgeSameNumber(page, amount, expectation, scale) };
}

type Answer = Pick<Judgement, 'reason' | 'detail' | 'limitations'>;

/** Judges an amount that is the claimed number, sign apart: whether it is a value, and sign, scale, unit. */
function judgeSameNumber(
  page: ValuePage,
  amount: PlacedAmount,
  expectation: Expectation,
  scale: ScaleInForce,
): Answer {
  const limitations: readonly Limitation[] = [];
  const doubt = doubtOf(page, amount);
  if (doubt !== null) {
    // A number that is no value and has the other sign is not even the claimed print.
    const isOther = doubt.concerns === 'place' && hasOtherSign(amount.found.amount, expectation);
    const reason = isOther ? 'value_mismatch' : 'low_table_confidence';
    return { limitations, reason, detail: doubt.detail };
  }
  if (hasOtherSign(amount.found.amount, expectation))
    return { limitations, reason: 'sign_mismatch' };
  const scaleFailure = judgeScale(amount.found.amount, expectation, scale);
  if (scaleFailure !== null) return { limitations, ...scaleFailure };
  const unit = answerUnits(page, amount, expectation, scale);
  if (unit !== 'agrees') return { limitations, reason: UNIT_REASONS[unit] };
  const unclaimed = unclaimedUnit(amount.found.amount, expectation);
  if (unclaimed !== null) return { limitations, ...unclaimed };
  return { limitations: limitationsOf(expectation, scale), reason: null };
}

/** The first answer that is not `agrees` to the claimed units, in order. */
function answerUnits(
  page: ValuePage,
  amount: PlacedAmount,
  { units }: Expectation,
  scale: ScaleInForce,
): UnitAnswer {
  if (units.length === 0) return 'agrees';
  const unit = unitInForce(page, amount, scale);
  const answers = units.map((claimed) => answerUnit(page, amount, claimed, unit));
  return answers.find((answer) => answer !== 'agrees') ?? 'agrees';
}

/** Whether no scale can make the printed number the claimed one, sign apart. */
function isOtherNumber(amount: Amount, expectation: Expectation): boolean {
  const claimed = claimedDigits(expectation);
  return claimed !== null && significantDigits(amount.value) !== claimed;
}

const OTHER_NUMBER: Failure = { reason: 'value_mismatch' };

/** The amounts of a page, in order, of which one may be the claimed number; all where that is unclear. */
export function amountsFor(page: ValuePage, expectation: Expectation): readonly FoundAmount[] {
  const claimed = claimedDigits(expectation);
  if (claimed === null) return page.amounts;
  if (page.open_digits.length === 0) return amountsWith(page, claimed);
  const open = page.amounts.filter(
    (found) => openDigitsAt(page, found) !== null && isOtherNumber(found.amount, expectation),
  );
  return [...amountsWith(page, claimed), ...open].sort((a, b) => a.start - b.start);
}

/** The place of a judged amount on the page. */
export function placeOf(page: ValuePage, { found, label, placed }: Judgement): PlacedAmount {
  return placed ?? placeAmount(page, found, label);
}

/** What stands at a judged amount, in the terms of the page. */
export function observedAt(page: ValuePage, judgement: Judgement): Observed {
  const amount = placeOf(page, judgement);
  const scale = scaleInForce(page, amount);
  return observedOf(amount, scale, unitInForce(page, amount, scale));
}

const UNIT_REASONS = {
  differs: 'unit_mismatch',
  other_currency: 'currency_mismatch',
  open: 'unit_not_established',
} as const satisfies Record<string, Reason>;

/** Reasons from the nearest to a match to the farthest; the nearest of several amounts is told. */
export const NEAREST_FIRST: readonly (Reason | null)[] = [
  null,
  'spacing_not_established',
  'low_table_confidence',
  'unit_not_established',
  'scale_not_established',
  'unit_mismatch',
  'currency_mismatch',
  'scale_mismatch',
  'sign_mismatch',
  'value_mismatch',
];

/** The judgement nearest to a match; the first of equals. */
export function nearestJudgement(judgements: readonly Judgement[]): Judgement | undefined {
  return judgements.reduce<Judgement | undefined>(
    (best, next) => (best === undefined || rankOf(next) < rankOf(best) ? next : best),
    undefined,
  );
}

function rankOf(judgement: Judgement): number {
  const rank = NEAREST_FIRST.indexOf(judgement.reason);
  return rank === -1 ? NEAREST_FIRST.length : rank;
}

type Failure = { readonly reason: Reason; readonly detail?: string };

const OPEN_SPACING: Failure = {
  reason: 'spacing_not_established',
  detail: 'the page leaves it open whether these digits are one number or several',
};

function openDigitsAt(page: ValuePage, { start, end }: FoundAmount): OpenDigits | null {
  return page.open_digits.find((one) => one.start < end && start < one.end) ?? null;
}

/** Whether the claimed number is one of those that open digits may be. */
function isAmong(open: OpenDigits, expectation: Expectation): boolean {
  const claimed = [expectation.amount?.value, expectation.value].flatMap((one) => one ?? []);
  const plain = (digits: string): string => digits.replace(/^[0.]+|[-.]|0+$/g, '');
  return claimed.some((one) => open.readings.some((reading) => plain(reading) === plain(one)));
}

/** A unit printed with the number that the claim does not name: `5` is not printed where `5%` is. */
function unclaimedUnit(amount: Amount, expectation: Expectation): Failure | null {
  const { unit } = amount;
  if (unit === null || expectation.units.some((claimed) => claimed.kind === unit)) return null;
  const isPlain = expectation.text !== null && expectation.units.length === 0;
  const detail = `the number is printed with its unit, ${amount.displayed}`;
  return { reason: isPlain ? 'unit_mismatch' : 'unit_not_established', detail };
}

/** Null where the digits are the claimed ones, sign apart. */
function judgeNumber(
  amount: Amount,
  expectation: Expectation,
  scale: ScaleInForce,
): Failure | null {
  const { value } = expectation;
  if (expectation.amount !== null && !isSamePrint(amount, expectation.amount, scale)) {
    return { reason: 'value_mismatch' };
  }
  if (expectation.amount === null && amount.qualifier !== null) return { reason: 'value_mismatch' };
  if (value === null) return null;
  const factors = factorsOf(amount, expectation, scale);
  if (factors.some((factor) => isSameSize(multiplied(amount.value, factor), value))) return null;
  return isScaleApart(amount, value)
    ? otherScale(amount, expectation, scale, value)
    : { reason: 'value_mismatch' };
}

/** The multipliers under which the printed number may be the claimed value. */
function factorsOf(
  amount: Amount,
  expectation: Expectation,
  scale: ScaleInForce,
): readonly string[] {
  if (expectation.scale !== null) {
    // "0.5 billion" in the claimed text, with its value, may be printed as 500 in millions.
    const hasOwn = (expectation.amount?.own_scale ?? null) !== null && scale.outcome === 'stated';
    return hasOwn ? [expectation.scale, scale.multiplier] : [expectation.scale];
  }
  if (namesCurrency(expectation)) {
    return [scale.outcome === 'stated' ? scale.multiplier : '1'];
  }
  return amount.own_scale === null ? ['1'] : ['1', amount.own_scale];
}

/** The digits are the claimed ones, but the claimed value has another power of a thousand. */
function otherScale(
  amount: Amount,
  expectation: Expectation,
  scale: ScaleInForce,
  value: string,
): Failure {
  if (expectation.scale !== null) return { reason: 'value_mismatch' };
  if (scale.outcome !== 'stated') {
    return namesCurrency(expectation)
      ? { reason: 'scale_not_established' }
      : { reason: 'value_mismatch' };
  }
  if (namesCurrency(expectation)) return { reason: 'scale_mismatch' };
  if (!isSameSize(multiplied(amount.value, scale.multiplier), value)) {
    return { reason: 'value_mismatch' };
  }
  const detail =
    'the claim names neither scale nor unit; its value is the printed number times the stated scale';
  return { reason: 'scale_not_established', detail };
}

function judgeScale(
  printed: Amount,
  expectation: Expectation,
  scale: ScaleInForce,
): Failure | null {
  const claimed = expectation.scale;
  if (claimed === null) {
    // A value in a currency means the scaled amount, which an unclear scale leaves open.
    const isOpen =
      scale.outcome === 'unclear' && expectation.value !== null && namesCurrency(expectation);
    return isOpen ? { reason: 'scale_not_established' } : null;
  }
  if (scale.outcome === 'stated') {
    if (equalDecimals(claimed, scale.multiplier)) return null;
    const text = expectation.amount;
    const isSame = text?.own_scale === claimed && isSameScaled(printed, text, scale);
    return isSame ? null : { reason: 'scale_mismatch' };
  }
  if (scale.outcome === 'unclear') {
    const detail =
      scale.texts.length === 0
        ? 'characters of the page have no known meaning'
        : `stated: ${scale.texts.join('; ')}`;
    return { reason: 'scale_not_established', detail };
  }
  return equalDecimals(claimed, '1') ? null : { reason: 'scale_not_established' };
}

function hasOtherSign(amount: Amount, expectation: Expectation): boolean {
  const expected = expectation.amount?.value ?? expectation.value ?? '0';
  return signOf(expected) * signOf(amount.value) === -1;
}

/**
 * Whether two prints show the same digits, sign apart, or with their scale words the same size:
 * "0.5 billion" and 500 under "in millions".
 */
function isSamePrint(printed: Amount, expected: Amount, scale: ScaleInForce): boolean {
  if (printed.qualifier !== expected.qualifier) return false;
  return isSameSize(printed.value, expected.value) || isSameScaled(printed, expected, scale);
}

function isSameScaled(printed: Amount, expected: Amount, scale: ScaleInForce): boolean {
  if (expected.own_scale === null || scale.outcome !== 'stated') return false;
  const size = multiplied(expected.value, expected.own_scale);
  return isSameSize(multiplied(printed.value, scale.multiplier), size);
}

function isSameSize(a: string, b: string): boolean {
  return equalDecimals(a.replace('-', ''), b.replace('-', ''));
}

function isScaleApart(amount: Amount, value: string): boolean {
  const power = powerOfTenBetween(value, amount.value);
  return power !== null && power % 3 === 0;
}

function namesCurrency(expectation: Expectation): boolean {
  return expectation.units.some((unit) => unit.kind === 'currency');
}

function limitationsOf(expectation: Expectation, scale: ScaleInForce): readonly Limitation[] {
  // A currency with a value means the scaled amount; with a print alone it is only part of that.
  const isScaledAmount = namesCurrency(expectation) && expectation.value !== null;
  if (expectation.scale !== null || isScaledAmount) return [];
  const isScaled =
    scale.outcome === 'stated' ? scale.multiplier !== '1' : scale.outcome === 'unclear';
  return isScaled ? ['scale_not_claimed'] : [];
}

function observedOf(amount: PlacedAmount, scale: ScaleInForce, unit: UnitInForce): Observed {
  const printed = amount.found.amount;
  const multiplier = scale.outcome === 'stated' ? scale.multiplier : null;
  return {
    displayed: printed.displayed,
    value: scale.outcome === 'unclear' ? null : multiplied(printed.value, multiplier ?? '1'),
    scale: multiplier,
    scale_text: scale.outcome === 'stated' ? scale.text : null,
    unit: unit.unit,
    unit_text: unit.text,
    row_path: amount.label === '' ? [] : [amount.label],
    column_path: [],
  };
}
