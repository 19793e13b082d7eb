/**
 * The versioned normalization profile of quotes: what may differ between a quote and the page, and
 * which step of the ladder each difference needs. Nothing else is ever folded: not case, words,
 * signs, parentheses, currency, percent, decimal points. After the seed guide's "Safe bounded
 * normalization"; the tables below are the whole of it.
 */
export const QUOTE_NORMALIZATION = 'quote/1';

/** Steps of the ladder, strongest first; a match is named after the weakest step it needed. */
export const QUOTE_STEPS = [
  'exact_text',
  'normalized_text',
  'extraction_text',
  'typographic_text',
] as const;

export type QuoteStep = (typeof QUOTE_STEPS)[number];

/** Rank of a step: 0 is the strongest. */
export type StepRank = 0 | 1 | 2 | 3;

/** White space that one step folds into one space: ASCII, no-break, and all Unicode spaces. */
export function isSpace(character: string): boolean {
  return /^[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/u.test(character);
}

/** Characters that draw nothing and mean nothing: soft hyphen, zero-width space and joiners, BOM. */
const IGNORABLES: ReadonlySet<string> = new Set([
  '\u00ad',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u2060',
  '\ufeff',
]);

export function isIgnorable(character: string): boolean {
  return IGNORABLES.has(character);
}

/** Compatibility ligatures that fonts draw for plain letters (U+FB05, long s + t, is not one of them). */
export const LIGATURES: Readonly<Record<string, string>> = {
  '\ufb00': 'ff',
  '\ufb01': 'fi',
  '\ufb02': 'fl',
  '\ufb03': 'ffi',
  '\ufb04': 'ffl',
  '\ufb06': 'st',
};

/** Characters that break a word at a line end. */
export function isHyphen(character: string): boolean {
  return character === '-' || character === '\u2010' || character === '\u00ad';
}

const SINGLE_QUOTES = "'\u2018\u2019\u201a\u201b\u2032";
const DOUBLE_QUOTES = '"\u201c\u201d\u201e\u201f\u2033';
const DASHES = '-\u2010\u2011\u2012\u2013\u2014\u2015';
/** Marks of list items, the last four as symbol fonts have them; boxes to be ticked are none. */
const BULLETS = '\u00b7\u2022\u2023\u2043\u2219\u25aa\u25cf\u25e6\u25a0\uf0b7\uf0a7\uf06e\uf0d8';

/**
 * The typographic class of a character, or null. Two characters of one class may stand for each
 * other, dashes only where no digit is beside them, bullets only at the start of a line. U+2212 is
 * a sign and in no class.
 */
export function typographicClass(
  character: string,
): 'single' | 'double' | 'dash' | 'bullet' | null {
  if (SINGLE_QUOTES.includes(character)) return 'single';
  if (DOUBLE_QUOTES.includes(character)) return 'double';
  if (DASHES.includes(character)) return 'dash';
  if (BULLETS.includes(character)) return 'bullet';
  return null;
}

export const ELLIPSIS = '\u2026';

/** Characters that never carry evidence: what a reader emits where a glyph has no meaning. */
export function isUnmapped(character: string): boolean {
  return character.length === 1 && holdsUnmapped(character);
}

/** Whether such a character is anywhere in a text. */
export function holdsUnmapped(text: string): boolean {
  return /[\ufffd\ue000-\uf8ff\u0000-\u0008\u000e-\u001f\u007f-\u009f]/.test(text);
}

/** Private use: no meaning of its own, but a mark all the same, as those of symbol fonts. */
export function isPrivateUse(character: string): boolean {
  return /^[\ue000-\uf8ff]$/u.test(character);
}

/** Letters, digits and combining marks: what a word or number is made of. */
export function isWordCharacter(character: string): boolean {
  return /^[\p{L}\p{N}\p{M}]$/u.test(character);
}

export function isDigit(character: string): boolean {
  return /^\p{Nd}$/u.test(character);
}

export function isLetter(character: string): boolean {
  return /^\p{L}$/u.test(character);
}

/** Scripts that set no spaces between words: there a match may start or end between any letters. */
export function isUnspacedScript(character: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uff65]$/u.test(
    character,
  );
}

/** Words that negate: a gap or a cut must never hide them. Lower case. */
const NEGATIONS: ReadonlySet<string> = new Set([
  'not',
  'no',
  'never',
  'neither',
  'nor',
  'none',
  'nobody',
  'nothing',
  'without',
  'except',
  'excluding',
  'unless',
  'cannot',
  'hardly',
  'fails',
  'failed',
]);

/** Modal words: they say whether something is, may be or must be. Lower case. */
const MODALS: ReadonlySet<string> = new Set([
  'must',
  'shall',
  'should',
  'may',
  'might',
  'can',
  'could',
  'will',
  'would',
  'ought',
]);

export function isNegation(word: string): boolean {
  const lower = word.toLowerCase();
  return NEGATIONS.has(lower) || /n['\u2019]t$/.test(lower);
}

export function isModal(word: string): boolean {
  return MODALS.has(word.toLowerCase());
}
