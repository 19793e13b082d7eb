import { type Status, statusOf } from '../../src/contracts/reason.ts';
import type { Verdict } from '../../src/contracts/verdict.ts';
import type { Expected, Outcome } from './case.ts';

export interface Judgement {
  /** `forbidden`: a status that harms a user. `other`: not what the recipe demands. */
  readonly grade: 'expected' | 'other' | 'forbidden';
  /** What differs, each in one line; empty where the grade is `expected`. */
  readonly differences: readonly string[];
}

/** Compares a verdict with what the recipe of its document demands. */
export function judge(expected: Expected, verdict: Verdict | null): Judgement {
  if (verdict === null) return { grade: 'other', differences: ['the claim got no verdict'] };
  const differences = [
    ...outcomeDifferences(expected, verdict),
    ...detailDifferences(expected, verdict),
  ];
  if (expected.never.includes(verdict.status)) return { grade: 'forbidden', differences };
  return { grade: differences.length === 0 ? 'expected' : 'other', differences };
}

/** `verified`, or `mismatch / text_mismatch`. */
export function nameOf(outcome: Outcome): string {
  return outcome === 'verified' ? outcome : `${statusOf(outcome)} / ${outcome}`;
}

function outcomeDifferences(expected: Expected, verdict: Verdict): readonly string[] {
  const isRight = expected.outcomes.some((outcome) =>
    outcome === 'verified'
      ? verdict.status === 'verified' && verdict.reason === null
      : verdict.reason === outcome && verdict.status === statusOf(outcome),
  );
  if (isRight) return [];
  const got = verdict.reason === null ? verdict.status : `${verdict.status} / ${verdict.reason}`;
  return [`verdict ${got}, expected ${expected.outcomes.map(nameOf).join(' or ')}`];
}

function detailDifferences(expected: Expected, verdict: Verdict): readonly string[] {
  const { proposal, evidence, observed } = verdict;
  const differences: string[] = [];
  const compare = (what: string, got: unknown, right: boolean): void => {
    if (!right) differences.push(`${what}: got ${JSON.stringify(got)}`);
  };
  const isVerified = verdict.status === 'verified';
  compare('keep goes with verified', proposal.action, (proposal.action === 'keep') === isVerified);
  const settled: readonly Status[] = ['mismatch', 'not_found'];
  if (proposal.action === 'remove') {
    compare('remove needs an absence', verdict.status, settled.includes(verdict.status));
  }
  if (expected.actions)
    compare('action', proposal.action, expected.actions.includes(proposal.action));
  if (expected.repoint_to !== undefined) {
    compare(
      'page of the proposal',
      proposal.page_index,
      proposal.page_index === expected.repoint_to,
    );
  }
  if (expected.scope) compare('scope', proposal.scope, proposal.scope === expected.scope);
  const { match_methods: methods } = expected;
  if (methods && isVerified) {
    const { match_method: method } = verdict;
    compare('match method', method, method !== null && methods.includes(method));
  }
  if (expected.evidence_page !== undefined && isVerified) {
    const isThere = evidence === null || evidence.page_index === expected.evidence_page;
    compare('page of the evidence', evidence?.page_index, isThere);
  }
  if (expected.evidence_text !== undefined) {
    const bare = (text: string | undefined): string => (text ?? '').replace(/\s/g, '');
    const isSame = bare(evidence?.text) === bare(expected.evidence_text);
    compare('text of the evidence', evidence?.text, isSame);
  }
  if (expected.occurrences !== undefined && isVerified) {
    compare('occurrences', verdict.occurrences, verdict.occurrences === expected.occurrences);
  }
  for (const limitation of expected.limitations ?? []) {
    if (!isVerified) break;
    compare(
      `limitation ${limitation}`,
      verdict.limitations,
      verdict.limitations.includes(limitation),
    );
  }
  if (expected.observed_value !== undefined && isVerified) {
    compare('observed value', observed?.value, observed?.value === expected.observed_value);
  }
  return differences;
}
