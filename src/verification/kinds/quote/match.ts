import type { TextSpan } from '../../../evidence/grounding.ts';
import { holdsUnmapped, isSpace, type StepRank } from '../../../evidence/normalization.ts';
import type { Passage } from '../../passage.ts';
import { type AlignNote, alignQuote, type Spacing } from './align.ts';
import { isGovernedFromOutside, isWholeWords } from './boundary.ts';
import { type MatchText, matchTextOf, skeletonOf, sourceOf } from './match-text.ts';

/** One place where the whole quote stands. Offsets are of the passage, half-open. */
export interface QuoteMatch extends TextSpan {
  readonly rank: StepRank;
  readonly notes: readonly AlignNote[];
  /** The words just before negate or qualify the match. */
  readonly isGoverned: boolean;
}

/** A quote made ready to be sought in any passage. */
export interface SoughtQuote {
  /** NFC, trimmed. */
  readonly quote: string;
  /** Whether that changed more than white space at the ends. */
  readonly isRecomposed: boolean;
  /** The skeleton that must stand in a passage; null where no passage can hold the quote. */
  readonly core: string | null;
  /** Whether characters that a step may fold stand before the skeleton. */
  readonly leads: boolean;
  /** Whether characters without known meaning are in the quote. */
  readonly hasUnmapped: boolean;
}

/** Makes a quote ready to be sought. */
export function soughtQuoteOf(expected: string): SoughtQuote {
  const quote = expected.normalize('NFC').trim();
  const { core, places } = skeletonOf(quote, new Map());
  const isLost = core === '' || holdsMeaningless(core);
  return {
    quote,
    isRecomposed: quote !== expected.trim(),
    core: isLost ? null : core,
    leads: (places[0] ?? 0) > 0,
    hasUnmapped: holdsUnmapped(quote),
  };
}

/** Whether a character is in a text that has no meaning and is no mark either. */
function holdsMeaningless(text: string): boolean {
  return holdsUnmapped(text.replace(PRIVATE_USE, ''));
}

const PRIVATE_USE = /[\ue000-\uf8ff]/g;

/**
 * Every place of `passage` where the quote stands as whole words under `quote/1`, in order, without
 * overlap. `within`: parts of the passage that must hold every character of a match that is not
 * white space; null for all of it. Never throws.
 */
export function findQuote(
  passage: Passage,
  sought: SoughtQuote,
  within: readonly TextSpan[] | null,
  spacing: Spacing = 'as_drawn',
): readonly QuoteMatch[] {
  const text = matchTextOf(passage);
  const matches: QuoteMatch[] = [];
  for (const start of startsOf(text, sought)) {
    const last = matches.at(-1);
    const match = matchAt(text, sought, start, spacing);
    if (match === null || (last !== undefined && match.start < last.end)) continue;
    if (within === null || liesWithin(passage.text, match, within)) matches.push(match);
  }
  return matches;
}

function matchAt(
  text: MatchText,
  { quote, isRecomposed }: SoughtQuote,
  start: number,
  spacing: Spacing,
): QuoteMatch | null {
  const alignment = alignQuote(text, quote, start, spacing);
  if (alignment === null || !isWholeWords(text, start, alignment.end)) return null;
  const from = sourceOf(text, start);
  const to = sourceOf(text, alignment.end);
  const onPage = text.passage.text.slice(from, to);
  const isComposed = isRecomposed || (!text.isIdentity && onPage.normalize('NFC') !== onPage);
  return {
    start: from,
    end: to,
    rank: isComposed && alignment.rank === 0 ? 1 : alignment.rank,
    notes: alignment.notes,
    isGoverned: isGovernedFromOutside(text.chars, start),
  };
}

/** Quotes may begin with this many characters that a step may fold, such as an opening mark. */
const LEAD_MAX = 6;

/** Places of `chars` at which the quote may start, in order: its skeleton stands there. */
function startsOf(text: MatchText, { core, leads }: SoughtQuote): readonly number[] {
  if (core === null) return [];
  const starts = new Set<number>();
  for (const skeleton of text.skeletons) {
    let at = skeleton.core.indexOf(core);
    while (at !== -1) {
      const place = skeleton.places[at] ?? 0;
      if (leads) addLeadingStarts(starts, text.chars, place);
      else starts.add(place);
      at = skeleton.core.indexOf(core, at + 1);
    }
  }
  return [...starts].sort((a, b) => a - b);
}

function addLeadingStarts(starts: Set<number>, chars: string, place: number): void {
  for (let back = 1; back <= LEAD_MAX && place - back >= 0; back += 1) {
    const start = place - back;
    if (!isSpace(chars.charAt(start))) starts.add(start);
    if (/[\p{L}\p{N}]/u.test(chars.charAt(start))) break;
  }
}

/** Whether every character of the span that is not white space lies in one of the parts. */
export function liesWithin(text: string, span: TextSpan, parts: readonly TextSpan[]): boolean {
  let offset = span.start;
  for (const part of parts) {
    while (offset < span.end && isSpace(text.charAt(offset))) offset += 1;
    if (offset < part.start) return offset >= span.end;
    if (offset < part.end) offset = Math.min(part.end, span.end);
    if (offset >= span.end) return true;
  }
  while (offset < span.end && isSpace(text.charAt(offset))) offset += 1;
  return offset >= span.end;
}
