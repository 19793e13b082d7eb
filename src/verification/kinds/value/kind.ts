import type { ValueClaim } from '../../../contracts/claim.ts';
import { readNumberFormat } from '../../../evidence/number-format.ts';
import type { Comparison, Target } from '../../finding.ts';
import type { KindRule } from '../kind.ts';
import { expectationOf, readingFormatOf } from './expectation.ts';
import { compareInRow } from './in-row.ts';
import { compareOnPage } from './on-page.ts';
import { readValuePage } from './read-page.ts';

/** The number stands in the row that the label names, or, without a label, anywhere in the target. */
export const valueKind: KindRule<'value'> = {
  kind: 'value',
  is_decided: true,
  is_searchable: true,
  compare: compareValue,
};

function compareValue(claim: ValueClaim, target: Target): Comparison {
  const { format, is_comma_assumed } = readingFormatOf(claim, target.page.text);
  const expectation = expectationOf(claim, readNumberFormat(target.page.text));
  const page = readValuePage(target.page, format);
  const comparison =
    claim.row_label === undefined
      ? compareOnPage(claim, target, page, expectation)
      : compareInRow(claim, target, page, expectation, pathOf(claim.row_label));
  if (comparison.outcome === 'fail' || !is_comma_assumed) return comparison;
  return { ...comparison, limitations: [...comparison.limitations, 'comma_decimal_assumed'] };
}

function pathOf(label: string | readonly string[]): readonly string[] {
  return typeof label === 'string' ? [label] : label;
}
