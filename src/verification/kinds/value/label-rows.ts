import type { FoundAmount } from '../../../evidence/amount.ts';
import type { TextSpan } from '../../../evidence/grounding.ts';
import { labelsEqual, type ReadLabel } from '../../../evidence/label-text.ts';
import { boxOf } from '../../evidence.ts';
import {
  type CellWords,
  type ClaimedLabel,
  cellWords,
  isAmongLabels,
  labelsOf,
} from './claimed-label.ts';
import {
  continuation,
  type Enclosures,
  enclosuresOf,
  startOfLabel,
  trimmedLabel,
  trimmedSpan,
} from './label-lines.ts';
import { isYear, lettersOf, type ValueCell, type ValuePage, type ValueRow } from './read-page.ts';

/** A row of the page that carries the claimed label, with what stands to the right of it. */
export interface LabelRow {
  readonly row: ValueRow;
  /** The parts of the label, in reading order. */
  readonly label: readonly TextSpan[];
  readonly label_text: string;
  /** Left edge of the label's cell in this row, and right edge of its last cell. */
  readonly left: number;
  readonly right: number;
  /** Value cells between the label and the next words of the row. */
  readonly cells: readonly ValueCell[];
  readonly values: readonly FoundAmount[];
  /** Amounts of the row that other words part from the label. */
  readonly beyond: readonly FoundAmount[];
  /**
   * `whole`: the label is the row's label or its last wrapped line. `prefix`: the row's label seems
   * to go on below. `other_case`: the labels differ in case alone. `part`: the label stands inside
   * a longer text. `alone`: the row holds no values.
   */
  readonly fit: 'whole' | 'prefix' | 'other_case' | 'part' | 'alone';
}

/** Cells that may make up one label: justified words, a mark in a cell of its own. */
const LABEL_CELLS_MAX = 3;

/** Finds the rows that carry a label, top to bottom. */
export function findLabelRows(page: ValuePage, claimed: ClaimedLabel): readonly LabelRow[] {
  if (!page.letters.includes(claimed.first_word)) return [];
  const rows: LabelRow[] = [];
  for (const { row, starts, enclosures } of labelPlacesOf(page)) {
    const found: LabelRow[] = [];
    for (const { index, letters, first_word } of starts) {
      if (!claimed.letters.includes(first_word) && !letters.includes(claimed.first_word)) continue;
      for (const reading of readingsFrom(page, row, index)) {
        const fit = fitOf(page, reading, claimed);
        if (fit !== null) found.push(fit);
      }
    }
    const enclosing = found.length > 0 ? null : enclosingLabel(page, row, enclosures, claimed);
    rows.push(...(enclosing === null ? bestOf(found) : [enclosing]));
  }
  return rows;
}

/** Where in a row a label may stand, whatever it is. */
interface LabelPlaces {
  readonly row: ValueRow;
  /** Cells that a label may start in, each with its words as a sieve. */
  readonly starts: readonly (CellWords & { readonly index: number })[];
  readonly enclosures: Enclosures;
}

/** Made once a page: each claim about it looks for its label in all of them. */
const LABEL_PLACES = new WeakMap<ValuePage, readonly LabelPlaces[]>();

function labelPlacesOf(page: ValuePage): readonly LabelPlaces[] {
  const known = LABEL_PLACES.get(page);
  if (known !== undefined) return known;
  const places = page.rows
    .map((row) => ({ row, starts: startsOf(row), enclosures: enclosuresOf(page, row) }))
    .filter(({ starts, enclosures }) => starts.length > 0 || enclosures.readings.length > 0);
  LABEL_PLACES.set(page, places);
  return places;
}

function startsOf(row: ValueRow): LabelPlaces['starts'] {
  return row.cells.flatMap((cell, index) => {
    const isValue = cell.kind === 'values' && index > 0 && !hasLetters(cell);
    return cell.kind === 'blank' || isValue ? [] : [{ index, ...cellWords(cell) }];
  });
}

/** Whether a label stands anywhere on the page as a cell or at the start of one. */
export function isLabelOnPage(page: ValuePage, { letters }: ClaimedLabel): boolean {
  return letters !== '' && page.letters.includes(letters);
}

/** Whether one cell of words holds all of these letters and digits, each as `lettersOf` gives it. */
export function standsInOneCell(page: ValuePage, texts: readonly string[]): boolean {
  return labelPlacesOf(page).some(({ row, starts }) =>
    starts.some(
      ({ index, letters }) =>
        row.cells[index]?.kind === 'words' && texts.every((text) => letters.includes(text)),
    ),
  );
}

/** One way to read a row: which cells are the label, and where its values start. */
interface Reading {
  readonly row: ValueRow;
  readonly first: number;
  readonly last: number;
  readonly span: TextSpan;
  /** The text of `span`, trimmed, and its letters. */
  readonly own: string;
  readonly letters: string;
  /** The labels that it may be read as. */
  readonly labels: readonly ReadLabel[];
  /** Amounts that stand in the label's own last cell, right behind it. */
  readonly inner: readonly FoundAmount[];
  /** Whether words follow those amounts in the cell, as in running text. */
  readonly is_running: boolean;
}

