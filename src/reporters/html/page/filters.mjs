/** @import { Status } from '../../../contracts/reason.ts' */
/** @import { PageRow } from '../page-data.ts' */
/** @import { Decision } from './decisions.mjs' */

/**
 * What a reviewer looks at: chosen values by facet, a search, the claim that is open. It lives in
 * the address of the page, so that it survives a reload and can be sent to somebody.
 * @typedef {object} Look
 * @property {ReadonlyMap<string, ReadonlySet<string>>} chosen by name of the facet
 * @property {string} query
 * @property {string | null} key of the claim that is open
 */

/**
 * One way to part the claims. A claim has one value or several; a claim without any stays out of
 * the facet. The empty value stands for `null`.
 * @typedef {object} Facet
 * @property {string} name
 * @property {string} title
 * @property {(row: PageRow, decision: Decision | null) => readonly string[]} valuesOf
 */

/** @type {readonly Facet[]} */
export const FACETS = [
  { name: 'status', title: 'Status', valuesOf: (row) => [row.status] },
  { name: 'source', title: 'Source', valuesOf: (row) => [row.source_id ?? ''] },
  {
    name: 'reason',
    title: 'Reason',
    valuesOf: (row) => (row.reason === null ? [] : [row.reason]),
  },
  { name: 'kind', title: 'Kind', valuesOf: (row) => [row.kind ?? ''] },
  { name: 'action', title: 'Proposal', valuesOf: (row) => [row.action] },
  { name: 'release', title: 'Release', valuesOf: (row) => [row.release] },
  { name: 'limitation', title: 'Limitation', valuesOf: (row) => row.limitations },
  {
    name: 'decision',
    title: 'Your decision',
    valuesOf: (_row, decision) => decisionValues(decision),
  },
];

/**
 * @param {Decision | null} decision
 * @returns {readonly string[]}
 */
function decisionValues(decision) {
  if (decision === null) return ['open'];
  return [decision.decision ?? 'open', ...(decision.note === '' ? [] : ['noted'])];
}

/**
 * How many claims the values of a facet would leave if each alone were chosen, by status.
 * @typedef {ReadonlyMap<string, ReadonlyMap<Status, number>>} ValueCounts
 */

/**
 * Finds the claims that have a chosen value in every facet with one, and count the values of each
 * facet among the claims that all other facets let through.
 * @param {readonly PageRow[]} rows
 * @param {(key: string) => Decision | null} decisionOf
 * @param {Look} look
 * @param {(index: number) => boolean} isFound whether the search finds the claim
 * @returns {{ indices: readonly number[], counts: ReadonlyMap<string, ValueCounts> }} `indices` ascending,
 *   `counts` by name of the facet
 */
export function filterClaims(rows, decisionOf, look, isFound) {
  const chosen = FACETS.map((facet) => look.chosen.get(facet.name));
  /** @type {readonly Map<string, Map<Status, number>>[]} */
  const counts = FACETS.map(() => new Map());
  /** @type {number[]} */
  const indices = [];
  for (const [index, row] of rows.entries()) {
    if (!isFound(index)) continue;
    const decision = decisionOf(row.key);
    const values = FACETS.map((facet) => facet.valuesOf(row, decision));
    const closed = values.flatMap((each, at) => (isLetThrough(chosen[at], each) ? [] : [at]));
    if (closed.length === 0) indices.push(index);
    if (closed.length > 1) continue;
    for (const [at, each] of values.entries()) {
      if (closed.length === 0 || closed[0] === at) countValues(counts[at], each, row.status);
    }
  }
  return {
    indices,
    counts: new Map(FACETS.map(({ name }, at) => [name, counts[at] ?? new Map()])),
  };
}

/**
 * @param {Map<string, Map<Status, number>> | undefined} counts
 * @param {readonly string[]} values
 * @param {Status} status
 */
function countValues(counts, values, status) {
  for (const value of values) {
    const known = counts?.get(value) ?? new Map();
    counts?.set(value, known.set(status, (known.get(status) ?? 0) + 1));
  }
}

/**
 * @param {ReadonlySet<string> | undefined} chosen
 * @param {readonly string[]} values
 */
function isLetThrough(chosen, values) {
  return chosen === undefined || values.some((value) => chosen.has(value));
}

/**
 * Reads the part of an address after `#`; what it does not know it passes over.
 * @param {string} hash
 * @returns {Look}
 */
export function readLook(hash) {
  const given = new URLSearchParams(hash.replace(/^#/u, ''));
  /** @type {Map<string, ReadonlySet<string>>} */
  const chosen = new Map();
  for (const { name } of FACETS) {
    if (given.has(name)) chosen.set(name, new Set(given.getAll(name)));
  }
  return { chosen, query: given.get('q') ?? '', key: given.get('claim') };
}

/**
 * @param {Look} look
 * @returns {string} without `#`
 */
export function writeLook({ chosen, query, key }) {
  const told = new URLSearchParams();
  for (const [name, values] of chosen) for (const value of values) told.append(name, value);
  if (query !== '') told.set('q', query);
  if (key !== null) told.set('claim', key);
  return told.toString();
}

/**
 * The same look with one value of a facet chosen, or no more.
 * @param {Look} look
 * @param {string} name
 * @param {string} value
 * @returns {Look}
 */
export function withToggled(look, name, value) {
  const values = new Set(look.chosen.get(name));
  if (!values.delete(value)) values.add(value);
  const chosen = new Map(look.chosen);
  if (values.size === 0) chosen.delete(name);
  else chosen.set(name, values);
  return { ...look, chosen };
}
