import { z } from 'zod';
import { digestSchema } from './fingerprint.ts';

const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
const offset = z.number().int().nonnegative();

/** One unbroken part of the evidence, on one page. */
export const evidenceSegmentSchema = z.strictObject({
  page_index: z.number().int().nonnegative(),
  start: offset,
  end: offset,
  page_text_sha256: digestSchema,
  boxes: z.array(boxSchema),
});

/**
 * What stands in the document. `start` and `end`: half-open UTF-16 offsets into the canonical text
 * of page `page_index`, whose digest is given; null where the grounding has no offsets. `boxes`:
 * one a line, points of the displayed page, top-left origin. `segments`: only where the evidence is
 * not one unbroken part of one page (an ellipsis, a page break); then `start`, `end` and `boxes`
 * are of the first page.
 */
export const evidenceSchema = z.strictObject({
  page_index: z.number().int().nonnegative(),
  page_label: z.string().nullable(),
  element_id: z.string().nullable(),
  text: z.string(),
  start: offset.nullable(),
  end: offset.nullable(),
  page_text_sha256: digestSchema,
  boxes: z.array(boxSchema),
  segments: z.array(evidenceSegmentSchema).optional(),
  reader: z.string(),
});

export type Evidence = z.infer<typeof evidenceSchema>;
