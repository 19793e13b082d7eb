import type { Bbox } from '../contracts/locator.ts';
import type { SetLine } from './lines.ts';

/**
 * Vertical step between lines that parts two elements, against the usual step of their block.
 * Half a line more is the least paragraph spacing in use; 1.3 leaves room for raised marks.
 */
const STEP_GROWTH = 1.3;
/** Without a usual step: lines further apart than this, in em, are no paragraph. */
const STEP_MAX_EM = 1.8;
/** Rows of a table are set wider than text: up to this step, in em, they are one element. */
const ROW_STEP_MAX_EM = 2.4;
/** Lines of one paragraph differ by less in type size. */
const SIZE_RATIO = 1.12;
/** An indent of more than this, in em, begins a paragraph after a line that ended early. */
const INDENT_EM = 0.8;
/** A line ends early if more than this is left of its block's width, in em. */
const EARLY_END_EM = 3;
/** A rule parts two lines if it runs along this share of the shorter one. */
const RULE_SHARE = 0.5;

const LIST_MARK =
  /^(?:[\u2022\u25AA\u25CF\u25E6\u2043\u2219\u00B7\u25A0\u25A1\uF0B7\uF0A7]|[-\u2010-\u2015\u2212*]\s|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)]\s)/;

/** The longest that the pattern reads: a bracket, four digits, a stop and a space. */
const LIST_MARK_LENGTH = 7;

/**
 * Groups the lines of one block into paragraphs, headings, list items and groups of table rows.
 * @param lines in reading order. @param rules of the page, see `horizontalRules`.
 * @returns the lines of each element, in order, none empty.
 */
export function groupElements(
  lines: readonly SetLine[],
  rules: readonly Bbox[],
): readonly (readonly SetLine[])[] {
  const usualStep = usualStepOf(lines);
  const right = lines.reduce((most, line) => Math.max(most, line.u1), Number.NEGATIVE_INFINITY);
  const elements: SetLine[][] = [];
  let previous: SetLine | null = null;
  for (const line of lines) {
    const element = elements[elements.length - 1];
    if (element === undefined || previous === null || parts(previous, line)) elements.push([line]);
    else element.push(line);
    previous = line;
  }
  return elements;

  function parts(upper: SetLine, lower: SetLine): boolean {
    const larger = Math.max(upper.size, lower.size);
    const step = lower.v - upper.v;
    if (larger > SIZE_RATIO * Math.min(upper.size, lower.size)) return true;
    const isRow = lower.cells.length > 1;
    const areRows = isRow && upper.cells.length > 1 && step <= ROW_STEP_MAX_EM * larger;
    if (!areRows && step > (usualStep === null ? STEP_MAX_EM * larger : STEP_GROWTH * usualStep))
      return true;
    if (step < 0 || hasRuleBetween(upper, lower, rules)) return true;
    if (areRows) return false;
    if (LIST_MARK.test(startOf(lower))) return true;
    const endsEarly = right - upper.u1 > EARLY_END_EM * larger;
    if (endsEarly && upper.font !== lower.font) return true;
    return endsEarly && !isRow && lower.u0 - upper.u0 > INDENT_EM * larger;
  }
}

/** The middle step between successive lines that are close enough to be one paragraph. */
function usualStepOf(lines: readonly SetLine[]): number | null {
  const steps: number[] = [];
  for (let at = 1; at < lines.length; at += 1) {
    const upper = lines[at - 1];
    const lower = lines[at];
    if (upper === undefined || lower === undefined) continue;
    const step = lower.v - upper.v;
    if (step > 0 && step <= STEP_MAX_EM * Math.max(upper.size, lower.size)) steps.push(step);
  }
  steps.sort((a, b) => a - b);
  return steps[steps.length >> 1] ?? null;
}

function startOf(line: SetLine): string {
  const [first, second] = line.cells;
  const start = `${first?.beginning(LIST_MARK_LENGTH) ?? ''} `;
  if (start.length > LIST_MARK_LENGTH || second === undefined) return start;
  return `${start}${second.beginning(LIST_MARK_LENGTH)} `;
}

/** The rules that may part upright lines, from top to bottom. */
export function horizontalRules(rules: readonly Bbox[]): readonly Bbox[] {
  return rules
    .filter((rule) => rule[2] - rule[0] > rule[3] - rule[1])
    .sort((a, b) => heightOf(a) - heightOf(b));
}

function heightOf(rule: Bbox): number {
  return (rule[1] + rule[3]) / 2;
}

/** Whether a rule along the line lies between two upright lines; underlines lie higher. */
function hasRuleBetween(upper: SetLine, lower: SetLine, rules: readonly Bbox[]): boolean {
  if (upper.frame.direction !== 0) return false;
  const top = upper.v + 0.25 * upper.size;
  const bottom = lower.v - 0.6 * lower.size;
  const width = Math.min(upper.u1 - upper.u0, lower.u1 - lower.u0);
  const x0 = Math.max(upper.u0, lower.u0);
  const x1 = Math.min(upper.u1, lower.u1);
  for (let at = firstBelow(rules, top); at < rules.length; at += 1) {
    const rule = rules[at];
    if (rule === undefined || heightOf(rule) > bottom) return false;
    if (Math.min(rule[2], x1) - Math.max(rule[0], x0) >= RULE_SHARE * width) return true;
  }
  return false;
}

/** Index of the first rule at or below a height. */
function firstBelow(rules: readonly Bbox[], top: number): number {
  let [low, high] = [0, rules.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const rule = rules[middle];
    if (rule !== undefined && heightOf(rule) < top) low = middle + 1;
    else high = middle;
  }
  return low;
}
