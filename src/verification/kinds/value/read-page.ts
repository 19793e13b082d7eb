import { type FoundAmount, findAmounts, isNilDash } from '../../../evidence/amount.ts';
import { significantDigits } from '../../../evidence/decimal.ts';
import type { PageGrounding, RowCell, TextSpan } from '../../../evidence/grounding.ts';
import {
  type DecimalMark,
  type NumberFormat,
  readDecimalMark,
} from '../../../evidence/number-format.ts';
import { findScaleStatements, type ScaleStatement } from '../../../evidence/scale-statement.ts';
import { type OpenDigits, readSpacedDigits, replacedAt } from './spaced-digits.ts';

/** A page as the value rule sees it: its rows, the amounts in them, its scale statements. */
export interface ValuePage {
  readonly page: PageGrounding;
  /**
   * The canonical text with a tab instead of the space between two cells, and a no-break space
   * instead of one that groups digits; same offsets.
   */
  readonly text: string;
  /** The letters and digits of the text, as `lettersOf` gives them. */
  readonly letters: string;
  /** Every amount of the page, in order. */
  readonly amounts: readonly FoundAmount[];
  readonly rows: readonly ValueRow[];
  readonly statements: readonly ScaleStatement[];
  /** Digits that may be one number or several, in order. */
  readonly open_digits: readonly OpenDigits[];
}

export interface ValueRow {
  readonly index: number;
  readonly top: number;
  readonly bottom: number;
  /** Left to right. */
  readonly cells: readonly ValueCell[];
}

export interface ValueCell extends TextSpan {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /**
   * `values`: amounts, nil dashes, dates, "NM" and signs only. `words`: anything that may be a
   * label, with or without amounts in it. `blank`: marks, signs and note references, which part
   * nothing.
   */
  readonly kind: 'values' | 'words' | 'blank';
  readonly amounts: readonly FoundAmount[];
  /** A lone dash for nil. */
  readonly is_nil: boolean;
}

/**
 * Reads the rows of a page, numbers written in `format`; `groups_by_space` there says that the claim
 * prints thousands so. The reading is kept with the page: claims and searches ask for the same page
 * many times, and a reading costs about 5 ms (measured on annual reports).
 */
export function readValuePage(page: PageGrounding, format: NumberFormat): ValuePage {
  const key = `${format.decimal} ${format.groups_by_space}`;
  const kept = READINGS.get(page) ?? new Map<string, ValuePage>();
  READINGS.set(page, kept);
  const reading = kept.get(key) ?? readRows(page, format);
  kept.set(key, reading);
  return reading;
}

const READINGS = new WeakMap<PageGrounding, Map<string, ValuePage>>();

/** What of a page's numbers its plain text says, before its rows are read. */
export interface PrintedNumbers {
  /** The decimal mark that the page shows, or null. */
  readonly mark: DecimalMark | null;
  /** All digits of the page in the order of its text, without anything between them. */
  readonly digits: string;
}

/** Made once a page: cheap beside its rows, and often enough to tell that a number is not there. */
export function printedNumbersOf(page: PageGrounding): PrintedNumbers {
  const known = PRINTED.get(page);
  if (known !== undefined) return known;
  const printed = { mark: readDecimalMark(page.text), digits: page.text.replace(/\D+/g, '') };
  PRINTED.set(page, printed);
  return printed;
}

const PRINTED = new WeakMap<PageGrounding, PrintedNumbers>();

/** The amounts of a page that have these significant digits, in order. */
export function amountsWith(page: ValuePage, digits: string): readonly FoundAmount[] {
  const known = BY_DIGITS.get(page) ?? groupByDigits(page);
  BY_DIGITS.set(page, known);
  return known.get(digits) ?? [];
}

/** Made once a page, when a claim first asks for a number anywhere on it. */
const BY_DIGITS = new WeakMap<ValuePage, ReadonlyMap<string, readonly FoundAmount[]>>();

function groupByDigits(page: ValuePage): ReadonlyMap<string, readonly FoundAmount[]> {
  const groups = new Map<string, FoundAmount[]>();
  for (const found of page.amounts) {
    const digits = significantDigits(found.amount.value);
    const group = groups.get(digits);
    if (group === undefined) groups.set(digits, [found]);
    else group.push(found);
  }
  return groups;
}

function readRows(page: PageGrounding, format: NumberFormat): ValuePage {
  const digits = readSpacedDigits(page, format.groups_by_space);
  const text = withCellBreaks(page, digits.joints);
  const amounts = findAmounts(text, {
    format: { ...format, groups_by_space: false },
    superscripts: page.superscripts,
  });
  const rows = page.rows.map((row, index) => ({
    index,
    top: row.bbox[1],
    bottom: row.bbox[3],
    cells: row.cells.map((cell) => readCell(page, cell, amounts)),
  }));
  const statements = findScaleStatements(text);
  const letters = lettersOf(page.text);
  return { page, text, letters, amounts, rows, statements, open_digits: digits.open };
}

