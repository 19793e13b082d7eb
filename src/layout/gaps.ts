import { hasLetter, isIdeograph } from './characters.ts';
import type { Ink } from './ink.ts';
import type { Letter } from './letters.ts';

/** What stands between two letters of a band. */
export interface Gap {
  /** From the end of one letter to the start of the next, without character spacing; points. */
  readonly width: number;
  /** One em here: of the larger neighbour, so that a raised mark is judged by its host. */
  readonly em: number;
  readonly blank: Ink | null;
}

/** What a gap between two letters stands for; `open_` where the other reading is as likely. */
export type GapVerdict = 'join' | 'open_join' | 'space' | 'open_space';

/**
 * A gap is a word space from here on, in em beyond the usual gap of its run. Found on 12 filings
 * with 197 quotes: three `of which` stand at 0.15 em after kerning, single letters of narrow
 * faces reach 0.12 em; 0.16 em reads all quotes and joins no two words.
 */
const SPACE_EM = 0.16;
/** Between these the gap may be read either way, in em beyond the usual gap. */
const OPEN_FROM_EM = 0.1;
const OPEN_TO_EM = 0.25;
/** Drawn white space that leaves less than this between the letters cannot be seen. */
const SEEN_SPACE_EM = 0.1;
/** Nor is it a word space for sure below this, in em, if its neighbours in the line are wider. */
const NARROW_SPACE_EM = 0.18;
const NARROW_SPACE_SHARE = 0.75;
/** Sloping and overhanging letters leave room of their own: fonts kern a space to them by 0.09 em. */
const KERNED_TO_SPACE = /^[ATVWYLPatvwy]$/;
const KERNED_SPACE_EM = 0.06;
/** Ideographs stand apart by layout (distributed lines) up to this, in em. */
const IDEOGRAPH_SPACE_EM = 0.35;
/** A run has a tracking of its own from so many gaps on; two gaps may be two words. */
const TRACKED_GAPS_MIN = 4;
/** Growth of the word space with the tracking: twice the letter gap is a word, 1.5 times the bar. */
const TRACKED_GROWTH = 0.5;
/** Wider usual gaps are tracking that may as well be a row of single letters. In em. */
const TRACKED_EM = 0.12;
/** Gaps of plain text stay this small, in em; twice of it is less than the least open gap. */
const CLOSE_SET_EM = 0.04;
/** Steps of a run set at a fixed pitch differ by less, in em; so many of them must agree. */
const PITCH_TOLERANCE_EM = 0.03;
const PITCH_SHARE = 0.75;
/** Glyphs of a typewriter face are all as wide; they are judged by their gaps. */
const PITCH_SPREAD = 0.1;
/** At a fixed pitch an empty place makes a step of two; 1.6 leaves room for rounding. */
const PITCH_BREAK = 1.6;

const SOFT_HYPHEN = '\u00AD';

/**
 * Judges the gaps of one chain of letters, `gaps[i]` lying before `letters[i + 1]`. A gap is
 * measured against the usual gap of its chain, so that tracked headings read as words and tightly
 * set text keeps its spaces.
 */
export function judgeGaps(letters: readonly Letter[], gaps: readonly Gap[]): GapVerdict[] {
  const isTracking = isSpacedOut(letters, gaps);
  const isNarrow = isNarrowSpace(letters, gaps);
  const verdictOfBlank = (gap: Gap, index: number): GapVerdict =>
    isNarrow(gap, index) || isTracking(gap) ? 'open_space' : 'space';
  if (gaps.every((gap) => gap.blank !== null || isCloseSet(gap))) {
    return gaps.map((gap, index) => (gap.blank === null ? 'join' : verdictOfBlank(gap, index)));
  }
  const pitch = fixedPitchOf(letters, gaps);
  const usual = usualGapOf(letters, gaps);
  return gaps.map((gap, index) => {
    if (gap.blank !== null) return verdictOfBlank(gap, index);
    const left = letters[index]?.text ?? '';
    const right = letters[index + 1]?.text ?? '';
    if (left === SOFT_HYPHEN || right === SOFT_HYPHEN) return 'join';
    if (pitch !== null) return stepAt(letters, index) > PITCH_BREAK * pitch ? 'space' : 'join';
    return judgeGap(gap.width / gap.em, usual, ideographsOf(left, right));
  });
}

/** Whether drawn white space is hardly seen: too narrow at all, or next to the other spaces. */
function isNarrowSpace(
  letters: readonly Letter[],
  gaps: readonly Gap[],
): (gap: Gap, index: number) => boolean {
  const widths: number[] = [];
  for (const gap of gaps) if (gap.blank !== null) widths.push(gap.width / gap.em);
  const usual = new Float64Array(widths).sort()[widths.length >> 1] ?? 0;
  const bar = Math.max(SEEN_SPACE_EM, Math.min(NARROW_SPACE_EM, NARROW_SPACE_SHARE * usual));
  return (gap, index) => {
    if (gap.width >= bar * gap.em) return false;
    const isKerned = [letters[index], letters[index + 1]].some(
      (letter) => letter !== undefined && KERNED_TO_SPACE.test(letter.text),
    );
    return gap.width < Math.max(SEEN_SPACE_EM, isKerned ? bar - KERNED_SPACE_EM : bar) * gap.em;
  };
}

