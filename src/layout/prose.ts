import { areApart, standsApart } from './apart.ts';
import { isIdeograph } from './characters.ts';
import type { Gutter } from './gutters.ts';
import { CHAIN_GAP_EM, type Word, type WordRow } from './words.ts';

/** The texts along one side of a gutter, row by row: of each row the part next to the gutter. */
interface Side {
  readonly lines: readonly SideLine[];
  /** Line ends that are followed by a line of the same paragraph. */
  readonly breaks: number;
  /** Those of them where the next word would not have fitted: the mark of running text. */
  readonly forcedBreaks: number;
  /** Letters among all characters, 0 to 1. */
  readonly letterShare: number;
  readonly wordsMean: number;
  /** Share of lines that are words for the most part and start where most lines start. */
  readonly textLines: number;
}

interface SideLine {
  readonly v: number;
  readonly size: number;
  readonly u0: number;
  readonly u1: number;
  readonly firstWordWidth: number;
  readonly words: number;
  readonly letters: number;
  readonly characters: number;
  /** Where the part was painted: index of its first glyph. */
  readonly painted: number;
}

/** Lines further apart, in em, are not of one paragraph. */
const PARAGRAPH_PITCH_EM = 1.75;
/** A word fits if this much besides its width is left, in em: the space before it. */
const FIT_SPACE_EM = 0.2;
/** The column's edge is where this share of its lines has ended: one overlong line is no edge. */
const EDGE_QUANTILE = 0.9;
/** Indents of paragraphs and list items stay within this of the usual edge, in em. */
const INDENT_EM = 2.5;
/** A gap between rows this much wider than the usual one parts table rows or paragraphs. */
const BLOCK_PITCH = 1.4;

/**
 * Decides whether a gutter parts columns that are read one after the other. Running text shows by
 * its line ends: the next word would not have fitted. Labels and numbers end where they end.
 * Paint order is a witness for weak cases only, since some pages are drawn row by row.
 * @returns the parts of the gutter that do, from top to bottom; empty where rows must stay whole.
 */
export function judgeGutter(rows: readonly WordRow[], found: Gutter): readonly Gutter[] {
  if (areApart(rows, found)) return [found];
  const gutter = withoutNumberRows(rows, found);
  const sides = sidesOf(rows, gutter);
  const blocks = blocksOf(rows, gutter, sides);
  if (isColumnGutter(rows, gutter, sides, false)) {
    if (blocks.length < 2 || !isPaintedBlockwise(rows, gutter, blocks)) return [gutter];
    // Rows of a table of texts: cell after cell, row after row.
    return blocks.filter((block) => block.to - block.from > 1);
  }
  return blocks.filter((block) => isColumnGutter(rows, block, sidesOf(rows, block), true));
}

/** Leaves out rows with numbers at both ends: a table above or below whose gap goes on in line. */
function withoutNumberRows(rows: readonly WordRow[], gutter: Gutter): Gutter {
  const middle = (gutter.u0 + gutter.u1) / 2;
  const isNumberRow = (at: number): boolean => {
    const row = rows[at];
    if (row === undefined) return false;
    const sides = [lineOf(row, wordsBefore(row, middle)), lineOf(row, wordsAfter(row, middle))];
    return sides.some((line) => line !== null && line.letters * 2 < line.characters);
  };
  const isOneSided = (at: number): boolean => {
    const words = rows[at]?.words ?? [];
    return words.every((word) => word.u1 <= middle) || words.every((word) => word.u0 >= middle);
  };
  let { from, to } = gutter;
  while (from < to && isNumberRow(from)) from += 1;
  while (to > from && isNumberRow(to - 1)) to -= 1;
  // Rows of one side next to them are the rest of their labels.
  if (from > gutter.from) while (from < to && isOneSided(from)) from += 1;
  if (to < gutter.to) while (to > from && isOneSided(to - 1)) to -= 1;
  if (from === gutter.from && to === gutter.to) return gutter;
  return partOf(gutter, from, to, countParted(rows, gutter, from, to));
}

