import type { FoundAmount } from '../../../evidence/amount.ts';
import { isYear, type ValueCell, type ValuePage, type ValueRow } from './read-page.ts';
import type { PlacedAmount } from './surroundings.ts';
import { isNumbering, partOf } from './token-part.ts';

/** Why a number that reads as the claimed one may be no value of its place. */
export interface Doubt {
  readonly detail: string;
  /** `sign`: the number may be a value of the other sign. `place`: it may be none at all. */
  readonly concerns: 'sign' | 'place';
}

/**
 * Finds the doubt in a number, or null: the number of a note, a year over columns, part of a date or a
 * range, a footnote mark, a number whose sign or bracket stands apart.
 */
export function doubtOf(page: ValuePage, amount: PlacedAmount): Doubt | null {
  const place = doubtOfPlace(page, amount);
  if (place !== null) return { detail: place, concerns: 'place' };
  const sign = doubtOfSign(page, amount);
  return sign === null ? null : { detail: sign, concerns: 'sign' };
}

function doubtOfPlace(page: ValuePage, amount: PlacedAmount): string | null {
  if (isReference(page, amount)) return 'the number stands in a column of notes or pages';
  const part = partOf(page, amount.found);
  if (part !== null) return part;
  if (amount.label === '' && isNumbering(page, amount.found)) {
    return 'the number counts pages, sections or items of a list';
  }
  const cell = cellOf(amount);
  if (cell === null || amount.row === null) return null;
  if (isRangeEnd(page, amount, cell)) return 'the number is one end of a range';
  if (amount.label === '') return null;
  return isHeadingYear(page, amount, amount.row) ? 'the year is a heading of columns' : null;
}

function doubtOfSign(page: ValuePage, amount: PlacedAmount): string | null {
  const cell = cellOf(amount);
  if (cell === null) return null;
  if (cell.kind === 'values') {
    if (isHalfBracketed(page, amount)) return 'a bracket stands at the number alone';
    if (TRAILING_DASH.test(page.text.slice(amount.found.end))) return DASH_APART;
  }
  if (amount.label === '') return null;
  if (isMark(page, amount, cell)) return 'the number in parentheses may be a footnote mark';
  return hasSignApart(page, amount, cell) ? DASH_APART : null;
}

const DASH_APART = 'a dash beside the number may be its sign';
/** A dash of the same cell behind the number, a space apart. */
const TRAILING_DASH = /^ [-‐‑‒–—−](?=$|[\t\n])/;

/** Headings of columns whose numbers count notes, pages or lines and are no values. */
const REFERENCE_HEADING =
  /^\W*(?:(?:foot)?notes?|ref(?:s|\.|erences?)?|pages?|p\.|item|schedules?|exhibits?|anhang|ziffer|annexes?|nota)(?:\s+(?:no\.?|numbers?|ref(?:erence)?s?\.?))?\W*$/i;

/** Whether an amount is printed as the number of a note or page may be. */
export function mayBeReference({ amount }: FoundAmount): boolean {
  const { displayed, currency, unit, decimals } = amount;
  const isBare = currency === null && unit === null && decimals === 0;
  return isBare && /^\d{1,3}$/.test(displayed);
}

/** Whether an amount stands in a column of note or page numbers, by its heading or by its looks. */
export function isReference(page: ValuePage, amount: PlacedAmount): boolean {
  if (!mayBeReference(amount.found)) return false;
  if (amount.column.slice(0, 2).some((heading) => REFERENCE_HEADING.test(heading))) return true;
  return amount.column.length === 0 && looksLikeReferences(page, amount);
}

/** Rows above and below that show what a column without heading holds. */
const SAMPLE_ROWS = 6;
/** Two rows may count up by chance; three that do are a list of notes. */
const COUNTING_ROWS_MIN = 3;
/** Right edges nearer than this are of one column, points; footnote marks and brackets hang out. */
const COLUMN_EDGE = 4;

/**
 * Whether small whole numbers right behind the labels count up row by row while larger amounts stand
 * to the right of each.
 */
function looksLikeReferences(page: ValuePage, amount: PlacedAmount): boolean {
  const { row } = amount;
  if (row === null || amount.label === '') return false;
  const values: number[] = [];
  for (const near of page.rows.slice(
    Math.max(0, row.index - SAMPLE_ROWS),
    row.index + SAMPLE_ROWS,
  )) {
    const cells = near.cells.filter((cell) => cell.kind === 'values');
    const [first, second] = cells;
    if (first === undefined || Math.abs(first.right - amount.right) > COLUMN_EDGE) continue;
    const printed = first.text.trim();
    const isLarger = (second?.amounts ?? []).some((found) => found.amount.displayed.length > 2);
    if (!/^\d{1,2}$/.test(printed) || !isLarger) return false;
    values.push(Number(printed));
  }
  const isRising = values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
  return values.length >= COUNTING_ROWS_MIN && isRising && new Set(values).size > 1;
}

