import type { Claim, ValueClaim } from '../../contracts/claim.ts';
import { significantDigits } from '../../evidence/decimal.ts';
import type { RawPageText } from '../../evidence/rendering.ts';
import { expectationOf } from '../kinds/value/expectation.ts';

/**
 * What any page that holds the whole evidence of a claim must show, whatever engine read its
 * characters: words and digits, in no order.
 */
export interface SearchKey {
  /** Folded words, each once, the most telling first. */
  readonly words: readonly SoughtWord[];
  /** So many characters of them may be missing. */
  readonly missing_max: number;
  /** Significant digits of the claimed number, without zeros at either end; null if none is claimed. */
  readonly digits: string | null;
}

interface SoughtWord {
  readonly text: string;
  /** Marks of its grams, as those of a page; none for short words and right-to-left ones. */
  readonly grams: Uint16Array;
}

/** The characters of one page, or of pages that follow one another, made ready for `mayHold`. */
export interface PreparedRaw {
  /**
   * All letters and digits, folded as those of a key, without anything between them; null where the
   * page may show more than they are.
   */
  readonly squeezed: string | null;
  /** One bit for each mark that a gram of `squeezed` has: tells most absent words without a search. */
  readonly grams: Uint32Array;
}

/**
 * Share of a claim's characters that a page may lack and still be read. Measured on 887 claims about
 * 12 filings of 100 pages each, read by PDFium: the 810 pages that hold evidence lack none of them; at
 * 0.2 a quote is looked for on 2.0 pages, at 0 on 1.1, at 0.3 on 3.8; a value on 2.5, 2.4 and 2.6. The
 * room is for words that are drawn in two places and for glyphs that engines map differently.
 */
const MISSING_SHARE = 0.2;

/**
 * The key of a claim. Null where characters cannot rule out a page: the claim has no letters or
 * digits, or is of a kind that is not searched for.
 */
export function searchKeyOf(claim: Claim): SearchKey | null {
  switch (claim.kind) {
    case 'quote':
    case 'region':
      return keyOf([claim.expected_text], null);
    case 'value':
      return keyOfValue(claim);
    case 'page':
    case 'presence':
    case 'table_cell':
    case 'statement':
      return null;
  }
}

/** Makes the characters of a page ready; the result serves any number of keys. */
export function prepareRaw(raw: RawPageText): PreparedRaw {
  if (raw.text === null || !raw.is_complete) return { squeezed: null, grams: new Uint32Array(0) };
  const squeezed = withoutDoubles(folded(raw.text).replace(/[^\p{L}\p{N}]+/gu, ''));
  const grams = new Uint32Array(GRAM_MARKS / 32);
  for (const mark of gramsOf(squeezed))
    grams[mark >> 5] = (grams[mark >> 5] ?? 0) | (1 << (mark & 31));
  return { squeezed, grams };
}

/**
 * Whether the page may hold the whole evidence. False only where `findClaim` would surely find none
 * on it. Evidence that runs over a page break stands whole on no page: the pages beside the cited
 * one must be read whatever this says. True wherever nothing can be said.
 */
export function mayHold(key: SearchKey, { squeezed, grams }: PreparedRaw): boolean {
  if (squeezed === null) return true;
  if (isMissingMore(key, (word) => hasGrams(word, grams))) return false;
  if (key.digits !== null && !squeezed.includes(key.digits)) return false;
  return !isMissingMore(key, (word) => stands(word.text, squeezed));
}

/** Whether more characters are missing than may be, by the words that `isThere` tells. */
function isMissingMore(key: SearchKey, isThere: (word: SoughtWord) => boolean): boolean {
  let missing = 0;
  for (const word of key.words) {
    if (isThere(word)) continue;
    missing += word.text.length;
    if (missing > key.missing_max) return true;
  }
  return false;
}

function hasGrams(word: SoughtWord, grams: Uint32Array): boolean {
  for (const mark of word.grams) {
    if (((grams[mark >> 5] ?? 0) & (1 << (mark & 31))) === 0) return false;
  }
  return true;
}

/** Characters of a gram: three are on most pages, five leave short words to the search. */
const GRAM_LENGTH = 4;
/** A page of 5,000 characters sets one bit of twelve. */
const GRAM_MARKS = 1 << 16;

/** The mark of each gram of a text, in order; equal grams have equal marks. */
function gramsOf(text: string): Uint16Array {
  const marks = new Uint16Array(Math.max(0, text.length - GRAM_LENGTH + 1));
  for (let at = 0; at < marks.length; at += 1) {
    let mark = 0;
    for (let unit = at; unit < at + GRAM_LENGTH; unit += 1) {
      mark = Math.imul(mark, 31) + text.charCodeAt(unit);
    }
    // Knuth's multiplier spreads what the upper bits keep.
    marks[at] = Math.imul(mark, 0x9e3779b1) >>> 16;
  }
  return marks;
}

/** Engines deliver the letters of right-to-left words in either order. */
function stands(word: string, squeezed: string): boolean {
  if (squeezed.includes(word)) return true;
  return RIGHT_TO_LEFT.test(word) && squeezed.includes([...word].reverse().join(''));
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

function keyOf(texts: readonly string[], digits: string | null): SearchKey | null {
  const words = [...new Set(texts.flatMap(wordsOf))]
    .sort((a, b) => weightOf(b) - weightOf(a))
    .map((text) => ({ text, grams: gramsOf(RIGHT_TO_LEFT.test(text) ? '' : text) }));
  if (words.length === 0 && digits === null) return null;
  const total = words.reduce((sum, word) => sum + word.text.length, 0);
  return { words, missing_max: Math.floor(total * MISSING_SHARE), digits };
}

/** Numbers tell pages apart better than words of their length. */
function weightOf(word: string): number {
  return /^\d/.test(word) ? 2 * word.length : word.length;
}

function keyOfValue(claim: ValueClaim): SearchKey | null {
  const { text, amount, value } = expectationOf(claim, null);
  const label = [claim.row_label ?? []].flat().map(withoutMarks);
  const number = amount?.value ?? value;
  if (number === null) return keyOf([...label, text ?? ''], null);
  const digits = significantDigits(number);
  return keyOf(label, digits === '' ? null : digits);
}

/** Footnote marks and references, which `label/1` lets one side leave out. */
const MARKS = /\((?:[a-z]|[ivx]{2,4}|\d{1,2}|(?:see )?notes?[^)]*)\)|[⁰¹²³⁴-⁹]+/gi;

function withoutMarks(label: string): string {
  return label.replace(MARKS, ' ');
}

/**
 * The units of a text that every engine keeps together: runs of letters, numbers with their inner
 * marks dropped, single characters of scripts without spaces. Letters and digits are parted, since
 * a raised digit may be drawn elsewhere.
 */
function wordsOf(text: string): readonly string[] {
  return [...folded(text).matchAll(WORDS)].map(([word]) =>
    withoutDoubles(word.replace(/[.,'’]/g, '')),
  );
}

const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const WORDS = new RegExp(
  `\\p{N}+(?:[.,'’]\\p{N}+)*|(?=[${UNSPACED}])\\p{L}|(?:(?![${UNSPACED}])\\p{L})+`,
  'gu',
);

/** Compatible forms made one, accents and case dropped. Capitals do not hang on their neighbours. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/\p{M}+/gu, '');
}

/** Engines drop one of two equal letters that overlap, as in `ff`. */
function withoutDoubles(text: string): string {
  return text.replace(/(\p{L})\1+/gu, '$1');
}
