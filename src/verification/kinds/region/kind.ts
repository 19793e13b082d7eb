import type { KindRule } from '../kind.ts';
import { compareText } from '../quote/compare.ts';

/** The bounded area contains the expected text, compared as a quote. */
export const regionKind: KindRule<'region'> = {
  kind: 'region',
  is_decided: true,
  is_searchable: true,
  compare: (claim, target) => {
    const comparison = compareText(target, claim.expected_text);
    const isEmpty = target.within.length === 0;
    return comparison.outcome === 'fail' && isEmpty && comparison.reason === 'text_not_found'
      ? { ...comparison, reason: 'region_empty' }
      : comparison;
  },
};
