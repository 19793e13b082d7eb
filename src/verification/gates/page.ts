import type { Claim } from '../../contracts/claim.ts';
import type { Limitation } from '../../contracts/limitation.ts';
import type { PageLabel } from '../../contracts/page-label.ts';
import type { Reason } from '../../contracts/reason.ts';
import type { DocumentGrounding, LabelMap } from '../../evidence/grounding.ts';

/** The page that a claim cites, or why there is none. */
export type PageResolution =
  | {
      readonly outcome: 'resolved';
      readonly page_index: number;
      /** The next page, where the claim says that its quote runs over the break. */
      readonly next_index: number | null;
      /** The label the page was resolved by, or the dictionary's. */
      readonly page_label: string | null;
      readonly limitations: readonly Limitation[];
      readonly detail?: string;
    }
  | { readonly outcome: 'failed'; readonly reason: Reason; readonly detail: string };

/**
 * Resolves index, label and the page inside an element id to one page; all that are given must
 * agree. Fails as `page_out_of_range`, `locator_conflict`, `page_label_*` or `no_page_labels`.
 */
export function resolvePage(
  claim: Claim,
  document: DocumentGrounding,
  labels: LabelMap | null,
): PageResolution {
  const named = namedIndices(claim);
  const [index, other] = named;
  if (other !== undefined) {
    return failed('locator_conflict', `page indices ${named.join(' and ')} are both named`);
  }
  if (index === undefined) return resolveByLabel(claim, document, labels);
  if (index >= document.page_count) {
    const detail = `page_index ${index} of ${document.page_count} pages`;
    // The file holds pages that its page tree does not count; one of them may be meant.
    const isCounted = !document.degraded.includes('pages_uncounted');
    return failed(isCounted ? 'page_out_of_range' : 'degraded_parse', detail);
  }
  const label = checkLabel(claim, index, document, labels);
  return label.outcome === 'failed' ? label : withNext(claim, document, label);
}

/** Page indices that the claim names outright or inside its ids, in order, each once. */
function namedIndices(claim: Claim): readonly number[] {
  const named = new Set<number>();
  if (claim.page_index !== undefined) named.add(claim.page_index);
  for (const id of [
    claim.element_id,
    claim.table_id,
    'cell_id' in claim ? claim.cell_id : undefined,
  ]) {
    const match = id === undefined ? null : /^p(\d{1,9})-/.exec(id);
    if (match?.[1] !== undefined) named.add(Number(match[1]));
  }
  return [...named];
}

function resolveByLabel(
  claim: Claim,
  document: DocumentGrounding,
  labels: LabelMap | null,
): PageResolution {
  if (claim.page_label === undefined) {
    return failed('page_label_not_found', 'the claim names neither a page index nor a label');
  }
  const pages = pagesWith(labels, claim.page_label).filter((page) => page < document.page_count);
  const [only, second] = pages;
  if (only === undefined) {
    return failed('page_label_not_found', `no page is labelled "${claim.page_label}"`);
  }
  if (second !== undefined) {
    return failed('page_label_ambiguous', `pages ${pages.join(', ')} carry "${claim.page_label}"`);
  }
  const label = checkLabel(claim, only, document, labels);
  return label.outcome === 'failed' ? label : withNext(claim, document, label);
}

function withNext(
  claim: Claim,
  document: DocumentGrounding,
  page: Extract<PageResolution, { outcome: 'resolved' }>,
): PageResolution {
  const end = claim.kind === 'quote' ? claim.page_index_end : undefined;
  if (end === undefined || end === page.page_index) return page;
  if (end !== page.page_index + 1) {
    return failed(
      'locator_conflict',
      `page_index_end ${end} is not the page after ${page.page_index}`,
    );
  }
  if (end >= document.page_count) {
    return failed('page_out_of_range', `page_index_end ${end} of ${document.page_count} pages`);
  }
  return { ...page, next_index: end };
}

