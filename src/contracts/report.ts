import { z } from 'zod';
import { capabilitySchema } from './capability.ts';
import { CLAIM_KINDS } from './claim.ts';
import { digestSchema } from './fingerprint.ts';
import { limitationSchema } from './limitation.ts';
import { reasonSchema, statusSchema } from './reason.ts';
import { proposalSchema } from './repair.ts';
import { matchMethodSchema, verdictSchema } from './verdict.ts';

const count = z.number().int().nonnegative();
const milliseconds = z.number().int().nonnegative();
const instant = z.iso.datetime();

/** Claims by status; a status that no claim has is left out. */
const statusCountsSchema = z.partialRecord(statusSchema, count);

/** One row of the table that says which capability a claim needs, and its reason where it is missing. */
export const capabilityRowSchema = z.strictObject({
  kind: z.enum(CLAIM_KINDS),
  /** The locator or assertion that asks for the capability; `any` where the kind itself does. */
  locator: z.string(),
  capability: capabilitySchema,
  reason: reasonSchema,
});

export type CapabilityRow = z.infer<typeof capabilityRowSchema>;

/**
 * `summary.json`: what the verdicts of one run come to. No clock and no machine in it: the same
 * inputs and profile give the same bytes. Every claim is counted once in each of the counts by
 * status, kind, source, action and release; in those by reason, match method and assurance only
 * where it has one; in those by limitation as often as it has any. Totals never add across assurance.
 */
export const summarySchema = z.strictObject({
  schema_version: z.literal(1),
  envelopes: count,
  claims: count,
  /** True only if there are claims and every one of them is `verified`. */
  all_verified: z.boolean(),
  by_status: z.record(statusSchema, count),
  by_reason: z.partialRecord(reasonSchema, count),
  by_match_method: z.partialRecord(matchMethodSchema, count),
  by_assurance: z.partialRecord(verdictSchema.shape.assurance.unwrap(), count),
  by_limitation: z.partialRecord(limitationSchema, count),
  by_action: z.record(proposalSchema.shape.action, count),
  by_release: z.record(verdictSchema.shape.release, count),
  /** Sorted by kind; null last, for claims whose kind could not be read. */
  kinds: z.array(
    z.strictObject({ kind: z.string().nullable(), claims: count, by_status: statusCountsSchema }),
  ),
  /** Sorted by source id; null last, for claims whose source could not be read. */
  sources: z.array(
    z.strictObject({
      source_id: z.string().nullable(),
      /** Versions that were found, sorted; empty where no document could be found. */
      observed_fingerprints: z.array(digestSchema),
      claims: count,
      by_status: statusCountsSchema,
    }),
  ),
  /** Envelope files in the order they were read; `file` as the user gave it, `-` for standard input. */
  inputs: z.array(
    z.strictObject({ file: z.string(), sha256: digestSchema, envelopes: count, claims: count }),
  ),
  /** Digest of `profile_parts`: everything that can change a status. */
  profile: digestSchema,
  profile_parts: z.record(z.string(), z.unknown()),
  /** The policy of the release decisions; it changes no status. */
  policy: z.strictObject({ name: z.string(), version: z.string() }),
  /** Versions of this program and of the readers, by name. */
  versions: z.record(z.string(), z.string()),
  capability_table: z.array(capabilityRowSchema),
});

export type Summary = z.infer<typeof summarySchema>;

/** How far a run has come. `inconclusive`: ended, but work was given up whose workers died again and again. */
export const RUN_STATES = [
  'planned',
  'running',
  'completed',
  'inconclusive',
  'failed',
  'cancelled',
] as const;

export const runStateSchema = z.enum(RUN_STATES);

export type RunState = z.infer<typeof runStateSchema>;

/** One stage of a run: how many items went through it, and the time they took, summed over threads. */
export const stageTimingSchema = z.strictObject({
  stage: z.enum(['plan', 'ingest', 'verify', 'report']),
  items: count,
  failed: count,
  retried: count,
  busy_ms: milliseconds,
});

export type StageTiming = z.infer<typeof stageTimingSchema>;

/** A verdict that the machine caused, not the evidence; it was retried alone once and is never kept. */
export const machineOutcomeSchema = z.strictObject({
  /** Zero-based positions: the claim's key in the run. */
  envelope_index: z.number().int().nonnegative(),
  claim_index: z.number().int().nonnegative(),
  request_id: z.string().nullable(),
  claim_id: z.string().nullable(),
  /** Null for a claim that is verified although its picture could not be asked. */
  reason: reasonSchema.nullable(),
  attempts: z.number().int().positive(),
  detail: z.string(),
});

export type MachineOutcome = z.infer<typeof machineOutcomeSchema>;

/** `run.json`: what may differ between two runs over the same inputs. Instants are UTC, ISO 8601. */
export const runReportSchema = z.strictObject({
  schema_version: z.literal(1),
  run_id: z.string().min(1),
  state: runStateSchema,
  started_at: instant,
  finished_at: instant.nullable(),
  /** Wall time over all starts of the run, its pauses not counted. */
  elapsed_ms: milliseconds,
  /** How often the run was taken up again after a crash or an interruption. */
  resumed: count,
  machine: z.strictObject({
    platform: z.string(),
    arch: z.string(),
    node: z.string(),
    cpus: z.number().int().positive(),
    memory_bytes: count,
  }),
  engine: z.strictObject({ queue: z.string(), store: z.string(), threads: count }),
  profile: digestSchema,
  stages: z.array(stageTimingSchema),
  /** In input order. */
  machine_outcomes: z.array(machineOutcomeSchema),
  /**
   * Pages that were read in this run, pages whose raw characters were read to rule them out or not, pages
   * taken from the store, and pages that could not be read.
   */
  pages: z.strictObject({ read: count, raw: count, reused: count, unread: count }),
  /** Lines of `crops.jsonl`, and pictures left out because their bytes are no longer kept. */
  pictures: z.strictObject({ listed: count, missing: count }),
  /** Verdicts that were made in this run, and verdicts taken from the store. */
  verdicts: z.strictObject({ decided: count, reused: count }),
});

export type RunReport = z.infer<typeof runReportSchema>;
