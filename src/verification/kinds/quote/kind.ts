import type { KindRule } from '../kind.ts';
import { compareText } from './compare.ts';

/** The quote stands in the target as whole words under `quote/1`. */
export const quoteKind: KindRule<'quote'> = {
  kind: 'quote',
  is_decided: true,
  is_searchable: true,
  compare: (claim, target) => compareText(target, claim.expected_text),
};