/** All readings of a row whose label starts in the cell at `index`. */
function readingsFrom(page: ValuePage, row: ValueRow, index: number): readonly Reading[] {
  const first = row.cells[index];
  if (first === undefined) return [];
  const known = READINGS.get(first);
  if (known !== undefined) return known;
  const readings = readRow(page, row, first, index);
  READINGS.set(first, readings);
  return readings;
}

/** Kept by the first cell: labels that share words are common on a page, and readings cost most. */
const READINGS = new WeakMap<ValueCell, readonly Reading[]>();

function readRow(
  page: ValuePage,
  row: ValueRow,
  first: ValueCell,
  index: number,
): readonly Reading[] {
  const readings: Reading[] = [];
  const start = startOfLabel(page, first);
  for (let last = index; last < Math.min(row.cells.length, index + LABEL_CELLS_MAX); last += 1) {
    const cell = row.cells[last];
    if (cell === undefined || (last > index && cell.kind === 'values')) break;
    const to = (end: number) => {
      const span = { start, end };
      const own = trimmedLabel(page, span);
      const labels = labelsOf(page, [trimmedSpan(page, span)]);
      return { row, first: index, last, span, own, letters: lettersOf(own), labels };
    };
    readings.push({ ...to(cell.end), inner: [], is_running: false });
    cell.amounts.forEach((found, at) => {
      if (found.start <= start) return;
      const inner = adjacentAmounts(page, cell, at);
      const rest = page.text.slice(inner.at(-1)?.end ?? found.end, cell.end);
      readings.push({ ...to(found.start), inner, is_running: /[\p{L}\d]/u.test(rest) });
    });
  }
  return readings;
}

/** Amounts from `at` on that only signs and marks part from one another. */
function adjacentAmounts(page: ValuePage, cell: ValueCell, at: number): readonly FoundAmount[] {
  const inner: FoundAmount[] = [];
  for (const found of cell.amounts.slice(at)) {
    const before = inner.at(-1);
    if (before !== undefined && /[\p{L}]/u.test(page.text.slice(before.end, found.start))) break;
    inner.push(found);
  }
  return inner;
}

function placeOf(reading: Reading): { readonly row: ValueRow; readonly left: number } {
  return { row: reading.row, left: reading.row.cells[reading.first]?.left ?? 0 };
}

function fitOf(page: ValuePage, reading: Reading, claimed: ClaimedLabel): LabelRow | null {
  const { own, letters } = reading;
  const isNear = claimed.letters.includes(letters) || letters.includes(claimed.letters);
  if (letters === '' || !isNear) return null;
  const rest = valuesAfter(reading);
  const isAlone = rest.values.length === 0 && !rest.has_nil;
  const base = (spans: readonly TextSpan[], fit: LabelRow['fit']): LabelRow => ({
    row: reading.row,
    label: spans,
    label_text: spans.map((span) => trimmedLabel(page, span)).join(' '),
    left: reading.row.cells[reading.first]?.left ?? 0,
    right: reading.row.cells[reading.last]?.right ?? 0,
    cells: rest.cells,
    values: rest.values,
    beyond: rest.beyond,
    fit,
  });
  const span = trimmedSpan(page, reading.span);
  const isCut = isLabelCut(page, reading);
  if (isAmongLabels(reading.labels, claimed)) {
    if (isCut) return base([span], 'part');
    if (isAlone) return base([span], 'alone');
    return base([span], goesOnBelow(page, reading) ? 'prefix' : 'whole');
  }
  if (claimed.letters.length > letters.length && !reading.is_running && !isCut) {
    const wrapped = wrappedLabel(page, reading, span, claimed);
    if (wrapped !== null) return base(wrapped, isAlone ? 'alone' : 'whole');
  }
  const hasValues = !isAlone || rest.beyond.length > 0;
  if (!hasValues) return null;
  if (labelsEqual(own.toLowerCase(), claimed.text.toLowerCase())) return base([span], 'other_case');
  return holdsLabel(own, claimed.text) ? base([span], 'part') : null;
}

/** A number of another row that ends this near shows a column of values, points. */
const COLUMN_EDGE = 4;

/**
 * Whether a reading cuts its label at a number that belongs to it, as in `Level 3` or `5% notes due
 * 2030`: a plain whole number in the label's own cell, while cells of values follow and no other row
 * has a value in its place.
 */
function isLabelCut(page: ValuePage, reading: Reading): boolean {
  const [first] = reading.inner;
  const next = reading.row.cells[reading.last + 1];
  if (first === undefined || next?.kind !== 'values') return false;
  if (reading.is_running) return true;
  if (!/^\(?\d{1,4}\)?$/.test(first.amount.displayed)) return false;
  const edge = boxOf(page.page, first.start, first.end)?.[2] ?? 0;
  return !page.rows.some(
    (row) =>
      row !== reading.row &&
      row.cells.some(
        (cell) =>
          cell.kind === 'values' &&
          cell.amounts.length > 0 &&
          Math.abs(cell.right - edge) <= COLUMN_EDGE,
      ),
  );
}

