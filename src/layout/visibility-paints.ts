import type { Bbox } from '../contracts/locator.ts';
import type { Paint } from '../evidence/drawing.ts';
import { type Colour, colourOf } from './visibility-colour.ts';

/** A paint that shows on the page, prepared for questions about single points. */
export interface ShownPaint {
  readonly paint: Paint;
  readonly colour: Colour | null;
  /** Whether the point is painted; `unknown` where the drawing does not tell. */
  readonly covers: (x: number, y: number) => 'yes' | 'no' | 'unknown';
}

/** The shown paints of a page by place. */
export interface PaintIndex {
  /** Paints whose box overlaps `box`, in paint order, each once. */
  readonly near: (box: Bbox) => readonly ShownPaint[];
}

/**
 * Indexes the paints of a page in two grids of cells: fine ones for what is small, coarse ones for
 * what would fill too many fine cells. A page of 20,000 paints and 20,000 glyphs stays near linear.
 * Paints of switched-off layers, without area or all transparent are left out.
 */
export function indexPaints(paints: readonly Paint[], width: number, height: number): PaintIndex {
  const shown = paints
    .filter((paint) => paint.layer_on && paint.alpha > 0 && hasArea(paint.bbox))
    .sort((a, b) => a.order - b.order)
    .map(prepare);
  const fine = createGrid(width, height, 64);
  const coarse = createGrid(width, height, 8);
  shown.forEach(({ paint }, index) => {
    const grid = fine.cellCount(paint.bbox) <= 128 ? fine : coarse;
    grid.add(paint.bbox, index);
  });
  // Every glyph asks: which question met a paint last is cheaper to keep than a set for each.
  const metBy = new Uint32Array(shown.length);
  let question = 0;
  let asked: Bbox = [0, 0, 0, 0];
  let found: ShownPaint[] = [];
  const meet = (index: number): void => {
    const candidate = shown[index];
    if (metBy[index] === question || candidate === undefined) return;
    metBy[index] = question;
    if (overlaps(candidate.paint.bbox, asked)) found.push(candidate);
  };
  return {
    near: (box) => {
      if (shown.length === 0) return NOTHING_NEAR;
      question += 1;
      asked = box;
      if (found.length > 0) found = [];
      coarse.visit(box, meet);
      fine.visit(box, meet);
      if (found.length === 0) return NOTHING_NEAR;
      return found.length < 2 ? found : found.sort((a, b) => a.paint.order - b.paint.order);
    },
  };
}

const NOTHING_NEAR: readonly ShownPaint[] = [];

/** Five by five points over a box, edges just within; thin lines hit few of them. */
const POINT_SHARES = [0.02, 0.26, 0.5, 0.74, 0.98] as const;

export function pointsIn(box: Bbox): readonly (readonly [number, number])[] {
  return POINT_SHARES.flatMap((row) =>
    POINT_SHARES.map(
      (column) => [box[0] + (box[2] - box[0]) * column, box[1] + (box[3] - box[1]) * row] as const,
    ),
  );
}

function prepare(paint: Paint): ShownPaint {
  const [x0, y0, x1, y1] = paint.bbox;
  const inBox = (x: number, y: number): boolean => x >= x0 && x <= x1 && y >= y0 && y <= y1;
  const inside = paint.is_rectangle || paint.outline === null ? null : outlineTest(paint);
  const covers: ShownPaint['covers'] = (x, y) => {
    if (!inBox(x, y)) return 'no';
    if (inside !== null) return inside(x, y);
    return paint.is_rectangle || paint.kind === 'shading' ? 'yes' : 'unknown';
  };
  return { paint, colour: colourOf(paint.color), covers };
}

function outlineTest(paint: Paint): ShownPaint['covers'] {
  const polygons = paint.outline ?? [];
  if (paint.kind === 'stroke') {
    const reach = paint.line_width / 2;
    return (x, y) => (polygons.some((line) => isNearLine(line, x, y, reach)) ? 'yes' : 'no');
  }
  return (x, y) => {
    let winding = 0;
    for (const polygon of polygons) winding += windingNumber(polygon, x, y);
    if (winding === 0) return 'no';
    // The two fill rules of ISO 32000-1, 8.5.3.3.
    return paint.even_odd === true && winding % 2 === 0 ? 'no' : 'yes';
  };
}

/** How often a closed polygon runs around the point, counted with its direction. */
function windingNumber(polygon: readonly number[], x: number, y: number): number {
  let winding = 0;
  let fromX = polygon[polygon.length - 2] ?? 0;
  let fromY = polygon[polygon.length - 1] ?? 0;
  for (let at = 0; at + 1 < polygon.length; at += 2) {
    const toX = polygon[at] ?? 0;
    const toY = polygon[at + 1] ?? 0;
    if (fromY <= y !== toY <= y) {
      const crossing = fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX);
      if (crossing > x) winding += toY > fromY ? 1 : -1;
    }
    fromX = toX;
    fromY = toY;
  }
  return winding;
}

function isNearLine(line: readonly number[], x: number, y: number, reach: number): boolean {
  for (let at = 0; at + 3 < line.length; at += 2) {
    const ax = line[at] ?? 0;
    const ay = line[at + 1] ?? 0;
    const dx = (line[at + 2] ?? 0) - ax;
    const dy = (line[at + 3] ?? 0) - ay;
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / length;
    const along = Math.min(1, Math.max(0, share));
    if (Math.hypot(x - ax - along * dx, y - ay - along * dy) <= reach) return true;
  }
  return false;
}

interface Grid {
  readonly cellCount: (box: Bbox) => number;
  readonly add: (box: Bbox, index: number) => void;
  readonly visit: (box: Bbox, meet: (index: number) => void) => void;
}

function createGrid(width: number, height: number, side: number): Grid {
  const cells = new Map<number, number[]>();
  const cellOf = (value: number, extent: number): number =>
    Math.min(side - 1, Math.max(0, Math.floor((value / extent) * side))) || 0;
  const rangeOf = (box: Bbox): readonly [number, number, number, number] => [
    cellOf(box[0], width),
    cellOf(box[1], height),
    cellOf(box[2], width),
    cellOf(box[3], height),
  ];
  return {
    cellCount: (box) => {
      const [left, top, right, bottom] = rangeOf(box);
      return (right - left + 1) * (bottom - top + 1);
    },
    add: (box, index) => {
      const [left, top, right, bottom] = rangeOf(box);
      for (let row = top; row <= bottom; row += 1) {
        for (let column = left; column <= right; column += 1) {
          const cell = cells.get(row * side + column);
          if (cell === undefined) cells.set(row * side + column, [index]);
          else cell.push(index);
        }
      }
    },
    visit: (box, meet) => {
      if (cells.size === 0) return;
      // Every glyph asks, so the range is not made as a record of its own.
      const left = cellOf(box[0], width);
      const right = cellOf(box[2], width);
      const bottom = cellOf(box[3], height);
      for (let row = cellOf(box[1], height); row <= bottom; row += 1) {
        for (let column = left; column <= right; column += 1) {
          cells.get(row * side + column)?.forEach(meet);
        }
      }
    },
  };
}

function hasArea(box: Bbox): boolean {
  return box[2] > box[0] && box[3] > box[1];
}

function overlaps(a: Bbox, b: Bbox): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}