function isColumnGutter(
  rows: readonly WordRow[],
  gutter: Gutter,
  [left, right]: Sides,
  isBlock: boolean,
): boolean {
  if (left.lines.length < 2 || right.lines.length < 2) return false;
  // A column of like, short texts far from the next one has no edge that could force its lines.
  const isFar = gutter.u1 - gutter.u0 > FAR_GUTTER_EM * (left.lines[0]?.size ?? 0);
  const isLeftProse = isProse(left) && (!isFar || left.wordsMean >= LONG_LINE_WORDS);
  if (isLeftProse && isProse(right)) return true;
  if (isLeftProse || isProse(right)) {
    const [prose, other] = isLeftProse ? [left, right] : [right, left];
    if (isLikelyProse(other)) return true;
    // A paragraph beside a table of its own, or beside its label.
    const isLong = isBlock || prose.forcedBreaks >= LONG_PROSE_BREAKS;
    if (isLong && isWordy(other) && switchesOf(left, right) < 0.7 * gutter.partedRows) return true;
    return prose.forcedBreaks >= LONG_PROSE_BREAKS && standsApart(rows, gutter, isLeftProse);
  }
  if (arePairOfCells(left, right)) return true;
  return (
    gutter.partedRows >= LIST_ROWS_MIN &&
    isWordy(left) &&
    isWordy(right) &&
    left.wordsMean >= 2 &&
    right.wordsMean >= 2 &&
    switchesOf(left, right) <= 1
  );
}

/** A gutter wider than this, in em, is the rest of a column that its texts do not fill. */
const FAR_GUTTER_EM = 5;
const LONG_LINE_WORDS = 4.5;
/** So many forced line ends are a column beyond doubt, whatever stands beside it. */
const LONG_PROSE_BREAKS = 6;
/** Lists in two columns: without running text, paint order alone speaks, so it must speak long. */
const LIST_ROWS_MIN = 5;

function isProse(side: Side): boolean {
  return (
    side.forcedBreaks >= 3 &&
    side.forcedBreaks >= 0.6 * side.breaks &&
    side.letterShare >= 0.7 &&
    side.wordsMean >= 2.5 &&
    side.textLines >= 0.8
  );
}

function isLikelyProse(side: Side): boolean {
  return (
    side.forcedBreaks >= 1 &&
    side.forcedBreaks >= 0.4 * side.breaks &&
    side.letterShare >= 0.7 &&
    side.wordsMean >= 2 &&
    side.textLines >= 0.7
  );
}

function isWordy(side: Side): boolean {
  return side.letterShare >= 0.65 && side.textLines >= 0.7;
}

/**
 * Whether both sides are one cell each of a table of texts: set solid, wrapped at the edge of its
 * column, and painted one after the other.
 */
function arePairOfCells(left: Side, right: Side): boolean {
  return isCell(left) && isCell(right) && switchesOf(left, right) === 1;
}

function isCell(side: Side): boolean {
  const isSolid = side.breaks === side.lines.length - 1;
  return isSolid && side.forcedBreaks === side.breaks && isWordy(side) && side.wordsMean >= 2;
}

type Sides = readonly [left: Side, right: Side];

function sidesOf(rows: readonly WordRow[], gutter: Gutter): Sides {
  return [sideOf(rows, gutter, 'left'), sideOf(rows, gutter, 'right')];
}

