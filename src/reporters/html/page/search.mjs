import { folded } from './claims.mjs';

/** @import { Claims } from './claims.mjs' */

/** A slice of work shorter than a frame, so that typing stays smooth with any number of claims. */
const SLICE_MS = 12;

/**
 * Finds the claims that hold every word of a query somewhere, `"quoted words"` as they stand. A
 * search that is overtaken by another one stops.
 * @param {Claims} claims
 */
export function createSearch(claims) {
  let latest = 0;
  return {
    /**
     * @param {string} query
     * @returns {Promise<((index: number) => boolean) | null>} null if it was overtaken
     */
    async find(query) {
      latest += 1;
      const own = latest;
      const terms = termsOf(query);
      if (terms.length === 0) return () => true;
      /** @type {Set<number>} */
      const found = new Set();
      let sliceEnd = performance.now() + SLICE_MS;
      for (const index of claims.rows.keys()) {
        const haystack = claims.haystackOf(index);
        if (terms.every((term) => haystack.includes(term))) found.add(index);
        if (performance.now() < sliceEnd) continue;
        await new Promise((resolve) => setTimeout(resolve));
        if (own !== latest) return null;
        sliceEnd = performance.now() + SLICE_MS;
      }
      return (index) => found.has(index);
    },
  };
}

/**
 * @param {string} query
 * @returns {readonly string[]}
 */
function termsOf(query) {
  const terms = [...folded(query).matchAll(/"([^"]+)"|([^\s"]+)/gu)];
  return terms.map(([, quoted, word]) => quoted ?? word ?? '').filter((term) => term !== '');
}
