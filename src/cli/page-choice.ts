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

/** Reads a whole number of an option. Fails as `UsageError`. */
export function readWhole(option: string, text: string, least: number): number {
  const value = /^\d{1,9}$/u.test(text) ? Number(text) : Number.NaN;
  if (value >= least) return value;
  throw new UsageError(
    `${option} must be a whole number from ${least}, not ${JSON.stringify(text)}.`,
  );
}
