import type { ClaimEntry, EnvelopeEntry } from '../../src/contracts/envelope.ts';
import type { Verdict } from '../../src/contracts/verdict.ts';
import { digestOfText } from '../../src/evidence/canonical.ts';

/** A readable claim that quotes `text` from page `pageIndex`. */
export function quoteEntry(id: string, pageIndex: number, text = 'some words'): ClaimEntry {
  return {
    readable: true,
    claim: { kind: 'quote', id, page_index: pageIndex, expected_text: text },
  };
}

/** A readable claim that quotes `text` from the page with a label. */
export function labelledEntry(id: string, pageLabel: string, text: string): ClaimEntry {
  return {
    readable: true,
    claim: { kind: 'quote', id, page_label: pageLabel, expected_text: text },
  };
}

/** A claim that could not be read. */
export function brokenEntry(detail: string): ClaimEntry {
  return {
    readable: false,
    problem: {
      reason: 'unknown_field',
      detail,
      request_id: 'r',
      source_id: 's',
      claim_id: null,
      kind: null,
    },
  };
}

/** An envelope about `sourceId` as it came in from one line of a file. */
export function envelopeEntry(
  sourceId: string,
  claims: readonly ClaimEntry[],
  line = 1,
): EnvelopeEntry {
  return {
    place: { file: 'envelopes.jsonl', line },
    head: { request_id: `about-${sourceId}`, source_id: sourceId },
    claims,
  };
}

/** A verdict with the given ids and detail; its content means nothing. */
export function anyVerdict(claimId: string, detail = ''): Verdict {
  return {
    request_id: 'r',
    source_id: 's',
    claim_id: claimId,
    kind: 'quote',
    status: 'not_found',
    reason: 'text_not_found',
    match_method: null,
    assurance: null,
    document_fingerprint: null,
    profile: digestOfText('profile'),
    normalization: 'quote/1',
    evidence: null,
    observed: null,
    occurrences: 0,
    limitations: [],
    checks: [{ check: 'comparison', outcome: 'fail', reason: 'text_not_found', detail }],
    proposal: { action: 'remove' },
    observed_fingerprint: null,
    release: 'block',
  };
}
