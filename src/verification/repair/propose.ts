import type { Claim } from '../../contracts/claim.ts';
import type { Limitation } from '../../contracts/limitation.ts';
import { type Reason, statusOf } from '../../contracts/reason.ts';
import type { Proposal } from '../../contracts/repair.ts';
import type { DocumentGrounding, LabelMap } from '../../evidence/grounding.ts';
import type { Finding } from '../finding.ts';
import { pagesWith } from '../gates/page.ts';
import { traitsOf } from '../kinds/all.ts';
import { type NearbyEvidence, searchCentre, WINDOW_PAGES } from './nearby.ts';

/** What was searched for the evidence of a failed claim. */
export interface SearchReach {
  readonly document: DocumentGrounding;
  readonly labels: LabelMap | null;
  /** How far the search went; it stops at the window once that holds the evidence. */
  readonly searched: 'none' | 'window' | 'document';
  /** Pages inside that reach that could not be read. */
  readonly unsearched: readonly number[];
}

/** A finding with its absence named as exactly as the search allows, and the repair to propose. */
export interface RefinedFinding {
  readonly finding: Finding;
  readonly proposal: Proposal;
}

/** Whether other pages should be searched: the evidence is absent, and its kind can be searched for. */
export function isSearchable(claim: Claim, finding: Finding): boolean {
  return finding.is_absent && traitsOf(claim.kind).is_searchable;
}

/**
 * The one function that other pages speak through. It may name an absence more exactly, in this
 * order: `evidence_elsewhere_on_page`, `evidence_spans_pages`, `evidence_on_other_page`. A limit of
 * the cited page keeps its reason, and so does a page that was not found or a region without any
 * text, which names the locator as the fault; they may get a proposal.
 * It never touches any other finding.
 */
export function refineAbsence(
  claim: Claim,
  finding: Finding,
  nearby: readonly NearbyEvidence[],
  reach: SearchReach,
): RefinedFinding {
  if (finding.status === 'verified') return { finding, proposal: { action: 'keep' } };
  if (!isSearchable(claim, finding)) return { finding, proposal: settle(claim, finding, reach) };
  const cited = searchCentre(claim, reach.document, reach.labels);
  const isLimited = finding.status !== 'mismatch' && finding.status !== 'not_found';
  const wasCompared = finding.checks.some(
    ({ check, outcome }) => check === 'comparison' && outcome === 'fail',
  );
  const limitations = withUnsearched(finding, reach);
  const name = nameOf(nearby, cited);
  const named = { ...finding, limitations };
  if (name === null) return { finding: named, proposal: settleAbsent(named, nearby) };
  const keepsReason = isLimited || !wasCompared || finding.reason === 'region_empty';
  const refined = keepsReason ? named : renamed(named, name, nearby, cited);
  return { finding: refined, proposal: repointOf(nearby, cited, isLimited) };
}

function nameOf(nearby: readonly NearbyEvidence[], cited: number | null): Reason | null {
  if (nearby.some((hit) => hit.page_index === cited && hit.page_index_end === null)) {
    return 'evidence_elsewhere_on_page';
  }
  if (nearby.some((hit) => hit.page_index_end !== null)) return 'evidence_spans_pages';
  return nearby.length > 0 ? 'evidence_on_other_page' : null;
}

function renamed(
  finding: Finding,
  reason: Reason,
  nearby: readonly NearbyEvidence[],
  cited: number | null,
): Finding {
  const places = [...new Set(nearby.map(({ page_index }) => page_index))].sort((a, b) => a - b);
  const shown = places.slice(0, PLACES_SHOWN_MAX).join(', ');
  const more =
    places.length > PLACES_SHOWN_MAX ? ` and ${places.length - PLACES_SHOWN_MAX} more` : '';
  const detail =
    reason === 'evidence_elsewhere_on_page'
      ? `the evidence stands on page_index ${cited}, outside the cited target`
      : `the evidence stands on page_index ${shown}${more}`;
  return {
    ...finding,
    status: statusOf(reason),
    reason,
    checks: finding.checks.map((check) =>
      check.outcome === 'fail' ? { ...check, reason, detail } : check,
    ),
  };
}

/** A detail names at most this many pages. */
const PLACES_SHOWN_MAX = 10;

/** `repoint` where exactly one other place holds the evidence whole; else a person must choose. */
function repointOf(
  nearby: readonly NearbyEvidence[],
  cited: number | null,
  isLimited: boolean,
): Proposal {
  const others = nearby.filter((hit) => hit.page_index !== cited && hit.page_index_end === null);
  const isNear = (hit: NearbyEvidence): boolean =>
    cited !== null && Math.abs(hit.page_index - cited) <= WINDOW_PAGES;
  const window = others.filter(isNear);
  const scope = window.length > 0 ? 'window' : 'document';
  const candidates = window.length > 0 ? window : others;
  const first = candidates[0];
  if (first === undefined) {
    const evidence = nearby[0]?.evidence;
    const candidates = nearby.length;
    return { action: 'flag', candidates, ...(evidence === undefined ? {} : { evidence }) };
  }
  const isElsewhere = nearby.some((hit) => hit.page_index === cited || hit.page_index_end !== null);
  const action = candidates.length === 1 && !isLimited && !isElsewhere ? 'repoint' : 'flag';
  return {
    action,
    ...(action === 'repoint' ? { page_index: first.page_index, scope } : { scope }),
    candidates: candidates.length,
    evidence: first.evidence,
  };
}

/** A claim whose evidence stands nowhere that was searched. */
function settleAbsent(finding: Finding, nearby: readonly NearbyEvidence[]): Proposal {
  const isPlain = finding.status === 'not_found' || finding.status === 'mismatch';
  const isDoubted = finding.limitations.some((limitation) => DOUBTS.has(limitation));
  const isWhole = finding.reason !== 'text_partially_present';
  const action = isPlain && isWhole && !isDoubted ? 'remove' : 'flag';
  return { action, candidates: nearby.length };
}

/** Limitations under which an absence is not plain enough to propose a removal. */
const DOUBTS: ReadonlySet<Limitation> = new Set<Limitation>([
  'degraded_parse',
  'visibility_not_proved',
  'other_pages_not_searched',
]);

/** A claim that a gate or the target itself settled; no other page was asked. */
function settle(claim: Claim, finding: Finding, reach: SearchReach): Proposal {
  if (claim.kind === 'page' && claim.page_label !== undefined) {
    const pages = pagesWith(reach.labels, claim.page_label);
    const only = pages.length === 1 ? pages[0] : undefined;
    if (finding.reason === 'page_label_mismatch' && only !== undefined) {
      const distance = Math.abs(only - (claim.page_index ?? only));
      const scope = distance <= WINDOW_PAGES ? 'window' : 'document';
      return { action: 'repoint', page_index: only, scope, candidates: 1 };
    }
    if (finding.reason === 'page_label_not_found') return { action: 'remove', candidates: 0 };
  }
  return { action: 'flag' };
}

function withUnsearched(finding: Finding, reach: SearchReach): readonly Limitation[] {
  const isPartial =
    reach.unsearched.length > 0 || reach.searched === 'none' || reach.document.degraded.length > 0;
  if (!isPartial) return finding.limitations;
  return [...new Set<Limitation>([...finding.limitations, 'other_pages_not_searched'])].sort();
}
