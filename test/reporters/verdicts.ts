import type { CropRecord } from '../../src/contracts/crop.ts';
import type { Summary } from '../../src/contracts/report.ts';
import type { Verdict } from '../../src/contracts/verdict.ts';
import type { ReportEntry, ReportFacts, RunRecord } from '../../src/pipeline/ports.ts';
import { createSummaryCounter } from '../../src/reporters/summary.ts';

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
    engine: '',
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

/** What a report of two claims is told beside them. */
export const FACTS: ReportFacts = {
  run: runOf(),
  counters: { pages_read: 7, claims_decided: 2, verify_items: 1, verify_busy_ms: 12.4 },
  machine_outcomes: [],
};

/** What `summary.json` would say of the verdicts. */
export function summaryOf(verdicts: readonly Verdict[]): Summary {
  const counter = createSummaryCounter();
  for (const verdict of verdicts) counter.add(verdict);
  const { engine: _, ...context } = CONTEXT;
  return counter.summarize(runOf({ claim_count: verdicts.length }), context);
}

/** A picture whose bytes have the digest of this hexadecimal digit, repeated. */
export function cropOf(digit: string, change: Partial<CropRecord> = {}): CropRecord {
  return {
    envelope_index: 0,
    claim_index: 0,
    request_id: 'r1',
    claim_id: 'q1',
    role: 'evidence',
    check: 'comparison',
    document_fingerprint: DIGEST,
    evidence_text_sha256: DIGEST,
    page_index: 17,
    page_width: 612,
    page_height: 792,
    rotation: 0,
    origin: 'top_left',
    unit: 'point',
    bbox: [0, 70, 612, 150],
    boxes: [[72, 100, 300, 112]],
    renderer: 'pdfium',
    renderer_version: '2.15.1',
    dpi: 144,
    width: 1224,
    height: 160,
    png_sha256: `sha256:${digit.repeat(64)}`,
    ...change,
  };
}
