import type { ValueClaim } from '../../src/contracts/claim.ts';
import type { PageGrounding } from '../../src/evidence/grounding.ts';
import type { Comparison } from '../../src/verification/finding.ts';
import { valueKind } from '../../src/verification/kinds/value/kind.ts';
import { targetOf } from './page.ts';

/** Compares a value claim about the whole of a page; fields that are not given are not claimed. */
export function compareValueOn(page: PageGrounding, claim: Partial<ValueClaim>): Comparison {
  return valueKind.compare({ kind: 'value', id: 'v1', page_index: 0, ...claim }, targetOf(page));
}

/** `verified`, or the reason why not. */
export function outcomeOf(page: PageGrounding, claim: Partial<ValueClaim>): string {
  const comparison = compareValueOn(page, claim);
  return comparison.outcome === 'match' ? 'verified' : comparison.reason;
}
