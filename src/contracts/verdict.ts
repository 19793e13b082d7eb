import { z } from 'zod';
import { checkSchema } from './check.ts';
import { claimKindSchema } from './claim.ts';
import { evidenceSchema } from './evidence.ts';
import { citedFingerprintSchema, digestSchema } from './fingerprint.ts';
import { limitationSchema } from './limitation.ts';
import { reasonSchema, statusSchema } from './reason.ts';
import { proposalSchema } from './repair.ts';

/** How the evidence was matched: the weakest step that was needed, strongest first. */
export const MATCH_METHODS = [
  'exact_text',
  'normalized_text',
  'extraction_text',
  'typographic_text',
  'image_hypothesis',
  'ocr_text',
  'value_in_row',
  'value_on_page',
  'page_exists',
  'page_label',
  'element_exists',
] as const;

export const matchMethodSchema = z.enum(MATCH_METHODS);

export type MatchMethod = z.infer<typeof matchMethodSchema>;

/** The amount that stands in the document. `value`: after scale, a plain decimal string. */
export const observedSchema = z.strictObject({
  displayed: z.string(),
  value: z.string().nullable(),
  scale: z.string().nullable(),
  /** The words that state the scale, as printed. */
  scale_text: z.string().nullable(),
  unit: z.string().nullable(),
  unit_text: z.string().nullable(),
  row_path: z.array(z.string()),
  column_path: z.array(z.string()),
});

export type Observed = z.infer<typeof observedSchema>;

/** One part of a comparison by words: in both, only expected, or only on the page. */
export const differenceSchema = z.strictObject({
  part: z.enum(['both', 'expected', 'page']),
  text: z.string(),
});

export type Difference = z.infer<typeof differenceSchema>;

/** The one outcome for a claim; one line of `verdicts.jsonl`, keys in this order. */
export const verdictSchema = z.strictObject({
  request_id: z.string().nullable(),
  source_id: z.string().nullable(),
  claim_id: z.string().nullable(),
  kind: z.union([claimKindSchema, z.string()]).nullable(),
  status: statusSchema,
  reason: reasonSchema.nullable(),
  match_method: matchMethodSchema.nullable(),
  assurance: z.enum(['text', 'image', 'ocr']).nullable(),
  document_fingerprint: citedFingerprintSchema.nullable(),
  profile: digestSchema,
  normalization: z.string(),
  evidence: evidenceSchema.nullable(),
  observed: observedSchema.nullable(),
  difference: z.array(differenceSchema).optional(),
  occurrences: z.number().int().nonnegative(),
  limitations: z.array(limitationSchema),
  checks: z.array(checkSchema),
  proposal: proposalSchema,
  observed_fingerprint: digestSchema.nullable(),
  release: z.enum(['release', 'review', 'block']),
  /** Where the claim came in; only for claims that could not be read. */
  input: z
    .strictObject({ file: z.string(), line: z.number().int().positive().nullable() })
    .optional(),
  metadata: z.unknown().optional(),
});

export type Verdict = z.infer<typeof verdictSchema>;
export type ReleaseDecision = Verdict['release'];
