import { put, putRight, type Sheet } from '../../examples/report/typeset.ts';
import type { Look } from './document.ts';

/** A statement as it is printed: what it is in, its columns, its rows. */
export interface PrintedStatement {
  /** Such as `(in millions of dollars)`; absent where the page states nothing. */
  readonly scale?: string;
  readonly columns: readonly string[];
  /** Label and cells; no cells for a heading of rows. */
  readonly rows: readonly (readonly [string, ...string[]])[];
}

/** Sets the statement from `top` (points from the top) down; numbers end at their column's edge. */
export function setStatement(
  sheet: Sheet,
  look: Look,
  top: number,
  printed: PrintedStatement,
): void {
  const { style, margin } = look;
  const step = style.size * 7;
  const edge = (column: number): number =>
    look.width - margin - (printed.columns.length - 1 - column) * step;
  let y = top;
  if (printed.scale !== undefined) {
    put(sheet, margin, y, printed.scale, style);
    y += style.leading * 1.4;
  }
  for (const [column, name] of printed.columns.entries())
    putRight(sheet, edge(column), y, name, style);
  y += style.leading * 1.2;
  for (const [label, ...cells] of printed.rows) {
    put(sheet, margin, y, label, style);
    for (const [column, cell] of cells.entries()) putRight(sheet, edge(column), y, cell, style);
    y += style.leading;
  }
}
