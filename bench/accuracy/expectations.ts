import { z } from 'zod';
import type { Verdict } from '../../src/contracts/verdict.ts';

const rowSchema = z.object({
  reasons: z.array(z.string()),
  actions: z.array(z.string()).optional(),
});

/** Which reasons and actions a class of labels accepts, by set and class. */
const expectationsSchema = z.object({
  financebench: z.record(z.string(), rowSchema),
  tables: z.record(z.string(), rowSchema),
});

export type Expectation = z.infer<typeof rowSchema>;
export type Expectations = z.infer<typeof expectationsSchema>;

/** Parses `reasons.json` of the data. */
export function readExpectations(value: unknown): Expectations {
  return expectationsSchema.parse(value);
}

/** Whether the verdict has one of the reasons; an empty list accepts any. */
export function hasRightReason(expectation: Expectation, verdict: Verdict | null): boolean {
  if (verdict === null || verdict.reason === null) return false;
  return expectation.reasons.length === 0 || expectation.reasons.includes(verdict.reason);
}

/** Whether the verdict proposes one of the actions; no list accepts any. */
export function hasRightAction(expectation: Expectation, verdict: Verdict | null): boolean {
  if (verdict === null) return false;
  return expectation.actions?.includes(verdict.proposal.action) ?? true;
}
