import type { Difference } from '../../../contracts/verdict.ts';
import type { TextSpan } from '../../../evidence/grounding.ts';

/** The constants of near and partial presence, named in every report. */
export const ABSENCE_PROFILE = 'absence/1';

/** Share of a quote's words that must align in one stretch for the text to be near (spec §4). */
const NEAR_SHARE = 0.6;

/** A verbatim run of at least this share of the words, and of this many, is a part (spec §4). */
const PART_SHARE = 0.5;
const PART_WORDS = 5;

/** Words of a quote that are compared; a longer one is judged by its first part. */
const WORDS_MAX = 400;

/** What of an absent quote stands in a target. */
export type Nearness =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'near' | 'part';
      /** Offsets of the stretch in the text that was searched. */
      readonly span: TextSpan;
      readonly difference: readonly Difference[];
    };

/** A text that absent quotes are measured against, made ready once for all of them. */
export interface MeasuredText {
  readonly text: string;
  readonly words: readonly Word[];
  /** A number for each different word, from 0. */
  readonly vocabulary: ReadonlyMap<string, number>;
  /** By place: the number of each word. */
  readonly numbers: Uint32Array;
  readonly letters: Letters;
}

interface Word extends TextSpan {
  readonly text: string;
}

/** Makes a text ready to be measured against. */
export function measuredTextOf(text: string): MeasuredText {
  const words = wordsOf(text);
  const vocabulary = new Map<string, number>();
  for (const word of words) {
    if (!vocabulary.has(word.text)) vocabulary.set(word.text, vocabulary.size);
  }
  const numbers = Uint32Array.from(words, (word) => vocabulary.get(word.text) ?? 0);
  return { text, words, vocabulary, numbers, letters: lettersOf(text) };
}

/**
 * Measures how much of `quote` stands in one stretch of a text, by words. `near`: aligned words
 * are at least 0.6 of the quote; `part`: a verbatim run is at least half of it and five words, and
 * little of the rest is there. Profile `absence/1`.
 */
export function nearnessOf(measured: MeasuredText, quote: string): Nearness {
  const expected = wordsOf(quote.normalize('NFC')).slice(0, WORDS_MAX);
  const { words } = measured;
  if (expected.length === 0 || words.length === 0) return { kind: 'nothing' };
  const letters = sameLetters(measured, quote);
  if (letters !== null) {
    const onPage = words.filter(({ start, end }) => start < letters.end && end > letters.start);
    return { kind: 'near', span: letters, difference: differenceOf(expected, onPage) };
  }
  const isShort =
    expected.length < PART_WORDS && expected.some((word) => /\p{L}{3}/u.test(word.text));
  const common = commonWords(measured, expected, isShort);
  const nearMin = expected.length * NEAR_SHARE;
  const partMin = Math.max(PART_WORDS, expected.length * PART_SHARE);
  // Most quotes share so few words with a page that no stretch can hold enough of them.
  if (common.shared < nearMin && common.shared < partMin) return { kind: 'nothing' };
  const run = longestRun(common);
  const alignment = alignWords(common);
  const isPart = run.length >= partMin;
  const isNear = alignment.matched >= nearMin;
  if (!isPart && !isNear) return { kind: 'nothing' };
  const rest = expected.length - run.length;
  const restMatched = alignment.matched - run.length;
  const kind = isPart && (!isNear || restMatched < rest / 2) ? 'part' : 'near';
  const [first, last] = kind === 'part' ? [run.start, run.start + run.length - 1] : alignment.page;
  const span = { start: words[first]?.start ?? 0, end: words[last]?.end ?? 0 };
  return { kind, span, difference: differenceOf(expected, words.slice(first, last + 1)) };
}

