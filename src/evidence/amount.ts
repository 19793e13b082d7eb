import { type DigitRun, readDigits } from './amount-digits.ts';
import { type Left, type Right, readLeft, readRight } from './amount-surroundings.ts';
import { negated, plainDecimal } from './decimal.ts';
import type { TextSpan } from './grounding.ts';
import { type NumberFormat, POINT_FORMAT } from './number-format.ts';
import type { AmountUnit, Currency } from './unit-words.ts';

/** A number as it is printed, before the scale of its page. */
export interface Amount {
  /** As printed, white space made single. */
  readonly displayed: string;
  /** Signed plain decimal; neither the page's scale nor `own_scale` is applied. */
  readonly value: string;
  readonly sign_form: 'none' | 'plus' | 'minus' | 'trailing_minus' | 'parentheses';
  readonly unit: AmountUnit | null;
  readonly currency: Currency | null;
  /** The multiplier printed with the number itself ("12.4 million"), or null. */
  readonly own_scale: string | null;
  /** Digits after the decimal mark. */
  readonly decimals: number;
  /** `<`, `>`, `≤`, `≥`, `~`, `≈`, `±` before the number, which is then no plain number. */
  readonly qualifier: string | null;
  /** Footnote marks before and after, in order: `*`, `(a)`, raised digits. */
  readonly marks: readonly string[];
}

/** An amount in a stretch of text; half-open UTF-16 offsets, marks not included. */
export interface FoundAmount extends TextSpan {
  readonly amount: Amount;
  /** A one or two digit whole number in parentheses, which may as well be a footnote mark. */
  readonly may_be_mark: boolean;
}

export interface AmountOptions {
  readonly format?: NumberFormat;
  /** Raised marks; their digits never belong to a number. */
  readonly superscripts?: readonly TextSpan[];
}

/**
 * Finds every amount that stands whole in `text`, left to right. A tab parts the cells of a row: a
 * sign, currency, percent sign or parenthesis is taken from the next cell, digits never. Not
 * amounts: dates, times, phone and section numbers, numbers glued to letters (`Q3`, `10-K`).
 */
export function findAmounts(text: string, options: AmountOptions = {}): readonly FoundAmount[] {
  const format = options.format ?? POINT_FORMAT;
  const masked = maskSuperscripts(text, options.superscripts ?? []);
  const found: FoundAmount[] = [];
  let from = 0;
  for (const match of masked.matchAll(/\d/g)) {
    if (match.index < from) continue;
    const first = isDecimalMark(masked, match.index - 1, format) ? match.index - 1 : match.index;
    const run = readDigits(masked, first, format);
    const chain = endOfChain(masked, run, format);
    if (chain > run.end) {
      from = chain;
      continue;
    }
    from = run.end;
    const amount = readAround(text, masked, run, found.at(-1)?.end ?? 0);
    if (amount !== null) found.push(amount);
  }
  return shareRangeUnits(masked, found);
}

/**
 * Reads a text that is one amount and nothing else but footnote marks, or null. `- 123` with a
 * space after the sign is negative here.
 */
export function parseAmount(text: string, options: AmountOptions = {}): Amount | null {
  const found = findAmounts(text, options);
  const only = found[0];
  if (only === undefined || found.length > 1) return null;
  const masked = maskSuperscripts(text, options.superscripts ?? []);
  const before = masked.slice(0, only.start);
  const after = masked.slice(only.end);
  return MARKS_BEFORE.test(before) && MARKS_AFTER.test(after) ? only.amount : null;
}

/** Whether a text is a lone dash, which statements print for nil; a kind of its own, no number. */
export function isNilDash(text: string): boolean {
  return /^\s*[(]?\s*(?:[$€£¥]\s*)?[-‐‑‒–—―−]{1,3}\s*%?\s*[)]?\s*$/.test(text);
}

const RAISED = '\u0001';

