import type { Bbox } from '../../contracts/locator.ts';

/** `[a, b, c, d, e, f]` as in ISO 32000-1, 8.3.3: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The matrix that applies `first`, then `second` (ISO 32000-1, 8.3.4). */
export function concatenate(first: Matrix, second: Matrix): Matrix {
  return [
    first[0] * second[0] + first[1] * second[2],
    first[0] * second[1] + first[1] * second[3],
    first[2] * second[0] + first[3] * second[2],
    first[2] * second[1] + first[3] * second[3],
    first[4] * second[0] + first[5] * second[2] + second[4],
    first[4] * second[1] + first[5] * second[3] + second[5],
  ];
}

/** Bounding box of the rectangle `x0, y0, x1, y1` after `matrix`; the corners may come in any order. */
export function boundsOf(box: Bbox, matrix: Matrix): Bbox {
  const [left, top, right, bottom] = box;
  const x0 = applyX(matrix, left, top);
  const x1 = applyX(matrix, right, top);
  const x2 = applyX(matrix, left, bottom);
  const x3 = applyX(matrix, right, bottom);
  const y0 = applyY(matrix, left, top);
  const y1 = applyY(matrix, right, top);
  const y2 = applyY(matrix, left, bottom);
  const y3 = applyY(matrix, right, bottom);
  return [
    Math.min(x0, x1, x2, x3),
    Math.min(y0, y1, y2, y3),
    Math.max(x0, x1, x2, x3),
    Math.max(y0, y1, y2, y3),
  ];
}

export function applyX(matrix: Matrix, x: number, y: number): number {
  return matrix[0] * x + matrix[2] * y + matrix[4];
}

export function applyY(matrix: Matrix, x: number, y: number): number {
  return matrix[1] * x + matrix[3] * y + matrix[5];
}

/** Whether rectangles stay axis-parallel rectangles under `matrix`. */
export function keepsRectangles(matrix: Matrix): boolean {
  const [a, b, c, d] = matrix;
  const small = 1e-4 * Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d));
  return (
    (Math.abs(b) <= small && Math.abs(c) <= small) || (Math.abs(a) <= small && Math.abs(d) <= small)
  );
}

/** Length of a vector. Not `Math.hypot`, whose last bits differ between versions of V8. */
export function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
