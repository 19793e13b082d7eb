import type { WordRow } from './words.ts';

type Block = readonly WordRow[];

/** Heads are narrow: their column is at most this wide against that of the text. */
const WIDTH_SHARE_MAX = 0.6;
/** Heads are few lines beside many, and short. */
const ROWS_SHARE_MAX = 0.4;
const HEAD_ROWS_MAX = 4;
/** A larger step between two lines of the head column begins another head, in em. */
const STEP_EM = 1.7;
/** A head begins on the baseline of the text it heads; lines of one row differ by less, in em. */
const BASELINE_EM = 0.2;

/**
 * Reads a narrow column of heads beside running text head by head: each head, then the text from
 * its line to that of the next head, as tables of an auditor's matters and of definitions are set.
 * Both the places and the order of painting must say so; else null, and each column is read to its
 * end.
 */
export function readSideHeads(heads: Block, body: Block): readonly Block[] | null {
  const groups = groupHeads(heads);
  const isFew = heads.length <= body.length * ROWS_SHARE_MAX;
  const isNarrow = widthOf(heads) <= widthOf(body) * WIDTH_SHARE_MAX;
  if (!isFew || !isNarrow) return null;
  const starts = groups.map((group) => startIn(body, group));
  if (
    starts.some((start) => start === -1) ||
    groups.some((group) => group.length > HEAD_ROWS_MAX)
  ) {
    return null;
  }
  const parts: Block[] = [body.slice(0, starts[0])];
  for (const [index, group] of groups.entries()) {
    parts.push(group, body.slice(starts[index], starts[index + 1]));
  }
  return isPaintedInOrder(parts) ? parts : null;
}

function groupHeads(heads: Block): readonly Block[] {
  const groups: WordRow[][] = [];
  let last: WordRow | undefined;
  for (const row of heads) {
    const group = groups.at(-1);
    if (group === undefined || last === undefined || row.v - last.v > STEP_EM * row.size) {
      groups.push([row]);
    } else group.push(row);
    last = row;
  }
  return groups;
}

/** The row of the text that stands on the first baseline of the head; -1 if there is none. */
function startIn(body: Block, group: Block): number {
  const [head] = group;
  if (head === undefined) return -1;
  return body.findIndex((row) => Math.abs(row.v - head.v) <= BASELINE_EM * head.size);
}

function widthOf(block: Block): number {
  const words = block.flatMap((row) => row.words);
  if (words.length === 0) return 0;
  return Math.max(...words.map((word) => word.u1)) - Math.min(...words.map((word) => word.u0));
}

/** Whether each part is painted after the one before it. */
function isPaintedInOrder(parts: readonly Block[]): boolean {
  let before = -1;
  for (const part of parts) {
    const painted = part.flatMap((row) => row.words.flatMap(({ letters }) => paintOf(letters)));
    if (painted.length === 0) continue;
    if (Math.min(...painted) < before) return false;
    before = Math.max(...painted);
  }
  return true;
}

function paintOf(letters: WordRow['words'][number]['letters']): readonly number[] {
  const ink = letters[0];
  return ink === undefined ? [] : [ink.index];
}
