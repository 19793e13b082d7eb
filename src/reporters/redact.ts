import type { Check } from '../contracts/check.ts';
import { CLAIM_KINDS, type Claim, type ClaimKind, claimSchema } from '../contracts/claim.ts';
import type { Evidence } from '../contracts/evidence.ts';
import type { MachineOutcome } from '../contracts/report.ts';
import type { Verdict } from '../contracts/verdict.ts';
import type { ReportEntry } from '../pipeline/ports.ts';

/** Stands where text was taken out and the field must not be missing. */
export const REDACTED = '[redacted]';

/**
 * Takes out everything that is, or may repeat, text of the document: evidence and observed text,
 * differences, expectations, the details of checks, pictures. What stays says where and what came
 * of it: ids, pages and their labels, boxes, offsets, digests, status, reason, limitations,
 * the action proposed, and the producer's own `metadata`. The verdict stays valid under its schema.
 */
export function redactEntry(entry: ReportEntry): ReportEntry {
  const { envelope_index, claim_index, verdict, claim } = entry;
  return {
    envelope_index,
    claim_index,
    verdict: redactVerdict(verdict),
    claim: claim === null ? null : redactClaim(claim),
    crops: [],
  };
}

/** The same for what the machine did: its details may name what it was reading. */
export function redactOutcome(outcome: MachineOutcome): MachineOutcome {
  return { ...outcome, detail: REDACTED };
}

/** Every field is named, so that a new one is left out until somebody decides about it. */
function redactVerdict(verdict: Verdict): Verdict {
  const { proposal } = verdict;
  return {
    request_id: verdict.request_id,
    source_id: verdict.source_id,
    claim_id: verdict.claim_id,
    kind: redactKind(verdict.kind),
    status: verdict.status,
    reason: verdict.reason,
    match_method: verdict.match_method,
    assurance: verdict.assurance,
    document_fingerprint: verdict.document_fingerprint,
    profile: verdict.profile,
    normalization: verdict.normalization,
    evidence: verdict.evidence === null ? null : redactEvidence(verdict.evidence),
    // All of it is print: the amount, the words beside it, the labels of its row and column.
    observed: null,
    occurrences: verdict.occurrences,
    limitations: verdict.limitations,
    checks: verdict.checks.map(redactCheck),
    proposal: {
      action: proposal.action,
      ...(proposal.page_index === undefined ? {} : { page_index: proposal.page_index }),
      ...(proposal.scope === undefined ? {} : { scope: proposal.scope }),
      ...(proposal.candidates === undefined ? {} : { candidates: proposal.candidates }),
      ...(proposal.evidence === undefined ? {} : { evidence: redactEvidence(proposal.evidence) }),
    },
    observed_fingerprint: verdict.observed_fingerprint,
    release: verdict.release,
    ...(verdict.input === undefined ? {} : { input: verdict.input }),
    ...(verdict.metadata === undefined ? {} : { metadata: verdict.metadata }),
  };
}

/** A kind that is none of ours is text that somebody typed into the wrong field. */
function redactKind(kind: Verdict['kind']): Verdict['kind'] {
  return kind === null || CLAIM_KINDS.some((known) => known === kind) ? kind : REDACTED;
}

function redactEvidence(evidence: Evidence): Evidence {
  return {
    page_index: evidence.page_index,
    page_label: evidence.page_label,
    element_id: evidence.element_id,
    text: REDACTED,
    start: evidence.start,
    end: evidence.end,
    page_text_sha256: evidence.page_text_sha256,
    boxes: evidence.boxes,
    ...(evidence.segments === undefined ? {} : { segments: evidence.segments }),
    reader: evidence.reader,
  };
}

function redactCheck({ check, outcome, reason, detail }: Check): Check {
  return {
    check,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(detail === undefined ? {} : { detail: REDACTED }),
  };
}

/** Locators say where; everything else of a claim says what, in the words of the document. */
const KEPT_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'kind',
  'page_index',
  'page_index_end',
  'page_label',
  'element_id',
  'table_id',
  'table',
  'cell_id',
  'bbox',
  'bbox_space',
  'metadata',
]);

/** The field that says what is expected, which the schema of the kind asks for. */
const EXPECTATION: Readonly<Record<ClaimKind, Readonly<Record<string, string>>>> = {
  quote: { expected_text: REDACTED },
  value: { expected_text: REDACTED },
  page: {},
  presence: {},
  table_cell: { expected_text: REDACTED },
  region: { expected_text: REDACTED },
  statement: { statement: REDACTED },
};

function redactClaim(claim: Claim): Claim {
  const kept = Object.entries(claim).filter(([field]) => KEPT_FIELDS.has(field));
  return claimSchema.parse({ ...Object.fromEntries(kept), ...EXPECTATION[claim.kind] });
}
