import type { Limitation } from '../../../contracts/limitation.ts';
import type { Reason } from '../../../contracts/reason.ts';
import type { PageGrounding, TextSpan } from '../../../evidence/grounding.ts';
import { QUOTE_STEPS, type QuoteStep, type StepRank } from '../../../evidence/normalization.ts';
import { type EvidencePart, evidenceOfParts } from '../../evidence.ts';
import type { Comparison, Match, Target } from '../../finding.ts';
import { joinOverBreak, passageOf } from '../../passage.ts';
import { type MeasuredText, measuredTextOf, nearnessOf } from './absence.ts';
import { findSegments } from './ellipsis.ts';
import type { ExpectedText } from './expected-text.ts';
import { findQuote, type QuoteMatch, type SoughtQuote } from './match.ts';
import { hangsOnOpenSpacing, limitationsOf, limitOfAbsence } from './sight.ts';

/**
 * Compares an expected text with the target: whole, then segment by segment where it has an
 * ellipsis. Fails as `text_mismatch`, `text_partially_present`, `text_not_found`, `hidden_text`, or
 * the reason why an absence cannot be trusted. Never throws.
 */
export function compareText(target: Target, expected: ExpectedText): Comparison {
  return judgeStanding(target, expected) ?? absenceOf(target, expected);
}

/** The match that `compareText` would return, or null, at the price of a search in text. */
export function findText(target: Target, expected: ExpectedText): Match | null {
  const standing = judgeStanding(target, expected);
  return standing?.outcome === 'match' ? standing : null;
}

/** What the target says where the text, or each of its segments, stands in it; null if not. */
function judgeStanding(target: Target, { whole, segments }: ExpectedText): Comparison | null {
  const passage = passageOf(target.page);
  const within = target.is_bounded ? target.within : null;
  const matches = findQuote(passage, whole, within);
  if (matches.length > 0) return matchOf(target, matches);
  const overBreak = compareOverBreak(target, whole);
  if (overBreak !== null) return overBreak;
  const only = segments.length === 1 ? segments[0] : undefined;
  if (only !== undefined && only.quote !== whole.quote) {
    const inner = findQuote(passage, only, within);
    if (inner.length > 0) return matchOf(target, inner);
  }
  if (segments.length > 1) {
    const outcome = findSegments(passage, segments, within);
    if (outcome.outcome === 'found') return segmentedMatchOf(target, outcome.match.segments);
    if (outcome.outcome === 'negation_in_gap') {
      return {
        outcome: 'fail',
        reason: 'text_mismatch',
        evidence: evidenceOfParts(target, partsOf(target, outcome.match.segments)),
        limitations: [],
        detail: 'the ellipsis leaves out a negation',
        is_absent: false,
      };
    }
  }
  return null;
}

function matchOf(target: Target, matches: readonly QuoteMatch[]): Comparison {
  const told = matches.filter((match) => !hangsOnOpenSpacing(target.page, [match]));
  if (told.length === 0) return untold(target, matches);
  const best = told.reduce((a, b) => (b.rank < a.rank ? b : a));
  return {
    outcome: 'match',
    match_method: stepOf(best.rank),
    evidence: evidenceOfParts(target, partsOf(target, [best])),
    occurrences: matches.length,
    limitations: limitationsFor(target, [best], matches.length),
  };
}

/** The letters stand there, but what they say hangs on a gap that may be a space or none. */
function untold(target: Target, matches: readonly QuoteMatch[]): Comparison {
  return {
    outcome: 'fail',
    reason: 'spacing_not_established',
    evidence: evidenceOfParts(target, partsOf(target, matches.slice(0, 1))),
    limitations: [],
    detail: 'a gap inside the evidence may be a space or none',
    is_absent: false,
  };
}

function segmentedMatchOf(target: Target, segments: readonly QuoteMatch[]): Comparison {
  if (hangsOnOpenSpacing(target.page, segments)) return untold(target, segments);
  const weakest = segments.reduce((a, b) => (b.rank > a.rank ? b : a));
  return {
    outcome: 'match',
    match_method: stepOf(weakest.rank),
    evidence: evidenceOfParts(target, partsOf(target, segments)),
    occurrences: 1,
    limitations: [...limitationsFor(target, segments, 1), 'segments_joined'],
  };
}

