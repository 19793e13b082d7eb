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

interface Word extends TextSpan {
  readonly text: string;
}

/**
 * Measures how much of `quote` stands in one stretch of `text`, by words. `near`: aligned words
 * are at least 0.6 of the quote; `part`: a verbatim run is at least half of it and five words, and
 * little of the rest is there. Profile `absence/1`.
 */
export function nearnessOf(text: string, quote: string): Nearness {
  const expected = wordsOf(quote.normalize('NFC')).slice(0, WORDS_MAX);
  const page = wordsOf(text);
  if (expected.length === 0 || page.length === 0) return { kind: 'nothing' };
  const letters = sameLetters(text, quote);
  if (letters !== null) {
    const onPage = page.filter(({ start, end }) => start < letters.end && end > letters.start);
    return { kind: 'near', span: letters, difference: differenceOf(expected, onPage) };
  }
  const words = numbered(expected, page, (word) => word);
  const run = longestRun(words);
  const isShort =
    expected.length < PART_WORDS && expected.some((word) => /\p{L}{3}/u.test(word.text));
  const alignment = alignWords(isShort ? numbered(expected, page, nameInShortQuote) : words);
  const isPart = run.length >= PART_WORDS && run.length >= expected.length * PART_SHARE;
  const isNear = alignment.matched >= expected.length * NEAR_SHARE;
  if (!isPart && !isNear) return { kind: 'nothing' };
  const rest = expected.length - run.length;
  const restMatched = alignment.matched - run.length;
  const kind = isPart && (!isNear || restMatched < rest / 2) ? 'part' : 'near';
  const [first, last] = kind === 'part' ? [run.start, run.start + run.length - 1] : alignment.page;
  const span = { start: page[first]?.start ?? 0, end: page[last]?.end ?? 0 };
  return { kind, span, difference: differenceOf(expected, page.slice(first, last + 1)) };
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
function sameLetters(text: string, quote: string): TextSpan | null {
  const wanted = lettersOf(quote).letters;
  if (wanted === '') return null;
  const { letters, places } = lettersOf(text);
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

function lettersOf(text: string): { letters: string; places: readonly number[] } {
  const letters: string[] = [];
  const places: number[] = [];
  for (let place = 0; place < text.length; place += 1) {
    for (const unit of text.charAt(place).normalize('NFKD')) {
      if (!LETTER.test(unit)) continue;
      letters.push(unit);
      places.push(place);
    }
  }
  return { letters: letters.join(''), places };
}

/** Words of both texts by number, so that comparing them is comparing numbers. */
interface Numbered {
  readonly expected: Uint32Array;
  /** 0 where the quote does not have the word. */
  readonly page: Uint32Array;
}

function numbered(
  expected: readonly Word[],
  page: readonly Word[],
  nameOf: (text: string) => string,
): Numbered {
  const numbers = new Map<string, number>();
  for (const word of expected) {
    const name = nameOf(word.text);
    if (!numbers.has(name)) numbers.set(name, numbers.size + 1);
  }
  return {
    expected: Uint32Array.from(expected, ({ text }) => numbers.get(nameOf(text)) ?? 0),
    page: Uint32Array.from(page, ({ text }) => numbers.get(nameOf(text)) ?? 0),
  };
}

/**
 * In a quote of fewer words than a part must have, one changed number is half of it: there all
 * numbers count as alike, so that "30 days" is near "90 days".
 */
function nameInShortQuote(text: string): string {
  return /^\d/.test(text) ? '0' : text;
}

/** The longest run of words that stands verbatim on the page; `start` is an index into `page`. */
function longestRun({ expected, page }: Numbered): { start: number; length: number } {
  let start = 0;
  let length = 0;
  const runs = new Uint32Array(expected.length + 1);
  for (let index = 0; index < page.length; index += 1) {
    const word = page[index] ?? 0;
    // Downwards, so that each cell still holds the run that ended at the page word before.
    for (let position = expected.length; position > 0; position -= 1) {
      const isEqual = word !== 0 && expected[position - 1] === word;
      const run = isEqual ? (runs[position - 1] ?? 0) + 1 : 0;
      runs[position] = run;
      if (run > length) {
        length = run;
        start = index - run + 1;
      }
    }
  }
  return { start, length };
}

/** Cost of a page word that the quote lacks, in matches: keeps the stretch compact. */
const SKIP_COST = 0.34;

/**
 * The stretch of the page with the most words of the quote in order, skipped page words charged:
 * a local alignment of words in which words of the quote may be missing for nothing.
 */
function alignWords({ expected, page }: Numbered): {
  matched: number;
  page: readonly [number, number];
} {
  const width = expected.length + 1;
  const scores = new Float64Array(width);
  const counts = new Uint32Array(width);
  const starts = new Int32Array(width);
  let best = { score: 0, matched: 0, first: 0, last: 0 };
  for (let index = 0; index < page.length; index += 1) {
    const word = page[index] ?? 0;
    // Cell before, as it was at the page word before.
    let [score, count, start] = [0, 0, index];
    for (let position = 1; position < width; position += 1) {
      const diagonal = [score, count, start] as const;
      [score, count, start] = [scores[position] ?? 0, counts[position] ?? 0, starts[position] ?? 0];
      let next: readonly [number, number, number] = [score - SKIP_COST, count, start];
      const left = scores[position - 1] ?? 0;
      if (left > next[0]) next = [left, counts[position - 1] ?? 0, starts[position - 1] ?? 0];
      const isEqual = word !== 0 && expected[position - 1] === word;
      if (isEqual && diagonal[0] + 1 > next[0]) {
        const first = diagonal[0] > 0 ? diagonal[2] : index;
        next = [diagonal[0] + 1, (diagonal[0] > 0 ? diagonal[1] : 0) + 1, first];
        if (next[0] > best.score) {
          best = { score: next[0], matched: next[1], first: next[2], last: index };
        }
      }
      scores[position] = Math.max(0, next[0]);
      counts[position] = next[0] > 0 ? next[1] : 0;
      starts[position] = next[2];
    }
  }
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
