import type { Word, WordRow } from './words.ts';

/** A strip free of words over successive rows. */
export interface Gutter {
  readonly u0: number;
  readonly u1: number;
  /** Half-open range of row indices. */
  readonly from: number;
  readonly to: number;
  /** Rows of the range with words on both sides, of their own or of a row beside them. */
  readonly partedRows: number;
}

interface Strip {
  readonly u0: number;
  readonly u1: number;
  /** First and last of the rows that it parts, and how many they are. */
  readonly from: number;
  readonly last: number;
  readonly partedRows: number;
}

/**
 * Narrowest gutter in em of the usual type: columns of print are set at least a pica or a line
 * apart (0.9 em was the narrowest seen); word gaps of three justified lines do not align so wide.
 */
const WIDTH_MIN_EM = 0.7;
/** More strips at once are a dense table; the ones that part most rows are kept. */
const STRIPS_MAX = 64;
/** Fewer rows prove no column. */
const PARTED_ROWS_MIN = 2;
/** A row further below than this, in em, no longer belongs to the column above it. */
const ROW_REACH_EM = 2;

/** Finds every strip that stays free of words over two rows or more with words on both sides. */
export function findGutters(rows: readonly WordRow[]): readonly Gutter[] {
  const widthMin = WIDTH_MIN_EM * usualSize(rows);
  const found: Gutter[] = [];
  const keep = (strip: Strip, to: number) => {
    const gutter = trim(strip, to, rows);
    if (gutter !== null) found.push(gutter);
  };
  let open: readonly Strip[] = [];
  rows.forEach((row, index) => {
    const next = new Map<string, Strip>();
    const free = freeStretches(row.words);
    const beside = wordsBeside(rows, index);
    const [least, most] = extentOf(beside);
    for (const strip of open) {
      let isExtended = false;
      for (const stretch of free) {
        const u0 = Math.max(strip.u0, stretch.u0);
        const u1 = Math.min(strip.u1, stretch.u1);
        if (u1 - u0 < widthMin) continue;
        isExtended = true;
        const isParted = least < u0 && most > u1;
        addStrip(next, {
          u0,
          u1,
          from: strip.from,
          last: isParted ? index : strip.last,
          partedRows: isParted ? strip.partedRows + 1 : strip.partedRows,
        });
      }
      if (!isExtended) keep(strip, index);
    }
    for (const { u0, u1 } of beside === row.words ? free : freeStretches(beside)) {
      if (least < u0 && most > u1 && u1 - u0 >= widthMin) {
        addStrip(next, { u0, u1, from: index, last: index, partedRows: 1 });
      }
    }
    open = [...next.values()];
    if (open.length > STRIPS_MAX) {
      open = open.toSorted((a, b) => b.partedRows - a.partedRows).slice(0, STRIPS_MAX);
    }
  });
  for (const strip of open) keep(strip, rows.length);
  return found;
}

/** Rows closer than this, in em, stand side by side: columns need not share their baselines. */
const STAGGER_EM = 0.8;

/** The words of a row and of rows beside it that are too close to stand above or below. */
function wordsBeside(rows: readonly WordRow[], index: number): readonly Word[] {
  const row = rows[index];
  if (row === undefined) return [];
  const neighbours = [rows[index - 1], rows[index + 1]].filter((other) => other !== undefined);
  const beside = neighbours.filter(
    (other) => Math.abs(other.v - row.v) < STAGGER_EM * Math.max(other.size, row.size),
  );
  if (beside.length === 0) return row.words;
  return [row, ...beside].flatMap((other) => other.words).sort((a, b) => a.u0 - b.u0);
}

function extentOf(words: readonly Word[]): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const word of words) {
    least = Math.min(least, word.u0);
    most = Math.max(most, word.u1);
  }
  return [least, most];
}

/** Of two equal strips the one that began earlier says more. */
function addStrip(strips: Map<string, Strip>, strip: Strip): void {
  const key = `${strip.u0}|${strip.u1}`;
  const known = strips.get(key);
  if (known === undefined || known.partedRows < strip.partedRows) strips.set(key, strip);
}

interface Stretch {
  readonly u0: number;
  readonly u1: number;
}

/** What lies between words, and endlessly before the first and after the last. */
function freeStretches(words: readonly Word[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const word of words) {
    if (word.u0 > end) stretches.push({ u0: end, u1: word.u0 });
    end = Math.max(end, word.u1);
  }
  stretches.push({ u0: end, u1: Number.POSITIVE_INFINITY });
  return stretches;
}

/** Leaves out rows on one side only that stand apart above or below: they head or follow it all. */
function trim(strip: Strip, to: number, rows: readonly WordRow[]): Gutter | null {
  const { u0, u1, last, partedRows } = strip;
  if (partedRows < PARTED_ROWS_MIN) return null;
  let { from } = strip;
  // A strip opens at the first row with words on both sides; one side may have begun before.
  while (from > 0 && isNextTo(rows[from - 1], rows[from]) && isFree(rows[from - 1], strip))
    from -= 1;
  let end = last + 1;
  while (end < to && isNextTo(rows[end - 1], rows[end])) end += 1;
  if (end === to && end > last + 1 && headsWhatFollows(rows, end - 1, strip)) end -= 1;
  return { u0, u1, from, to: end, partedRows };
}

function isFree(row: WordRow | undefined, strip: Strip): boolean {
  return row?.words.every((word) => word.u1 <= strip.u0 || word.u0 >= strip.u1) ?? false;
}

/** A line is a heading of what follows if the space above it is so much larger than that below. */
const HEADING_SPACE_RATIO = 1.2;

/** Whether the last row of a strip heads the text across both columns that ends the strip. */
function headsWhatFollows(rows: readonly WordRow[], at: number, strip: Strip): boolean {
  const row = rows[at];
  const below = rows[at + 1];
  if (row === undefined || below === undefined) return false;
  const isLeft = row.words.every((word) => word.u1 <= strip.u0);
  const above = rows
    .slice(0, at)
    .findLast(({ words }) =>
      words.some((word) => (isLeft ? word.u1 <= strip.u0 : word.u0 >= strip.u1)),
    );
  return above !== undefined && row.v - above.v > HEADING_SPACE_RATIO * (below.v - row.v);
}

function isNextTo(upper: WordRow | undefined, lower: WordRow | undefined): boolean {
  if (upper === undefined || lower === undefined) return false;
  return lower.v - upper.v <= ROW_REACH_EM * Math.max(upper.size, lower.size);
}

function usualSize(rows: readonly WordRow[]): number {
  const sizes = rows.map((row) => row.size).sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? 0;
}
