import type { Flow } from './book.ts';
import { put, putCentre, putRight, rule, type Style, widthOf } from './typeset.ts';

const CELL: Style = { face: 'Sans', size: 9, leading: 15 };
const HEAD: Style = { face: 'SansBold', size: 9, leading: 15 };

/** A statement: one label column, perhaps a notes column, and columns of numbers. */
export interface Statement {
  readonly columns: readonly string[];
  readonly has_notes: boolean;
  readonly rows: readonly StatementRow[];
}

export interface StatementRow {
  readonly label: string;
  readonly note?: string;
  /** As printed; a `$` in front stands at the left edge of its column. Empty for a heading row. */
  readonly cells: readonly string[];
  readonly look?: 'plain' | 'total' | 'section';
}

/** Sets the statement at the flow's place, full width; numbers are aligned by their last digit. */
export function statement(flow: Flow, table: Statement): void {
  const columnWidth = Math.min(78, (flow.width * 0.62) / table.columns.length);
  const right = flow.x + flow.width - 4;
  const edgeOf = (column: number): number =>
    right - (table.columns.length - 1 - column) * columnWidth;
  const notesAt = edgeOf(0) - columnWidth - 8;
  for (const [column, name] of table.columns.entries()) {
    putRight(flow.sheet, edgeOf(column) + 3, flow.y, name, HEAD);
  }
  if (table.has_notes) putCentre(flow.sheet, notesAt, flow.y, 'Note', HEAD);
  rule(flow.sheet, flow.x, flow.x + flow.width, flow.y + 4, 0.8);
  flow.y += CELL.leading + 3;
  for (const row of table.rows) {
    const style = row.look === undefined || row.look === 'plain' ? CELL : HEAD;
    put(flow.sheet, flow.x + (row.look === 'section' ? 0 : 6), flow.y, row.label, style);
    if (row.note !== undefined) putCentre(flow.sheet, notesAt, flow.y, row.note, CELL);
    for (const [column, cell] of row.cells.entries()) {
      if (row.look === 'total') {
        rule(flow.sheet, edgeOf(column) - columnWidth + 16, edgeOf(column) + 3, flow.y - 10, 0.5);
      }
      putNumber(flow, edgeOf(column), columnWidth, cell, style);
    }
    flow.y += CELL.leading;
  }
  rule(flow.sheet, flow.x, flow.x + flow.width, flow.y - 9, 0.8);
  flow.y += 10;
}

/** Parentheses and percent signs hang to the right of the digits. */
function putNumber(
  flow: Flow,
  edge: number,
  columnWidth: number,
  cell: string,
  style: Style,
): void {
  const amount = cell.replace(/^\$\s*/, '');
  if (amount !== cell) put(flow.sheet, edge - columnWidth + 18, flow.y, '$', style);
  const hanging = /[)%]+$/.exec(amount)?.[0] ?? '';
  const start = edge + widthOf(hanging, style) - widthOf(amount, style);
  put(flow.sheet, start, flow.y, amount, style);
}
