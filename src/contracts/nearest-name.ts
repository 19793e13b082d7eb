/** At most this many names are suggested; more is a list, not a hint. */
const SUGGESTIONS_MAX = 3;

/**
 * The names of `known` that `given` was probably meant to be, nearest first; empty if none is
 * near. Near: equal but for case and separators (`pageIndex`), one edit for every three characters
 * (`page_indx`), or all its words among those of the name (`page` for `page_index`).
 */
export function nearestNames(given: string, known: readonly string[]): readonly string[] {
  const spelling = plain(given);
  if (spelling === '' || given.length > 64) return [];
  const same = known.filter((name) => plain(name) === spelling);
  if (same.length > 0) return same.slice(0, SUGGESTIONS_MAX);
  const allowed = Math.max(1, Math.floor(spelling.length / 3));
  const misspelt = known
    .map((name) => ({ name, distance: editDistance(spelling, plain(name)) }))
    .filter((near) => near.distance <= allowed)
    .sort((a, b) => a.distance - b.distance);
  const best = misspelt[0];
  if (best !== undefined) {
    return misspelt.filter((near) => near.distance === best.distance).map((near) => near.name);
  }
  const words = wordsOf(given);
  return known
    .filter((name) => words.every((word) => wordsOf(name).includes(word)))
    .slice(0, SUGGESTIONS_MAX);
}

/** `; did you mean "page_index" or "page_label"?`, or nothing if no name is near. */
export function suggestion(given: string, known: readonly string[]): string {
  const names = nearestNames(given, known).map((name) => `"${name}"`);
  return names.length === 0 ? '' : `; did you mean ${names.join(' or ')}?`;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let distance = Math.min(
        at(current, column - 1) + 1,
        at(last, column) + 1,
        at(last, column - 1) + cost,
      );
      const isSwap =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) distance = Math.min(distance, at(beforeLast, column - 2) + 1);
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