function stepOf(rank: StepRank): QuoteStep {
  return QUOTE_STEPS[rank];
}

function partsOf(target: Target, matches: readonly TextSpan[]): readonly EvidencePart[] {
  return matches.map(({ start, end }) => ({ page: target.page, span: { start, end } }));
}

function limitationsFor(
  target: Target,
  matches: readonly QuoteMatch[],
  occurrences: number,
): readonly Limitation[] {
  const limitations = new Set<Limitation>(limitationsOf(target.page, matches));
  if (occurrences > 1) limitations.add('several_occurrences');
  for (const match of matches) addNotes(limitations, match);
  return [...limitations];
}

function addNotes(limitations: Set<Limitation>, match: QuoteMatch): void {
  if (match.isGoverned) limitations.add('negation_outside_quote');
  if (match.notes.includes('mark_dropped')) limitations.add('superscript_marks_dropped');
  if (match.notes.includes('spacing_open')) limitations.add('spacing_open');
}

/** A quote that starts on the page and ends on the next, where the claim says that it does. */
function compareOverBreak(target: Target, sought: SoughtQuote): Comparison | null {
  if (target.next === null) return null;
  const parts = findOverBreak(target, target.next, sought);
  if (parts === null) return null;
  const limitations = new Set<Limitation>(limitationsOf(target.page, [parts.first]));
  for (const limitation of limitationsOf(target.next, [parts.second])) limitations.add(limitation);
  addNotes(limitations, parts.match);
  return {
    outcome: 'match',
    match_method: stepOf(parts.match.rank),
    evidence: evidenceOfParts(target, [
      { page: target.page, span: parts.first },
      { page: target.next, span: parts.second },
    ]),
    occurrences: 1,
    limitations: [...limitations],
  };
}

/** Where a quote runs over the break between the target's page and `next`, or null. */
export function findOverBreak(
  target: Target,
  next: NonNullable<Target['next']>,
  sought: SoughtQuote,
): { first: TextSpan; second: TextSpan; match: QuoteMatch } | null {
  const joined = joinOverBreak(target.page, next);
  if (joined === null) return null;
  const match = findQuote(joined.passage, sought, null).find(
    (found) => found.start < joined.breakAt && found.end > joined.breakAt,
  );
  if (match === undefined) return null;
  return {
    match,
    first: { start: match.start, end: joined.breakAt - 1 },
    second: { start: joined.breakAt + joined.secondShift, end: match.end + joined.secondShift },
  };
}

function absenceOf(target: Target, { text, whole }: ExpectedText): Comparison {
  const nearness = nearestIn(target, text);
  const found = limitOfAbsence(target, whole);
  const limit = found?.yieldsToNear === true && nearness.kind !== 'nothing' ? null : found;
  const evidence =
    nearness.kind === 'nothing' ? null : evidenceOfParts(target, partsOf(target, [nearness.span]));
  const reason: Reason =
    limit?.reason ??
    (nearness.kind === 'nothing'
      ? 'text_not_found'
      : nearness.kind === 'near'
        ? 'text_mismatch'
        : 'text_partially_present');
  return {
    outcome: 'fail',
    reason,
    evidence,
    ...(nearness.kind === 'nothing' ? {} : { difference: nearness.difference }),
    limitations: [],
    ...(limit === null ? {} : { detail: limit.detail }),
    is_absent: limit?.isFinal !== true,
  };
}

function nearestIn(target: Target, expected: string): ReturnType<typeof nearnessOf> {
  if (!target.is_bounded) return nearnessOf(measuredPage(target.page), expected);
  for (const part of target.within) {
    const measured = measuredTextOf(target.page.text.slice(part.start, part.end));
    const nearness = nearnessOf(measured, expected);
    if (nearness.kind === 'nothing') continue;
    const { start, end } = nearness.span;
    return { ...nearness, span: { start: start + part.start, end: end + part.start } };
  }
  return { kind: 'nothing' };
}

/** Made once a page: most absent quotes are measured against a whole page. */
function measuredPage(page: PageGrounding): MeasuredText {
  const known = measuredPages.get(page);
  if (known !== undefined) return known;
  const measured = measuredTextOf(page.text);
  measuredPages.set(page, measured);
  return measured;
}

const measuredPages = new WeakMap<PageGrounding, MeasuredText>();
