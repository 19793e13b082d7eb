import type { Claim } from '../../contracts/claim.ts';
import type { Evidence } from '../../contracts/evidence.ts';
import type { MatchMethod } from '../../contracts/verdict.ts';
import type { DocumentGrounding, LabelMap, PageGrounding } from '../../evidence/grounding.ts';
import { evidenceOfParts } from '../evidence.ts';
import type { Target } from '../finding.ts';
import { resolvePage } from '../gates/page.ts';
import { findClaim } from '../kinds/all.ts';
import { findOverBreak } from '../kinds/quote/compare.ts';
import { expectedTextOf } from '../kinds/quote/expected-text.ts';
import type { SoughtQuote } from '../kinds/quote/match.ts';

/**
 * The evidence of a claim as it stands, whole, on a page that the claim does not cite, outside the
 * cited target, or over a page break beside the cited page. Only this room accepts it: it may name
 * an absence and feed a proposal, and can never make or unmake `verified`.
 */
export interface NearbyEvidence {
  readonly page_index: number;
  /** Set where the evidence runs on to the next page. */
  readonly page_index_end: number | null;
  readonly match_method: MatchMethod;
  readonly evidence: Evidence;
}

/** Pages on either side of the cited one that are searched first (AtomCite's window). */
export const WINDOW_PAGES = 2;

/** The pages to search for a claim that failed on `cited`: first the window, then all others. */
export function searchOrder(
  cited: number,
  pageCount: number,
): { readonly window: readonly number[]; readonly rest: readonly number[] } {
  const window: number[] = [];
  const rest: number[] = [];
  for (let index = 0; index < pageCount; index += 1) {
    const isNear = Math.abs(index - cited) <= WINDOW_PAGES;
    (isNear ? window : rest).push(index);
  }
  return { window, rest };
}

/** The page to search around: the one that resolves, else the index that the claim names; or null. */
export function searchCentre(
  claim: Claim,
  document: DocumentGrounding,
  labels: LabelMap | null,
): number | null {
  const page = resolvePage(claim, document, labels);
  return page.outcome === 'resolved' ? page.page_index : (claim.page_index ?? null);
}

/**
 * Looks for the whole evidence of a failed claim on each of `pages`, and over the breaks between
 * those that follow one another beside the cited page. Only finds that would verify there count.
 */
export function findNearby(
  claim: Claim,
  document: DocumentGrounding,
  labels: LabelMap | null,
  pages: readonly PageGrounding[],
): readonly NearbyEvidence[] {
  const cited = searchCentre(claim, document, labels);
  const isResolved = resolvePage(claim, document, labels).outcome === 'resolved';
  const found: NearbyEvidence[] = [];
  for (const page of pages) {
    const target = wholePage(document, page);
    const evidence = findOnPage(claim, target, isResolved && page.page_index === cited);
    if (evidence !== null) found.push(evidence);
  }
  if (cited === null || claim.kind !== 'quote') return found;
  const byIndex = new Map(pages.map((page) => [page.page_index, page]));
  for (const first of [cited - 1, cited]) {
    const page = byIndex.get(first);
    const next = byIndex.get(first + 1);
    if (page === undefined || next === undefined) continue;
    const { whole } = expectedTextOf(claim, claim.expected_text);
    const evidence = findAcross(whole, wholePage(document, page), next);
    if (evidence !== null) found.push(evidence);
  }
  return found;
}

function findOnPage(claim: Claim, target: Target, isCited: boolean): NearbyEvidence | null {
  // The cited page as a whole was the target already, unless a locator narrowed it.
  if (isCited && claim.element_id === undefined && claim.bbox === undefined) return null;
  const match = findClaim(claim, target);
  if (match === null || match.evidence === null) return null;
  return {
    page_index: target.page.page_index,
    page_index_end: null,
    match_method: match.match_method,
    evidence: match.evidence,
  };
}

function findAcross(
  sought: SoughtQuote,
  target: Target,
  next: PageGrounding,
): NearbyEvidence | null {
  const parts = findOverBreak(target, next, sought);
  if (parts === null) return null;
  return {
    page_index: target.page.page_index,
    page_index_end: next.page_index,
    match_method: 'extraction_text',
    evidence: evidenceOfParts(target, [
      { page: target.page, span: parts.first },
      { page: next, span: parts.second },
    ]),
  };
}

function wholePage(document: DocumentGrounding, page: PageGrounding): Target {
  return {
    document,
    page,
    page_label: document.dictionary_labels?.[page.page_index] ?? null,
    within: [{ start: 0, end: page.text.length }],
    is_bounded: false,
    next: null,
  };
}
