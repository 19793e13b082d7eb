import { findGutters, type Gutter } from './gutters.ts';
import { judgeGutter } from './prose.ts';
import { readSideHeads } from './side-heads.ts';
import type { Word, WordRow } from './words.ts';

/** Rows that are read one after the other, each from end to end. */
export type Block = readonly WordRow[];

/** Nested columns beyond this are not prose any more; bounds the work on hostile pages. */
const DEPTH_MAX = 12;

/**
 * Orders rows for reading. Where a gutter parts prose from prose, each side is read to its end
 * before the next; where it parts the cells of a table, rows stay whole. Text above and below a
 * gutter keeps its place, so a heading across two columns is read between what it parts.
 * @param rows from top to bottom. @param isRightToLeft whether columns follow from the right.
 */
export function orderColumns(rows: Block, isRightToLeft: boolean): readonly Block[] {
  return split(rows, isRightToLeft, 0);
}

function split(rows: Block, isRightToLeft: boolean, depth: number): readonly Block[] {
  if (rows.length === 0) return [];
  const gutters = depth < DEPTH_MAX ? bestGutters(rows) : [];
  if (gutters.length === 0) return [rows];
  const parts: Block[] = [];
  let done = 0;
  for (const gutter of gutters) {
    const middle = (gutter.u0 + gutter.u1) / 2;
    const beside = rows.slice(gutter.from, gutter.to);
    const left = sideOf(beside, (word) => word.u1 <= middle);
    const right = sideOf(beside, (word) => word.u1 > middle);
    parts.push(rows.slice(done, gutter.from));
    const sides = isRightToLeft ? ([right, left] as const) : ([left, right] as const);
    parts.push(...(readSideHeads(...sides) ?? sides));
    done = gutter.to;
  }
  parts.push(rows.slice(done));
  return parts.flatMap((part) => split(part, isRightToLeft, depth + 1));
}

function sideOf(rows: Block, isOnSide: (word: Word) => boolean): Block {
  return rows
    .map(({ band, v, size, words }) => ({ band, v, size, words: words.filter(isOnSide) }))
    .filter((row) => row.words.length > 0);
}

/** The parts of the gutter that parts most rows among those that part prose. */
function bestGutters(rows: Block): readonly Gutter[] {
  let best: readonly Gutter[] = [];
  let bestParted = 0;
  for (const gutter of findGutters(rows)) {
    if (gutter.partedRows <= bestParted) continue;
    const accepted = judgeGutter(rows, gutter);
    const parted = accepted.reduce((sum, part) => sum + part.partedRows, 0);
    if (parted <= bestParted) continue;
    best = accepted;
    bestParted = parted;
  }
  return best;
}
