import type { Bbox } from '../../contracts/locator.ts';
import { unionOf } from '../../evidence/geometry.ts';
import { applyX, applyY, lengthOf, type Matrix } from './matrix.ts';

/** One stretch of a path on the page: points as x, y, x, y, …; curves are flattened. */
export interface Subpath {
  readonly points: readonly number[];
  readonly isClosed: boolean;
}

/** Codes inside a path of pdf.js 5.6 (its `DrawOPS`). */
const MOVE = 0;
const LINE = 1;
const CURVE = 2;
const QUADRATIC = 3;
const CLOSE = 4;

/**
 * Pieces a curve is cut into. A quarter circle of radius r cut into 8 is off by r (1 - cos(pi/32)),
 * less than 0.5 % of r: no glyph is judged by less.
 */
const CURVE_PIECES = 8;

/** Edges that differ by less than this are parallel to an axis; twice the rounding of boxes, points. */
const AXIS_TOLERANCE = 0.02;

/** Reads a path of pdf.js and puts it on the page; null if it is not one. */
export function subpathsOf(data: unknown, matrix: Matrix): readonly Subpath[] | null {
  if (!(data instanceof Float32Array) && !Array.isArray(data)) return null;
  const numbers: ArrayLike<unknown> = data;
  const subpaths: { points: number[]; isClosed: boolean }[] = [];
  let current: { points: number[]; isClosed: boolean } | null = null;
  let at = 0;
  const read = (): number => {
    const value = numbers[at];
    at += 1;
    return typeof value === 'number' ? value : Number.NaN;
  };
  let x = 0;
  let y = 0;
  let startX = 0;
  let startY = 0;
  const start = (): { points: number[]; isClosed: boolean } => {
    const fresh = { points: [applyX(matrix, x, y), applyY(matrix, x, y)], isClosed: false };
    subpaths.push(fresh);
    return fresh;
  };
  while (at < numbers.length) {
    const operation = read();
    if (operation === MOVE) {
      x = read();
      y = read();
      startX = x;
      startY = y;
      current = start();
    } else if (operation === LINE) {
      current ??= start();
      x = read();
      y = read();
      current.points.push(applyX(matrix, x, y), applyY(matrix, x, y));
    } else if (operation === CURVE || operation === QUADRATIC) {
      current ??= start();
      const control = operation === CURVE ? [read(), read(), read(), read()] : [read(), read()];
      const endX = read();
      const endY = read();
      flatten(current.points, matrix, [x, y, ...control, endX, endY]);
      x = endX;
      y = endY;
    } else if (operation === CLOSE) {
      if (current !== null) current.isClosed = true;
      current = null;
      x = startX;
      y = startY;
    } else return null;
  }
  return subpaths.every((subpath) => subpath.points.every(Number.isFinite)) ? subpaths : null;
}

/** The unit square of user space on the page. */
export function unitSquare(matrix: Matrix): Subpath {
  const points = [0, 0, 1, 0, 1, 1, 0, 1].flatMap((x, at, all) =>
    at % 2 === 0 ? [applyX(matrix, x, all[at + 1] ?? 0), applyY(matrix, x, all[at + 1] ?? 0)] : [],
  );
  return { points, isClosed: true };
}

/** Bounding box of all points; null for an empty path. */
export function boundsOfPath(subpaths: readonly Subpath[]): Bbox | null {
  return unionOf(subpaths.map((subpath) => boundsOfPoints(subpath.points)));
}

/** The box of a subpath that is an axis-parallel rectangle, or flat (a line along an axis). */
export function rectangleOf(subpath: Subpath): Bbox | null {
  const corners = cornersOf(subpath.points);
  if (corners.length > 8 || corners.length < 4) return null;
  if (corners.length === 6) return null;
  for (let at = 0; at < corners.length; at += 2) {
    const to = at + 2 < corners.length ? at + 2 : 0;
    const isParallel =
      isNear(corners[at], corners[to] ?? 0) || isNear(corners[at + 1], corners[to + 1] ?? 0);
    if (!isParallel) return null;
  }
  return boundsOfPoints(corners);
}

