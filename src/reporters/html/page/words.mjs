/** @import { Status } from '../../../contracts/reason.ts' */

/**
 * How the codes of the report read to people. The codes stay in view beside them wherever somebody
 * may want to look one up.
 * @type {Readonly<Record<Status, { readonly name: string, readonly tone: 'good' | 'bad' | 'open', readonly path: string }>>}
 */
export const STATUS_WORDS = {
  verified: { name: 'Verified', tone: 'good', path: 'M3 8.5 6.5 12 13 4.5' },
  mismatch: { name: 'Mismatch', tone: 'bad', path: 'M3.5 6h9M3.5 10h9M10.5 3l-5 10' },
  not_found: { name: 'Not found', tone: 'bad', path: 'M4 4l8 8M12 4l-8 8' },
  stale: { name: 'Stale', tone: 'bad', path: 'M8 3v5l3 2.5M13.5 8A5.5 5.5 0 1 1 8 2.5' },
  capability_limited: {
    name: 'Limited',
    tone: 'open',
    path: 'M2.5 8h11M2.5 8l3-3M2.5 8l3 3M13.5 8l-3-3M13.5 8l-3 3',
  },
  inconsistent: { name: 'Inconsistent', tone: 'open', path: 'M8 2.5 14 13H2zM8 6.5v3M8 11.2v.4' },
  denied: {
    name: 'Denied',
    tone: 'bad',
    path: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M4.2 4.2l7.6 7.6',
  },
  source_error: {
    name: 'Source error',
    tone: 'bad',
    path: 'M4 2.5h5l3 3v8H4zM8 6.5v3.2M8 11.4v.3',
  },
  invalid: { name: 'Invalid', tone: 'bad', path: 'M3 3h10v10H3zM6 6l4 4M10 6l-4 4' },
  abstained: { name: 'Abstained', tone: 'open', path: 'M3.5 8h9' },
};

/** @type {Readonly<Record<string, string>>} */
export const ACTION_WORDS = {
  keep: 'Keep',
  repoint: 'Cite another page',
  remove: 'Remove',
  flag: 'Decide by eye',
};

/** @type {Readonly<Record<string, string>>} */
export const RELEASE_WORDS = { release: 'Release', review: 'Review', block: 'Block' };

/** @type {Readonly<Record<string, string>>} */
export const OUTCOME_WORDS = {
  pass: 'passed',
  fail: 'failed',
  skipped: 'skipped',
  informative: 'for information',
};

/** @type {Readonly<Record<string, string>>} */
export const DECISION_WORDS = {
  accept: 'Accepted',
  reject: 'Rejected',
  noted: 'With a note',
  open: 'Undecided',
};

/**
 * A code as words: `text_mismatch` is `text mismatch`.
 * @param {string} code
 */
export function wordsOf(code) {
  return code.replaceAll('_', ' ');
}

/**
 * `1 claim`, `12,345 claims`
 * @param {number} count
 * @param {string} noun
 */
export function counted(count, noun) {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
