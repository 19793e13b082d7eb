import { z } from 'zod';
import { reasonSchema } from './reason.ts';

/** The steps of the verification order; the first that fails gives status and reason. */
export const CHECKS = [
  'claim',
  'access',
  'source',
  'fingerprint',
  'capability',
  'page',
  'target',
  'comparison',
  'image',
] as const;

export type CheckName = (typeof CHECKS)[number];

/** One step and how it ended. `skipped`: an earlier step failed, or nothing in the claim asks for it. */
export const checkSchema = z.strictObject({
  check: z.enum(CHECKS),
  outcome: z.enum(['pass', 'fail', 'skipped', 'informative']),
  reason: reasonSchema.optional(),
  detail: z.string().optional(),
});

export type Check = z.infer<typeof checkSchema>;
