import type { Claim, ClaimKind } from '../../contracts/claim.ts';
import type { Comparison, Match, Target } from '../finding.ts';
import type { KindRule } from './kind.ts';
import { pageKind } from './page/kind.ts';
import { presenceKind } from './presence/kind.ts';
import { quoteKind } from './quote/kind.ts';
import { regionKind } from './region/kind.ts';
import { statementKind } from './statement/kind.ts';
import { tableCellKind } from './table-cell/kind.ts';
import { valueKind } from './value/kind.ts';

/** Every kind with its rule: forget one and the compiler says so. */
const KINDS: { readonly [K in ClaimKind]: KindRule<K> } = {
  quote: quoteKind,
  value: valueKind,
  page: pageKind,
  presence: presenceKind,
  table_cell: tableCellKind,
  region: regionKind,
  statement: statementKind,
};

/** Compares a claim with a target by the rule of its kind. */
export function compareClaim<K extends ClaimKind>(
  claim: Extract<Claim, { kind: K }>,
  target: Target,
): Comparison {
  const rule: KindRule<K> = KINDS[claim.kind];
  return rule.compare(claim, target);
}

/** Finds the whole evidence of a claim in a target by the rule of its kind, or null. */
export function findClaim<K extends ClaimKind>(
  claim: Extract<Claim, { kind: K }>,
  target: Target,
): Match | null {
  const rule: KindRule<K> = KINDS[claim.kind];
  return rule.find(claim, target);
}

/** What shared code may ask of a kind. */
export function traitsOf(
  kind: ClaimKind,
): Pick<KindRule<ClaimKind>, 'is_decided' | 'is_searchable'> {
  return KINDS[kind];
}
