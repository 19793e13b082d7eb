import type { Bbox } from '../contracts/locator.ts';
import { UsageError } from './exit.ts';

/** How many pages one argument may name; a typing error must not ask for a billion. */
const PAGES_MAX = 100_000;

/**
 * Reads pages as a viewer counts them, from 1: `18`, `3-5`, `1,4-6`.
 * @returns page indices from 0, in the order given, each once. Fails as `UsageError`.
 */
export function readPages(text: string): readonly number[] {
  const indices = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^\s*(\d{1,7})(?:\s*-\s*(\d{1,7}))?\s*$/u.exec(part);
    const first = Number(match?.[1] ?? 0);
    const last = Number(match?.[2] ?? first);
    if (first < 1 || last < first || last - first >= PAGES_MAX) {
      throw new UsageError(
        `--page ${text} is no page: it counts from 1 as a viewer does, as in 18, 3-5 or 1,4-6.`,
      );
    }
    for (let page = first; page <= last; page += 1) indices.add(page - 1);
  }
  return [...indices];
}

/** Reads one page as a viewer counts it, and gives its index from 0. Fails as `UsageError`. */
export function readPage(text: string): number {
  const [index, ...more] = readPages(text);
  if (index === undefined || more.length > 0) throw new UsageError('--page must be one page.');
  return index;
}

/** Reads a box: points of the displayed page, top-left origin. Fails as `UsageError`. */
export function readBox(text: string): Bbox {
  const numbers = text.split(',').map((part) => Number(part.trim() === '' ? Number.NaN : part));
  const [x0 = Number.NaN, y0 = Number.NaN, x1 = Number.NaN, y1 = Number.NaN] = numbers;
  const isBox = numbers.length === 4 && numbers.every(Number.isFinite) && x0 < x1 && y0 < y1;
  if (isBox) return [x0, y0, x1, y1];
  throw new UsageError(
    '--bbox must be x0,y0,x1,y1 in points from the top left of the page, with x0 < x1 and y0 < y1.',
  );
}

/** Reads a whole number of an option, from `least` to `most`. Fails as `UsageError`. */
export function readWhole(
  option: string,
  text: string,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  const value = /^\d{1,9}$/u.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  throw new UsageError(`${option} must be a whole number ${range}, not ${JSON.stringify(text)}.`);
}