function sideOf(rows: readonly WordRow[], gutter: Gutter, name: 'left' | 'right'): Side {
  const middle = (gutter.u0 + gutter.u1) / 2;
  const beside: SideLine[] = [];
  for (const row of rows.slice(gutter.from, gutter.to)) {
    const words = name === 'left' ? wordsBefore(row, middle) : wordsAfter(row, middle);
    const line = lineOf(row, words);
    if (line !== null) beside.push(line);
  }
  const lines = nextColumn(beside, name);
  const ends = lines.map((line) => line.u1).sort((a, b) => a - b);
  const edge = ends[Math.min(ends.length - 1, Math.floor(ends.length * EDGE_QUANTILE))] ?? 0;
  let breaks = 0;
  let forcedBreaks = 0;
  for (let at = 1; at < lines.length; at += 1) {
    const upper = lines[at - 1];
    const lower = lines[at];
    if (upper === undefined || lower === undefined) continue;
    if (lower.v - upper.v > PARAGRAPH_PITCH_EM * Math.max(upper.size, lower.size)) continue;
    breaks += 1;
    const room = edge - upper.u1 - FIT_SPACE_EM * upper.size;
    if (room < lower.firstWordWidth) forcedBreaks += 1;
  }
  const letters = lines.reduce((sum, line) => sum + line.letters, 0);
  const characters = lines.reduce((sum, line) => sum + line.characters, 0);
  const words = lines.reduce((sum, line) => sum + line.words, 0);
  return {
    lines,
    breaks,
    forcedBreaks,
    letterShare: letters / Math.max(1, characters),
    wordsMean: words / Math.max(1, lines.length),
    textLines: textLinesOf(lines) / Math.max(1, lines.length),
  };
}

/** Only the column next to the gutter: lines over or under the one that comes nearest to it. */
function nextColumn(lines: readonly SideLine[], name: 'left' | 'right'): readonly SideLine[] {
  const [first] = lines;
  if (first === undefined) return lines;
  const nearest = lines.reduce((best, line) => {
    const isNearer = name === 'left' ? line.u1 > best.u1 : line.u0 < best.u0;
    return isNearer ? line : best;
  }, first);
  return lines.filter((line) => line.u0 < nearest.u1 && line.u1 > nearest.u0);
}

/** Cells of a table begin at many places, and numbers are no text: both tell it from a column. */
function textLinesOf(lines: readonly SideLine[]): number {
  const starts = lines.map((line) => line.u0).sort((a, b) => a - b);
  const usual = starts[starts.length >> 1] ?? 0;
  return lines.filter(
    (line) =>
      Math.abs(line.u0 - usual) <= INDENT_EM * line.size && line.letters * 2 >= line.characters,
  ).length;
}

/** The words left of `middle` back to the first wide gap. */
function wordsBefore(row: WordRow, middle: number): readonly Word[] {
  let end = row.words.length;
  while (end > 0 && (row.words[end - 1]?.u1 ?? 0) > middle) end -= 1;
  let start = end;
  while (start > 0) {
    start -= 1;
    if (isCellStart(row.words[start])) break;
  }
  return row.words.slice(start, end);
}

/** The words right of `middle` up to the first wide gap. */
function wordsAfter(row: WordRow, middle: number): readonly Word[] {
  const start = row.words.findIndex((word) => word.u0 >= middle);
  if (start < 0) return [];
  let end = start + 1;
  while (end < row.words.length && !isCellStart(row.words[end])) end += 1;
  return row.words.slice(start, end);
}

function isCellStart(word: Word | undefined): boolean {
  return word?.before != null && word.before.em > 2 * CHAIN_GAP_EM;
}

function lineOf(row: WordRow, words: readonly Word[]): SideLine | null {
  const first = words[0];
  const last = words[words.length - 1];
  if (first === undefined || last === undefined) return null;
  return {
    v: row.v,
    size: row.size,
    u0: first.u0,
    u1: last.u1,
    firstWordWidth: breakableWidth(first),
    words: words.reduce((sum, word) => sum + weightOf(word), 0),
    letters: words.reduce((sum, word) => sum + word.letterCount, 0),
    characters: words.reduce((sum, word) => sum + word.letters.length, 0),
    painted: first.letters[0]?.index ?? 0,
  };
}

/** Ideographs may break anywhere and are not parted by spaces; two of them are about a word. */
function weightOf(word: Word): number {
  return startsWithIdeograph(word) ? Math.max(1, word.letters.length / 2) : 1;
}

function breakableWidth(word: Word): number {
  const [first] = word.letters;
  if (first === undefined || !startsWithIdeograph(word)) return word.u1 - word.u0;
  return first.u1 - first.u0;
}

function startsWithIdeograph(word: Word): boolean {
  return isIdeograph(word.letters[0]?.text ?? '');
}

