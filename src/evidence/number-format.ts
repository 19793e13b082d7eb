export type DecimalMark = 'point' | 'comma';

/** How numbers are written on a page or in a claim. */
export interface NumberFormat {
  readonly decimal: DecimalMark;
  /** Whether a plain space between three digits groups thousands; no-break spaces always do. */
  readonly groups_by_space: boolean;
}

/** English writing: `1,234.5`. What is assumed where nothing says otherwise. */
export const POINT_FORMAT: NumberFormat = { decimal: 'point', groups_by_space: false };

/** Numbers that can be read in one way only, and so give the decimal mark away. */
const POINT_ONLY = /(?<![\d.,])\d{1,3}(?:(?:,\d{3}){2,}|(?:,\d{3})+\.\d+)(?![\d,]|\.\d)/g;
const COMMA_ONLY = /(?<![\d.,])\d{1,3}(?:(?:\.\d{3}){2,}|(?:\.\d{3})+,\d+)(?![\d.]|,\d)/g;
/** A decimal part of one or two digits; weaker, since `4.2` may be a section and `1,2` a list. */
const POINT_LIKELY = /(?<![\d.,])\d+\.\d{1,2}(?![\d.,])/g;
const COMMA_LIKELY = /(?<![\d.,])\d+,\d{1,2}(?![\d.,]|\s*,)/g;

/**
 * Reads the decimal mark from a whole page, never from one number: `1,234` alone says nothing. It is
 * settled where one way of writing has proofs and the other has none; else null.
 */
export function readDecimalMark(text: string): DecimalMark | null {
  const point = count(text, POINT_ONLY);
  const comma = count(text, COMMA_ONLY);
  if (point > 0 || comma > 0) {
    if (point > 0 && comma > 0) return null;
    return point > 0 ? 'point' : 'comma';
  }
  const likelyPoint = count(text, POINT_LIKELY);
  const likelyComma = count(text, COMMA_LIKELY);
  // Two at least, and four to one, so that a stray section number or list does not decide.
  if (likelyPoint >= 2 && likelyPoint >= 4 * likelyComma) return 'point';
  if (likelyComma >= 2 && likelyComma >= 4 * likelyPoint) return 'comma';
  return null;
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}
