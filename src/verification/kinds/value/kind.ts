import type { ValueClaim } from '../../../contracts/claim.ts';
import type { Comparison, Match, Target } from '../../finding.ts';
import type { KindRule } from '../kind.ts';
import { claimedDigits, type Expectation, expectationOf, readingFormatOf } from './expectation.ts';
import { compareInRow } from './in-row.ts';
import { compareOnPage } from './on-page.ts';
import { printedNumbersOf, readValuePage, type ValuePage } from './read-page.ts';
import { compareTextInRow, compareTextOnPage } from './text-value.ts';

/** The number stands in the row that the label names, or, without a label, anywhere in the target. */
export const valueKind: KindRule<'value'> = {
  kind: 'value',
  is_decided: true,
  is_searchable: true,
  find: findValue,
  compare: compareValue,
};

function findValue(claim: ValueClaim, target: Target): Match | null {
  if (!mayHoldNumber(claim, target) || !mayHoldLabel(claim, target.page.text)) return null;
  const comparison = compareValue(claim, target);
  return comparison.outcome === 'match' ? comparison : null;
}

/** Cheap test that rules out most pages: the digits of the number stand somewhere. */
function mayHoldNumber(claim: ValueClaim, target: Target): boolean {
  const printed = printedNumbersOf(target.page);
  const digits = claimedDigits(expectationOf(claim, printed.mark));
  return digits === null || printed.digits.includes(digits);
}

/** Cheap test for the others: the first letters of each word of the label stand somewhere. */
function mayHoldLabel(claim: ValueClaim, text: string): boolean {
  const label = claim.row_label === undefined ? [] : pathOf(claim.row_label);
  const words =
    label
      .at(-1)
      ?.normalize('NFC')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => text.includes(word.slice(0, 3)));
}

function compareValue(claim: ValueClaim, target: Target): Comparison {
  const { mark } = printedNumbersOf(target.page);
  const { format, is_comma_assumed } = readingFormatOf(claim, mark);
  const expectation = expectationOf(claim, mark);
  const page = readValuePage(target.page, format);
  const comparison = comparePlaced(claim, target, page, expectation);
  if (comparison.outcome === 'fail' || !is_comma_assumed) return comparison;
  return { ...comparison, limitations: [...comparison.limitations, 'comma_decimal_assumed'] };
}

function comparePlaced(
  claim: ValueClaim,
  target: Target,
  page: ValuePage,
  expectation: Expectation,
): Comparison {
  const isText = expectation.amount === null && expectation.value === null;
  if (claim.row_label === undefined) {
    return isText
      ? compareTextOnPage(claim, target)
      : compareOnPage(claim, target, page, expectation);
  }
  const path = pathOf(claim.row_label);
  return isText
    ? compareTextInRow(claim, target, page, path)
    : compareInRow(claim, target, page, expectation, path);
}

function pathOf(label: string | readonly string[]): readonly string[] {
  return typeof label === 'string' ? [label] : label;
}
