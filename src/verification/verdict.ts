import type { ClaimEntry, EnvelopeHead, InputPlace } from '../contracts/envelope.ts';
import type { Digest } from '../contracts/fingerprint.ts';
import type { Proposal } from '../contracts/repair.ts';
import type { ReleaseDecision, Verdict } from '../contracts/verdict.ts';
import { QUOTE_NORMALIZATION } from '../evidence/normalization.ts';
import type { Finding } from './finding.ts';

/** Everything a verdict is put together from. */
export interface VerdictParts {
  readonly head: EnvelopeHead | null;
  readonly entry: ClaimEntry;
  readonly place: InputPlace;
  readonly finding: Finding;
  readonly proposal: Proposal;
  readonly profile: Digest;
  /** Fingerprint of the document that was found; null if none was. */
  readonly observed_fingerprint: Digest | null;
  /** Decided by the policy from the verdict's status alone. */
  readonly decideRelease: (status: Verdict['status']) => ReleaseDecision;
}

/** Puts a verdict together, keys in the order of its schema. */
export function assembleVerdict(parts: VerdictParts): Verdict {
  const { entry, finding, head } = parts;
  const problem = entry.readable ? null : entry.problem;
  const claim = entry.readable ? entry.claim : null;
  const metadata = claim === null ? problem?.metadata : claim.metadata;
  return {
    request_id: head?.request_id ?? problem?.request_id ?? null,
    source_id: head?.source_id ?? problem?.source_id ?? null,
    claim_id: claim?.id ?? problem?.claim_id ?? null,
    kind: claim?.kind ?? problem?.kind ?? null,
    status: finding.status,
    reason: finding.reason,
    match_method: finding.match_method,
    assurance: wasCompared(finding) ? 'text' : null,
    document_fingerprint: head?.document_fingerprint ?? null,
    profile: parts.profile,
    normalization: QUOTE_NORMALIZATION,
    evidence: finding.evidence,
    observed: finding.observed,
    ...(finding.difference === null ? {} : { difference: [...finding.difference] }),
    occurrences: finding.occurrences,
    limitations: [...finding.limitations],
    checks: [...finding.checks],
    proposal: parts.proposal,
    observed_fingerprint: parts.observed_fingerprint,
    release: parts.decideRelease(finding.status),
    ...(problem === null ? {} : { input: { file: parts.place.file, line: parts.place.line } }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/** Whether text was compared at all; else no channel stands behind the outcome. */
function wasCompared(finding: Finding): boolean {
  return finding.checks.some(
    ({ check, outcome }) => check === 'comparison' && outcome !== 'skipped',
  );
}