const MARKS_BEFORE = /^[\s*†‡§\u0001<>≤≥~≈±]*$/;
const MARKS_AFTER = /^(?:\s*(?:[*†‡§#\u0001]|\([a-z]\)|\(\d{1,2}\)))*\s*$/;
const RIGHT_MARKS = /^(?:[*†‡§#]|\u0001+|\((?:[a-z]|\d{1,2})\)|\s\([a-z]\))+/;

function readAround(
  text: string,
  masked: string,
  run: DigitRun,
  floor: number,
): FoundAmount | null {
  if (run.digits === null) return null;
  const left = readLeft(masked, run.start, floor);
  if (left === null) return null;
  const right = readRight(masked, run.end, left);
  if (right === null) return null;
  const paren = left.paren && right.paren;
  // Without its partner a parenthesis belongs to the text around.
  const start = left.paren && !paren ? afterParen(masked, left.start) : left.start;
  const sign = signForm(left, right, paren);
  const plain = plainDecimal(run.digits);
  const isNegative = sign === 'minus' || sign === 'trailing_minus' || sign === 'parentheses';
  const marks = RIGHT_MARKS.exec(masked.slice(right.end))?.[0] ?? '';
  const before = /[*†‡§]+\s?$/.exec(masked.slice(floor, start))?.[0].trim() ?? '';
  const currency = left.currency ?? right.currency;
  if (isRaisedFraction(marks, currency, run)) return null;
  return {
    start,
    end: right.end,
    may_be_mark: paren && currency === null && right.unit === null && run.end - run.start <= 2,
    amount: {
      displayed: text.slice(start, right.end).replace(/\s+/g, ' '),
      value: isNegative && plain !== '0' ? negated(plain) : plain,
      sign_form: sign,
      unit: right.unit,
      currency,
      own_scale: right.own_scale,
      decimals: run.decimals,
      qualifier:
        /[<>≤≥~≈±]\s?$/.exec(masked.slice(Math.max(0, start - 2), start))?.[0].trim() ?? null,
      marks: [
        ...splitMarks(before),
        ...splitMarks(text.slice(right.end, right.end + marks.length)),
      ],
    },
  };
}

function signForm(left: Left, right: Right, paren: boolean): Amount['sign_form'] {
  if (paren) return 'parentheses';
  if (left.minus) return 'minus';
  if (right.trailing_minus) return 'trailing_minus';
  return left.plus ? 'plus' : 'none';
}

/** End of a chain of digits that is no amount: dates, phone numbers, three parts and more. */
function endOfChain(masked: string, run: DigitRun, format: NumberFormat): number {
  let end = run.end;
  let links = 0;
  let isDate = false;
  while (/^[-‐‑‒–−/:]\d/.test(masked.slice(end, end + 2))) {
    isDate ||= masked[end] === '/' || masked[end] === ':';
    end = readDigits(masked, end + 1, format).end;
    links += 1;
  }
  return links >= 2 || isDate ? end : run.end;
}

/** A tab parts cells: a dash between two cells is nil, no range. */
const RANGE_LINK = /^[^\S\t]?(?:[-‐‑‒–—]|to)[^\S\t]?$/;

/** In "4.5–5.0%" the percent sign or scale of the second number holds for the first as well. */
function shareRangeUnits(masked: string, found: readonly FoundAmount[]): readonly FoundAmount[] {
  return found.map((left, index) => {
    const right = found[index + 1];
    if (right === undefined || !RANGE_LINK.test(masked.slice(left.end, right.start))) {
      return left;
    }
    const { unit, own_scale, currency } = left.amount;
    if (unit !== null || own_scale !== null) return left;
    return {
      ...left,
      amount: {
        ...left.amount,
        unit: right.amount.unit,
        own_scale: right.amount.own_scale,
        currency: currency ?? right.amount.currency,
      },
    };
  });
}

function isDecimalMark(masked: string, at: number, format: NumberFormat): boolean {
  const mark = format.decimal === 'point' ? '.' : ',';
  return masked[at] === mark && !/[\p{L}\d.,]/u.test(masked[at - 1] ?? ' ');
}

function afterParen(masked: string, start: number): number {
  const open = masked.indexOf('(', start);
  const after = /^\(\s*/.exec(masked.slice(open))?.[0].length ?? 1;
  return open + after;
}

/** `$12` with a raised `50` is a price of 12.50, not a 12 with a mark. */
function isRaisedFraction(marks: string, currency: Currency | null, run: DigitRun): boolean {
  return currency !== null && run.decimals === 0 && marks.startsWith(RAISED.repeat(2));
}

function splitMarks(marks: string): readonly string[] {
  return marks.match(/\([^)]*\)|[*†‡§#]+|[^\s()*†‡§#]+/g) ?? [];
}

function maskSuperscripts(text: string, spans: readonly TextSpan[]): string {
  let masked = text.replace(/[⁰¹²³⁴-⁹]/g, RAISED);
  for (const { start, end } of spans) {
    const from = Math.max(0, start);
    const to = Math.min(text.length, end);
    if (from < to) masked = masked.slice(0, from) + RAISED.repeat(to - from) + masked.slice(to);
  }
  return masked;
}
