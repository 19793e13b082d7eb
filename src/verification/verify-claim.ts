import type { Capability } from '../contracts/capability.ts';
import type { CheckName } from '../contracts/check.ts';
import type { Claim } from '../contracts/claim.ts';
import type { EnvelopeHead, InputProblem } from '../contracts/envelope.ts';
import type { Digest } from '../contracts/fingerprint.ts';
import type { Limitation } from '../contracts/limitation.ts';
import { type Reason, statusOf } from '../contracts/reason.ts';
import type { LabelMap, PageGrounding } from '../evidence/grounding.ts';
import { failedChecks, type PassedChecks, passedChecks } from './checks.ts';
import type { CitedGrounding, Comparison, Finding } from './finding.ts';
import { missingCapability } from './gates/capability.ts';
import { type PageResolution, resolvePage } from './gates/page.ts';
import { resolveTarget } from './gates/target.ts';
import { compareClaim, traitsOf } from './kinds/all.ts';

/** What of the verification profile the gates ask for. */
export interface VerificationSettings {
  /** Without a fingerprint in the envelope a claim is `stale / fingerprint_missing`. */
  readonly is_fingerprint_required: boolean;
}

/** The finding for a claim that could not be read. */
export function findInvalid(problem: InputProblem): Finding {
  return failed([], 'claim', problem.reason, problem.detail);
}

/** The finding for a claim whose source could not be used: access, location or bytes. */
export function findSourceFailure(reason: Reason, detail: string): Finding {
  const passed: PassedChecks = [{ check: 'claim' }];
  if (reason === 'source_not_authorized') return failed(passed, 'access', reason, detail);
  return failed([...passed, { check: 'access' }], 'source', reason, detail);
}

/** The gates that need no reading: null if the cited version is the one that was found. */
export function findStale(
  head: EnvelopeHead,
  observed: Digest,
  settings: VerificationSettings,
): Finding | null {
  const cited = head.document_fingerprint;
  if (cited === undefined) {
    return settings.is_fingerprint_required
      ? failed(LOCATED, 'fingerprint', 'fingerprint_missing', undefined)
      : null;
  }
  if (cited === observed) return null;
  return failed(
    LOCATED,
    'fingerprint',
    'fingerprint_mismatch',
    `cited ${cited}, found ${observed}`,
  );
}

/** The finding for a claim whose document has the right bytes but could not be read. */
export function findUnreadable(reason: Reason, detail: string): Finding {
  return failed([...LOCATED, { check: 'fingerprint' }], 'capability', reason, detail);
}

const LOCATED: PassedChecks = [{ check: 'claim' }, { check: 'access' }, { check: 'source' }];

/**
 * Decides one claim by its cited page alone, in the fixed order: capability, page, target,
 * comparison. The gates before have passed. Pure; never throws for a claim that passed its schema.
 */
export function verifyClaim(claim: Claim, head: EnvelopeHead, cited: CitedGrounding): Finding {
  const { document, labels } = cited;
  const passed = [...LOCATED, { check: 'fingerprint' as const }];
  const profile = head.grounding_profile;
  if (profile !== undefined && profile !== document.reader_profile && usesIds(claim)) {
    const detail = `ids of ${profile}, current reading ${document.reader_profile}`;
    return failed(passed, 'capability', 'grounding_profile_changed', detail);
  }
  if (!traitsOf(claim.kind).is_decided) {
    return failed(passed, 'capability', 'unsupported_claim_kind', `kind "${claim.kind}"`);
  }
  const missing = missingCapability(claim, capabilitiesOf(cited));
  if (missing !== null) {
    return failed(
      passed,
      'capability',
      missing.reason,
      `${claim.kind} needs ${missing.capability}`,
    );
  }
  const page = resolvePage(claim, document, labels);
  const afterCapability = [...passed, { check: 'capability' as const }];
  if (page.outcome === 'failed') {
    const finding = failed(afterCapability, 'page', page.reason, page.detail);
    return { ...finding, is_absent: SEARCHED_WITHOUT_PAGE.has(page.reason) };
  }
  return onPage(claim, head, cited, page, afterCapability);
}