function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(WORDS)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Words and numbers whole, signs and currency before a digit and percent apart. */
const WORDS = /[\p{L}\p{N}\p{M}]+(?:[.,'\u2019-][\p{L}\p{N}\p{M}]+)*|[$€£¥\u2212-](?=\d)|%/gu;

/**
 * Where the letters and digits of the quote stand in order, whatever is between them and in
 * whatever compatible form (NFKD, so that an accent drawn by itself is none), from the start of a
 * word to the end of one; for right-to-left text also backwards, as tools deliver it that ignore
 * its direction. Null if nowhere.
 */
function sameLetters({ text, letters: page }: MeasuredText, quote: string): TextSpan | null {
  const wanted = lettersOf(quote).letters;
  if (wanted === '') return null;
  const { letters, places } = page;
  const backwards = RIGHT_TO_LEFT.test(quote) ? [...wanted].reverse().join('') : wanted;
  for (const sought of new Set([wanted, backwards])) {
    for (let at = letters.indexOf(sought); at !== -1; at = letters.indexOf(sought, at + 1)) {
      const start = places[at] ?? 0;
      const end = (places[at + sought.length - 1] ?? 0) + 1;
      const isWhole = !LETTER.test(text.charAt(start - 1)) && !LETTER.test(text.charAt(end));
      if (isWhole) return { start, end };
    }
  }
  return null;
}

const LETTER = /[\p{L}\p{N}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** The letters and digits of a text, each with its place in it. */
interface Letters {
  readonly letters: string;
  readonly places: readonly number[];
}

function lettersOf(text: string): Letters {
  const letters: string[] = [];
  const places: number[] = [];
  for (let place = 0; place < text.length; place += 1) {
    const character = text.charAt(place);
    if (isPlainLetter(character.charCodeAt(0))) {
      letters.push(character);
      places.push(place);
      continue;
    }
    if (character < '\u0080') continue;
    for (const unit of character.normalize('NFKD')) {
      if (!LETTER.test(unit)) continue;
      letters.push(unit);
      places.push(place);
    }
  }
  return { letters: letters.join(''), places };
}

/** ASCII letters and digits, which are their own compatible form. */
function isPlainLetter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** The words that a quote and a text have in common. */
interface CommonWords {
  /** How many words the quote has, and how many of them stand anywhere in the text. */
  readonly count: number;
  readonly shared: number;
  /** Places in the text of the words that the quote has, ascending. */
  readonly places: readonly number[];
  /** For each of `places`: the places of its word in the quote, ascending. */
  readonly inQuote: readonly (readonly number[])[];
}

function commonWords(
  { vocabulary, numbers }: MeasuredText,
  expected: readonly Word[],
  isShort: boolean,
): CommonWords {
  const byName = new Map<string, number[]>();
  expected.forEach(({ text }, place) => {
    const name = isShort ? nameInShortQuote(text) : text;
    const own = byName.get(name);
    if (own === undefined) byName.set(name, [place]);
    else own.push(place);
  });
  const byNumber = new Array<readonly number[] | undefined>(vocabulary.size);
  let shared = 0;
  if (isShort) {
    const seen = new Set<string>();
    for (const [word, number] of vocabulary) {
      const name = nameInShortQuote(word);
      byNumber[number] = byName.get(name);
      if (!seen.has(name)) shared += byName.get(name)?.length ?? 0;
      seen.add(name);
    }
  } else {
    for (const [name, own] of byName) {
      const number = vocabulary.get(name);
      if (number === undefined) continue;
      byNumber[number] = own;
      shared += own.length;
    }
  }
  const places: number[] = [];
  const inQuote: (readonly number[])[] = [];
  for (let place = 0; place < numbers.length; place += 1) {
    const own = byNumber[numbers[place] ?? 0];
    if (own === undefined) continue;
    places.push(place);
    inQuote.push(own);
  }
  return { count: expected.length, shared, places, inQuote };
}

/**
 * In a quote of fewer words than a part must have, one changed number is half of it: there all
 * numbers count as alike, so that "30 days" is near "90 days".
 */
function nameInShortQuote(text: string): string {
  return /^\d/.test(text) ? '0' : text;
}

/** The longest run of words that stands verbatim in the text; `start` is a place in the text. */
function longestRun({ count, places, inQuote }: CommonWords): { start: number; length: number } {
  let start = 0;
  let length = 0;
  // Length of the run that ends at each place of the quote and at the text's word before.
  let before = new Uint32Array(count);
  let here = new Uint32Array(count);
  places.forEach((place, at) => {
    const follows = places[at - 1] === place - 1;
    for (const position of inQuote[at] ?? []) {
      const run = (follows ? (before[position - 1] ?? 0) : 0) + 1;
      here[position] = run;
      if (run <= length) continue;
      length = run;
      start = place - run + 1;
    }
    for (const position of inQuote[at - 1] ?? []) before[position] = 0;
    [before, here] = [here, before];
  });
  return { start, length };
}

/**
 * What a match counts, and what a word of the text costs that the quote lacks (0.34 of a match):
 * keeps the stretch compact. Whole numbers, so that equal ways are equal.
 */
const MATCH = 50;
const SKIP = 17;

/**
 * The stretch of the text with the most words of the quote in order, skipped words of the text
 * charged: a local alignment of words in which words of the quote may be missing for nothing. Words
 * that the quote lacks only cost, so they are charged when the next common word is reached: a
 * score is kept as it would be at the start of the text (`score + SKIP * place`).
 */
function alignWords({ count, places, inQuote }: CommonWords): {
  matched: number;
  page: readonly [number, number];
} {
  // Best way that ends at each place of the quote or before, one place further on.
  const kept = new Float64Array(count + 1).fill(Number.NEGATIVE_INFINITY);
  const counts = new Uint32Array(count + 1);
  const starts = new Int32Array(count + 1);
  let best = { score: 0, matched: 0, first: 0, last: 0 };
  places.forEach((place, at) => {
    const ways = (inQuote[at] ?? []).map((position) => {
      const score = Math.max(0, (kept[position] ?? 0) - SKIP * (place - 1));
      return {
        position: position + 1,
        score: score + MATCH,
        count: score > 0 ? (counts[position] ?? 0) + 1 : 1,
        start: score > 0 ? (starts[position] ?? place) : place,
      };
    });
    for (const way of ways) {
      const score = way.score + SKIP * place;
      if (score <= (kept[way.position] ?? 0)) continue;
      if (way.score > best.score) {
        best = { score: way.score, matched: way.count, first: way.start, last: place };
      }
      // Words of the quote may be missing: all further places are at least as good.
      for (let to = way.position; to <= count && (kept[to] ?? 0) < score; to += 1) {
        kept[to] = score;
        counts[to] = way.count;
        starts[to] = way.start;
      }
    }
  });
  return { matched: best.matched, page: [best.first, best.last] };
}

/** The quote and the page's words beside each other: a longest common subsequence of words. */
function differenceOf(expected: readonly Word[], page: readonly Word[]): readonly Difference[] {
  const lengths = commonLengths(expected, page);
  const parts: Difference[] = [];
  let e = 0;
  let p = 0;
  while (e < expected.length || p < page.length) {
    const wanted = expected[e]?.text;
    const printed = page[p]?.text;
    if (wanted !== undefined && wanted === printed) {
      addPart(parts, 'both', wanted);
      e += 1;
      p += 1;
    } else if (
      wanted !== undefined &&
      (printed === undefined || (lengths[e + 1]?.[p] ?? 0) >= (lengths[e]?.[p + 1] ?? 0))
    ) {
      addPart(parts, 'expected', wanted);
      e += 1;
    } else if (printed !== undefined) {
      addPart(parts, 'page', printed);
      p += 1;
    }
  }
  return parts;
}

function commonLengths(a: readonly Word[], b: readonly Word[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = lengths[i];
    const below = lengths[i + 1];
    if (row === undefined || below === undefined) continue;
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] =
        a[i]?.text === b[j]?.text
          ? (below[j + 1] ?? 0) + 1
          : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}

function addPart(parts: Difference[], part: Difference['part'], text: string): void {
  const last = parts.at(-1);
  if (last?.part === part) parts[parts.length - 1] = { part, text: `${last.text} ${text}` };
  else parts.push({ part, text });
}
