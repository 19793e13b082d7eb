import { find } from './dom.mjs';

/** @import { PageDetail, PageFacts, PageRow } from '../page-data.ts' */

/**
 * The claims of the page, in input order. Rows are read at once; a detail is read from its text
 * each time it is asked for, since most are never looked at.
 * @typedef {object} Claims
 * @property {readonly PageRow[]} rows
 * @property {(index: number) => PageDetail} detailOf
 * @property {(index: number) => string} haystackOf all texts of a claim in the form of `folded`
 * @property {(key: string) => number} indexOf -1 if the page has no such claim
 */

/** @returns {PageFacts} */
export function readFacts() {
  return JSON.parse(find('facts').textContent ?? '');
}

/** @returns {Claims} */
export function readClaims() {
  const holder = find('claims');
  const lines = (holder.textContent ?? '').split('\n').filter((line) => line.length > 1);
  holder.remove();
  /** @type {PageRow[]} */
  const rows = [];
  /** @type {string[]} */
  const details = [];
  /** @type {Map<string, number>} */
  const indices = new Map();
  for (const line of lines) {
    const tab = line.indexOf('\t');
    /** @type {PageRow} */
    const row = JSON.parse(line.slice(0, tab));
    indices.set(row.key, rows.length);
    rows.push(row);
    details.push(line.slice(tab + 1));
  }
  /** @type {(string | undefined)[]} */
  const haystacks = [];
  /** @type {Claims['detailOf']} */
  const detailOf = (index) => JSON.parse(details[index] ?? '');
  return {
    rows,
    detailOf,
    haystackOf(index) {
      const known = haystacks[index];
      if (known !== undefined) return known;
      const made = folded([...textsIn(rows[index]), ...textsIn(detailOf(index))].join('\n'));
      haystacks[index] = made;
      return made;
    },
    indexOf: (key) => indices.get(key) ?? -1,
  };
}

/**
 * Every text within a JSON value.
 * @param {unknown} value
 * @returns {Generator<string>}
 */
function* textsIn(value) {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) yield* textsIn(member);
  }
}

/**
 * A text as it is searched: without case, marks of compatibility and runs of white space.
 * @param {string} text
 */
export function folded(text) {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ');
}