/** A claim that names no page of the document may still have its evidence somewhere in it. */
const SEARCHED_WITHOUT_PAGE: ReadonlySet<Reason> = new Set<Reason>([
  'page_out_of_range',
  'page_label_mismatch',
  'page_label_not_found',
]);

function onPage(
  claim: Claim,
  head: EnvelopeHead,
  cited: CitedGrounding,
  resolution: Extract<PageResolution, { outcome: 'resolved' }>,
  before: PassedChecks,
): Finding {
  const page = cited.pages.get(resolution.page_index);
  const next = nextPage(cited, resolution.next_index);
  if (page === undefined || next === undefined) {
    const index = page === undefined ? resolution.page_index : resolution.next_index;
    return failed(before, 'page', 'degraded_parse', `page_index ${index} could not be read`);
  }
  const { detail } = resolution;
  const passed = [
    ...before,
    { check: 'page' as const, ...(detail === undefined ? {} : { detail }) },
  ];
  const target = resolveTarget(claim, page);
  if (target.outcome === 'failed') return failed(passed, 'target', target.reason, target.detail);
  const comparison = compareClaim(claim, {
    document: cited.document,
    page,
    page_label: resolution.page_label,
    within: target.within,
    is_bounded: target.is_bounded,
    next,
  });
  const limitations = [...limitationsOfHead(head, cited), ...resolution.limitations];
  return concluded([...passed, { check: 'target' }], comparison, limitations);
}

/** The next page; null where none is asked for, undefined where it could not be read. */
function nextPage(cited: CitedGrounding, index: number | null): PageGrounding | null | undefined {
  return index === null ? null : cited.pages.get(index);
}

function limitationsOfHead(head: EnvelopeHead, cited: CitedGrounding): readonly Limitation[] {
  const limitations: Limitation[] = [];
  if (head.document_fingerprint === undefined) limitations.push('fingerprint_not_given');
  if (head.page_count !== undefined && head.page_count !== cited.document.page_count) {
    limitations.push('page_count_differs');
  }
  if (cited.document.degraded.length > 0) limitations.push('degraded_parse');
  return limitations;
}

function concluded(
  passed: PassedChecks,
  comparison: Comparison,
  limitations: readonly Limitation[],
): Finding {
  const common = {
    evidence: comparison.evidence,
    observed: comparison.observed ?? null,
    limitations: [...new Set([...limitations, ...comparison.limitations])].sort(),
  };
  if (comparison.outcome === 'match') {
    const { detail } = comparison;
    return {
      ...common,
      status: 'verified',
      reason: null,
      match_method: comparison.match_method,
      difference: null,
      occurrences: comparison.occurrences,
      checks: passedChecks([
        ...passed,
        { check: 'comparison', ...(detail === undefined ? {} : { detail }) },
      ]),
      is_absent: false,
    };
  }
  return {
    ...failed(passed, 'comparison', comparison.reason, comparison.detail),
    ...common,
    difference: comparison.difference ?? null,
    is_absent: comparison.is_absent,
  };
}

function failed(
  passed: PassedChecks,
  check: CheckName,
  reason: Reason,
  detail: string | undefined,
): Finding {
  return {
    status: statusOf(reason),
    reason,
    match_method: null,
    evidence: null,
    observed: null,
    difference: null,
    occurrences: 0,
    limitations: [],
    checks: failedChecks(passed, check, reason, detail),
    is_absent: false,
  };
}

function usesIds(claim: Claim): boolean {
  const cellId = 'cell_id' in claim ? claim.cell_id : undefined;
  return [claim.element_id, claim.table_id, cellId].some((id) => id !== undefined);
}

function capabilitiesOf(cited: CitedGrounding): ReadonlySet<Capability> {
  const capabilities = new Set(cited.document.capabilities);
  if (hasLabels(cited.labels)) capabilities.add('page_labels');
  else capabilities.delete('page_labels');
  return capabilities;
}

function hasLabels(labels: LabelMap | null): boolean {
  return labels !== null && labels.labels.length > 0;
}