/** The edges of a path as boxes along an axis, or null if one of them is slanted. */
export function axisEdgesOf(subpaths: readonly Subpath[]): readonly AxisEdge[] | null {
  const found: AxisEdge[] = [];
  for (const subpath of subpaths) {
    for (const edge of edgesOf(subpath.points, subpath.isClosed)) {
      if (edge.isHorizontal && edge.isVertical) continue;
      if (!edge.isHorizontal && !edge.isVertical) return null;
      found.push(edge);
    }
  }
  return found;
}

export interface AxisEdge {
  readonly box: Bbox;
  readonly isHorizontal: boolean;
  readonly isVertical: boolean;
}

/** Whether rectangles all turn the same way, so that by the nonzero rule none cuts a hole. */
export function turnAlike(subpaths: readonly Subpath[]): boolean {
  const turns = new Set(subpaths.map((subpath) => Math.sign(signedArea(subpath.points))));
  turns.delete(0);
  return turns.size <= 1;
}

function cornersOf(points: readonly number[]): number[] {
  const corners: number[] = [];
  for (let at = 0; at + 1 < points.length; at += 2) {
    const x = points[at] ?? 0;
    const y = points[at + 1] ?? 0;
    const count = corners.length;
    const isSame = count > 0 && isNear(corners[count - 2], x) && isNear(corners[count - 1], y);
    if (!isSame) corners.push(x, y);
  }
  const count = corners.length;
  const isBack =
    count > 4 && isNear(corners[0], corners[count - 2]) && isNear(corners[1], corners[count - 1]);
  return isBack ? corners.slice(0, -2) : corners;
}

function edgesOf(points: readonly number[], isClosed: boolean): AxisEdge[] {
  const edges: AxisEdge[] = [];
  const last = points.length - 2;
  for (let at = 0; at <= last; at += 2) {
    if (at === last && !isClosed) break;
    const to = at === last ? 0 : at + 2;
    const x0 = points[at] ?? 0;
    const y0 = points[at + 1] ?? 0;
    const x1 = points[to] ?? 0;
    const y1 = points[to + 1] ?? 0;
    edges.push({
      box: [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)],
      isHorizontal: isNear(y0, y1),
      isVertical: isNear(x0, x1),
    });
  }
  return edges;
}

function signedArea(points: readonly number[]): number {
  let area = 0;
  for (let at = 0; at + 1 < points.length; at += 2) {
    const next = at + 2 < points.length ? at + 2 : 0;
    area +=
      (points[at] ?? 0) * (points[next + 1] ?? 0) - (points[next] ?? 0) * (points[at + 1] ?? 0);
  }
  return area / 2;
}

function boundsOfPoints(points: readonly number[]): Bbox {
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = Number.NEGATIVE_INFINITY;
  for (let at = 0; at + 1 < points.length; at += 2) {
    x0 = Math.min(x0, points[at] ?? 0);
    x1 = Math.max(x1, points[at] ?? 0);
    y0 = Math.min(y0, points[at + 1] ?? 0);
    y1 = Math.max(y1, points[at + 1] ?? 0);
  }
  return [x0, y0, x1, y1];
}

/** Appends a Bézier curve of 3 or 4 control points, each piece by de Casteljau's construction. */
function flatten(points: number[], matrix: Matrix, control: readonly number[]): void {
  for (let piece = 1; piece <= CURVE_PIECES; piece += 1) {
    const t = piece / CURVE_PIECES;
    let level = control;
    while (level.length > 2) {
      const next: number[] = [];
      for (let at = 0; at + 2 < level.length; at += 1) {
        next.push((level[at] ?? 0) * (1 - t) + (level[at + 2] ?? 0) * t);
      }
      level = next;
    }
    const [x = 0, y = 0] = level;
    points.push(applyX(matrix, x, y), applyY(matrix, x, y));
  }
}

function isNear(a: number | undefined, b: number | undefined): boolean {
  return Math.abs((a ?? 0) - (b ?? 0)) <= AXIS_TOLERANCE;
}

/** Half the reach of a pen of width `lineWidth` along x and along y on the page, points. */
export function penReach(matrix: Matrix, lineWidth: number): readonly [number, number] {
  const half = lineWidth / 2;
  return [half * lengthOf(matrix[0], matrix[2]), half * lengthOf(matrix[1], matrix[3])];
}
