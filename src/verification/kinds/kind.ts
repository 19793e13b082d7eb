import type { Claim, ClaimKind } from '../../contracts/claim.ts';
import type { Comparison, Match, Target } from '../finding.ts';

/**
 * How claims of one kind are decided. Pure: the same claim and target give the same comparison.
 * `compare` never throws for a claim that passed its schema.
 */
export interface KindRule<K extends ClaimKind> {
  readonly kind: K;
  /** False while claims of this kind always answer `unsupported_claim_kind`. */
  readonly is_decided: boolean;
  /** Whether other pages may be searched for the evidence once the cited page lacks it. */
  readonly is_searchable: boolean;
  /**
   * The match that `compare` would return, or null: for searching other places, where a failure
   * need not be explained.
   */
  readonly find: (claim: Extract<Claim, { kind: K }>, target: Target) => Match | null;
  readonly compare: (claim: Extract<Claim, { kind: K }>, target: Target) => Comparison;
}
