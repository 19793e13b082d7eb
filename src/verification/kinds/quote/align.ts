import {
  ELLIPSIS,
  isDigit,
  isHyphen,
  isIgnorable,
  isLetter,
  isModal,
  isNegation,
  isPrivateUse,
  isSpace,
  isUnmapped,
  isUnspacedScript,
  LIGATURES,
  type StepRank,
  typographicClass,
} from '../../../evidence/normalization.ts';
import { type MatchText, sourceOf } from './match-text.ts';

/**
 * `as_drawn`: spaces differ only where the page leaves them open; the profile. `free`: anywhere but
 * beside a digit; never enough to verify.
 */
export type Spacing = 'as_drawn' | 'free';

/** Something weaker than equality that a match needed, reported as a limitation. */
export type AlignNote = 'mark_dropped' | 'spacing_open';

/** A quote laid along the text: where it ends, and the weakest step it needed. */
export interface Alignment {
  /** Half-open, in `MatchText.chars`. */
  readonly end: number;
  readonly rank: StepRank;
  readonly notes: readonly AlignNote[];
}

interface Move {
  readonly text: number;
  readonly quote: number;
  readonly rank: StepRank;
  readonly note?: AlignNote;
}

interface State extends Move {
  readonly previous: State | null;
}

/** Alignments that branch more than this are given up; real text branches a few times. */
const MOVES_MAX = 20_000;

/**
 * Lays `quote` (NFC, trimmed) along the text from `start`. At each place the strongest move that
 * leads to the end is taken. Null if there is none. Profile `quote/1`.
 */
export function alignQuote(
  text: MatchText,
  quote: string,
  start: number,
  spacing: Spacing = 'as_drawn',
): Alignment | null {
  const plainEnd = runAsDrawn(text.chars, quote, start);
  if (plainEnd !== null) return { end: plainEnd, rank: 0, notes: [] };
  const stack: State[] = [{ text: start, quote: 0, rank: 0, previous: null }];
  let moves = 0;
  for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
    const here = runEqual(text, quote, state);
    if (here.quote === quote.length) return alignmentOf(here);
    moves += 1;
    if (moves > MOVES_MAX) return null;
    const next = movesFrom(text, quote, here.text, here.quote, spacing);
    for (let index = next.length - 1; index >= 0; index -= 1) {
      const move = next[index];
      if (move !== undefined) stack.push({ ...move, previous: here });
    }
  }
  return null;
}

/**
 * Where the quote ends if it stands at `start` as it is written, white space apart that is one space
 * or line end on either side; else null. Most quotes do; at each place it is the strongest move.
 */
function runAsDrawn(chars: string, quote: string, start: number): number | null {
  for (let q = 0; q < quote.length; q += 1) {
    const code = quote.charCodeAt(q);
    const onPage = chars.charCodeAt(start + q);
    if (code === onPage) continue;
    const isWhite = (code === 0x20 || code === 0x0a) && (onPage === 0x20 || onPage === 0x0a);
    const isSingle = !isSpaceAt(quote, q - 1) && !isSpaceAt(quote, q + 1);
    if (!isWhite || !isSingle || isSpaceAt(chars, start + q + 1)) return null;
  }
  return start + quote.length;
}

function isSpaceAt(text: string, at: number): boolean {
  return isSpace(text.charAt(at));
}

function alignmentOf(last: State): Alignment {
  let rank: StepRank = 0;
  const notes = new Set<AlignNote>();
  for (let state: State | null = last; state !== null; state = state.previous) {
    if (state.rank > rank) rank = state.rank;
    if (state.note !== undefined) notes.add(state.note);
  }
  return { end: last.text, rank, notes: [...notes].sort() };
}

/** Runs over equal characters that leave no choice. */
function runEqual(text: MatchText, quote: string, state: State): State {
  let at = state.text;
  let q = state.quote;
  const { chars, marks } = text;
  while (q < quote.length && at < chars.length) {
    const code = chars.charCodeAt(at);
    if (code !== quote.charCodeAt(q) || !isPlainCode(code) || marks.has(at)) break;
    at += 1;
    q += 1;
  }
  return q === state.quote ? state : { text: at, quote: q, rank: 0, previous: state };
}

/** ASCII letters, digits and the punctuation that no step treats specially. */
function isPlainCode(code: number): boolean {
  return code > 0x20 && code < 0x7f && code !== 0x2d;
}

function movesFrom(
  text: MatchText,
  quote: string,
  at: number,
  q: number,
  spacing: Spacing,
): Move[] {
  const { chars } = text;
  const moves: Move[] = [];
  const onPage = chars.charAt(at);
  const expected = quote.charAt(q);
  const isKnown = !isUnmapped(onPage) || isPrivateUse(onPage);
  if (onPage !== '' && onPage === expected && !isSpace(onPage) && isKnown) {
    moves.push({ text: at + 1, quote: q + 1, rank: 0 });
  }
  addSpaceMoves(moves, text, quote, at, q, spacing);
  addLineEndHyphen(moves, chars, quote, at, q);
  const markEnd = text.marks.get(at);
  if (markEnd !== undefined) {
    moves.push({ text: markEnd, quote: q, rank: 2, note: 'mark_dropped' });
  }
  if (isPassedOver(onPage, spacing)) moves.push({ text: at + 1, quote: q, rank: 2 });
  if (isPassedOver(expected, spacing)) moves.push({ text: at, quote: q + 1, rank: 2 });
  addLigatures(moves, chars, quote, at, q);
  addTypography(moves, chars, quote, at, q);
  return moves;
}

