import type { Evidence } from '../../contracts/evidence.ts';
import type { MatchMethod } from '../../contracts/verdict.ts';

/**
 * The evidence of a claim as it stands, whole, on a page that the claim does not cite, or over a
 * page break beside the cited page. Only this room accepts it: it may name an absence and feed a
 * proposal, and can never make or unmake `verified`.
 */
export interface NearbyEvidence {
  readonly page_index: number;
  /** Set where the evidence runs on to the next page. */
  readonly page_index_end: number | null;
  readonly match_method: MatchMethod;
  readonly evidence: Evidence;
}
