import { z } from 'zod';
import { evidenceSchema } from './evidence.ts';

/**
 * A typed repair, only ever proposed. `keep`: verified. `repoint`: the evidence stands whole on
 * exactly one other page. `remove`: plainly absent. `flag`: a person must look.
 */
export const proposalSchema = z.strictObject({
  action: z.enum(['keep', 'repoint', 'remove', 'flag']),
  /** The page the citation should name; only for `repoint`. */
  page_index: z.number().int().nonnegative().optional(),
  /** `window`: within two pages of the cited one. `document`: unique in the whole document. */
  scope: z.enum(['window', 'document']).optional(),
  /** How many other pages hold the evidence whole. */
  candidates: z.number().int().nonnegative().optional(),
  evidence: evidenceSchema.optional(),
});

export type Proposal = z.infer<typeof proposalSchema>;
