import type { Bbox } from '../contracts/locator.ts';

/** Whether the centre of `inner` lies in `outer`, `tolerance` points outside its edge allowed. */
export function holdsCentre(outer: Bbox, inner: Bbox, tolerance: number): boolean {
  const x = (inner[0] + inner[2]) / 2;
  const y = (inner[1] + inner[3]) / 2;
  return (
    x >= outer[0] - tolerance &&
    x <= outer[2] + tolerance &&
    y >= outer[1] - tolerance &&
    y <= outer[3] + tolerance
  );
}

/** The smallest box around all of `boxes`, or null if there is none. */
export function unionOf(boxes: Iterable<Bbox>): Bbox | null {
  let union: [number, number, number, number] | null = null;
  for (const box of boxes) {
    if (union === null) union = [box[0], box[1], box[2], box[3]];
    else {
      union[0] = Math.min(union[0], box[0]);
      union[1] = Math.min(union[1], box[1]);
      union[2] = Math.max(union[2], box[2]);
      union[3] = Math.max(union[3], box[3]);
    }
  }
  return union;
}

/** The common part of two boxes, or null if they do not overlap. */
export function intersectionOf(a: Bbox, b: Bbox): Bbox | null {
  const x0 = Math.max(a[0], b[0]);
  const y0 = Math.max(a[1], b[1]);
  const x1 = Math.min(a[2], b[2]);
  const y1 = Math.min(a[3], b[3]);
  return x0 < x1 && y0 < y1 ? [x0, y0, x1, y1] : null;
}

/** Area in square points. */
export function areaOf(box: Bbox): number {
  return Math.max(0, box[2] - box[0]) * Math.max(0, box[3] - box[1]);
}

/**
 * Rounds to 0.01 pt. Readers deliver matrices as 32-bit floats, about 3e-5 pt off at 600 pt
 * (measured), so anything finer is noise and must not reach a digest.
 */
export function roundPoints(value: number): number {
  const rounded = Math.round(value * 100) / 100;
  return rounded === 0 ? 0 : rounded;
}
