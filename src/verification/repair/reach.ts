import type { Claim } from '../../contracts/claim.ts';
import type { DocumentGrounding, LabelMap } from '../../evidence/grounding.ts';
import type { RawPageText } from '../../evidence/rendering.ts';
import { mayHold, type PreparedRaw, prepareRaw, searchKeyOf } from './candidates.ts';
import { searchCentre } from './nearby.ts';

/**
 * For each claim the pages, ascending, that may hold its whole evidence, alone or over a page break
 * beside the cited page; by their raw texts all others surely do not. See `findNearby`.
 */
export function narrowPages(
  claims: readonly Claim[],
  document: DocumentGrounding,
  labels: LabelMap | null,
  pages: readonly RawPageText[],
): readonly (readonly number[])[] {
  const prepared = new Map(pages.map((page) => [page.page_index, prepareRaw(page)]));
  const raws = new Map(pages.map((page) => [page.page_index, page]));
  const pairs = new Map<number, PreparedRaw | null>();
  const pairAt = (first: number): PreparedRaw | null => {
    const known = pairs.get(first);
    if (known !== undefined) return known;
    const pair = joined(raws.get(first), raws.get(first + 1));
    const made = pair === null ? null : prepareRaw(pair);
    pairs.set(first, made);
    return made;
  };
  return claims.map((claim) => {
    const key = searchKeyOf(claim);
    if (key === null) return pages.map(({ page_index }) => page_index);
    const found = new Set<number>();
    for (const [index, page] of prepared) if (mayHold(key, page)) found.add(index);
    const centre = claim.kind === 'quote' ? searchCentre(claim, document, labels) : null;
    for (const first of centre === null ? [] : [centre - 1, centre]) {
      const pair = pairAt(first);
      if (pair === null || !mayHold(key, pair)) continue;
      found.add(first).add(first + 1);
    }
    return [...found].sort((a, b) => a - b);
  });
}

/** Two pages that follow one another as one text; null unless both are there. */
function joined(
  first: RawPageText | undefined,
  second: RawPageText | undefined,
): RawPageText | null {
  if (first === undefined || second === undefined) return null;
  const isKnown = first.text !== null && second.text !== null;
  return {
    page_index: first.page_index,
    text: isKnown ? `${first.text}\n${second.text}` : null,
    is_complete: first.is_complete && second.is_complete,
  };
}
