import { hasLetter } from './characters.ts';
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
  /** Share of lines that begin with a word rather than a number or mark. */
  readonly wordStarts: number;
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
  readonly startsWithWord: boolean;
  /** Where the part was painted: index of its first glyph. */
  readonly painted: number;
}

/** Lines further apart, in em, are not of one paragraph. */
const PARAGRAPH_PITCH_EM = 1.75;
/** A word fits if this much besides its width is left, in em: the space before it. */
const FIT_SPACE_EM = 0.2;
/** The column's edge is where this share of its lines has ended: one overlong line is no edge. */
const EDGE_QUANTILE = 0.9;
/** A gap between rows this much wider than the usual one parts table rows or paragraphs. */
const BLOCK_PITCH = 1.4;

/**
 * Decides whether a gutter parts columns that are read one after the other. Running text shows by
 * its line ends: the next word would not have fitted. Labels and numbers end where they end.
 * Paint order is a witness for weak cases only, since some pages are drawn row by row.
 * @returns the parts of the gutter that do, from top to bottom; empty where rows must stay whole.
 */
export function judgeGutter(rows: readonly WordRow[], gutter: Gutter): readonly Gutter[] {
  const blocks = blocksOf(rows, gutter);
  if (isColumnGutter(rows, gutter, false)) {
    if (blocks.length < 2 || !isPaintedBlockwise(rows, gutter, blocks)) return [gutter];
    // Rows of a table of texts: cell after cell, row after row.
    return blocks.filter((block) => block.to - block.from > 1);
  }
  return blocks.filter((block) => isColumnGutter(rows, block, true));
}

function isColumnGutter(rows: readonly WordRow[], gutter: Gutter, isBlock: boolean): boolean {
  const left = sideOf(rows, gutter, 'left');
  const right = sideOf(rows, gutter, 'right');
  if (left.lines.length < 2 || right.lines.length < 2) return false;
  if (isProse(left) && isProse(right)) return true;
  if (isProse(left) || isProse(right)) {
    const other = isProse(left) ? right : left;
    if (isLikelyProse(other)) return true;
    // A label beside a paragraph, or a paragraph beside a table of its own.
    return isBlock && isWordy(other) && switchesOf(left, right) < gutter.partedRows;
  }
  return (
    gutter.partedRows >= 4 &&
    isWordy(left) &&
    isWordy(right) &&
    left.wordsMean >= 2 &&
    right.wordsMean >= 2 &&
    switchesOf(left, right) <= 1
  );
}

function isProse(side: Side): boolean {
  return (
    side.forcedBreaks >= 3 &&
    side.forcedBreaks >= 0.6 * side.breaks &&
    side.letterShare >= 0.7 &&
    side.wordsMean >= 2.5
  );
}

function isLikelyProse(side: Side): boolean {
  return (
    side.forcedBreaks >= 1 &&
    side.forcedBreaks >= 0.4 * side.breaks &&
    side.letterShare >= 0.7 &&
    side.wordsMean >= 2
  );
}

function isWordy(side: Side): boolean {
  return side.letterShare >= 0.65 && side.wordStarts >= 0.6;
}

function sideOf(rows: readonly WordRow[], gutter: Gutter, name: 'left' | 'right'): Side {
  const middle = (gutter.u0 + gutter.u1) / 2;
  const lines: SideLine[] = [];
  for (const row of rows.slice(gutter.from, gutter.to)) {
    const words = name === 'left' ? wordsBefore(row, middle) : wordsAfter(row, middle);
    const line = lineOf(row, words);
    if (line !== null) lines.push(line);
  }
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
  const total = (pick: (line: SideLine) => number) =>
    lines.reduce((sum, line) => sum + pick(line), 0);
  return {
    lines,
    breaks,
    forcedBreaks,
    letterShare:
      total((line) => line.letters) /
      Math.max(
        1,
        total((line) => line.characters),
      ),
    wordsMean: total((line) => line.words) / Math.max(1, lines.length),
    wordStarts: total((line) => (line.startsWithWord ? 1 : 0)) / Math.max(1, lines.length),
  };
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
    firstWordWidth: first.u1 - first.u0,
    words: words.length,
    letters: words.reduce((sum, word) => sum + word.letterCount, 0),
    characters: words.reduce((sum, word) => sum + word.letters.length, 0),
    startsWithWord: hasLetter(first.letters[0]?.inks[0].text ?? ''),
    painted: first.letters[0]?.inks[0].index ?? 0,
  };
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

/** The parts of a gutter between rows that stand clearly further apart than usual. */
function blocksOf(rows: readonly WordRow[], gutter: Gutter): readonly Gutter[] {
  const pitches: number[] = [];
  for (let at = gutter.from + 1; at < gutter.to; at += 1) {
    pitches.push((rows[at]?.v ?? 0) - (rows[at - 1]?.v ?? 0));
  }
  const usual = [...pitches].sort((a, b) => a - b)[pitches.length >> 1] ?? 0;
  const blocks: Gutter[] = [];
  let from = gutter.from;
  for (let at = gutter.from + 1; at <= gutter.to; at += 1) {
    const pitch = pitches[at - gutter.from - 1] ?? Number.POSITIVE_INFINITY;
    if (at < gutter.to && pitch <= BLOCK_PITCH * usual) continue;
    const partedRows = countParted(rows, gutter, from, at);
    if (partedRows > 0) blocks.push({ ...gutter, from, to: at, partedRows });
    from = at;
  }
  return blocks;
}

function countParted(rows: readonly WordRow[], gutter: Gutter, from: number, to: number): number {
  const middle = (gutter.u0 + gutter.u1) / 2;
  return rows
    .slice(from, to)
    .filter(
      (row) =>
        row.words.some((word) => word.u1 <= middle) && row.words.some((word) => word.u0 >= middle),
    ).length;
}

/** Whether each block is painted whole before the next one: the rows of a table of texts. */
function isPaintedBlockwise(
  rows: readonly WordRow[],
  gutter: Gutter,
  blocks: readonly Gutter[],
): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (const block of blocks) {
    const part = { ...gutter, from: block.from, to: block.to };
    const sides = [sideOf(rows, part, 'left'), sideOf(rows, part, 'right')];
    const painted = sides.flatMap((side) => side.lines.map((line) => line.painted));
    if (painted.length === 0) continue;
    if (Math.min(...painted) <= last) return false;
    last = Math.max(last, ...painted);
  }
  return true;
}
