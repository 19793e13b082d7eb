import type { Word } from './words.ts';

/**
 * A gap parts cells from here on, in em: number from number (columns of statements stand at 0.7 em
 * and more, a space is 0.28 em), and any other pair, where a justified line must not fall apart.
 */
const NUMBER_GAP_EM = 0.6;
const CELL_GAP_EM = 1;
/** A currency sign alone begins the next cell from here on, in em; in running text it touches. */
const SIGN_GAP_EM = 0.45;
/** Running text may be stretched so far, in em, if all its gaps are. */
const STRETCHED_GAP_EM = 2;
const STRETCHED_WORDS_MIN = 5;
/** A currency sign stands at its column's left edge, this far from its number at most, in em. */
const SIGN_REACH_EM = 9;
/** A closing bracket or percent sign stands in a place of its own after its number, in em. */
const CLOSING_REACH_EM = 2.5;

const NUMBER = /^[-(\u2010-\u2015\u2212+$\u20AC\u00A3\u00A5]*[\d.,]*\d[\d.,]*[)%]*$/;
const OPENING = /^(?:\(?\s*(?:US|C|A|HK|NZ|S|R)?[$\u20AC\u00A3\u00A5\u20B9]\s*\(?|\()$/;
const CLOSING = /^(?:\)?\s*%\s*\)?|\))$/;
/** What may follow a currency sign or stand before a percent sign: digits, or a dash for zero. */
const VALUE = /^[-(\u2010-\u2015\u2212.\s]*\d|^\(?\s*[-\u2010-\u2015\u2212]+\s*\)?$/;

/**
 * Parts the words of one line into cells at gaps far wider than a word space. Signs and brackets
 * that a statement sets in places of their own stay with their number.
 * @param words from left to right, not empty.
 */
export function partCells(words: readonly Word[]): readonly (readonly Word[])[] {
  const bar = isStretched(words) ? STRETCHED_GAP_EM : CELL_GAP_EM;
  const cells: Word[][] = [];
  for (const word of words) {
    const cell = cells[cells.length - 1];
    if (cell === undefined || isCellGap(cell, word, bar)) cells.push([word]);
    else cell.push(word);
  }
  return glueSigns(cells);
}

function isCellGap(cell: readonly Word[], right: Word, bar: number): boolean {
  const gap = right.before?.em ?? 0;
  if (gap > bar) return true;
  if (gap <= SIGN_GAP_EM) return false;
  const next = textOf([right]);
  if (OPENING.test(next)) return true;
  const left = cell.findLast((word) => !isMark(word));
  return (
    gap > NUMBER_GAP_EM && left !== undefined && NUMBER.test(textOf([left])) && NUMBER.test(next)
  );
}

/** Whether a word is nothing but raised marks: notes that stand apart from their number. */
function isMark(word: Word): boolean {
  return word.raised?.every((isRaised) => isRaised) === true;
}

/** Whether a line is running text drawn out to its column's width: words at like, wide gaps. */
function isStretched(words: readonly Word[]): boolean {
  if (words.length < STRETCHED_WORDS_MIN) return false;
  const gaps = words.slice(1).map((word) => word.before?.em ?? 0);
  const widest = Math.max(...gaps);
  if (widest <= CELL_GAP_EM || widest > STRETCHED_GAP_EM) return false;
  const lettered = words.filter((word) => /\p{L}{2}/u.test(textOf([word]))).length;
  return Math.min(...gaps) > 0.4 * widest && lettered >= 0.6 * words.length;
}

function glueSigns(cells: readonly Word[][]): readonly (readonly Word[])[] {
  const glued: Word[][] = [];
  for (const cell of cells) {
    const last = glued[glued.length - 1];
    if (last !== undefined && belongTogether(last, cell)) last.push(...cell);
    else glued.push([...cell]);
  }
  return glued;
}

function belongTogether(left: readonly Word[], right: readonly Word[]): boolean {
  const gap = right[0]?.before?.em ?? 0;
  const leftText = textOf(left);
  const rightText = textOf(right);
  if (OPENING.test(leftText)) return gap <= SIGN_REACH_EM && VALUE.test(rightText);
  return (
    CLOSING.test(rightText) &&
    gap <= CLOSING_REACH_EM &&
    VALUE.test(leftText.replace(OPENING_START, ''))
  );
}

const OPENING_START = /^\(?\s*[A-Z]{0,2}[$\u20AC\u00A3\u00A5\u20B9]\s*/;

function textOf(words: readonly Word[]): string {
  return words.map((word) => word.letters.map((letter) => letter.text).join('')).join(' ');
}
