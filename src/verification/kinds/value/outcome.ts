import type { ValueClaim } from '../../../contracts/claim.ts';
import type { Limitation } from '../../../contracts/limitation.ts';
import { type Reason, statusOf } from '../../../contracts/reason.ts';
import type { MatchMethod } from '../../../contracts/verdict.ts';
import type { TextSpan } from '../../../evidence/grounding.ts';
import { evidenceOf } from '../../evidence.ts';
import type { Comparison, Target } from '../../finding.ts';
import { soughtQuoteOf } from '../quote/match.ts';
import { limitationsOf, limitOfAbsence, touches } from '../quote/sight.ts';
import { unprovedAssertion } from './assertions.ts';
import { type Judgement, observedAt } from './judge.ts';
import type { ValuePage } from './read-page.ts';

/** The claim holds at `judgement`, unless one of its further assertions stays unproved there. */
export function matched(
  claim: ValueClaim,
  target: Target,
  page: ValuePage,
  judgement: Judgement,
  found: {
    readonly label: readonly TextSpan[];
    readonly match_method: MatchMethod;
    readonly occurrences: number;
    readonly limitations: readonly Limitation[];
  },
): Comparison {
  const spans = inOrder([...found.label, judgement.found]);
  const unproved = unprovedAssertion(claim, page, judgement);
  const common = { evidence: evidenceOf(target, spans), observed: observedAt(page, judgement) };
  if (unproved !== null) {
    return {
      ...common,
      outcome: 'fail',
      reason: 'low_table_confidence',
      detail: `${unproved} could not be proved from the row alone`,
      limitations: [],
      is_absent: false,
    };
  }
  const marks = judgement.found.amount.marks.length > 0;
  return {
    ...common,
    outcome: 'match',
    match_method: found.match_method,
    occurrences: found.occurrences,
    limitations: [
      ...judgement.limitations,
      ...found.limitations,
      ...(marks ? (['superscript_marks_dropped'] as const) : []),
      ...limitationsOf(target.page, spans),
    ],
  };
}

/** The nearest amount differs from the claim, or the page leaves it open. */
export function differing(
  target: Target,
  page: ValuePage,
  judgement: Judgement,
  label: readonly TextSpan[],
  isAbsent: boolean,
): Comparison {
  const reason = judgement.reason ?? 'value_mismatch';
  const spans = inOrder([...label, judgement.found]);
  const comparison: Comparison = {
    outcome: 'fail',
    reason,
    evidence: evidenceOf(target, spans),
    observed: observedAt(page, judgement),
    limitations: [],
    ...(judgement.detail === undefined ? {} : { detail: judgement.detail }),
    is_absent: isAbsent,
  };
  return comparison;
}

/**
 * The evidence is absent: told as `reason`, or as the cause why the absence proves little (a
 * picture, hidden text, a damaged page).
 */
export function absent(
  target: Target,
  expected: string,
  reason: Reason,
  detail: string,
): Comparison {
  const limit = limitOf(target, expected);
  return {
    outcome: 'fail',
    reason: limit?.reason ?? reason,
    evidence: null,
    limitations: [],
    detail: limit?.detail ?? detail,
    is_absent: limit?.isFinal !== true,
  };
}

/** The row stands there with other values; `limited` where the page cannot be trusted even so. */
export function otherValues(
  target: Target,
  page: ValuePage,
  expected: string,
  judgement: Judgement,
  row: { readonly label: readonly TextSpan[]; readonly values: readonly string[] },
): Comparison {
  const limit = limitOf(target, expected);
  const plain = differing(target, page, judgement, row.label, true);
  // The row itself is near: a picture or unreadable characters elsewhere do not unsettle it.
  const isReadable = !touches(target.page.unmapped, judgement.label?.row.cells ?? []);
  const yields = limit?.yieldsToNear || (limit?.reason === 'glyphs_unmapped' && isReadable);
  if (limit === null || yields) {
    return { ...plain, detail: `the row holds ${row.values.join(' | ')}` };
  }
  return absent(target, expected, limit.reason, limit.detail);
}

/** Spacing is no limit here: numbers and labels are not compared by the spaces between letters. */
function limitOf(target: Target, expected: string): ReturnType<typeof limitOfAbsence> {
  const limit = limitOfAbsence(target, soughtQuoteOf(expected));
  return limit?.reason === 'spacing_not_established' ? null : limit;
}

/** The structure around the number is not plain enough to decide. */
export function unclear(target: Target, spans: readonly TextSpan[], detail: string): Comparison {
  return {
    outcome: 'fail',
    reason: 'low_table_confidence',
    evidence: spans.length === 0 ? null : evidenceOf(target, inOrder(spans)),
    limitations: [],
    detail,
    is_absent: false,
  };
}

/** Whether a reason leaves a claim open instead of accusing it. */
export function isLimit(reason: Reason | null): boolean {
  return reason !== null && statusOf(reason) === 'capability_limited';
}

/** Whether a span lies in the part of the page that the claim's locators leave. */
export function isWithin(target: Target, span: TextSpan): boolean {
  return (
    !target.is_bounded ||
    target.within.some((part) => part.start <= span.start && span.end <= part.end)
  );
}

/** Spans in the order of the text, without repeats. */
function inOrder(spans: readonly TextSpan[]): readonly TextSpan[] {
  return spans
    .map(({ start, end }) => ({ start, end }))
    .sort((a, b) => a.start - b.start)
    .filter((span, index, all) => span.start !== all[index - 1]?.start);
}
