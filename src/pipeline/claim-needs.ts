import type { Digest } from '../contracts/fingerprint.ts';
import type { DocumentGrounding, LabelMap } from '../evidence/grounding.ts';
import { citedPages, needsLabels } from '../verification/cited-pages.ts';
import { traitsOf } from '../verification/kinds/all.ts';
import { findStale, type VerificationSettings } from '../verification/verify-claim.ts';
import type { PlacedClaim, PlannedClaim } from './ports.ts';

/** The claim as verification is told of it; null if it could not be read. */
export function placedOf(planned: PlannedClaim): PlacedClaim | null {
  if (!planned.entry.readable || planned.head === null) return null;
  const { envelope_index, claim_index, head, entry } = planned;
  return { envelope_index, claim_index, head, claim: entry.claim };
}

/** Whether the claim speaks of the version that was found, so that its document must be opened. */
export function needsDocument(
  placed: PlacedClaim,
  observed: Digest,
  settings: VerificationSettings,
): boolean {
  return findStale(placed.head, observed, settings) === null;
}

/** Whether the claim can be settled only with the label map. */
export function asksLabels(placed: PlacedClaim): boolean {
  return traitsOf(placed.claim.kind).is_decided && needsLabels(placed.claim);
}

/**
 * The labels the claim may be judged by: none unless it asks for them, so that no other claim of
 * the run decides whether this one sees a label map.
 */
export function labelsFor(placed: PlacedClaim, labels: LabelMap | null): LabelMap | null {
  return asksLabels(placed) ? labels : null;
}

/** The claims in order, those that ask for labels apart from those that must not see them. */
export function partedByLabels(
  claims: readonly PlacedClaim[],
): readonly (readonly PlacedClaim[])[] {
  return [claims.filter(asksLabels), claims.filter((claim) => !asksLabels(claim))];
}

/** The pages that the claim's verdict rests on, ascending; none for a kind that is not decided. */
export function pagesOf(
  placed: PlacedClaim,
  document: DocumentGrounding,
  labels: LabelMap | null,
): readonly number[] {
  if (!traitsOf(placed.claim.kind).is_decided) return [];
  return citedPages(placed.claim, document, labelsFor(placed, labels));
}
