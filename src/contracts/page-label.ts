import { z } from 'zod';

/** Where a page label was read. */
export const LABEL_SOURCES = ['pdf_dictionary', 'printed_folio', 'bates_stamp'] as const;

export const labelSourceSchema = z.enum(LABEL_SOURCES);

export type LabelSource = z.infer<typeof labelSourceSchema>;

/** One label of one page, as one source gives it. */
export const pageLabelSchema = z.strictObject({
  page_index: z.number().int().nonnegative(),
  label: z.string().min(1),
  source: labelSourceSchema,
});

export type PageLabel = z.infer<typeof pageLabelSchema>;
