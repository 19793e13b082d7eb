import type { TextSpan } from '../../../evidence/grounding.ts';
import { isNegation } from '../../../evidence/normalization.ts';
import type { Passage } from '../../passage.ts';
import { findQuote, type QuoteMatch, type SoughtQuote } from './match.ts';

/** A quote with gaps, found segment by segment. */
export interface SegmentedMatch {
  readonly segments: readonly QuoteMatch[];
}

export type SegmentedOutcome =
  | { readonly outcome: 'found'; readonly match: SegmentedMatch }
  /** All segments stand in order, but a gap leaves out a negation. */
  | { readonly outcome: 'negation_in_gap'; readonly match: SegmentedMatch }
  | { readonly outcome: 'absent' };

/**
 * One passage: a gap longer than this leaves it. About six lines of a filing; a quote that leaves
 * out more is two quotes. Part of the profile `quote/1`.
 */
const GAP_MAX = 600;

const ELLIPSES =
  /\s*(?:\[\s*(?:\.{3,}|\u2026)\s*\]|\(\s*(?:\.{3,}|\u2026)\s*\)|\.{3,}|\u2026|\. \. \.(?: \.)?)\s*/u;

/** The segments of a quote between its ellipses; one segment if it has none inside. */
export function segmentsOf(quote: string): readonly string[] {
  return quote.split(ELLIPSES).filter((segment) => /[\p{L}\p{N}]/u.test(segment));
}

/**
 * Finds the segments in order, each gap at most `GAP_MAX` characters. Of several ways the first
 * without a negation in a gap is taken.
 */
export function findSegments(
  passage: Passage,
  segments: readonly SoughtQuote[],
  within: readonly TextSpan[] | null,
): SegmentedOutcome {
  const places = segments.map((segment) => findQuote(passage, segment, within));
  let negated: SegmentedMatch | null = null;
  for (const first of places[0] ?? []) {
    const chain = chainFrom(first, places);
    if (chain === null) continue;
    if (!hidesNegation(passage.text, chain))
      return { outcome: 'found', match: { segments: chain } };
    negated ??= { segments: chain };
  }
  return negated === null ? { outcome: 'absent' } : { outcome: 'negation_in_gap', match: negated };
}

function chainFrom(
  first: QuoteMatch,
  places: readonly (readonly QuoteMatch[])[],
): readonly QuoteMatch[] | null {
  const chain = [first];
  let last = first;
  for (const candidates of places.slice(1)) {
    const { end } = last;
    const next = candidates.find((match) => match.start >= end && match.start - end <= GAP_MAX);
    if (next === undefined) return null;
    chain.push(next);
    last = next;
  }
  return chain;
}

function hidesNegation(text: string, chain: readonly QuoteMatch[]): boolean {
  return chain.some((match, index) => {
    const next = chain[index + 1];
    if (next === undefined) return false;
    const gap = text.slice(match.end, next.start);
    return (gap.match(/\p{L}[\p{L}'\u2019]*/gu) ?? []).some(isNegation);
  });
}
