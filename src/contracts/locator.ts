import { z } from 'zod';

/** `[x0, y0, x1, y1]`; points of the displayed page, top-left origin, unless `bbox_space` says otherwise. */
export const bboxSchema = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .refine((box) => box[0] < box[2] && box[1] < box[3], 'must have x0 < x1 and y0 < y1');

export type Bbox = readonly [number, number, number, number];

/** Names of coordinate spaces that need no further description. */
export const BBOX_SPACE_NAMES = [
  'display_pt_top_left',
  'display_pt_bottom_left',
  'display_fraction_top_left',
] as const;

/**
 * A coordinate space that the producer declares. `page_width`, `page_height` and `rotation` are
 * also assertions: where they differ from the page, the claim is `mismatch / geometry_mismatch`.
 */
export const bboxSpaceSchema = z.union([
  z.enum(BBOX_SPACE_NAMES),
  z.strictObject({
    origin: z.enum(['top_left', 'bottom_left']),
    unit: z.enum(['point', 'pixel', 'fraction', 'inch', 'millimetre']),
    page_width: z.number().positive().optional(),
    page_height: z.number().positive().optional(),
    rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).optional(),
    box: z.enum(['crop', 'media']).optional(),
  }),
]);

export type BboxSpace = z.infer<typeof bboxSpaceSchema>;

/** A table by place instead of id: counted from the top of its page, or the area it covers. */
export const tableLocatorSchema = z
  .strictObject({
    ordinal_on_page: z.number().int().nonnegative().optional(),
    region: bboxSchema.optional(),
  })
  .refine(
    (table) => table.ordinal_on_page !== undefined || table.region !== undefined,
    'needs ordinal_on_page, region or both',
  );
