import { z } from 'zod';
import { digestSchema } from './fingerprint.ts';

const index = z.number().int().nonnegative();

/**
 * What a reviewer decided of one claim. `accept`: the verdict and its proposal stand; `reject`: they
 * do not; null: a note alone. It speaks of the verdict whose digest it names, and of no other.
 */
export const decisionSchema = z.strictObject({
  /** Zero-based positions: the claim's key in the run. */
  envelope_index: index,
  claim_index: index,
  request_id: z.string().nullable(),
  claim_id: z.string().nullable(),
  /** SHA-256 of the claim's line in `verdicts.jsonl`, without its line end. */
  verdict_sha256: digestSchema,
  decision: z.enum(['accept', 'reject']).nullable(),
  note: z.string().max(2000),
  decided_at: z.iso.datetime(),
});

/** `decisions-<run id>.json`: what leaves the review page, claims in input order. */
export const decisionFileSchema = z.strictObject({
  schema: z.literal('pagewitness/decisions/1'),
  run_id: z.string().min(1),
  exported_at: z.iso.datetime(),
  decisions: z.array(decisionSchema),
});