/** The text of a span without its raised marks. */
export function plainText(page: PageGrounding, span: TextSpan): string {
  let text = '';
  let from = span.start;
  for (const mark of page.superscripts) {
    if (mark.start < from || mark.end > span.end) continue;
    text += page.text.slice(from, mark.start);
    from = mark.end;
  }
  return text + page.text.slice(from, span.end);
}

/** Letters and digits only, small, footnote marks dropped: a sieve before labels are compared. */
export function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\((?:[a-z]|\d{1,2}|(?:see )?notes?[\d\s,and&]*)\)/gi, '')
    .replace(/[^\p{L}\d]/gu, '')
    .toLowerCase();
}

/** Whether an amount is just a year, as column headings print them. */
export function isYear(found: FoundAmount): boolean {
  const { displayed, value } = found.amount;
  return displayed === value && /^(?:19|20)\d\d$/.test(value);
}

const NO_BREAK_SPACE = '\u00A0';

function withCellBreaks(page: PageGrounding, joints: readonly number[]): string {
  const breaks = page.lines
    .flatMap((line) => line.cells)
    .filter(({ end }) => page.text[end] === ' ')
    .map(({ end }) => end);
  return replacedAt(replacedAt(page.text, breaks, '\t'), joints, NO_BREAK_SPACE);
}

function readCell(page: PageGrounding, cell: RowCell, amounts: readonly FoundAmount[]): ValueCell {
  const own = amountsOf(page, amounts, cell);
  const text = page.text.slice(cell.start, cell.end);
  const rest = residueOf(page, cell, own);
  const is_nil = isNilDash(text);
  const isBlank = own.length === 0 && !is_nil && BLANK.test(rest);
  return {
    start: cell.start,
    end: cell.end,
    text,
    left: cell.bbox[0],
    right: cell.bbox[2],
    kind: isBlank ? 'blank' : is_nil || VALUE_LIKE.test(rest) ? 'values' : 'words',
    amounts: own,
    is_nil,
  };
}

/**
 * Amounts belong to the cell that holds their last digit: `$` or `%` may stand in a cell of its
 * own, "million" on the next line.
 */
function amountsOf(
  page: PageGrounding,
  amounts: readonly FoundAmount[],
  cell: TextSpan,
): readonly FoundAmount[] {
  let low = 0;
  let high = amounts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((amounts[middle]?.end ?? 0) <= cell.start) low = middle + 1;
    else high = middle;
  }
  const own: FoundAmount[] = [];
  for (let index = low; index < amounts.length; index += 1) {
    const found = amounts[index];
    if (found === undefined || found.start >= cell.end) break;
    const lastDigit = found.start + page.text.slice(found.start, found.end).search(/\d\D*$/);
    if (cell.start <= lastDigit && lastDigit < cell.end) own.push(found);
  }
  return own;
}

/** What is left of a cell without its amounts and raised marks. */
function residueOf(page: PageGrounding, cell: TextSpan, own: readonly FoundAmount[]): string {
  let rest = '';
  let from = cell.start;
  for (const found of own) {
    if (found.start > from) rest += plainText(page, { start: from, end: found.start });
    rest += ' ';
    from = found.end;
  }
  return (rest + (from < cell.end ? plainText(page, { start: from, end: cell.end }) : '')).trim();
}

const SIGNS = "[\\s$€£¥%()\\[\\]*†‡§#.,:;|/<>≤≥~≈±'’‐-―−+-]";
const MARK = '\\((?:[a-z]|\\d{1,2})\\)';
const NOTE = '\\(?notes?\\s+\\d[\\d,\\s&()a-z]*\\)?';
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
/** Words that stand in the place of a number or beside one, never for a row. */
const VALUE_WORD =
  '(?:nmf?|n\\.m\\.|n/m|na|n\\.a\\.|n/a|ns|bps?|pts?|ppts?|pp|x|percent|years?|yrs?|to|and|through|thru|vs\\.?|million|billion|thousand|due)';

const BLANK = new RegExp(`^(?:${SIGNS}|${MARK}|${NOTE})*$`, 'i');
const VALUE_LIKE = new RegExp(
  `^(?:${SIGNS}|${MARK}|\\b${VALUE_WORD}(?![\\p{L}\\d])|\\b${MONTH}(?![\\p{L}])|\\b\\d{1,4}(?:[-/]\\d{1,4}){1,2}(?!\\d))*$`,
  'iu',
);
