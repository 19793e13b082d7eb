import type { Claim } from '../../contracts/claim.ts';
import type { Reason } from '../../contracts/reason.ts';
import type { PageGrounding, TextSpan } from '../../evidence/grounding.ts';
import { intersectSpans, resolveRegion, spansInside } from './region.ts';

/** What of the cited page the locators leave, or why they leave nothing. */
export type TargetResolution =
  | {
      readonly outcome: 'resolved';
      readonly within: readonly TextSpan[];
      readonly is_bounded: boolean;
    }
  | { readonly outcome: 'failed'; readonly reason: Reason; readonly detail: string };

/**
 * Resolves element and region on the cited page; where both are given the target is what they have
 * in common. Fails as `element_not_found`, `region_outside_page`, `geometry_mismatch`,
 * `no_geometry`, or `locator_conflict` where element and region have no text in common.
 */
export function resolveTarget(claim: Claim, page: PageGrounding): TargetResolution {
  let within: readonly TextSpan[] = [{ start: 0, end: page.text.length }];
  let isBounded = false;
  if (claim.element_id !== undefined) {
    const element = page.elements.find(({ id }) => id === claim.element_id);
    if (element === undefined) {
      const detail = `page_index ${page.page_index} has no element "${claim.element_id}"`;
      return { outcome: 'failed', reason: 'element_not_found', detail };
    }
    within = [{ start: element.start, end: element.end }];
    isBounded = true;
  }
  if (claim.bbox !== undefined) {
    const region = resolveRegion(claim.bbox, claim.bbox_space, page);
    if (region.outcome === 'failed') return region;
    const inside = intersectSpans(within, spansInside(page, region.bbox));
    if (inside.length === 0 && isBounded) {
      const detail = `"${claim.element_id}" has no text inside the region`;
      return { outcome: 'failed', reason: 'locator_conflict', detail };
    }
    within = inside;
    isBounded = true;
  }
  return { outcome: 'resolved', within, is_bounded: isBounded };
}
