import type { WordRow } from './words.ts';

/** The rows of a page without a picture of other pages: what heads and foots it by its place. */
export interface FurnishedRows {
  readonly header: readonly WordRow[];
  readonly body: readonly WordRow[];
  readonly footer: readonly WordRow[];
}

/** Running heads and feet stand in these shares of the page's height, at top and bottom. */
const BAND_SHARE = 0.08;
/** More rows are text, not a running head. */
const ROWS_MAX = 3;
/** Clear space that parts a head or foot from the text, in em of the larger type. */
const CLEAR_EM = 1.9;
/** A page number alone in its row needs less. */
const FOLIO_CLEAR_EM = 1.3;
const FOLIO =
  /^[-\u2010-\u2015|\s]*(?:page\s*)?(?:[A-Z]{1,3}[-\u2010-\u2015. ]?)?(?:\d{1,4}|[ivxlc]{1,8})(?:\s*(?:of|\/)\s*\d{1,4})?[-\u2010-\u2015|\s]*$/i;

/**
 * Tells running heads and feet from the text by this page alone: few rows at its very top or
 * bottom, parted from the rest by clear space.
 * @param rows upright rows from top to bottom. @param width of the page in points, as `height`.
 */
export function partFurniture(
  rows: readonly WordRow[],
  width: number,
  height: number,
): FurnishedRows {
  const top = headLength(rows, height);
  const bottom = footLength(rows.slice(top), height) || folioLength(rows.slice(top), width);
  return {
    header: rows.slice(0, top),
    body: rows.slice(top, rows.length - bottom),
    footer: rows.slice(rows.length - bottom),
  };
}

function headLength(rows: readonly WordRow[], height: number): number {
  for (let count = Math.min(ROWS_MAX, rows.length - 1); count > 0; count -= 1) {
    const last = rows[count - 1];
    const next = rows[count];
    if (last === undefined || next === undefined || last.v > BAND_SHARE * height) continue;
    if (isClear(last, next, clearanceOf(last))) return count;
  }
  return 0;
}

function footLength(rows: readonly WordRow[], height: number): number {
  for (let count = Math.min(ROWS_MAX, rows.length - 1); count > 0; count -= 1) {
    const first = rows[rows.length - count];
    const above = rows[rows.length - count - 1];
    if (first === undefined || above === undefined) continue;
    if (first.v - first.size < (1 - BAND_SHARE) * height) continue;
    if (isClear(above, first, clearanceOf(first))) return count;
  }
  return 0;
}

/** On a page that ends early the folio follows the text: alone in the last row, in the middle. */
function folioLength(rows: readonly WordRow[], width: number): number {
  const last = rows[rows.length - 1];
  const above = rows[rows.length - 2];
  const [word, second] = last?.words ?? [];
  if (last === undefined || above === undefined || word === undefined) return 0;
  if (second !== undefined || !FOLIO.test(textOf(last))) return 0;
  const isCentred = Math.abs((word.u0 + word.u1) / 2 - width / 2) <= CENTRE_SHARE * width;
  return isCentred && isClear(above, last, FOLIO_CLEAR_EM) ? 1 : 0;
}

/** A row counts as centred within this share of the page's width. */
const CENTRE_SHARE = 0.05;

/** A folio is known by its look as well, so it may stand closer. */
function clearanceOf(row: WordRow): number {
  return FOLIO.test(textOf(row)) ? FOLIO_CLEAR_EM : CLEAR_EM;
}

function isClear(upper: WordRow, lower: WordRow, em: number): boolean {
  return lower.v - upper.v >= em * Math.max(upper.size, lower.size);
}

function textOf(row: WordRow): string {
  return row.words.map((word) => word.letters.map((letter) => letter.text).join('')).join(' ');
}
