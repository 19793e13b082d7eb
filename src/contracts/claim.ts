import { z } from 'zod';
import { bboxSchema, bboxSpaceSchema, tableLocatorSchema } from './locator.ts';

/** The kinds of statement a claim can make about a document. */
export const CLAIM_KINDS = [
  'quote',
  'value',
  'page',
  'presence',
  'table_cell',
  'region',
  'statement',
] as const;

export const claimKindSchema = z.enum(CLAIM_KINDS);

export type ClaimKind = z.infer<typeof claimKindSchema>;

const text = z.string().refine((value) => value.trim() !== '', 'must not be blank');
const pageIndex = z.number().int().nonnegative();
const decimalString = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/, 'must be a plain decimal string such as "-12400000.5"');
const positiveDecimalString = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a plain positive decimal string such as "1000000"')
  .refine((value) => /[1-9]/.test(value), 'must not be zero');
const headerPath = z.union([text, z.array(text).min(1)]);

/** Where the evidence is said to be; every locator given must agree with all the others. */
const locators = {
  page_index: pageIndex.optional(),
  page_label: text.optional(),
  element_id: text.optional(),
  table_id: text.optional(),
  table: tableLocatorSchema.optional(),
  bbox: bboxSchema.optional(),
  bbox_space: bboxSpaceSchema.optional(),
};

const common = {
  id: text,
  ...locators,
  metadata: z.unknown().optional(),
};

/** A number, its unit, its scale, and what else the page is said to state about it. */
const amount = {
  expected_text: text.optional(),
  displayed: text.optional(),
  expected_value: decimalString.optional(),
  scale: positiveDecimalString.optional(),
  unit: text.optional(),
  period: text.optional(),
  entity: text.optional(),
  dimensions: z.record(z.string(), text).optional(),
  table_title: text.optional(),
  footnotes: z.array(text).optional(),
};

/** `expected_text` is the quote; `page_index_end` only for one that runs over a page break. */
export const quoteClaimSchema = z.strictObject({
  kind: z.literal('quote'),
  ...common,
  page_index_end: pageIndex.optional(),
  expected_text: text,
});

/** A number on a page, in the row that `row_label` names when given. */
export const valueClaimSchema = z.strictObject({
  kind: z.literal('value'),
  ...common,
  ...amount,
  row_label: headerPath.optional(),
});

/** The page exists and carries the label; any target given lies on it. */
export const pageClaimSchema = z.strictObject({ kind: z.literal('page'), ...common });

/** A located element, table or region exists. */
export const presenceClaimSchema = z.strictObject({
  kind: z.literal('presence'),
  ...common,
  cell_id: text.optional(),
});

export const tableCellClaimSchema = z.strictObject({
  kind: z.literal('table_cell'),
  ...common,
  ...amount,
  row_label: headerPath.optional(),
  column_label: headerPath.optional(),
  cell_id: text.optional(),
});

/** A bounded area contains the expected text. */
export const regionClaimSchema = z.strictObject({
  kind: z.literal('region'),
  ...common,
  expected_text: text,
});

/** A sentence in natural language that the cited page is said to support. */
export const statementClaimSchema = z.strictObject({
  kind: z.literal('statement'),
  ...common,
  statement: text,
  row_label: headerPath.optional(),
  expected_text: text.optional(),
});

/** One schema for each kind: forget one and the compiler says so. */
export const claimSchemas = {
  quote: quoteClaimSchema,
  value: valueClaimSchema,
  page: pageClaimSchema,
  presence: presenceClaimSchema,
  table_cell: tableCellClaimSchema,
  region: regionClaimSchema,
  statement: statementClaimSchema,
} as const satisfies Record<ClaimKind, z.ZodType>;

export const claimSchema = z.discriminatedUnion('kind', [
  quoteClaimSchema,
  valueClaimSchema,
  pageClaimSchema,
  presenceClaimSchema,
  tableCellClaimSchema,
  regionClaimSchema,
  statementClaimSchema,
]);

export type Claim = z.infer<typeof claimSchema>;
export type ValueClaim = z.infer<typeof valueClaimSchema>;