/** How often painting goes from one side to the other: once for columns, at every row for rows. */
function switchesOf(left: Side, right: Side): number {
  const painted = [
    ...left.lines.map((line) => ({ at: line.painted, isLeft: true })),
    ...right.lines.map((line) => ({ at: line.painted, isLeft: false })),
  ].sort((a, b) => a.at - b.at);
  let switches = 0;
  for (let at = 1; at < painted.length; at += 1) {
    if (painted[at]?.isLeft !== painted[at - 1]?.isLeft) switches += 1;
  }
  return switches;
}

/**
 * The parts of a gutter between clear spaces that run across both sides: the rows of a table of
 * texts, or paragraphs that happen to end side by side.
 */
function blocksOf(rows: readonly WordRow[], gutter: Gutter, sides: Sides): readonly Gutter[] {
  const usual = sides.map(usualStepOf);
  const blocks: Gutter[] = [];
  let from = gutter.from;
  for (let at = gutter.from + 1; at <= gutter.to; at += 1) {
    const upper = rows[at - 1];
    const lower = rows[at];
    const isEnd = at === gutter.to || upper === undefined || lower === undefined;
    const isClear =
      isEnd ||
      sides.every(
        (side, index) => stepAcross(side, upper.v, lower.v) > BLOCK_PITCH * (usual[index] ?? 0),
      );
    if (!isClear) continue;
    const partedRows = countParted(rows, gutter, from, at);
    if (partedRows > 0) blocks.push(partOf(gutter, from, at, partedRows));
    from = at;
  }
  return blocks;
}

/** The lesser quartile of the steps from line to line: paragraph gaps and missing cells are wider. */
function usualStepOf(side: Side): number {
  const steps: number[] = [];
  for (let at = 1; at < side.lines.length; at += 1) {
    steps.push((side.lines[at]?.v ?? 0) - (side.lines[at - 1]?.v ?? 0));
  }
  steps.sort((a, b) => a - b);
  return steps[steps.length >> 2] ?? 0;
}

/** From the last line at or above `upper` to the first at or below `lower`; endless at the ends. */
function stepAcross(side: Side, upper: number, lower: number): number {
  const next = firstFrom(side.lines, lower);
  const above = side.lines[next - 1];
  const below = side.lines[next];
  if (above === undefined || below === undefined || above.v > upper)
    return Number.POSITIVE_INFINITY;
  return below.v - above.v;
}

/** Index of the first line at or below a height; their count if there is none. */
function firstFrom(lines: readonly SideLine[], v: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.v ?? 0) < v) low = middle + 1;
    else high = middle;
  }
  return low;
}

function partOf({ u0, u1 }: Gutter, from: number, to: number, partedRows: number): Gutter {
  return { u0, u1, from, to, partedRows };
}

/** How many rows of a block have a partner on the other side. */
function countParted(rows: readonly WordRow[], gutter: Gutter, from: number, to: number): number {
  const middle = (gutter.u0 + gutter.u1) / 2;
  const own = rows.slice(from, to);
  const left = own.filter((row) => row.words.some((word) => word.u1 <= middle)).length;
  const right = own.filter((row) => row.words.some((word) => word.u0 >= middle)).length;
  return Math.min(left, right);
}

/**
 * Whether the blocks are painted one after the other, each cell by cell: the rows of a table of
 * texts. Pages that are painted line by line across both sides say nothing of the kind.
 */
function isPaintedBlockwise(
  rows: readonly WordRow[],
  gutter: Gutter,
  blocks: readonly Gutter[],
): boolean {
  let last = Number.NEGATIVE_INFINITY;
  let switches = 0;
  for (const block of blocks) {
    const part = partOf(gutter, block.from, block.to, block.partedRows);
    const sides = sidesOf(rows, part);
    const painted = sides.flatMap((side) => side.lines.map((line) => line.painted));
    if (painted.length === 0) continue;
    if (Math.min(...painted) <= last) return false;
    last = Math.max(last, ...painted);
    switches += switchesOf(...sides);
  }
  return switches <= blocks.length;
}
