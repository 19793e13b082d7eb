/**
 * Deeper nesting than this serves no envelope and ends in a stack overflow in whatever walks it
 * later; Ethos draws the line at the same depth for its grounding files.
 */
const DEPTH_MAX = 64;

/** Where in a JSON value something stands: member names and positions, outermost first. */
export type JsonPath = readonly (string | number)[];

export interface UnsafeJson {
  readonly path: JsonPath;
  readonly problem: string;
}

/**
 * Finds what stores, digests and reports could not carry unchanged: characters that are no Unicode
 * text (a lone surrogate), NUL, the key `__proto__`, nesting over 64 levels, numbers that are not
 * finite (`1e999`). Never throws, whatever the depth.
 * @returns the first in document order, or null.
 */
export function findUnsafe(value: unknown): UnsafeJson | null {
  const open: { readonly value: unknown; readonly path: JsonPath }[] = [{ value, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const problem = problemOf(next.value, next.path.length);
    if (problem !== null) return { path: next.path, problem };
    const members = membersOf(next.value);
    for (let index = members.length - 1; index >= 0; index -= 1) {
      const [key, member] = members[index] ?? ['', null];
      if (typeof key === 'string') {
        const keyProblem = key === '__proto__' ? 'is not allowed as a name' : textProblem(key);
        if (keyProblem !== null) {
          return { path: [...next.path, toSafeText(key)], problem: keyProblem };
        }
      }
      if (typeof member !== 'boolean' && member !== null) {
        open.push({ value: member, path: [...next.path, key] });
      }
    }
  }
  return null;
}

/** The text with everything that is no Unicode text, and NUL, as U+FFFD; for echoing it. */
export function toSafeText(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\u0000', '\uFFFD');
}

function problemOf(value: unknown, depth: number): string | null {
  if (depth > DEPTH_MAX) return `is nested deeper than ${DEPTH_MAX} levels; flatten it`;
  if (typeof value === 'string') return textProblem(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return 'is too large a number';
  return null;
}

function textProblem(text: string): string | null {
  if (/\p{Surrogate}/u.test(text))
    return 'holds half of a surrogate pair, which is no Unicode text';
  if (text.includes('\u0000')) return 'holds a NUL character; remove it';
  return null;
}

function membersOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return value.map((member, index) => [index, member]);
  if (typeof value === 'object' && value !== null) return Object.entries(value);
  return [];
}
