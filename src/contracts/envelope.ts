import { z } from 'zod';
import { type Claim, claimSchema } from './claim.ts';
import { citedFingerprintSchema, digestSchema } from './fingerprint.ts';

/** Everything of an envelope but its claims, which are read one by one so that one bad claim costs only itself. */
export const envelopeHeadSchema = z.strictObject({
  request_id: z.string().min(1),
  source_id: z.string().min(1),
  document_fingerprint: citedFingerprintSchema.optional(),
  document: z.string().min(1).optional(),
  page_count: z.number().int().positive().optional(),
  grounding_profile: digestSchema.optional(),
  metadata: z.unknown().optional(),
});

export type EnvelopeHead = z.infer<typeof envelopeHeadSchema>;

/** One request: a source, the fingerprint of the version that was cited, and the claims about it. */
export const envelopeSchema = envelopeHeadSchema.extend({
  claims: z.array(claimSchema).min(1),
});

export type Envelope = z.infer<typeof envelopeSchema>;

/** Where a claim came in. `file` as the user gave it; `line` counts from 1, null where the file is one JSON value. */
export interface InputPlace {
  readonly file: string;
  readonly line: number | null;
}

/** One claim as it came in: readable, or the reason why not. */
export type ClaimEntry =
  | { readonly readable: true; readonly claim: Claim }
  | { readonly readable: false; readonly problem: InputProblem };

/** Why an envelope or a claim could not be read; `detail` names the field and says what to do. */
export interface InputProblem {
  readonly reason:
    | 'schema'
    | 'unknown_field'
    | 'duplicate_id'
    | 'missing_locator'
    | 'missing_expectation'
    | 'conflicting_expectations';
  readonly detail: string;
  /** Ids as far as they could be read; they are echoed in the verdict. */
  readonly request_id: string | null;
  readonly source_id: string | null;
  readonly claim_id: string | null;
  readonly kind: string | null;
  readonly metadata?: unknown;
}

/**
 * One envelope as it came in. A broken line is one unreadable claim without ids; under an
 * unreadable head every claim is unreadable.
 */
export interface EnvelopeEntry {
  readonly place: InputPlace;
  readonly head: EnvelopeHead | null;
  readonly claims: readonly ClaimEntry[];
}
