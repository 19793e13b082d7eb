import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IDENTITY, type Matrix } from '../../../src/reading/pdfjs/matrix.ts';
import {
  axisEdgesOf,
  boundsOfPath,
  rectangleOf,
  type Subpath,
  subpathsOf,
} from '../../../src/reading/pdfjs/paths.ts';

const [MOVE, LINE, CURVE, CLOSE] = [0, 1, 2, 4];

function only(data: readonly number[], matrix: Matrix = IDENTITY): Subpath {
  const [subpath] = subpathsOf([...data], matrix) ?? [];
  if (subpath === undefined) throw new Error('no path');
  return subpath;
}

const RECTANGLE = [MOVE, 10, 20, LINE, 40, 20, LINE, 40, 60, LINE, 10, 60, CLOSE];

describe('paths', () => {
  test('a rectangle is known in any order of corners and under quarter turns', () => {
    expect(rectangleOf(only(RECTANGLE))).toEqual([10, 20, 40, 60]);
    expect(rectangleOf(only(RECTANGLE, [0, 1, -1, 0, 100, 0]))).toEqual([40, 10, 80, 40]);
    const backwards = [MOVE, 10, 20, LINE, 10, 60, LINE, 40, 60, LINE, 40, 20, LINE, 10, 20];
    expect(rectangleOf(only(backwards))).toEqual([10, 20, 40, 60]);
  });

  test('other shapes are no rectangles', () => {
    expect(rectangleOf(only(RECTANGLE, [1, 0.2, 0, 1, 0, 0]))).toBeNull();
    expect(rectangleOf(only([MOVE, 0, 0, LINE, 9, 0, LINE, 9, 9, CLOSE]))).toBeNull();
    expect(rectangleOf(only([MOVE, 0, 0, CURVE, 9, 0, 9, 9, 0, 9, CLOSE]))).toBeNull();
  });

  test('after a close, the path goes on from where it began', () => {
    const subpaths = subpathsOf([...RECTANGLE, LINE, 0, 0], IDENTITY);
    expect(subpaths?.[1]).toEqual({ points: [10, 20, 0, 0], isClosed: false });
  });

  test('a closed path has its closing edge', () => {
    const triangle = [MOVE, 0, 0, LINE, 9, 0, LINE, 9, 9];
    expect(axisEdgesOf([only(triangle)])).toHaveLength(2);
    expect(axisEdgesOf([only([...triangle, CLOSE])])).toBeNull();
  });

  test('whatever numbers a path holds, its points are finite or it is none', () => {
    const entry = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double(), fc.integer());
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), (data) => {
        const subpaths = subpathsOf(data, [2, 1, -1, 3, 5, 7]);
        for (const subpath of subpaths ?? []) {
          expect(subpath.points.every(Number.isFinite)).toBe(true);
          expect(subpath.points.length % 2).toBe(0);
          expect(subpath.points.length).toBeGreaterThan(0);
        }
        const bounds = boundsOfPath(subpaths ?? []);
        if (bounds !== null) expect(bounds.every(Number.isFinite)).toBe(true);
      }),
    );
  });
});
