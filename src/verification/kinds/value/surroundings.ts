import type { FoundAmount } from '../../../evidence/amount.ts';
import type { TextSpan } from '../../../evidence/grounding.ts';
import { boxOf } from '../../evidence.ts';
import { isYearRow } from './label-rows.ts';
import type { ValueCell, ValuePage, ValueRow } from './read-page.ts';

/** An amount with its place on the page and the words that say what it is. */
export interface PlacedAmount {
  readonly found: FoundAmount;
  /** Index of its row; null where it stands in no row. */
  readonly row: ValueRow | null;
  readonly left: number;
  readonly right: number;
  /** The row's label, empty where none is asserted. */
  readonly label: string;
  /** Left and right edge of the label, null where there is none. */
  readonly label_left: number | null;
  readonly label_right: number | null;
  /** Headings of its column, from lines of several headings, nearest first. */
  readonly column: readonly string[];
  /** Lines of one heading over it: titles, headings of the whole table. */
  readonly spanning: readonly string[];
  /** Words-only rows above the row in the label's column that govern it by indentation. */
  readonly sections: readonly string[];
}

/** Column headings are looked for in this many rows above: a full page of a statement. */
const HEADING_ROWS_MAX = 70;
/** Rows without a heading that may stand between two lines of one heading. */
const HEADING_GAP_MAX = 2;
/** One line of a column heading has no more words than this; longer ones are titles or text. */
const HEADING_WORDS_MAX = 5;
/** A line of words wider than this share of the page is a paragraph, not a heading. */
const PARAGRAPH_SHARE = 0.55;
/** Indents nearer than this are the same, points. */
const SAME_INDENT = 2;

/** The label that a claim asserts for an amount, and the row it stands in. */
export interface AssertedLabel {
  readonly row: ValueRow;
  readonly text: string;
  /** Edges of the label. */
  readonly left: number;
  readonly right: number;
}

/** Places an amount in its row and column. */
export function placeAmount(
  page: ValuePage,
  found: FoundAmount,
  label: AssertedLabel | null,
): PlacedAmount {
  // From the first digit on: a currency sign may stand far left, under another heading.
  const digit = page.page.text.slice(found.start, found.end).search(/\d/);
  const box = boxOf(page.page, found.start + Math.max(0, digit), found.end) ?? [0, 0, 0, 0];
  const row = label?.row ?? rowOf(page, found);
  const headings =
    row === null
      ? NO_HEADINGS
      : headingsAbove(
          page,
          row,
          slotOf(row, box[0], rightOf(row, found, box[2]), label?.right ?? 0),
        );
  return {
    found,
    row,
    left: box[0],
    right: box[2],
    label: label?.text ?? '',
    label_left: label?.left ?? null,
    label_right: label?.right ?? null,
    column: headings.column,
    spanning: headings.spanning,
    sections: row === null || label === null ? [] : sectionsAbove(page, row, label.left),
  };
}

/** The right edge of an amount, or of its whole cell where it is the only one: `3(b)`. */
function rightOf(row: ValueRow, found: FoundAmount, right: number): number {
  const cell = row.cells.find((one) => one.amounts.includes(found));
  return cell?.kind === 'values' && cell.amounts.length === 1 ? Math.max(right, cell.right) : right;
}

/** The row in which a span stands, or null. */
export function rowOf(page: ValuePage, span: TextSpan): ValueRow | null {
  return (
    page.rows.find((row) =>
      row.cells.some((cell) => cell.start <= span.start && span.start < cell.end),
    ) ?? null
  );
}

/**
 * Whether a row is a line of running text, which parts one table from the next: wide, without
 * values, and the end of a sentence or next to another such line. A long section heading is none.
 */
export function isParagraph(page: ValuePage, row: ValueRow): boolean {
  const known = PARAGRAPHS.get(row);
  if (known !== undefined) return known;
  const answer = readsAsParagraph(page, row);
  PARAGRAPHS.set(row, answer);
  return answer;
}

/** Asked of every row above an amount, for each amount; a row belongs to one page. */
const PARAGRAPHS = new WeakMap<ValueRow, boolean>();

