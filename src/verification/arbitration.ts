import type { Check } from '../contracts/check.ts';
import type { Limitation } from '../contracts/limitation.ts';
import { statusOf } from '../contracts/reason.ts';
import type { SightObservation } from '../evidence/rendering.ts';
import type { Finding } from './finding.ts';

/** The rules by which what the picture shows changes a finding; part of the verification profile. */
export const SIGHT_RULES = 'sight/1';

/**
 * Puts what switching the evidence off showed to a `verified` finding, one observation a page.
 * Evidence of which a glyph changes no pixel is `hidden_text`; evidence that is seen loses every
 * doubt of the static rules; what cannot be told stays verified under a limitation. A finding
 * without observations is left as it is. Pure.
 */
export function settleSight(finding: Finding, observed: readonly SightObservation[]): Finding {
  if (finding.status !== 'verified' || observed.length === 0) return finding;
  const unseen = observed.reduce(
    (sum, sight) => sum + (sight.state === 'unseen' ? sight.unseen_count : 0),
    0,
  );
  if (unseen > 0) return hidden(finding, unseen);
  const doubt = observed.find((sight) => sight.state === 'not_proved');
  const others = finding.limitations.filter((each) => each !== 'visibility_not_proved');
  if (doubt === undefined) {
    const check: Check = { check: 'image', outcome: 'pass', detail: 'every glyph is seen' };
    return { ...finding, limitations: others, checks: withImage(finding, check) };
  }
  const limitations: Limitation[] = [...others, 'visibility_not_proved'];
  const check: Check = { check: 'image', outcome: 'informative', detail: doubt.cause };
  return { ...finding, limitations: limitations.sort(), checks: withImage(finding, check) };
}

function hidden(finding: Finding, unseenCount: number): Finding {
  const reason = 'hidden_text';
  const glyphs = unseenCount === 1 ? '1 glyph' : `${unseenCount} glyphs`;
  const detail = `${glyphs} of the evidence leave the picture of the page unchanged`;
  return {
    ...finding,
    status: statusOf(reason),
    reason,
    match_method: null,
    occurrences: 0,
    checks: withImage(finding, { check: 'image', outcome: 'fail', reason, detail }),
    is_absent: false,
  };
}

function withImage(finding: Finding, check: Check): readonly Check[] {
  return finding.checks.map((each) => (each.check === 'image' ? check : each));
}
