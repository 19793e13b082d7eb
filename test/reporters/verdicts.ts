import type { Verdict } from '../../src/contracts/verdict.ts';
import type { ReportEntry, RunRecord } from '../../src/pipeline/ports.ts';

export const DIGEST = `sha256:${'a'.repeat(64)}`;

/** A verified quote, changed as a test needs it. */
export function verdictOf(change: Partial<Verdict> = {}): Verdict {
  return {
    request_id: 'r1',
    source_id: 's1',
    claim_id: 'q1',
    kind: 'quote',
    status: 'verified',
    reason: null,
    match_method: 'exact_text',
    assurance: 'text',
    document_fingerprint: DIGEST,
    profile: DIGEST,
    normalization: 'quote/1',
    evidence: null,
    observed: null,
    occurrences: 1,
    limitations: [],
    checks: [{ check: 'claim', outcome: 'pass' }],
    proposal: { action: 'keep' },
    observed_fingerprint: DIGEST,
    release: 'release',
    ...change,
  };
}

/** The entry of the first claim of a run. */
export function entryOf(verdict: Verdict): ReportEntry {
  return { envelope_index: 0, claim_index: 0, verdict, claim: null, crops: [] };
}

export function runOf(change: Partial<RunRecord> = {}): RunRecord {
  return {
    run_id: 'run-1',
    plan_digest: DIGEST,
    profile: DIGEST,
    state: 'completed',
    settings: null,
    inputs: [{ file: 'a.jsonl', sha256: DIGEST, envelopes: 1, claims: 2 }],
    envelope_count: 1,
    readable_envelope_count: 1,
    claim_count: 2,
    source_count: 1,
    created_ms: 0,
    started_ms: 1000,
    finished_ms: 3500,
    report_digest: null,
    failure: null,
    ...change,
  };
}

export const CONTEXT = {
  profile_parts: { normalization: 'quote/1' },
  policy: { name: 'default', version: '1' },
  versions: { pagewitness: '0.1.0' },
  capability_table: [],
  engine: { queue: 'embedded', store: 'sqlite', threads: 2 },
};
