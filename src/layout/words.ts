import { SCRIPT_SIZE_RATIO } from './bands.ts';
import { endsWithDigit, hasLetter, startsWithDigit } from './characters.ts';
import { type Gap, judgeGaps } from './gaps.ts';
import type { Ink } from './ink.ts';
import { isLowered, isRaised, type Letter, type LetterRow, NO_BLANKS } from './letters.ts';

/** Letters without a space between them. */
export interface Word {
  readonly letters: readonly Letter[];
  readonly u0: number;
  readonly u1: number;
  /** The white space before it; null where the band starts. */
  readonly before: WordSpace | null;
  /** Places in `letters` before which geometry would also allow a space. */
  readonly openJoins: readonly number[];
  /** Letters of any script among `letters`. */
  readonly letterCount: number;
  /** Which of `letters` are raised marks; null where none can be. */
  readonly raised: readonly boolean[] | null;
}

export interface WordSpace {
  /** The white-space glyph that stands there; null where only the gap speaks. */
  readonly blank: Ink | null;
  /** Geometry would also allow no space. */
  readonly isOpen: boolean;
  /** From the last letter to the next, points. */
  readonly width: number;
  /** `width` in em of the larger neighbour. */
  readonly em: number;
}

/** The words of one band, or of the part of it that lies in one column, from left to right. */
export interface WordRow {
  /** Which band of the frame it belongs to. */
  readonly band: number;
  readonly v: number;
  readonly size: number;
  readonly words: readonly Word[];
}

/** A wider gap parts two texts: each side has its own tracking. In em. */
export const CHAIN_GAP_EM = 1;

/** Parts the letters of a band into words. */
export function partWords(row: LetterRow): readonly Word[] {
  const words: Word[] = [];
  let from = 0;
  let before: WordSpace | null = null;
  while (from < row.letters.length) {
    const gaps: Gap[] = [];
    let to = from + 1;
    let wide: Gap | null = null;
    for (; to < row.letters.length; to += 1) {
      const gap = gapBefore(row, to);
      if (gap.width > CHAIN_GAP_EM * gap.em && !isTrackedOver(row, from, to)) {
        wide = gap;
        break;
      }
      gaps.push(gap);
    }
    addChain(row.letters.slice(from, to), gaps, before, words);
    before = wide === null ? null : spaceOf(wide, wide.width / wide.em, false);
    from = to;
  }
  return words;
}

/** Word spaces of a chain count as no wider than this, in em, when cells are parted. */
const TRACKED_SPACE_EM = 0.95;
/** Smallest gap of a tracked run, in em, and the widest step over a word end, in its own steps. */
const TRACKED_GAP_MIN_EM = 0.2;
const TRACKED_WORD_STEP = 2.7;

/** Whether a tracked run (`N E T  D E B T`) goes on after a wide gap: the word space grows too. */
function isTrackedOver(row: LetterRow, from: number, at: number): boolean {
  const before = trackedStep(row, Math.max(from, at - 3), at);
  const after = trackedStep(row, at, at + 3);
  if (before === null || after === null || Math.abs(before - after) > 0.15 * before) return false;
  const step = (row.letters[at]?.u0 ?? 0) - (row.letters[at - 1]?.u0 ?? 0);
  return step <= TRACKED_WORD_STEP * before;
}

/** The mean step of three letters that stand apart without white space between; else null. */
function trackedStep(row: LetterRow, from: number, to: number): number | null {
  const first = row.letters[from];
  const last = row.letters[to - 1];
  if (to - from < 3 || first === undefined || last === undefined) return null;
  for (let at = from; at < to; at += 1) {
    if (!hasLetter(row.letters[at]?.text ?? '')) return null;
    if (at === from) continue;
    const gap = gapBefore(row, at);
    if (gap.blank !== null || gap.width < TRACKED_GAP_MIN_EM * gap.em) return null;
    if (gap.width > CHAIN_GAP_EM * gap.em) return null;
  }
  return (last.u0 - first.u0) / (to - from - 1);
}

function addChain(
  letters: readonly Letter[],
  gaps: readonly Gap[],
  before: WordSpace | null,
  words: Word[],
): void {
  const scripts = scriptsOf(letters);
  const judged = judgeGaps(letters, gaps);
  let start = 0;
  let space = before;
  let openJoins: readonly number[] = NO_JOINS;
  const close = (end: number) => {
    words.push(wordOf(letters, start, end, space, openJoins, scripts));
    start = end;
    openJoins = NO_JOINS;
  };
  gaps.forEach((gap, index) => {
    const at = index + 1;
    const verdict = judged[index];
    if (verdict === 'space' || verdict === 'open_space') {
      close(at);
      // A wide gap inside a chain is a word space of a tracked run, never a cell's edge.
      const em = Math.min(gap.width / gap.em, TRACKED_SPACE_EM);
      space = spaceOf(gap, em, verdict === 'open_space');
    } else if (gluesDigits(letters, scripts, at)) {
      close(at);
      space = spaceOf(gap, gap.width / gap.em, false);
    } else if (verdict === 'open_join') openJoins = [...openJoins, at - start];
  });
  close(letters.length);
}

