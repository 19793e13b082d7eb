/** @import { PageRow } from '../page-data.ts' */

/**
 * What a reviewer decided of a claim. `accept`: the verdict and its proposal stand; `reject`: they
 * do not; null: a note alone. It speaks of one verdict, named by its digest.
 * @typedef {object} Decision
 * @property {'accept' | 'reject' | null} decision
 * @property {string} note
 * @property {string} decided_at ISO 8601, UTC
 * @property {string} verdict_sha256
 */

/** Of the file in which decisions leave the page: `contracts/decision.ts` says what it holds. */
export const DECISIONS_SCHEMA = 'pagewitness/decisions/1';

/** Notes are remarks, not documents; storage of a browser ends at some 5 MB for all reports. */
export const NOTE_CHARACTERS_MAX = 2000;

/**
 * The decisions of one run. They are kept in the storage of the browser, claim by claim; where it
 * has none or is full, they last as long as the page.
 * @param {string} runId
 * @param {readonly PageRow[]} rows
 * @param {() => void} onUnkept called when a decision could not be kept
 */
export function createDecisions(runId, rows, onUnkept) {
  const prefix = `${DECISIONS_SCHEMA}/${runId}/`;
  const digests = new Map(rows.map((row) => [row.key, row.verdict_sha256]));
  /** @type {Map<string, Decision>} */
  const held = new Map();
  for (const [key, value] of readStorage(prefix)) {
    const decision = parseDecision(value);
    if (decision !== null && digests.get(key) === decision.verdict_sha256) held.set(key, decision);
  }
  /**
   * @param {string} key
   * @param {Decision} decision
   */
  const keep = (key, decision) => {
    const isEmpty = decision.decision === null && decision.note === '';
    if (isEmpty) held.delete(key);
    else held.set(key, decision);
    if (!writeStorage(`${prefix}${key}`, isEmpty ? null : JSON.stringify(decision))) onUnkept();
  };
  return {
    count: () => held.size,
    /** @param {string} key */
    of: (key) => held.get(key) ?? null,
    /**
     * Changes the decision or the note of a claim and leaves the other as it is.
     * @param {PageRow} row
     * @param {Partial<Pick<Decision, 'decision' | 'note'>>} change
     */
    change(row, change) {
      const known = held.get(row.key) ?? { decision: null, note: '' };
      const { decision, note } = { ...known, ...change };
      keep(row.key, {
        decision,
        note: note.slice(0, NOTE_CHARACTERS_MAX),
        decided_at: new Date().toISOString(),
        verdict_sha256: row.verdict_sha256,
      });
    },
    /** The file of decisions, in the order of the claims. */
    exportText() {
      const decisions = rows.flatMap((row) => {
        const decision = held.get(row.key);
        return decision === undefined ? [] : [exported(row, decision)];
      });
      const exported_at = new Date().toISOString();
      const file = { schema: DECISIONS_SCHEMA, run_id: runId, exported_at, decisions };
      return `${JSON.stringify(file, null, 2)}\n`;
    },
    /**
     * Takes over the decisions of a file that speak of verdicts of this page; of two on one claim
     * the later stands.
     * @param {string} text
     * @returns {{ taken: number, kept: number, foreign: number, unreadable: number } | null} null if
     *   it is no such file; `kept`: the page has a later one; `foreign`: of other claims or verdicts
     */
    importText(text) {
      const entries = parseFile(text);
      if (entries === null) return null;
      const told = { taken: 0, kept: 0, foreign: 0, unreadable: 0 };
      for (const { key, decision } of entries) {
        const known = held.get(key);
        if (decision === null) told.unreadable += 1;
        else if (digests.get(key) !== decision.verdict_sha256) told.foreign += 1;
        else if (known !== undefined && known.decided_at >= decision.decided_at) told.kept += 1;
        else {
          keep(key, decision);
          told.taken += 1;
        }
      }
      return told;
    },
  };
}

/**
 * @param {PageRow} row
 * @param {Decision} decision
 */
function exported(row, { decision, note, decided_at, verdict_sha256 }) {
  const [envelope, claim] = row.key.split('.');
  return {
    envelope_index: Number(envelope),
    claim_index: Number(claim),
    request_id: row.request_id,
    claim_id: row.claim_id,
    verdict_sha256,
    decision,
    note,
    decided_at,
  };
}

/**
 * @param {string} text
 * @returns {readonly { readonly key: string, readonly decision: Decision | null }[] | null}
 */
function parseFile(text) {
  const file = parseObject(text);
  if (file === null || file['schema'] !== DECISIONS_SCHEMA) return null;
  const { decisions } = file;
  if (!Array.isArray(decisions)) return null;
  return decisions.map((entry) => ({
    key: `${entry?.envelope_index}.${entry?.claim_index}`,
    decision: readDecision(entry),
  }));
}

/**
 * @param {string} text
 * @returns {Decision | null}
 */
function parseDecision(text) {
  return readDecision(parseObject(text));
}

/**
 * @param {string} text
 * @returns {Record<string, unknown> | null}
 */
function parseObject(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

/**
 * A decision out of a file or the storage, both of which somebody else may have written.
 * @param {unknown} value
 * @returns {Decision | null}
 */
function readDecision(value) {
  if (typeof value !== 'object' || value === null) return null;
  /** @type {Record<string, unknown>} */
  const given = { ...value };
  const { decision, note, decided_at: at, verdict_sha256: digest } = given;
  if (decision !== 'accept' && decision !== 'reject' && decision !== null) return null;
  if (typeof note !== 'string' || typeof at !== 'string' || typeof digest !== 'string') return null;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  return {
    decision,
    note: note.slice(0, NOTE_CHARACTERS_MAX),
    decided_at: date.toISOString(),
    verdict_sha256: digest,
  };
}

/**
 * Everything in the storage whose name begins so, by the rest of its name.
 * @param {string} prefix
 * @returns {readonly (readonly [key: string, value: string])[]}
 */
function readStorage(prefix) {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefix))
      .map((name) => [name.slice(prefix.length), localStorage.getItem(name) ?? '']);
  } catch {
    return [];
  }
}

/**
 * @param {string} name
 * @param {string | null} value null removes it
 * @returns {boolean} false where the browser keeps nothing for this page
 */
export function writeStorage(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
