import { LIMITATIONS } from '../contracts/limitation.ts';
import { REASON_CODES, STATUSES } from '../contracts/reason.ts';
import { type Summary, summarySchema } from '../contracts/report.ts';
import { MATCH_METHODS, type Verdict } from '../contracts/verdict.ts';
import type { RunRecord } from '../pipeline/ports.ts';

/** What the summary states of a run beside its verdicts; the same for every run of one profile. */
export type SummaryContext = Pick<
  Summary,
  'profile_parts' | 'policy' | 'versions' | 'capability_table'
>;

/** Counts verdicts one by one, in any order. */
export interface SummaryCounter {
  readonly add: (verdict: Verdict) => void;
  readonly summarize: (run: RunRecord, context: SummaryContext) => Summary;
}

const ASSURANCES = ['text', 'image', 'ocr'] as const;
const ACTIONS = ['keep', 'repoint', 'remove', 'flag'] as const;
const RELEASES = ['release', 'review', 'block'] as const;

/** Counts by code; iterated in the order of a table of all codes, so that no order of arrival shows. */
type Tally = Map<string, number>;

interface Group {
  claims: number;
  readonly statuses: Tally;
  readonly fingerprints: Set<string>;
}

/**
 * Makes `summary.json` out of verdicts. Holds counts only; memory grows with the number of sources,
 * not of claims.
 */
export function createSummaryCounter(): SummaryCounter {
  let claims = 0;
  const byCode: Tally = new Map();
  const kinds = new Map<string | null, Group>();
  const sources = new Map<string | null, Group>();
  return {
    add(verdict) {
      claims += 1;
      for (const code of codesOf(verdict)) count(byCode, code);
      addTo(kinds, verdict.kind, verdict);
      addTo(sources, verdict.source_id, verdict);
    },
    summarize(run, context) {
      const tally = (prefix: string, codes: readonly string[], isFull: boolean) =>
        tallyOf(byCode, codes, isFull, `${prefix}:`);
      return summarySchema.parse({
        schema_version: 1,
        envelopes: run.envelope_count,
        claims,
        all_verified: claims > 0 && byCode.get('status:verified') === claims,
        by_status: tally('status', STATUSES, true),
        by_reason: tally('reason', REASON_CODES, false),
        by_match_method: tally('match', MATCH_METHODS, false),
        by_assurance: tally('assurance', ASSURANCES, false),
        by_limitation: tally('limitation', Object.keys(LIMITATIONS), false),
        by_action: tally('action', ACTIONS, true),
        by_release: tally('release', RELEASES, true),
        kinds: sorted(kinds).map(([kind, group]) => ({ kind, ...countsOf(group) })),
        sources: sorted(sources).map(([sourceId, group]) => ({
          source_id: sourceId,
          observed_fingerprints: [...group.fingerprints].sort(),
          ...countsOf(group),
        })),
        inputs: run.inputs,
        profile: run.profile,
        profile_parts: context.profile_parts,
        policy: context.policy,
        versions: context.versions,
        capability_table: context.capability_table,
      });
    },
  };
}

function* codesOf(verdict: Verdict): Generator<string> {
  yield `status:${verdict.status}`;
  if (verdict.reason !== null) yield `reason:${verdict.reason}`;
  if (verdict.match_method !== null) yield `match:${verdict.match_method}`;
  if (verdict.assurance !== null) yield `assurance:${verdict.assurance}`;
  for (const limitation of new Set(verdict.limitations)) yield `limitation:${limitation}`;
  yield `action:${verdict.proposal.action}`;
  yield `release:${verdict.release}`;
}

function count(tally: Tally, code: string): void {
  tally.set(code, (tally.get(code) ?? 0) + 1);
}

function addTo(groups: Map<string | null, Group>, key: string | null, verdict: Verdict): void {
  const group = groups.get(key) ?? { claims: 0, statuses: new Map(), fingerprints: new Set() };
  groups.set(key, group);
  group.claims += 1;
  count(group.statuses, verdict.status);
  if (verdict.observed_fingerprint !== null) group.fingerprints.add(verdict.observed_fingerprint);
}

function countsOf(group: Group): { claims: number; by_status: Record<string, number> } {
  return { claims: group.claims, by_status: tallyOf(group.statuses, STATUSES, false, '') };
}

/** Counts in the order of `codes`; those without any are left out unless `isFull`. */
function tallyOf(
  tally: Tally,
  codes: readonly string[],
  isFull: boolean,
  prefix: string,
): Record<string, number> {
  const counts = codes.map((code) => [code, tally.get(`${prefix}${code}`) ?? 0] as const);
  return Object.fromEntries(counts.filter(([, number]) => isFull || number > 0));
}

/** By UTF-16 code units, null last. */
function sorted(groups: ReadonlyMap<string | null, Group>): [string | null, Group][] {
  return [...groups].sort(([a], [b]) => {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return a < b ? -1 : a > b ? 1 : 0;
  });
}