/** Whether the page at `index` carries the claimed label, as any source of labels says. */
function checkLabel(
  claim: Claim,
  index: number,
  document: DocumentGrounding,
  labels: LabelMap | null,
): PageResolution {
  const resolved = { outcome: 'resolved', page_index: index, next_index: null } as const;
  const claimed = claim.page_label?.trim().normalize('NFC');
  if (claimed === undefined) {
    return {
      ...resolved,
      page_label: document.dictionary_labels?.[index] ?? null,
      limitations: [],
    };
  }
  const here = labelsAt(labels, index);
  const agreeing = here.filter(({ label }) => label === claimed);
  if (agreeing.length > 0) {
    // A two-page spread prints two labels; only another source can disagree.
    const sources = new Set(agreeing.map(({ source }) => source));
    const disagrees = here.some(({ source }) => !sources.has(source));
    return {
      ...resolved,
      page_label: claimed,
      limitations: disagrees ? ['label_sources_disagree'] : [],
      detail: `label "${claimed}" from ${sourcesOf(agreeing)}`,
    };
  }
  if (here.length > 0) {
    const seen = here.map(({ label, source }) => `"${label}" (${source})`).join(', ');
    return failed('page_label_mismatch', `page_index ${index} carries ${seen}, not "${claimed}"`);
  }
  const isolated = (labels?.isolated ?? []).filter((entry) => entry.page_index === index);
  if (isolated.some(({ label }) => label === claimed)) {
    const detail = `label "${claimed}" from this page alone`;
    return { ...resolved, page_label: claimed, limitations: ['label_isolated'], detail };
  }
  return unlabelled(claimed, index, labels);
}

function unlabelled(claimed: string, index: number, labels: LabelMap | null): PageResolution {
  if (isSuggestedByNeighbours(claimed, index, labels)) {
    return failed(
      'no_page_labels',
      `page_index ${index} prints no label; the labels around it suggest "${claimed}"`,
    );
  }
  if (labels?.unread.includes(index) === true) {
    return failed('no_page_labels', `page_index ${index} could not be read for its label`);
  }
  const others = pagesWith(labels, claimed);
  return others.length > 0
    ? failed('page_label_mismatch', `"${claimed}" is on page_index ${others.join(', ')}`)
    : failed('page_label_not_found', `no page is labelled "${claimed}"`);
}

/** Whether counting on from the nearest labelled page before, or back from the next, gives the label. */
function isSuggestedByNeighbours(claimed: string, index: number, labels: LabelMap | null): boolean {
  const number = /^\d{1,6}$/.test(claimed) ? Number(claimed) : romanValue(claimed);
  if (labels === null || number === null) return false;
  return labels.labels.some(({ label, page_index }) => {
    const near = Math.abs(page_index - index) <= NEIGHBOUR_PAGES;
    const value = /^\d{1,6}$/.test(label) ? Number(label) : romanValue(label);
    const isAlike = /^\d/.test(label) === /^\d/.test(claimed);
    return near && isAlike && value !== null && number - value === index - page_index;
  });
}

/** An unprinted label between printed ones: plates, openings of chapters, covers. */
const NEIGHBOUR_PAGES = 3;

function romanValue(label: string): number | null {
  if (!/^(?=.)m*(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/i.test(label)) return null;
  const values: Readonly<Record<string, number>> = {
    i: 1,
    v: 5,
    x: 10,
    l: 50,
    c: 100,
    d: 500,
    m: 1000,
  };
  let total = 0;
  let next = 0;
  for (const letter of [...label.toLowerCase()].reverse()) {
    const value = values[letter] ?? 0;
    total += value < next ? -value : value;
    next = Math.max(next, value);
  }
  return total;
}

/** The labels of one page, each source once. */
export function labelsAt(labels: LabelMap | null, index: number): readonly PageLabel[] {
  if (labels === null) return [];
  const known = BY_PAGE.get(labels) ?? groupByPage(labels.labels);
  BY_PAGE.set(labels, known);
  return known.get(index) ?? [];
}

/** Made once a map: every claim with a label asks for those of its page. */
const BY_PAGE = new WeakMap<LabelMap, ReadonlyMap<number, readonly PageLabel[]>>();

function groupByPage(labels: readonly PageLabel[]): ReadonlyMap<number, readonly PageLabel[]> {
  const pages = new Map<number, PageLabel[]>();
  for (const label of labels) {
    const page = pages.get(label.page_index);
    if (page === undefined) pages.set(label.page_index, [label]);
    else page.push(label);
  }
  return pages;
}

/** The pages that carry `label` by any source, ascending. */
export function pagesWith(labels: LabelMap | null, label: string): readonly number[] {
  const wanted = label.trim().normalize('NFC');
  const pages = (labels?.labels ?? []).filter((entry) => entry.label === wanted);
  return [...new Set(pages.map((entry) => entry.page_index))].sort((a, b) => a - b);
}

function sourcesOf(labels: readonly PageLabel[]): string {
  return [...new Set(labels.map(({ source }) => source))].sort().join(' and ');
}

function failed(reason: Reason, detail: string): PageResolution {
  return { outcome: 'failed', reason, detail };
}