const NO_JOINS: readonly number[] = [];

function spaceOf({ blank, width }: Gap, em: number, isOpen: boolean): WordSpace {
  return { blank, isOpen, width, em };
}

function wordOf(
  letters: readonly Letter[],
  start: number,
  end: number,
  before: WordSpace | null,
  openJoins: readonly number[],
  scripts: readonly Script[] | null,
): Word {
  const own = letters.slice(start, end);
  let u0 = Number.POSITIVE_INFINITY;
  let u1 = Number.NEGATIVE_INFINITY;
  let letterCount = 0;
  for (const letter of own) {
    u0 = Math.min(u0, letter.u0);
    u1 = Math.max(u1, letter.u1);
    if (hasLetter(letter.text)) letterCount += 1;
  }
  const raised = scripts === null ? null : own.map((_, at) => scripts[start + at] === 'raised');
  return { letters: own, u0, u1, before, openJoins, letterCount, raised };
}

type Script = 'plain' | 'raised' | 'lowered';

/** Which letters of a chain are raised or lowered against its main text; null if none can be. */
function scriptsOf(letters: readonly Letter[]): readonly Script[] | null {
  let largest = 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (const { size } of letters) {
    largest = Math.max(largest, size);
    smallest = Math.min(smallest, size);
  }
  if (smallest > SCRIPT_SIZE_RATIO * largest) return null;
  const main = letters
    .filter((ink) => ink.size > SCRIPT_SIZE_RATIO * largest)
    .map((ink) => ink.v)
    .sort((a, b) => a - b);
  const v = main[main.length >> 1] ?? 0;
  return letters.map((ink) => {
    if (isRaised(ink, v, largest)) return 'raised';
    return isLowered(ink, v, largest) ? 'lowered' : 'plain';
  });
}

/** A footnote mark must never become a digit of the number it touches. */
function gluesDigits(
  letters: readonly Letter[],
  scripts: readonly Script[] | null,
  at: number,
): boolean {
  const left = letters[at - 1];
  const right = letters[at];
  if (scripts === null || scripts[at - 1] === scripts[at]) return false;
  if (left === undefined || right === undefined) return false;
  return endsWithDigit(left.text) && startsWithDigit(right.text);
}

function gapBefore(row: LetterRow, at: number): Gap {
  const left = row.letters[at - 1];
  const right = row.letters[at];
  if (left === undefined || right === undefined) return { width: 0, em: 1, blank: null };
  const blanks = row.blanks[at] ?? NO_BLANKS;
  const em = Math.max(left.size, right.size);
  const width = right.u0 - left.u1 - spacingIn(left, right, blanks);
  if (blanks.length === 0) return { width, em, blank: null };
  return { width, em, blank: blankBetween(left, right, blanks, width / em) };
}

/** Character spacing that lies in the gap: only where the glyphs were painted one after another. */
function spacingIn(left: Ink, right: Ink, blanks: readonly Ink[]): number {
  if (Math.abs(left.index - right.index) > blanks.length + 1) return 0;
  if (blanks.length === 0) return left.glyph.spacing;
  return blanks.reduce((sum, blank) => sum + blank.glyph.spacing, left.glyph.spacing);
}

/** From here on a gap holds whatever white space was painted in it. In em. */
const BLANK_GAP_MIN_EM = 0.08;
/** In a narrower gap white space counts if at most this share of it lies on its neighbours. */
const BLANK_OVERLAP_MAX = 0.6;

/**
 * The white-space glyph between two letters: the first no-break or other special one, else the
 * first. Spaces painted over the text (padding, underlines, a space moved under a mark) part no
 * word.
 */
function blankBetween(left: Ink, right: Ink, blanks: readonly Ink[], gapEm: number): Ink | null {
  const real =
    gapEm >= BLANK_GAP_MIN_EM ? blanks : blanks.filter((blank) => isBetween(blank, left, right));
  return real.find((blank) => blank.text !== ' ') ?? real[0] ?? null;
}

function isBetween(blank: Ink, left: Ink, right: Ink): boolean {
  const isPaintedHere =
    Math.abs(blank.index - left.index) === 1 || Math.abs(blank.index - right.index) === 1;
  const width = blank.u1 - blank.u0;
  const onLeft = Math.min(left.u1, blank.u1) - blank.u0;
  const onRight = blank.u1 - Math.max(right.u0, blank.u0);
  const covered = Math.max(0, onLeft) + Math.max(0, onRight);
  return isPaintedHere && covered <= BLANK_OVERLAP_MAX * width;
}
