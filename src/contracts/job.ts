import { z } from 'zod';
import { capabilitySchema } from './capability.ts';
import { claimSchema } from './claim.ts';
import { digestSchema } from './fingerprint.ts';
import { pageLabelSchema } from './page-label.ts';
import { reasonSchema } from './reason.ts';
import { proposalSchema } from './repair.ts';
import { differenceSchema, verdictSchema } from './verdict.ts';

/*
 * What one stage of a run leaves in the store for the next one, which may be another process of
 * another day: it is parsed again when it comes back.
 */

const pageIndex = z.number().int().nonnegative();

export const inputPlaceSchema = z.strictObject({
  file: z.string(),
  line: z.number().int().positive().nullable(),
});

const inputProblemSchema = z.strictObject({
  reason: z.enum([
    'schema',
    'unknown_field',
    'duplicate_id',
    'missing_locator',
    'missing_expectation',
    'conflicting_expectations',
  ]),
  detail: z.string(),
  request_id: z.string().nullable(),
  source_id: z.string().nullable(),
  claim_id: z.string().nullable(),
  kind: z.string().nullable(),
  metadata: z.unknown().optional(),
});

/** One claim of the plan; see `ClaimEntry`. */
export const claimEntrySchema = z.discriminatedUnion('readable', [
  z.strictObject({ readable: z.literal(true), claim: claimSchema }),
  z.strictObject({ readable: z.literal(false), problem: inputProblemSchema }),
]);

/** The document that claims ask for; null for claims that could not be read and need none. */
export const sourceRequestSchema = z
  .strictObject({ source_id: z.string(), document: z.string().nullable() })
  .nullable();

/** Why a document could not be opened or read; see `ReadFailure`. */
const readFailureReasonSchema = reasonSchema.extract([
  'unreadable',
  'encrypted',
  'corrupt',
  'too_large',
  'too_many_pages',
  'parse_timeout',
  'parse_crashed',
  'unsupported_media_type',
]);

/** Why a source could not be found, opened or read. */
const sourceFailureReasonSchema = reasonSchema.extract([
  'source_not_authorized',
  'source_missing',
  'source_ambiguous',
  'locator_conflict',
  ...readFailureReasonSchema.options,
]);

export type SourceFailureReason = z.infer<typeof sourceFailureReasonSchema>;

const failedPageSchema = z.strictObject({
  page_index: pageIndex,
  reason: readFailureReasonSchema,
  detail: z.string(),
  is_of_machine: z.boolean(),
});

/** A page whose reading failed as a whole, even alone; a page that is merely damaged is none. */
export type FailedPage = Readonly<z.infer<typeof failedPageSchema>>;

/**
 * What became of a source. `failed_pages`: cited pages whose reading failed even alone; they are
 * never kept as a reading. `observed_fingerprint`: null where no document was found.
 */
export const ingestOutcomeSchema = z.discriminatedUnion('outcome', [
  z.strictObject({
    outcome: z.literal('read'),
    fingerprint: digestSchema,
    failed_pages: z.array(failedPageSchema),
  }),
  z.strictObject({
    outcome: z.literal('failed'),
    reason: sourceFailureReasonSchema,
    detail: z.string(),
    observed_fingerprint: digestSchema.nullable(),
    is_of_machine: z.boolean(),
  }),
]);

export type IngestOutcome = Readonly<z.infer<typeof ingestOutcomeSchema>>;

/** A document grounding as it is kept; its pages are kept apart. */
export const documentGroundingSchema = z.strictObject({
  fingerprint: digestSchema,
  reader_profile: digestSchema,
  reader: z.string(),
  page_count: z.number().int().nonnegative(),
  capabilities: z.array(capabilitySchema),
  degraded: z.array(z.string()),
  dictionary_labels: z.array(z.string()).nullable(),
});

/** How a page is displayed, as it is kept beside its reading. */
export const pageGeometrySchema = z.strictObject({
  width: z.number(),
  height: z.number(),
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  user_unit: z.number(),
});

/** The raw characters of a page as they are kept; see `RawPageText`. */
export const rawPageSchema = z.strictObject({
  text: z.string().nullable(),
  is_complete: z.boolean(),
});

/**
 * The outcome for one claim as it is kept for later runs, by everything it rests on: the claim
 * without its id and metadata, the version and the verification profile. No policy is in it.
 */
export const keptFindingSchema = z.strictObject({
  finding: verdictSchema
    .pick({
      status: true,
      reason: true,
      match_method: true,
      evidence: true,
      observed: true,
      occurrences: true,
      limitations: true,
      checks: true,
    })
    .extend({ difference: z.array(differenceSchema).nullable(), is_absent: z.boolean() }),
  proposal: proposalSchema,
  /** The page that was compared or resolved, for a picture of it where nothing stands there; or null. */
  cited_page: pageIndex.nullable(),
});

/** A label map as it is kept. */
export const labelMapSchema = z.strictObject({
  labels: z.array(pageLabelSchema),
  isolated: z.array(pageLabelSchema).exactOptional(),
  unread: z.array(pageIndex),
});
