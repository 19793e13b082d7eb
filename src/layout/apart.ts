import type { Gutter } from './gutters.ts';
import { CHAIN_GAP_EM, type Word, type WordRow } from './words.ts';

/** How the two sides of a gutter stand to each other. */
interface Comparison {
  /** Rows with words left of the gutter, right of it, and on one baseline on both sides. */
  readonly left: number;
  readonly right: number;
  readonly shared: number;
  /** Rows that say something on the left and on the right: running text, not labels or figures. */
  readonly leftPhrases: number;
  readonly rightPhrases: number;
}

/** Painting may go from side to side this often: a heading or chart is painted before or after all. */
const APART_SWITCHES_MAX = 2;
/** Cells stand on the baselines of the text beside them; lines of another column hardly do. */
const APART_SHARED_MAX = 0.6;
/** Fewer rows on a side may stand on baselines of their own by chance: a cell set in its middle. */
const APART_ROWS_MIN = 4;
/** Baselines within this, in em, are one; chance brings a seventh of two columns' lines together. */
const BASELINE_EM = 0.08;
/** A column of a page holds text: so many lines of so many words. Captions of cells are shorter. */
const PHRASE_WORDS_MIN = 4;
const PHRASES_MIN = 2;

/**
 * Whether two columns have nothing to do with each other, whatever stands in them: headings, short
 * text, tables of their own. Each side is painted by itself, stands on baselines of its own and
 * says something. A table is painted row by row, or its rows share their baselines.
 */
export function areApart(rows: readonly WordRow[], gutter: Gutter): boolean {
  const sides = compareSides(rows, gutter);
  const least = Math.min(sides.left, sides.right);
  return (
    least >= APART_ROWS_MIN &&
    sides.shared <= APART_SHARED_MAX * least &&
    Math.min(sides.leftPhrases, sides.rightPhrases) >= PHRASES_MIN &&
    arePaintedApart(rows, gutter)
  );
}

/**
 * Whether what stands beside a column of running text has nothing to do with its lines: painted by
 * itself, and on baselines of its own. So stand tables and charts in the next column of a page.
 */
export function standsApart(
  rows: readonly WordRow[],
  gutter: Gutter,
  isLeftProse: boolean,
): boolean {
  const { left, right, shared } = compareSides(rows, gutter);
  const others = isLeftProse ? right : left;
  return shared <= APART_SHARED_MAX * others && arePaintedApart(rows, gutter);
}

function compareSides(rows: readonly WordRow[], gutter: Gutter): Comparison {
  const middle = (gutter.u0 + gutter.u1) / 2;
  let [left, right, shared, leftPhrases, rightPhrases] = [0, 0, 0, 0, 0];
  for (const row of rows.slice(gutter.from, gutter.to)) {
    const end = row.words.findIndex((word) => word.u1 > middle);
    const before = end < 0 ? row.words : row.words.slice(0, end);
    const after = end < 0 ? [] : row.words.slice(end);
    if (before.length > 0) left += 1;
    if (after.length > 0) right += 1;
    if (isOneBaseline(before[0], after[0], row.size)) shared += 1;
    if (isPhrase(before)) leftPhrases += 1;
    if (isPhrase(after)) rightPhrases += 1;
  }
  return { left, right, shared, leftPhrases, rightPhrases };
}

/** Whether painting goes from side to side once or twice: at every row it does so for rows. */
function arePaintedApart(rows: readonly WordRow[], gutter: Gutter): boolean {
  const middle = (gutter.u0 + gutter.u1) / 2;
  // Paint order and side in one number, so that plain sorting orders them.
  const painted: number[] = [];
  for (const { words } of rows.slice(gutter.from, gutter.to)) {
    for (const word of words) painted.push(2 * paintOf(word) + (word.u1 <= middle ? 0 : 1));
  }
  const inOrder = Float64Array.from(painted).sort();
  let switches = 0;
  for (let at = 1; at < inOrder.length; at += 1) {
    if ((inOrder[at] ?? 0) % 2 !== (inOrder[at - 1] ?? 0) % 2) switches += 1;
  }
  return switches <= APART_SWITCHES_MAX;
}

function paintOf(word: Word): number {
  return word.letters[0]?.index ?? 0;
}

function isOneBaseline(left: Word | undefined, right: Word | undefined, size: number): boolean {
  const a = left?.letters[0]?.v;
  const b = right?.letters[0]?.v;
  return a !== undefined && b !== undefined && Math.abs(a - b) <= BASELINE_EM * size;
}

/** Whether so many words with letters follow each other without a gap between cells. */
function isPhrase(words: readonly Word[]): boolean {
  let run = 0;
  for (const word of words) {
    if (word.before !== null && word.before.em > 2 * CHAIN_GAP_EM) run = 0;
    if (word.letterCount * 2 > word.letters.length) run += 1;
    if (run >= PHRASE_WORDS_MIN) return true;
  }
  return false;
}