/** The lines above and below that make the claimed label together with the row's own, or null. */
function wrappedLabel(
  page: ValuePage,
  reading: Reading,
  own: TextSpan,
  claimed: ClaimedLabel,
): readonly TextSpan[] | null {
  const above = continuation(page, placeOf(reading), -1);
  const below = continuation(page, placeOf(reading), 1);
  for (let up = 0; up <= above.length; up += 1) {
    for (let down = 0; down <= below.length; down += 1) {
      const spans = [...above.slice(0, up).reverse(), own, ...below.slice(0, down)];
      if (spans.length > 1 && isAmongLabels(labelsOf(page, spans), claimed)) return spans;
    }
  }
  return null;
}

/** The row as one whose label encloses it, or null. */
function enclosingLabel(
  page: ValuePage,
  row: ValueRow,
  { readings, left, right }: Enclosures,
  claimed: ClaimedLabel,
): LabelRow | null {
  const reading = readings.find(({ labels }) => isAmongLabels(labels, claimed));
  if (reading === undefined) return null;
  return {
    row,
    label: reading.spans,
    label_text: reading.spans.map((span) => trimmedLabel(page, span)).join(' '),
    left,
    right,
    cells: row.cells,
    values: row.cells.flatMap((cell) => cell.amounts),
    beyond: [],
    fit: 'whole',
  };
}

/** Whether the line below carries on the label: it starts small and has no values of its own. */
function goesOnBelow(page: ValuePage, reading: Reading): boolean {
  const below = continuation(page, placeOf(reading), 1)[0];
  if (below === undefined) return false;
  return /^(?:\p{Ll}|\((?!\p{L}\)|\d{1,2}\)|in\b|unaudited))/u.test(
    page.page.text.slice(below.start, below.end),
  );
}

interface Rest {
  readonly cells: readonly ValueCell[];
  readonly values: readonly FoundAmount[];
  readonly beyond: readonly FoundAmount[];
  readonly has_nil: boolean;
}

function valuesAfter(reading: Reading): Rest {
  const own = reading.row.cells[reading.last];
  const cells: ValueCell[] = [];
  const beyond: FoundAmount[] = [];
  let isParted = reading.is_running;
  const label = reading.row.cells[reading.first];
  for (const cell of reading.row.cells.slice(reading.last + 1)) {
    if (cell.kind === 'words' || isSameKindOfLabel(label, cell)) isParted = true;
    if (isParted) beyond.push(...cell.amounts);
    else cells.push(cell);
  }
  const behind = own === undefined ? [] : own.amounts.filter((found) => isBehind(reading, found));
  const values = [...reading.inner, ...cells.flatMap((cell) => cell.amounts)];
  return {
    cells,
    values,
    beyond: [...behind, ...beyond],
    has_nil: cells.some((cell) => cell.is_nil),
  };
}

/** Whether a cell can only be the next label beside one like it: `53 years`, `2019`. */
function isSameKindOfLabel(label: ValueCell | undefined, cell: ValueCell): boolean {
  if (label?.kind !== 'values' || cell.kind !== 'values') return false;
  if (hasLetters(label)) return hasLetters(cell);
  return [label, cell].every((one) => one.amounts.length === 1 && one.amounts.every(isYear));
}

function hasLetters(cell: ValueCell): boolean {
  return /\p{L}/u.test(cell.text);
}

function isBehind(reading: Reading, found: FoundAmount): boolean {
  return (
    reading.is_running && found.start >= (reading.inner.at(-1)?.end ?? Number.POSITIVE_INFINITY)
  );
}

/** Whether a longer text holds the label as whole words. */
function holdsLabel(text: string, label: string): boolean {
  const words = ` ${text.replace(/\s+/g, ' ')} `;
  const at = words.indexOf(label.replace(/\s+/g, ' ').trim());
  if (at < 1) return false;
  const end = at + label.replace(/\s+/g, ' ').trim().length;
  return !/[\p{L}\d]/u.test(words[at - 1] ?? '') && !/[\p{L}\d]/u.test(words[end] ?? '');
}

/** Of several readings of one row: whole before prefix before part, then the one nearest to values. */
function bestOf(found: readonly LabelRow[]): readonly LabelRow[] {
  for (const fit of ['whole', 'prefix', 'other_case', 'alone', 'part'] as const) {
    const fitting = found.filter((row) => row.fit === fit);
    // Doubtful readings are all kept: each may hold the number that the claim means.
    if (fitting.length > 0) return fit === 'part' ? fitting : uniqueByPlace(fitting);
  }
  return [];
}

function uniqueByPlace(rows: readonly LabelRow[]): readonly LabelRow[] {
  const byPlace = new Map<string, LabelRow>();
  for (const row of rows) {
    const key = `${row.label.at(0)?.start}`;
    const before = byPlace.get(key);
    if (before === undefined || row.values.length > before.values.length) byPlace.set(key, row);
  }
  return [...byPlace.values()];
}

/** Whether all values of a row are years: then it is a row of headings. */
export function isYearRow(row: ValueRow): boolean {
  const amounts = row.cells.flatMap((cell) => cell.amounts);
  return amounts.length > 0 && amounts.every(isYear);
}