function readsAsParagraph(page: ValuePage, row: ValueRow): boolean {
  if (!isWide(page, row) || isWrappedLabel(page, row)) return false;
  const last = row.cells.at(-1)?.text ?? '';
  if (/[.;]["”’)]?$/.test(last.trim())) return true;
  return [row.index - 1, row.index + 1].some((index) => {
    const beside = page.rows[index];
    return beside !== undefined && isWide(page, beside);
  });
}

/** Lines of a label above its last one: the par values of a balance sheet take up to three. */
const LABEL_LINES_MAX = 4;

/**
 * Whether a wide line is a part of a label whose last line holds the values: "Common stock, $0.001
 * par value; …" over "… issued and outstanding   1,871   1,599". Such lines do not end a sentence.
 */
function isWrappedLabel(page: ValuePage, row: ValueRow): boolean {
  for (let index = row.index; index < row.index + LABEL_LINES_MAX; index += 1) {
    const line = page.rows[index];
    const next = page.rows[index + 1];
    if (line === undefined || next === undefined) return false;
    if (/[.:]["”’)]?$/.test(line.cells.at(-1)?.text.trim() ?? '')) return false;
    const [label] = next.cells;
    const isLast = label?.kind === 'words' && next.cells.at(-1)?.kind === 'values';
    if (isLast && label.left >= (row.cells[0]?.left ?? 0) - LABEL_INDENT) return true;
    if (!isWide(page, next)) return false;
  }
  return false;
}

/** Further lines of a label stand at its own left edge or are indented, points. */
const LABEL_INDENT = 2;

function isWide(page: ValuePage, row: ValueRow): boolean {
  if (row.cells.length > 2 || row.cells.at(-1)?.kind !== 'words') return false;
  const widest = Math.max(...row.cells.map((cell) => cell.right - cell.left));
  return widest > PARAGRAPH_SHARE * page.page.width;
}

/** Headings that stand over a slot, nearest first; of one line with siblings, and alone. */
interface Headings {
  readonly column: readonly string[];
  readonly spanning: readonly string[];
}

const NO_HEADINGS: Headings = { column: [], spanning: [] };

function headingsAbove(page: ValuePage, row: ValueRow, slot: Slot): Headings {
  const column: string[] = [];
  const spanning: string[] = [];
  const first = Math.max(0, row.index - HEADING_ROWS_MAX);
  let lowest = row.index;
  for (let index = row.index - 1; index >= first; index -= 1) {
    const above = page.rows[index];
    if (above === undefined || isParagraph(page, above)) break;
    // The lines of one heading follow one another; what stands further up is another table.
    if (column.length > 0 && lowest - index > HEADING_GAP_MAX) break;
    const cells = above.cells.filter((cell) => cell.kind !== 'blank' || cell.text.includes('%'));
    for (const cell of headingCells(above, cells, slot)) {
      const heading = withoutStatements(page, cell);
      if (!/[\p{L}%]|\d{4}/u.test(heading)) continue;
      const isTitle = cells.length === 1 || heading.split(/\s+/).length > HEADING_WORDS_MAX;
      if (!isTitle) lowest = index;
      (isTitle ? spanning : column).push(heading);
    }
  }
  return { column, spanning };
}

/**
 * The cells of a line that stand over a slot: right over the amount, else between it and its left
 * neighbour.
 */
function headingCells(
  line: ValueRow,
  cells: readonly ValueCell[],
  slot: Slot,
): readonly ValueCell[] {
  const headings = cells.filter((cell) => {
    if (cell.is_nil || !isOver(cell, slot)) return false;
    const isLabel = cell === cells[0] && cells.length > 1 && cell.left < slot.label_right;
    const isFigure = cell.kind !== 'words' && cell.amounts.length > 0 && !isYearRow(line);
    return !isLabel && !isFigure;
  });
  const straight = headings.filter((cell) => cell.left < slot.right && slot.left < cell.right);
  return straight.length > 0 ? straight : headings;
}

/** The place of an amount among its neighbours, points. */
interface Slot {
  /** Edges of the amount. */
  readonly left: number;
  readonly right: number;
  /** Right edge of what stands left of it: a value or the label. */
  readonly from: number;
  readonly label_right: number;
}

function slotOf(row: ValueRow, left: number, right: number, labelRight: number): Slot {
  const before = row.cells.filter((cell) => cell.kind !== 'blank' && cell.right <= left);
  const from = Math.max(labelRight, ...before.map((cell) => cell.right));
  return { left, right, from, label_right: labelRight - SAME_INDENT };
}

/** Over the amount itself, or centred between its left neighbour and its own right edge. */
function isOver(cell: ValueCell, slot: Slot): boolean {
  if (cell.left < slot.right && slot.left < cell.right) return true;
  const centre = (cell.left + cell.right) / 2;
  return slot.from < centre && centre < slot.right;
}

/** The words of a cell less the scale statements in it, whose "per share" names no column. */
function withoutStatements(page: ValuePage, cell: ValueCell): string {
  let text = '';
  let from = cell.start;
  for (const statement of page.statements) {
    if (statement.end <= from || statement.start >= cell.end) continue;
    text += page.page.text.slice(from, Math.max(from, statement.start));
    from = Math.min(cell.end, statement.end);
  }
  return (text + page.page.text.slice(from, cell.end)).trim();
}

/**
 * Section lines above a row, nearest first: words in the label's column without values, each less
 * indented than the one below it. The nearest one may stand at the row's own indent, unless rows
 * between are indented deeper: then it governs those, and the row is their sum or another's.
 */
export function sectionsAbove(page: ValuePage, row: ValueRow, left: number): readonly string[] {
  const sections: string[] = [];
  let indent = left;
  let isFlush = true;
  for (let index = row.index - 1; index >= 0; index -= 1) {
    const above = page.rows[index];
    if (above === undefined || isParagraph(page, above)) break;
    const cell = sectionCell(above, left);
    const first = above.cells[0];
    if (first?.kind === 'words' && first.left > left + SAME_INDENT) isFlush = false;
    if (cell === null) continue;
    const isOuter = cell.left < indent - SAME_INDENT;
    const isOwn = sections.length === 0 && isFlush && cell.left <= left + SAME_INDENT;
    if (!isOuter && !isOwn) continue;
    sections.push(cell.text);
    indent = Math.min(indent, cell.left);
  }
  return sections;
}

/** The words of a row that has no values right of them, in the column of a label; or null. */
function sectionCell(row: ValueRow, left: number): ValueCell | null {
  const at = row.cells.findIndex(
    (cell) => cell.kind === 'words' && cell.left <= left + SAME_INDENT,
  );
  const cell = row.cells[at];
  if (cell === undefined || cell.amounts.length > 0) return null;
  const next = row.cells.slice(at + 1).find((other) => other.kind !== 'blank');
  return next?.kind === 'values' ? null : cell;
}
