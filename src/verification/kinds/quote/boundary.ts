import {
  isDigit,
  isIgnorable,
  isLetter,
  isModal,
  isNegation,
  isUnspacedScript,
  isWordCharacter,
} from '../../../evidence/normalization.ts';
import type { MatchText } from './match-text.ts';

/**
 * Whether a match from `start` to `end` of `text.chars` begins and ends at the edge of a word and of
 * a number. "2.4 million" is not in "12.4 million", "GAAP" not in "non-GAAP", "can" not in "can't",
 * "4.5" not in "-4.5" or "4.5%". Profile `quote/1`.
 */
export function isWholeWords(text: MatchText, start: number, end: number): boolean {
  const { chars } = text;
  const first = codePointAt(chars, start);
  const last = codePointBefore(chars, end);
  return (
    !startsInside(chars, start, first) &&
    !endsInside(text, end, last) &&
    !isBracketedAmount(chars, start, end)
  );
}

function startsInside(chars: string, start: number, first: string): boolean {
  const before = codePointBefore(chars, skipBack(chars, start));
  if (before === '') return false;
  if (isWordCharacter(first) && isWordCharacter(before)) {
    return isDigit(first) === isDigit(before) && isDigit(first)
      ? true
      : !isUnspacedScript(first) && !isUnspacedScript(before);
  }
  const head = chars.slice(Math.max(0, start - 12), start);
  if (isDigit(first)) {
    // Inside a number: 12,[400]; .[5]; or cut from its sign: -[4.5], but not from a range 3-[5].
    if (/\d[.,'’]$/.test(head) || /(^|[^\p{L}\p{N}])\.$/u.test(head)) return true;
    if (/(^|[\s(,;:[$€£¥])[-+\u2212\u2010-\u2015][$€£¥]?$/u.test(head)) return true;
  }
  if (isDigit(first) || isLetter(first)) {
    // A compound: non-[GAAP], also over a line end, where the hyphen may split the word.
    const isCompound = /[\p{L}\p{N}][-\u2010\u2011]\n?$/u.test(head);
    const isRange = isDigit(first) && /\d[-\u2010\u2011]\n?$/u.test(head);
    if (isCompound && !isRange) return true;
    if (isLetter(first) && /\p{L}['\u2019]$/u.test(head)) return true;
  }
  return false;
}

function endsInside(text: MatchText, end: number, last: string): boolean {
  const { chars } = text;
  if (text.marks.has(end)) return false;
  const after = codePointAt(chars, skipForward(chars, end));
  if (after === '') return false;
  if (isWordCharacter(last) && isWordCharacter(after)) {
    return isDigit(last) && isDigit(after)
      ? true
      : !isUnspacedScript(last) && !isUnspacedScript(after);
  }
  const tail = chars.slice(end, end + 12);
  if (isDigit(last)) {
    if (/^[.,'’]\d/.test(tail) || /^ ?[%\u2030]/.test(tail)) return true;
    // An accounting minus after the number: 4.5-
    if (/^[-\u2212](?=[\s)]|$)(?!\n\p{L})/u.test(tail) && !/^-\n/.test(tail)) return true;
  }
  if (isDigit(last) || isLetter(last)) {
    if (/^[-\u2010\u2011]\n?\p{L}/u.test(tail)) return true;
    if (isLetter(last) && /^['\u2019]\p{L}/u.test(tail)) return true;
  }
  return false;
}

/** A quote that is nothing but a number must not be cut out of an accounting negative: (2.1). */
function isBracketedAmount(chars: string, start: number, end: number): boolean {
  const matched = chars.slice(start, end).trim();
  if (!/^[$€£¥]?\s?\d[\d.,\s]*%?$/u.test(matched)) return false;
  if (/^(19|20)\d\d$/.test(matched)) return false;
  const before = chars.slice(Math.max(0, start - 6), start);
  const after = chars.slice(end, end + 4);
  return /\(\s?[$€£¥]?\s?$/u.test(before) && /^\s?%?\s?\)/u.test(after);
}

/**
 * Whether the words just before `start` negate the match or make it a possibility: "must not
 * [exceed 30 days]". Looks back over at most three words of the same sentence.
 */
export function isGovernedFromOutside(chars: string, start: number): boolean {
  const before = chars.slice(Math.max(0, start - 80), start);
  const sentence = before.split(/[.;:!?]["'\u201d\u2019)]?\s/u).at(-1) ?? '';
  if (!/[\p{L}'\u2019],?\s+["'\u201c\u2018(]?$/u.test(sentence)) return false;
  const words = sentence.match(/\p{L}[\p{L}'\u2019]*/gu) ?? [];
  const last = words.at(-1) ?? '';
  return isModal(last) || words.slice(-3).some(isNegation);
}

function skipBack(chars: string, from: number): number {
  let at = from;
  while (at > 0 && isIgnorable(chars.charAt(at - 1))) at -= 1;
  return at;
}

function skipForward(chars: string, from: number): number {
  let at = from;
  while (at < chars.length && isIgnorable(chars.charAt(at))) at += 1;
  return at;
}

function codePointAt(chars: string, at: number): string {
  const code = chars.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function codePointBefore(chars: string, end: number): string {
  if (end <= 0) return '';
  const low = chars.charCodeAt(end - 1);
  const isLow = low >= 0xdc00 && low <= 0xdfff && end >= 2;
  return codePointAt(chars, isLow ? end - 2 : end - 1);
}
