import { envelopeHeadSchema } from '../../contracts/envelope.ts';
import {
  claimEntrySchema,
  ingestOutcomeSchema,
  inputPlaceSchema,
  sourceRequestSchema,
} from '../../contracts/job.ts';
import { type MachineOutcome, runStateSchema, summarySchema } from '../../contracts/report.ts';
import { verdictSchema } from '../../contracts/verdict.ts';
import type { NewRun, PlannedClaim, PlannedSource, RunRecord } from '../../pipeline/ports.ts';
import type { LedgerTables } from './schema.ts';

/** A run before anything of it is planned. */
export function newRunRow(run: NewRun): LedgerTables['run'] {
  return {
    run_id: run.run_id,
    plan_digest: null,
    profile: run.profile,
    engine: run.engine,
    state: 'planned',
    settings_json: JSON.stringify(run.settings ?? null),
    inputs_json: '[]',
    envelope_count: 0,
    readable_envelope_count: 0,
    claim_count: 0,
    source_count: 0,
    created_ms: run.created_ms,
    started_ms: null,
    finished_ms: null,
    report_digest: null,
    failure: null,
  };
}

/** A row of the `run` table as the pipeline knows it. */
export function runOf(row: LedgerTables['run']): RunRecord {
  return {
    run_id: row.run_id,
    plan_digest: row.plan_digest,
    profile: row.profile,
    engine: row.engine,
    state: runStateSchema.parse(row.state),
    settings: JSON.parse(row.settings_json),
    inputs: summarySchema.shape.inputs.parse(JSON.parse(row.inputs_json)),
    envelope_count: Number(row.envelope_count),
    readable_envelope_count: Number(row.readable_envelope_count),
    claim_count: Number(row.claim_count),
    source_count: Number(row.source_count),
    created_ms: Number(row.created_ms),
    started_ms: numberOrNull(row.started_ms),
    finished_ms: numberOrNull(row.finished_ms),
    report_digest: row.report_digest,
    failure: row.failure,
  };
}

/** A row of the `run_source` table as the pipeline knows it. */
export function sourceOf(row: LedgerTables['run_source']): PlannedSource {
  return {
    source_index: row.source_index,
    request: sourceRequestSchema.parse(JSON.parse(row.request_json)),
    shard_count: row.shard_count,
    outcome:
      row.outcome_json === null ? null : ingestOutcomeSchema.parse(JSON.parse(row.outcome_json)),
  };
}

type ClaimRow = Pick<LedgerTables['claim'], 'envelope_index' | 'claim_index' | 'entry_json'> &
  Pick<LedgerTables['envelope'], 'place_json' | 'head_json'>;

/** Claims joined with their envelopes, those of one envelope together; each envelope is parsed once. */
export function claimsOf(rows: readonly ClaimRow[]): readonly PlannedClaim[] {
  let envelope: Pick<PlannedClaim, 'envelope_index' | 'place' | 'head'> | null = null;
  const claims: PlannedClaim[] = [];
  for (const row of rows) {
    if (envelope?.envelope_index !== row.envelope_index) envelope = envelopeOf(row);
    const entry = claimEntrySchema.parse(JSON.parse(row.entry_json));
    claims.push({ ...envelope, claim_index: row.claim_index, entry });
  }
  return claims;
}

function envelopeOf(
  row: Omit<ClaimRow, 'entry_json' | 'claim_index'>,
): Pick<PlannedClaim, 'envelope_index' | 'place' | 'head'> {
  return {
    envelope_index: row.envelope_index,
    place: inputPlaceSchema.parse(JSON.parse(row.place_json)),
    head: row.head_json === null ? null : envelopeHeadSchema.parse(JSON.parse(row.head_json)),
  };
}

/** A verdict row that the machine caused, as `run.json` lists it. */
export function machineOutcomeOf(row: Omit<LedgerTables['verdict'], 'run_id'>): MachineOutcome {
  const verdict = verdictSchema.parse(JSON.parse(row.verdict_json));
  return {
    envelope_index: row.envelope_index,
    claim_index: row.claim_index,
    request_id: verdict.request_id,
    claim_id: verdict.claim_id,
    reason: verdict.reason,
    attempts: row.machine_attempts ?? 1,
    detail: row.machine_detail ?? '',
  };
}

function numberOrNull(value: number | null): number | null {
  return value === null ? null : Number(value);
}
