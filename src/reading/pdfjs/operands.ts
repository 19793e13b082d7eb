import type { Bbox } from '../../contracts/locator.ts';
import type { Matrix } from './matrix.ts';

/**
 * Operands as pdf.js hands them on: outside data, since a document may put anything before an
 * operator. Each function returns null for what is not as it should be.
 */
export function numberAt(operands: readonly unknown[], index: number): number | null {
  const value = operands[index];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function stringAt(operands: readonly unknown[], index: number): string | null {
  const value = operands[index];
  return typeof value === 'string' ? value : null;
}

/** Six numbers, given one by one or in an array or typed array. */
export function matrixOf(value: unknown): Matrix | null {
  if (!holdsNumbers(value, 6)) return null;
  return [value[0] ?? 0, value[1] ?? 0, value[2] ?? 0, value[3] ?? 0, value[4] ?? 0, value[5] ?? 0];
}

/** Four numbers in any order of corners; the result has x0 <= x1 and y0 <= y1. */
export function boxOf(value: unknown): Bbox | null {
  const numbers = numbersOf(value, 4);
  if (numbers === null) return null;
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers;
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
}

/** The first `count` numbers of an array or typed array, all finite; null if it has fewer. */
export function numbersOf(value: unknown, count: number): readonly number[] | null {
  if (!holdsNumbers(value, count)) return null;
  return Array.from({ length: count }, (_, index) => value[index] ?? 0);
}

function holdsNumbers(value: unknown, count: number): value is ArrayLike<number> {
  if (!Array.isArray(value) && !(value instanceof Float32Array)) return false;
  for (let index = 0; index < count; index += 1) {
    const entry: unknown = value[index];
    if (typeof entry !== 'number' || !Number.isFinite(entry)) return false;
  }
  return true;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
