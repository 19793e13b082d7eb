import { HAN_SCALES, LETTER_SCALES, multiplierOf, SPELLED_SCALES } from './scale-words.ts';
import {
  type AmountUnit,
  CURRENCY_SIGN,
  CURRENCY_WORD,
  type Currency,
  currencyOf,
} from './unit-words.ts';

/** What stands before the digits of an amount. */
export interface Left {
  readonly start: number;
  readonly currency: Currency | null;
  readonly minus: boolean;
  readonly plus: boolean;
  readonly paren: boolean;
}

/** What stands after the digits of an amount. */
export interface Right {
  readonly end: number;
  readonly currency: Currency | null;
  readonly own_scale: string | null;
  readonly unit: AmountUnit | null;
  readonly trailing_minus: boolean;
  readonly paren: boolean;
}

/** Reads currency, sign and opening parenthesis before the digits; null if they are glued to a word. */
export function readLeft(masked: string, digits: number, floor: number): Left | null {
  let start = digits;
  let currency: Currency | null = null;
  let minus = false;
  let plus = false;
  let paren = false;
  for (;;) {
    const at = skipSpacesLeft(masked, start, floor);
    const character = masked[at - 1] ?? '';
    const sign = currency === null ? currencyBefore(masked, at, floor) : null;
    if (sign !== null) {
      currency = currencyOf(sign);
      start = at - sign.length;
    } else if (character === '(' && !paren && at > floor) {
      paren = true;
      start = at - 1;
    } else if (!minus && !plus && isSign(masked, at - 1, start, floor)) {
      minus = character !== '+';
      plus = !minus;
      start = at - 1;
    } else break;
  }
  const before = masked[start - 1] ?? '';
  // A number that follows a letter, a digit or a mark of another number is part of a longer token.
  if (start === digits && (LETTER.test(before) || /[\d.,'’/:#&@=]/.test(before))) {
    if (!/^[.,:&=]$/.test(before) || /[\d.,]/.test(masked[start - 2] ?? '')) return null;
  }
  if (start === digits && DASH.test(before) && LETTER.test(masked[start - 2] ?? '')) return null;
  if (start < digits && LETTER.test(before) && !SPACE.test(before) && currency === null)
    return null;
  if (paren && /[\p{L}\d]/u.test(before) && masked[start] === '(' && digits - start <= 2) {
    return isOwnParenthesis(masked, start) ? { start, currency, minus, plus, paren } : null;
  }
  const isGrouped = /^\d{1,3},\d{3}/.test(masked.slice(digits, digits + 8));
  const isReference = REFERENCE.test(masked.slice(Math.max(0, start - 16), start));
  if (currency === null && isReference && !isGrouped) return null;
  return { start, currency, minus, plus, paren };
}

/** Whether a parenthesis glued to a word or number holds a grouped or decimal number, no mark. */
function isOwnParenthesis(masked: string, start: number): boolean {
  return /^\(\s?[\d.,'’]*[.,]\d/.test(masked.slice(start));
}

function skipSpacesLeft(masked: string, from: number, floor: number): number {
  let at = from;
  while (at > floor && from - at < 3 && SPACE.test(masked[at - 1] ?? '')) at -= 1;
  return masked.slice(at, from).includes('\n') ? from : at;
}

function currencyBefore(masked: string, end: number, floor: number): string | null {
  // Cheap answer for the usual neighbours of a number: white space, digits, parentheses.
  if (!/[\p{L}\p{Sc}.]/u.test(masked[end - 1] ?? '')) return null;
  const head = masked.slice(Math.max(floor, end - 6), end);
  const sign = SIGN_AT_END.exec(head)?.[0];
  if (sign === undefined) return null;
  const before = masked[end - sign.length - 1] ?? '';
  // `USD` must stand alone; `$` may follow anything but a letter, which would name another dollar.
  if (LETTER.test(before)) return null;
  if (!/^[a-z]/i.test(sign)) return sign;
  const isLowerCode = /^[a-z]{3}$/i.test(sign) && sign !== sign.toUpperCase();
  return isLowerCode || /\d/.test(before) ? null : sign;
}

/** Whether the character at `at` is the sign of the number, whose first part so far is at `next`. */
function isSign(masked: string, at: number, next: number, floor: number): boolean {
  const character = masked[at] ?? '';
  if (at < floor || !(character === '+' || DASH.test(character))) return false;
  const before = masked[at - 1] ?? '';
  const isCellStart = at === 0 || /[\t\n(]/.test(before);
  // A dash in a cell of its own is nil, never the sign of the next cell's number.
  if (masked.slice(at, next).includes('\t')) return false;
  if (next - at > 1) return isCellStart && character !== '+';
  return isCellStart || SPACE.test(before) || /["“:=$€£¥*†‡§\u0001]/.test(before);
}

/** Reads scale word, unit, currency, closing parenthesis and trailing minus; null if glued to a word. */
export function readRight(masked: string, from: number, left: Left): Right | null {
  let right: Right = {
    end: from,
    currency: null,
    own_scale: null,
    unit: null,
    trailing_minus: false,
    paren: false,
  };
  for (let next = takeRight(masked, right, left); next !== null; ) {
    right = next;
    next = takeRight(masked, right, left);
  }
  const rest = masked.slice(right.end, right.end + 4);
  // A minus behind the number counts at the end of a cell only; in prose, "5- and 10-year" is none.
  if (/^[-−](?= ?(?:$|[\t\n)]))/.test(rest) && !left.minus && !right.paren) {
    return { ...right, end: right.end + 1, trailing_minus: true };
  }
  if (/^[-−](?!\s?[\d$€£¥(])/.test(rest)) return null;
  if (/^\p{L}/u.test(rest) && !/^\p{Script=Han}/u.test(rest)) return null;
  if (right.end === from && /^[½¼¾⅓⅔]|^[/:]\d/.test(rest)) return null;
  // `12-month` and `10-K` are words.
  if (/^[-‐‑‒–—−]\p{L}/u.test(rest)) return null;
  return right;
}

/** One more part after the digits, each kind at most once, or null. */
function takeRight(masked: string, right: Right, left: Left): Right | null {
  // Longest part: "percentage points" and the longest currency word, with spaces.
  const rest = masked.slice(right.end, right.end + 40);
  // Nothing can follow a bare end, another number or a sentence mark; most amounts stop here.
  if (!/^\s{0,2}[^\s\d,.;:]/.test(rest)) return null;
  const isBare = right.own_scale === null && right.unit === null;
  const scale = isBare ? readScale(rest, left.currency) : null;
  if (scale !== null) {
    return { ...right, own_scale: scale.multiplier, end: right.end + scale.length };
  }
  const unit = isBare ? RIGHT_UNIT.exec(rest) : null;
  if (unit !== null) return { ...right, unit: unitOf(unit), end: right.end + unit[0].length };
  const mayBeMoney = /^\s?[\p{L}\p{Sc}]/u.test(rest);
  const hasCurrency = right.currency !== null || left.currency !== null;
  const money = hasCurrency || !mayBeMoney ? null : RIGHT_CURRENCY.exec(rest);
  // A sign in front of digits belongs to the number that follows: `1,234 $ 567`.
  if (money !== null && !/^\s{0,2}[-−–(]?\d/.test(rest.slice(money[0].length))) {
    return { ...right, currency: currencyOf(money[0]), end: right.end + money[0].length };
  }
  const close = left.paren && !right.paren ? /^\s?\)/.exec(rest) : null;
  if (close !== null) return { ...right, paren: true, end: right.end + close[0].length };
  return null;
}

function unitOf(match: RegExpExecArray): AmountUnit {
  if (match[1] !== undefined) return 'percent';
  return match[2] !== undefined ? 'basis_points' : 'times';
}

function readScale(
  rest: string,
  currency: Currency | null,
): { readonly multiplier: string; readonly length: number } | null {
  const match = RIGHT_SCALE.exec(rest);
  if (match === null) return null;
  const letter = match[3];
  // `5k` and `5m` may be kilometres and metres; a capital M or B, or a currency, makes a scale.
  if (letter !== undefined && currency === null && !/^[KMB]$/.test(letter)) return null;
  const multiplier = multiplierOf(match[1] ?? match[2] ?? letter ?? '');
  return multiplier === null ? null : { multiplier, length: match[0].length };
}

const LETTER = /[\p{L}_]/u;
const DASH = /[-‐‑‒–—−]/;
const SPACE = /[\s\u00A0\u2007\u2009\u202F]/;

const SIGN_AT_END = new RegExp(`(?:${CURRENCY_SIGN})$`, 'i');
const RIGHT_CURRENCY = new RegExp(
  `^\\s?(?:(${CURRENCY_SIGN})(?![\\p{L}\\d])|(?:(${CURRENCY_WORD})\\b))`,
  'iu',
);
const RIGHT_SCALE = new RegExp(
  `^(?:\\s?(${SPELLED_SCALES})(?![\\p{L}\\d])|\\s?(${HAN_SCALES})|(${LETTER_SCALES})(?![\\p{L}\\d]))`,
  'u',
);
const RIGHT_UNIT =
  /^\s{0,2}(?:(%|％|per\s?cent\b|pct\b|percentage points?\b)|(bps?\b|basis points?\b)|(x)(?![\p{L}\d]))/iu;
/** Words before a number that make it a reference, not an amount. */
const REFERENCE =
  /(?:^|[^\p{L}])(?:sections?|notes?|items?|pages?|articles?|figures?|exhibits?|chapters?|parts?|appendix|schedule|rule|form|step|footnotes?|no\.|nos\.|§{1,2}) ?$/iu;