/** Whether letters stand as their widths say: no tracking could turn such a gap into a space. */
function isCloseSet(gap: Gap): boolean {
  return gap.width <= CLOSE_SET_EM * gap.em && gap.width >= -CLOSE_SET_EM * gap.em;
}

/** How many of the two neighbours are ideographs or kana. */
function ideographsOf(left: string, right: string): 0 | 1 | 2 {
  const isLeft = isIdeograph(left);
  const isRight = isIdeograph(right);
  if (isLeft && isRight) return 2;
  return isLeft || isRight ? 1 : 0;
}

function judgeGap(em: number, usual: number, ideographs: 0 | 1 | 2): GapVerdict {
  const excess = em - usual;
  if (ideographs === 2) {
    if (excess >= IDEOGRAPH_SPACE_EM) return 'open_space';
    return excess >= OPEN_FROM_EM ? 'open_join' : 'join';
  }
  const bar = SPACE_EM + TRACKED_GROWTH * Math.max(0, usual);
  if (excess >= bar) {
    return ideographs === 1 || excess < bar + OPEN_TO_EM - SPACE_EM ? 'open_space' : 'space';
  }
  if (ideographs === 1 && excess >= OPEN_FROM_EM) return 'open_join';
  return excess >= bar - (SPACE_EM - OPEN_FROM_EM) || usual >= TRACKED_EM ? 'open_join' : 'join';
}

/** The middle gap of the chain in em, 0 where it is too short to have one of its own. */
function usualGapOf(letters: readonly Letter[], gaps: readonly Gap[]): number {
  const ems: number[] = [];
  for (const gap of gaps) if (gap.blank === null) ems.push(gap.width / gap.em);
  if (ems.length < TRACKED_GAPS_MIN) return 0;
  const middle = new Float64Array(ems).sort()[(ems.length - 1) >> 1] ?? 0;
  if (middle <= TRACKED_EM) return middle;
  // Digits in a row with gaps between them are several numbers sooner than a tracked one.
  const lettered = letters.filter((ink) => hasLetter(ink.text)).length;
  return lettered * 2 >= letters.length ? middle : 0;
}

/**
 * The step of a chain whose glyphs stand at even distances although they differ in width: text set
 * one glyph at a time. Null for all other text.
 */
function fixedPitchOf(letters: readonly Letter[], gaps: readonly Gap[]): number | null {
  if (gaps.length < TRACKED_GAPS_MIN) return null;
  const steps = gaps.map((gap, index) => (gap.blank === null ? stepAt(letters, index) : 0));
  const drawn = new Float64Array(steps.filter((step) => step !== 0)).sort();
  const pitch = drawn[(drawn.length - 1) >> 1] ?? 0;
  if (drawn.length < TRACKED_GAPS_MIN || !(pitch > 0)) return null;
  let agreeing = 0;
  gaps.forEach((gap, index) => {
    const count = (steps[index] ?? 0) / pitch;
    const away = Math.abs(count - Math.round(count)) * pitch;
    if (gap.blank === null && away <= PITCH_TOLERANCE_EM * gap.em) agreeing += 1;
  });
  if (agreeing < PITCH_SHARE * drawn.length) return null;
  const widths = letters.map((letter) => letter.u1 - letter.u0);
  return Math.max(...widths) - Math.min(...widths) > PITCH_SPREAD * pitch ? pitch : null;
}

function stepAt(letters: readonly Letter[], index: number): number {
  return (letters[index + 1]?.u0 ?? 0) - (letters[index]?.u0 ?? 0);
}

/**
 * Whether the spaces of a chain may be tracking: a row of single letters with a drawn space after
 * each (`T O T A L`). Then the spaces as narrow as the usual one are open, wider ones are words.
 */
function isSpacedOut(letters: readonly Letter[], gaps: readonly Gap[]): (gap: Gap) => boolean {
  const isRow =
    gaps.length >= TRACKED_GAPS_MIN &&
    gaps.every((gap) => gap.blank !== null) &&
    letters.every((ink) => hasLetter(ink.text));
  if (!isRow) return NEVER;
  const widths = gaps.map((gap) => gap.width).sort((a, b) => a - b);
  const usual = widths[(widths.length - 1) >> 1] ?? 0;
  return (gap) => gap.width <= 1.4 * usual;
}

const NEVER = () => false;
