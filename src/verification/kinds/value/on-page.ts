import type { ValueClaim } from '../../../contracts/claim.ts';
import type { Reason } from '../../../contracts/reason.ts';
import type { Comparison, Target } from '../../finding.ts';
import type { Expectation } from './expectation.ts';
import { amountsFor, judgeAmount, nearestJudgement } from './judge.ts';
import { absent, differing, isWithin, matched, unclear } from './outcome.ts';
import type { ValuePage } from './read-page.ts';

/** Differences that a chance number of the page may show, so that other pages are searched as well. */
const MAY_STAND_ELSEWHERE: readonly (Reason | null)[] = ['sign_mismatch', 'unit_mismatch'];

/**
 * Without a row label every whole number of the target counts; the limitation says so. A number in
 * parentheses that may be a footnote mark settles nothing. Fails as `text_not_found` where no
 * number of the target is the claimed one.
 */
export function compareOnPage(
  claim: ValueClaim,
  target: Target,
  page: ValuePage,
  expectation: Expectation,
): Comparison {
  const expected = expectation.text ?? expectation.value ?? '';
  const judgements = amountsFor(page, expectation)
    .filter((found) => isWithin(target, found))
    .map((found) => judgeAmount(page, found, null, expectation));
  const matching = judgements.filter((judgement) => judgement.reason === null);
  const plain = matching.filter((judgement) => !judgement.found.may_be_mark);
  const first = plain[0];
  if (first !== undefined) {
    return matched(claim, target, page, first, {
      label: [],
      match_method: 'value_on_page',
      occurrences: plain.length,
      limitations: [
        'row_not_asserted',
        ...(plain.length > 1 ? (['several_occurrences'] as const) : []),
      ],
    });
  }
  const mark = matching[0];
  if (mark !== undefined) {
    return unclear(target, [mark.found], 'the number in parentheses may be a footnote mark');
  }
  const nearest = nearestJudgement(judgements);
  if (nearest === undefined || nearest.reason === 'value_mismatch') {
    return absent(target, expected, 'text_not_found', 'no number of the target is the claimed one');
  }
  return differing(target, page, nearest, [], MAY_STAND_ELSEWHERE.includes(nearest.reason));
}
