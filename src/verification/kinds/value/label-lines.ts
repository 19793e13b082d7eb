import type { TextSpan } from '../../../evidence/grounding.ts';
import type { ReadLabel } from '../../../evidence/label-text.ts';
import { labelsOf } from './claimed-label.ts';
import type { ValueCell, ValuePage, ValueRow } from './read-page.ts';

/** Lines of a wrapped label that are looked at above and below a row of numbers. */
const WRAPPED_LINES_MAX = 4;

/** Indentation of wrapped lines against one another, points; about six characters of body type. */
const INDENT_MAX = 36;

/** Distance of two lines of one label, in heights of a line. */
const LINE_GAP_MAX = 2.2;

/** Where the label of a cell starts, behind a list mark. */
export function startOfLabel(page: ValuePage, cell: ValueCell): number {
  const bullet = /^(?:[•●▪■◦‣·*–—-]|[\uE000-\uF8FF])\s+/u.exec(
    page.page.text.slice(cell.start, cell.end),
  );
  return cell.start + (bullet?.[0].length ?? 0);
}

/** Lines next to the row, nearest first, that hold words in the label's column and no values. */
export function continuation(
  page: ValuePage,
  place: { readonly row: ValueRow; readonly left: number },
  step: -1 | 1,
): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  const { left } = place;
  let from = place.row;
  while (spans.length < WRAPPED_LINES_MAX) {
    const next = page.rows[from.index + step];
    if (next === undefined || gapBetween(from, next) > LINE_GAP_MAX) break;
    const at = next.cells.findIndex(
      (one) => one.kind === 'words' && Math.abs(one.left - left) <= INDENT_MAX,
    );
    const cell = next.cells[at];
    const right = next.cells[at + 1];
    if (cell === undefined || right?.kind === 'values') break;
    spans.push(trimmedSpan(page, { start: startOfLabel(page, cell), end: cell.end }));
    from = next;
  }
  return spans;
}

/** Distance of the tops of two rows in heights of the upper one's line. */
function gapBetween(a: ValueRow, b: ValueRow): number {
  const height = Math.max(1, Math.min(a.bottom - a.top, b.bottom - b.top));
  return Math.abs(b.top - a.top) / height;
}

/** A label's span without white space, leaders and currency signs behind it. */
export function trimmedSpan(page: ValuePage, span: TextSpan): TextSpan {
  const text = page.page.text.slice(span.start, span.end);
  const end = text.replace(/(?:\s|[$€£¥]|(?:\s*\.){2,}|…|_{2,})+$/u, '').length;
  return { start: span.start, end: span.start + end };
}

/** The text of a span, trimmed as `trimmedSpan` does. */
export function trimmedLabel(page: ValuePage, span: TextSpan): string {
  const { start, end } = trimmedSpan(page, span);
  return page.page.text.slice(start, end);
}

/** The labels that may enclose a row, and the edges of the line above it. */
export interface Enclosures {
  readonly left: number;
  readonly right: number;
  readonly readings: readonly {
    readonly spans: readonly TextSpan[];
    readonly labels: readonly ReadLabel[];
  }[];
}

const NO_ENCLOSURES: Enclosures = { left: 0, right: 0, readings: [] };

/**
 * The labels that may be wrapped over the lines right above and below a row of values without words.
 * Both are needed: a line above alone may as well be a heading.
 */
export function enclosuresOf(page: ValuePage, row: ValueRow): Enclosures {
  const above = page.rows[row.index - 1]?.cells.find((cell) => cell.kind !== 'blank');
  const first = row.cells.find((cell) => cell.kind !== 'blank');
  if (first?.kind !== 'values' || above?.kind !== 'words' || above.left >= first.left) {
    return NO_ENCLOSURES;
  }
  if (row.cells.some((cell) => cell.kind === 'words')) return NO_ENCLOSURES;
  const place = { row, left: above.left };
  const before = continuation(page, place, -1);
  const after = continuation(page, place, 1);
  const readings = before.flatMap((_, up) =>
    after.map((_, down) => {
      const spans = [...before.slice(0, up + 1).reverse(), ...after.slice(0, down + 1)];
      return { spans, labels: labelsOf(page, spans) };
    }),
  );
  return { left: above.left, right: above.right, readings };
}
