import { z } from 'zod';
import { CHECKS } from './check.ts';
import { digestSchema } from './fingerprint.ts';

const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
const index = z.number().int().nonnegative();

/**
 * One picture that belongs to a claim; one line of `crops.jsonl`. `role`: the `evidence`, or what
 * stands at the cited place instead; the cited `page` as a whole where nothing stands there; the
 * evidence of the `proposal`. `bbox` is what the picture shows and `boxes` what is outlined in it:
 * points of the displayed page, top-left origin. The picture is `crops/<hex of png_sha256>.png`.
 */
export const cropRecordSchema = z.strictObject({
  /** Zero-based positions: the claim's key in the run. */
  envelope_index: index,
  claim_index: index,
  request_id: z.string().nullable(),
  claim_id: z.string().nullable(),
  role: z.enum(['evidence', 'page', 'proposal']),
  /** The check that decided the verdict; `comparison` for a verified claim. */
  check: z.enum(CHECKS),
  document_fingerprint: digestSchema,
  /** Digest of the evidence text; null where the whole page is shown. */
  evidence_text_sha256: digestSchema.nullable(),
  page_index: index,
  page_width: z.number(),
  page_height: z.number(),
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  origin: z.literal('top_left'),
  unit: z.literal('point'),
  bbox: boxSchema,
  boxes: z.array(boxSchema),
  renderer: z.string(),
  renderer_version: z.string(),
  dpi: z.number().positive(),
  /** Pixels. */
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  png_sha256: digestSchema,
});

export type CropRecord = z.infer<typeof cropRecordSchema>;