function addSpaceMoves(
  moves: Move[],
  text: MatchText,
  quote: string,
  at: number,
  q: number,
  spacing: Spacing,
): void {
  const { chars } = text;
  const pageRun = spaceRun(chars, at);
  const quoteRun = spaceRun(quote, q);
  if (pageRun > 0 && quoteRun > 0) {
    const onPage = chars.slice(at, at + pageRun);
    const expected = quote.slice(q, q + quoteRun);
    const isCanonical =
      onPage === expected || (/^[ \n]$/.test(onPage) && (expected === ' ' || expected === '\n'));
    moves.push({ text: at + pageRun, quote: q + quoteRun, rank: isCanonical ? 0 : 1 });
  } else if (pageRun > 0 && canDropSpace(text, at, pageRun, spacing)) {
    moves.push({ text: at + pageRun, quote: q, rank: 2, note: 'spacing_open' });
  } else if (quoteRun > 0 && canAddSpace(text, at, spacing)) {
    moves.push({ text: at, quote: q + quoteRun, rank: 2, note: 'spacing_open' });
  }
}

function spaceRun(chars: string, from: number): number {
  let end = from;
  while (end < chars.length && isSpace(chars.charAt(end))) end += 1;
  return end - from;
}

/** Whether the white space on the page may be none: geometry leaves it open, or scripts without spaces meet a line end. */
function canDropSpace(text: MatchText, at: number, length: number, spacing: Spacing): boolean {
  const { chars } = text;
  const before = chars.charAt(at - 1);
  const after = chars.charAt(at + length);
  const space = chars.slice(at, at + length);
  if (isUnspacedScript(before) || isUnspacedScript(after)) {
    return space === '\n' || text.passage.openSpaces.has(sourceOf(text, at));
  }
  if (spacing === 'free') return isFreeOfDigits(chars, at, at + length);
  if (space === '\n') return /[/\u2013\u2014]/.test(before) && !isDigit(after);
  if (length !== 1 || !text.passage.openSpaces.has(sourceOf(text, at))) return false;
  return isFreeOfWeight(chars, at, at + length);
}

function canAddSpace(text: MatchText, at: number, spacing: Spacing): boolean {
  if (spacing === 'free') return isFreeOfDigits(text.chars, at, at);
  if (!text.passage.openJoins.has(sourceOf(text, at))) return false;
  const { chars } = text;
  if (isUnspacedScript(chars.charAt(at - 1)) || isUnspacedScript(chars.charAt(at))) return true;
  return isFreeOfWeight(chars, at, at);
}

/**
 * Soft hyphens are passed over. Other characters without extent may part words or not, and the
 * page does not show which.
 */
function isPassedOver(character: string, spacing: Spacing): boolean {
  return character === '\u00ad' || (spacing === 'free' && isIgnorable(character));
}

/** No digit and no negation or modal beside the gap: there a space can change the meaning. */
function isFreeOfWeight(chars: string, left: number, right: number): boolean {
  if (!isFreeOfDigits(chars, left, right)) return false;
  const before = /[\p{L}'’]*$/u.exec(chars.slice(Math.max(0, left - 24), left))?.[0] ?? '';
  const after = /^[\p{L}'’]*/u.exec(chars.slice(right, right + 24))?.[0] ?? '';
  return ![before, after, before + after].some((word) => isNegation(word) || isModal(word));
}

function isFreeOfDigits(chars: string, left: number, right: number): boolean {
  return !isDigit(chars.charAt(left - 1)) && !isDigit(chars.charAt(right));
}

/** A hyphen at a line end: kept, or dropped between letters; both readings are tried. */
function addLineEndHyphen(
  moves: Move[],
  chars: string,
  quote: string,
  at: number,
  q: number,
): void {
  if (!isHyphen(chars.charAt(at))) return;
  const run = spaceRun(chars, at + 1);
  if (run === 0 || !chars.slice(at + 1, at + 1 + run).includes('\n')) return;
  const after = chars.charAt(at + 1 + run);
  const expected = quote.charAt(q);
  if (isHyphen(expected)) moves.push({ text: at + 1 + run, quote: q + 1, rank: 2 });
  if (isLetter(chars.charAt(at - 1)) && isLetter(after)) {
    moves.push({ text: at + 1 + run, quote: q, rank: 2 });
  }
}

function addLigatures(moves: Move[], chars: string, quote: string, at: number, q: number): void {
  const onPage = LIGATURES[chars.charAt(at)];
  if (onPage !== undefined && quote.startsWith(onPage, q)) {
    moves.push({ text: at + 1, quote: q + onPage.length, rank: 2 });
  }
  const expected = LIGATURES[quote.charAt(q)];
  if (expected !== undefined && chars.startsWith(expected, at)) {
    moves.push({ text: at + expected.length, quote: q + 1, rank: 2 });
  }
}

function addTypography(moves: Move[], chars: string, quote: string, at: number, q: number): void {
  const onPage = chars.charAt(at);
  const expected = quote.charAt(q);
  if (onPage === ELLIPSIS && quote.startsWith('...', q)) {
    moves.push({ text: at + 1, quote: q + 3, rank: 3 });
  }
  if (expected === ELLIPSIS && chars.startsWith('...', at)) {
    moves.push({ text: at + 3, quote: q + 1, rank: 3 });
  }
  const onPageClass = onPage === expected ? null : typographicClass(onPage);
  if (onPageClass === null || onPageClass !== typographicClass(expected)) return;
  if (onPageClass === 'dash' && isDashBesideDigit(chars, at)) return;
  if (onPageClass === 'bullet' && at > 0 && chars.charAt(at - 1) !== '\n') return;
  moves.push({ text: at + 1, quote: q + 1, rank: 3 });
}

function isDashBesideDigit(chars: string, at: number): boolean {
  const before = /\d\s?$/.test(chars.slice(Math.max(0, at - 2), at));
  return before || /^\s?[$€£¥]?\d/.test(chars.slice(at + 1, at + 4));
}
