import type { KindRule } from '../kind.ts';
import { compareText, findText } from '../quote/compare.ts';
import { expectedTextOf } from '../quote/expected-text.ts';

/** The bounded area contains the expected text, compared as a quote. */
export const regionKind: KindRule<'region'> = {
  kind: 'region',
  is_decided: true,
  is_searchable: true,
  find: (claim, target) => findText(target, expectedTextOf(claim, claim.expected_text)),
  compare: (claim, target) => {
    const comparison = compareText(target, expectedTextOf(claim, claim.expected_text));
    const isEmpty = target.within.length === 0;
    return comparison.outcome === 'fail' && isEmpty && comparison.reason === 'text_not_found'
      ? { ...comparison, reason: 'region_empty' }
      : comparison;
  },
};
