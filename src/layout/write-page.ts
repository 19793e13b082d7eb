import type { Bbox } from '../contracts/locator.ts';
import { roundPoints, unionOf } from '../evidence/geometry.ts';
import type {
  PageElement,
  PageGrounding,
  PageLine,
  PageRow,
  RowCell,
} from '../evidence/grounding.ts';
import { groupElements, horizontalRules } from './elements.ts';
import type { Frame } from './ink.ts';
import type { Section, SetLine } from './lines.ts';
import { createTextWriter, type WrittenLine, type WrittenText } from './text.ts';

/** The text of a page with all that points into it. */
export type WrittenPage = WrittenText & Pick<PageGrounding, 'lines' | 'rows' | 'elements'>;

interface PlacedLine {
  readonly set: SetLine;
  readonly written: WrittenLine;
}

/**
 * Writes sections one after the other into the canonical text of a page.
 * @param rules of the page: a rule between two lines parts elements.
 */
export function writePage(
  pageIndex: number,
  sections: readonly Section[],
  rules: readonly Bbox[],
): WrittenPage {
  const writer = createTextWriter();
  const elements: PageElement[] = [];
  const lines: PageLine[] = [];
  const placed: PlacedLine[] = [];
  const parting = horizontalRules(rules);
  for (const section of sections) {
    for (const members of groupElements(section.lines, parting)) {
      const own = members.map((set) => ({ set, written: writer.writeLine(set) }));
      for (const line of own) {
        lines.push(pageLineOf(line, elements.length));
        placed.push(line);
      }
      elements.push({
        id: `p${pageIndex}-e${elements.length}`,
        role: section.role,
        bbox: roundBox(unionOf(members.map((set) => set.bbox)) ?? [0, 0, 0, 0]),
        start: own[0]?.written.start ?? 0,
        end: own[own.length - 1]?.written.end ?? 0,
      });
    }
  }
  const written = writer.done();
  return { ...written, lines, elements, rows: rowsOf(placed, written.boxes) };
}

function pageLineOf({ set, written }: PlacedLine, element: number): PageLine {
  const [x0, , x1] = set.bbox;
  const isUpright = set.frame.direction === 0 || set.frame.direction === 180;
  const middle = (set.u0 + set.u1) / 2;
  const baseline = isUpright
    ? middle * set.frame.dy + set.v * set.frame.dx
    : middle * set.frame.dx - set.v * set.frame.dy;
  return {
    start: written.start,
    end: written.end,
    bbox: roundBox(set.bbox),
    baseline: roundPoints(Number.isFinite(baseline) ? baseline : (x0 + x1) / 2),
    size: roundPoints(set.size),
    direction: set.frame.direction,
    element,
    cells: written.cells,
  };
}

/** Gathers the cells of all lines that stand on one band of one frame. */
function rowsOf(placed: readonly PlacedLine[], boxes: Float32Array): readonly PageRow[] {
  const byFrame = new Map<Frame, Map<number, { readonly v: number; cells: PlacedCell[] }>>();
  placed.forEach(({ set, written }, line) => {
    const bands = byFrame.get(set.frame) ?? new Map();
    byFrame.set(set.frame, bands);
    const band = bands.get(set.band) ?? { v: set.v, cells: [] };
    bands.set(set.band, band);
    for (const span of written.cells) {
      const bbox = boxOfSpan(boxes, span.start, span.end);
      const u = bbox[0] * set.frame.dx + bbox[1] * set.frame.dy;
      band.cells.push({ u, cell: { start: span.start, end: span.end, bbox, line } });
    }
  });
  return [...byFrame.values()].flatMap((bands) =>
    [...bands.values()]
      .sort((a, b) => a.v - b.v)
      .map(({ cells }) => {
        const ordered = [...cells].sort((a, b) => a.u - b.u || a.cell.start - b.cell.start);
        return {
          bbox: unionOf(ordered.map(({ cell }) => cell.bbox)) ?? [0, 0, 0, 0],
          cells: ordered.map(({ cell }) => cell),
        };
      }),
  );
}

interface PlacedCell {
  readonly u: number;
  readonly cell: RowCell;
}

function boxOfSpan(boxes: Float32Array, start: number, end: number): Bbox {
  let [x0, y0] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [x1, y1] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = start * 4; at < end * 4; at += 4) {
    x0 = Math.min(x0, boxes[at] ?? x0);
    y0 = Math.min(y0, boxes[at + 1] ?? y0);
    x1 = Math.max(x1, boxes[at + 2] ?? x1);
    y1 = Math.max(y1, boxes[at + 3] ?? y1);
  }
  return roundBox([x0, y0, x1, y1]);
}

function roundBox([x0, y0, x1, y1]: Bbox): Bbox {
  return [roundPoints(x0), roundPoints(y0), roundPoints(x1), roundPoints(y1)];
}
