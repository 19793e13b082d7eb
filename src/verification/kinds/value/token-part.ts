import type { FoundAmount } from '../../../evidence/amount.ts';
import { isYear, type ValuePage } from './read-page.ts';

/**
 * Of what longer thing a number is only a part, by the characters beside it, as words for a detail;
 * null where it stands alone. Parts are no values: a day is not counted, a section measures nothing.
 */
export function partOf(page: ValuePage, found: FoundAmount): string | null {
  const before = page.text.slice(Math.max(0, found.start - BEFORE_MAX), found.start);
  const after = page.text.slice(found.end, found.end + AFTER_MAX);
  if (isInDate(found, before, after)) return 'the number is part of a date';
  const part = PARTS.find(
    (one) =>
      (one.before?.test(before) ?? true) &&
      (one.after?.test(after) ?? true) &&
      (one.own?.test(found.amount.displayed) ?? true),
  );
  return part?.detail ?? null;
}

/** Characters looked at before and after: a date with two years, a telephone number. */
const BEFORE_MAX = 32;
const AFTER_MAX = 14;

interface Part {
  readonly before?: RegExp;
  readonly own?: RegExp;
  readonly after?: RegExp;
  readonly detail: string;
}

const RANGE = 'the number is one end of a range or part of a code';
const BROKEN = 'the number may go on beyond the end of its line';
const PARTS: readonly Part[] = [
  { before: /\d[-‐‑‒–—−]$/, detail: RANGE },
  { after: /^[-‐‑‒–—−]\d/, detail: RANGE },
  { own: /^\(?\d{3}\)?$/, after: /^ \d{3}[-‐‑–]\d{4}/, detail: 'the number is part of a code' },
  { after: /^ \d{1,2}[/\u2044]\d/, detail: 'the number goes on in a fraction' },
  { after: /^ ?[×·*xX] ?10/, detail: 'the number is multiplied by a power' },
  { before: /[×·*xX] ?$/, own: /^10$/, detail: 'the number is the base of a power' },
  { own: /^\D*\d{1,3}$/, after: /^,\n\d{3}(?!\d)/, detail: BROKEN },
  { before: /\d,\n$/, own: /^\d{3}(?!\d)/, detail: BROKEN },
  { after: /^ ?\+(?![\d$€£])/, detail: 'the number is a lower bound' },
  { after: /^ ?(?:CR|DR|Cr|Dr)(?![\p{L}\d])/u, detail: 'the number is marked as credit or debit' },
];

const MONTH =
  '(?:Jan(?:uary|uar|\\.)?|Feb(?:ruary|ruar|\\.)?|Mar(?:ch|\\.)?|März|Apr(?:il|\\.)?|Ma[yi]|June?|Juni|July?|Juli|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|O[ck]t(?:ober|\\.)?|Nov(?:ember|\\.)?|De[cz](?:ember|\\.)?)';
const MONTH_BEFORE = new RegExp(
  `(?<![\\p{L}])${MONTH}[ \\n](?:\\d{1,2},?[ \\n])?(?:(?:19|20)\\d\\d(?:,|,? and)[ \\n])*$`,
  'iu',
);
const MONTH_AFTER = new RegExp(`^\\.?[ \\n]${MONTH}(?![\\p{L}])`, 'u');

/** Whether a bare number is the day or year of a date with a month's name beside it. */
function isInDate(found: FoundAmount, before: string, after: string): boolean {
  const isDay = /^(?:[12]?\d|3[01])$/.test(found.amount.displayed);
  if (!isDay && !isYear(found)) return false;
  return MONTH_BEFORE.test(before) || (isDay && MONTH_AFTER.test(after));
}

/** Whether a bare number opens a line as a list mark or section number, or is the number of the page. */
export function isNumbering({ page, text }: ValuePage, found: FoundAmount): boolean {
  const { displayed } = found.amount;
  const after = text.slice(found.end, found.end + AFTER_MAX);
  const element = page.elements.find((one) => one.start <= found.start && found.end <= one.end);
  const isFurniture = element?.role === 'header' || element?.role === 'footer';
  if (isFurniture && /^\d{1,4}$/.test(displayed)) return true;
  const isLineStart = found.start === 0 || page.text[found.start - 1] === '\n';
  if (isLineStart && /^\d{1,3}$/.test(displayed) && /^[.)][ \t]\p{L}/u.test(after)) return true;
  const isSection = /^\d{1,2}\.\d{1,2}$/.test(displayed) && /^\.?[ \t]\p{Lu}/u.test(after);
  return isSection && element?.start === found.start;
}
