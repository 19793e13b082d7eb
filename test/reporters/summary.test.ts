import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REASON_CODES, STATUSES, statusOf } from '../../src/contracts/reason.ts';
import type { Summary } from '../../src/contracts/report.ts';
import type { Verdict } from '../../src/contracts/verdict.ts';
import { createSummaryCounter } from '../../src/reporters/summary.ts';
import { CONTEXT, DIGEST, runOf, verdictOf } from './verdicts.ts';

const { engine: _, ...context } = CONTEXT;

function summaryOf(verdicts: readonly Verdict[]): Summary {
  const counter = createSummaryCounter();
  for (const verdict of verdicts) counter.add(verdict);
  return counter.summarize(runOf(), context);
}

const someVerdict = fc
  .record({
    reason: fc.constantFrom(null, ...REASON_CODES),
    kind: fc.constantFrom('quote', 'value', 'unheard-of', null),
    source_id: fc.constantFrom('s1', 's2', '\u{1f600}', null),
    release: fc.constantFrom('release' as const, 'review' as const, 'block' as const),
    assurance: fc.constantFrom('text' as const, null),
  })
  .map((change) =>
    verdictOf({ ...change, status: change.reason === null ? 'verified' : statusOf(change.reason) }),
  );

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0);
}

describe('a summary', () => {
  it('counts every claim once by status, kind, source, action and release', () => {
    fc.assert(
      fc.property(fc.array(someVerdict, { maxLength: 30 }), (verdicts) => {
        const summary = summaryOf(verdicts);
        for (const counts of [summary.by_status, summary.by_action, summary.by_release]) {
          expect(total(counts)).toBe(verdicts.length);
        }
        for (const groups of [summary.kinds, summary.sources]) {
          expect(groups.reduce((sum, group) => sum + total(group.by_status), 0)).toBe(
            verdicts.length,
          );
        }
        expect(total(summary.by_reason)).toBe(
          verdicts.filter(({ reason }) => reason !== null).length,
        );
      }),
    );
  });

  it('has the same bytes whatever the order in which the verdicts arrived', () => {
    fc.assert(
      fc.property(fc.array(someVerdict, { maxLength: 30 }), (verdicts) => {
        expect(JSON.stringify(summaryOf(verdicts.toReversed()))).toBe(
          JSON.stringify(summaryOf(verdicts)),
        );
      }),
    );
  });

  it('names every status, and only the reasons there are', () => {
    const summary = summaryOf([
      verdictOf(),
      verdictOf({ status: 'stale', reason: 'fingerprint_missing' }),
    ]);
    expect(Object.keys(summary.by_status)).toEqual([...STATUSES]);
    expect(summary.by_reason).toEqual({ fingerprint_missing: 1 });
    expect(summary.all_verified).toBe(false);
  });

  it('says all_verified only if there is something to verify', () => {
    expect(summaryOf([verdictOf()]).all_verified).toBe(true);
    expect(summaryOf([]).all_verified).toBe(false);
  });

  it('counts a limitation once for each claim that has it', () => {
    const limitations: Verdict['limitations'] = [
      'several_occurrences',
      'several_occurrences',
      'degraded_parse',
    ];
    expect(summaryOf([verdictOf({ limitations })]).by_limitation).toEqual({
      several_occurrences: 1,
      degraded_parse: 1,
    });
  });

  it('lists sources by id, unreadable ones last, with the versions that were found', () => {
    const other = `sha256:${'b'.repeat(64)}`;
    const summary = summaryOf([
      verdictOf({ source_id: null, observed_fingerprint: null }),
      verdictOf({ source_id: 'b', observed_fingerprint: other }),
      verdictOf({ source_id: 'b' }),
      verdictOf({ source_id: 'a' }),
    ]);
    expect(summary.sources.map(({ source_id }) => source_id)).toEqual(['a', 'b', null]);
    expect(summary.sources[1]?.observed_fingerprints).toEqual([DIGEST, other]);
    expect(summary.sources[2]?.observed_fingerprints).toEqual([]);
  });
});
