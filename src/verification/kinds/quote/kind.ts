import type { KindRule } from '../kind.ts';
import { compareText, findText } from './compare.ts';
import { expectedTextOf } from './expected-text.ts';

/** The quote stands in the target as whole words under `quote/1`. */
export const quoteKind: KindRule<'quote'> = {
  kind: 'quote',
  is_decided: true,
  is_searchable: true,
  find: (claim, target) => findText(target, expectedTextOf(claim, claim.expected_text)),
  compare: (claim, target) => compareText(target, expectedTextOf(claim, claim.expected_text)),
};
