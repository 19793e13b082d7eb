import type { EnvelopeEntry } from '../contracts/envelope.ts';
import type { Digest } from '../contracts/fingerprint.ts';
import { digestOf } from '../evidence/canonical.ts';
import { PipelineError } from './failure.ts';
import type { Clock, PlannedEnvelope, RunInput, RunRecord, RunStore } from './ports.ts';

export interface PlanRequest {
  /** Unique for ever; the same inputs planned twice are two runs with one plan digest. */
  readonly run_id: string;
  readonly profile: Digest;
  /** Which workers may do it; see `RunRecord`. */
  readonly engine: string;
  /** What the engine needs to take the run up again; plain JSON. */
  readonly settings: unknown;
  readonly entries: AsyncIterable<EnvelopeEntry>;
  /** The files the entries came from; asked for when all entries are read. */
  readonly inputs: () => readonly RunInput[];
}

/** Claims in one transaction of the plan: inserts gained nothing above a thousand rows. */
const CLAIMS_PER_BATCH = 1_000;

/** Claims that one item verifies: its verdicts are one transaction, its claims one memory. */
const CLAIMS_PER_SHARD = 500;

/**
 * Writes a run with its envelopes, claims and work into the store, batch by batch, holding one
 * batch in memory. A plan that was cut short is written anew from the beginning.
 */
export async function planRun(
  parts: { readonly runs: RunStore; readonly clock: Clock },
  request: PlanRequest,
): Promise<RunRecord> {
  const { runs, clock } = parts;
  const startMs = clock.nowMs();
  await beginPlan(runs, request, startMs);
  let planDigest = digestOf({ profile: request.profile });
  let envelopeCount = 0;
  let batch: PlannedEnvelope[] = [];
  let claimCount = 0;
  for await (const entry of request.entries) {
    planDigest = digestOf({ before: planDigest, entry });
    batch.push({ envelope_index: envelopeCount, entry });
    envelopeCount += 1;
    claimCount += Math.max(1, entry.claims.length);
    if (claimCount < CLAIMS_PER_BATCH) continue;
    await runs.appendPlan(request.run_id, batch, CLAIMS_PER_SHARD);
    batch = [];
    claimCount = 0;
  }
  if (batch.length > 0) await runs.appendPlan(request.run_id, batch, CLAIMS_PER_SHARD);
  await runs.sealPlan(request.run_id, planDigest, request.inputs());
  await runs.addCounters(request.run_id, {
    plan_items: envelopeCount,
    plan_busy_ms: clock.nowMs() - startMs,
  });
  const run = await runs.run(request.run_id);
  if (run === null) throw new PipelineError('run_not_found');
  return run;
}

async function beginPlan(runs: RunStore, request: PlanRequest, nowMs: number): Promise<void> {
  const { run_id, profile, engine, settings } = request;
  const before = await runs.run(run_id);
  if (before === null) {
    await runs.createRun({ run_id, profile, engine, settings, created_ms: nowMs });
    return;
  }
  if (before.plan_digest !== null) throw new PipelineError('run_already_planned');
  if (before.profile !== profile) throw new PipelineError('run_of_other_profile');
  await runs.dropPlan(run_id);
}