/** Whether a parenthesis without partner, or a square bracket, stands at a number. */
function isHalfBracketed(page: ValuePage, amount: PlacedAmount): boolean {
  const { found } = amount;
  if (found.amount.sign_form === 'parentheses') return false;
  const opens = /[([]\s?$/.test(page.page.text.slice(Math.max(0, found.start - 2), found.start));
  const closes = /^\s?[)\]]/.test(page.page.text.slice(found.end, found.end + 2));
  return opens || closes;
}

/** Whether another amount of the same cell stands right behind a dash or "to", as in `3 - 5 years`. */
function isRangeEnd(page: ValuePage, amount: PlacedAmount, cell: ValueCell): boolean {
  if (cell.kind !== 'values') return false;
  const at = cell.amounts.indexOf(amount.found);
  const before = cell.amounts[at - 1];
  const after = cell.amounts[at + 1];
  const parts = (from: number, to: number): boolean =>
    /^ ?(?:[-‐‑‒–—−]|to|through) ?$/.test(page.text.slice(from, to));
  return (
    (before !== undefined && parts(before.end, amount.found.start)) ||
    (after !== undefined && parts(amount.found.end, after.start))
  );
}

const PERIOD_LABEL = /\b(?:ended|ending|as of|as at|years?|quarters?|months?|december|june)\b|^\(/i;
/** Rows of figures follow a heading within so many rows. */
const HEADED_ROWS = 4;

/**
 * Whether a row of years is a heading over other numbers: years in a row, at the top of their column,
 * or after the words for a period.
 */
function isHeadingYear(page: ValuePage, amount: PlacedAmount, row: ValueRow): boolean {
  if (!isYear(amount.found)) return false;
  const figures = row.cells
    .filter((cell) => cell.right > (amount.label_right ?? 0))
    .flatMap((cell) => cell.amounts);
  if (!figures.every(isYear)) return false;
  const years = figures.map((one) => Number(one.amount.value));
  const isRun =
    years.length > 1 &&
    years.every((year, at) => at === 0 || Math.abs(year - (years[at - 1] ?? 0)) === 1);
  const hasFigure = (from: number, to: number): boolean =>
    page.rows
      .slice(Math.max(0, from), Math.max(0, to))
      .some((near) => near.cells.some((cell) => cell.amounts.length > 0 && overlaps(cell, amount)));
  const isTop = !hasFigure(row.index - HEADED_ROWS, row.index);
  if (!isRun && !isTop && !PERIOD_LABEL.test(amount.label)) return false;
  return hasFigure(row.index + 1, row.index + 1 + HEADED_ROWS);
}

/** Whether a small number in parentheses stands beside another amount, or in no column of amounts. */
function isMark(page: ValuePage, amount: PlacedAmount, cell: ValueCell): boolean {
  if (!amount.found.may_be_mark) return false;
  if (cell.amounts.some((one) => one !== amount.found)) return true;
  if (amount.column.length > 0) return false;
  return !page.rows.some(
    (row) =>
      row !== amount.row &&
      row.cells.some(
        (one) => one.amounts.length > 0 && Math.abs(one.right - cell.right) <= COLUMN_EDGE,
      ),
  );
}

/** A sign stands this near to its number; a nil dash has a column of its own. Heights of the row. */
const SIGN_REACH = 4;

/**
 * Whether the cell before holds a lone dash that no column of amounts explains: it may be the sign
 * of the number, set in a place of its own.
 */
function hasSignApart(page: ValuePage, amount: PlacedAmount, cell: ValueCell): boolean {
  const { row } = amount;
  const before = row?.cells[row.cells.indexOf(cell) - 1];
  if (row === null || before?.is_nil !== true) return false;
  if (cell.left - before.right > SIGN_REACH * (row.bottom - row.top)) return false;
  return !page.rows.some(
    (other) =>
      other !== row && other.cells.some((one) => one.amounts.length > 0 && overlaps(one, before)),
  );
}

function cellOf(amount: PlacedAmount): ValueCell | null {
  return amount.row?.cells.find((cell) => cell.amounts.includes(amount.found)) ?? null;
}

function overlaps(
  a: { readonly left: number; readonly right: number },
  b: { readonly left: number; readonly right: number },
): boolean {
  return a.left < b.right && b.left < a.right;
}
