import { expect, it } from 'vitest';
import type { Verdict } from '../../src/contracts/verdict.ts';
import { fails, holds, limits } from './case.ts';
import { judge } from './judge.ts';

const DIGEST = `sha256:${'0'.repeat(64)}` as const;

function verdictOf(changes: Partial<Verdict>): Verdict {
  return {
    request_id: 'r',
    source_id: 's',
    claim_id: 'c1',
    kind: 'quote',
    status: 'verified',
    reason: null,
    match_method: 'exact_text',
    assurance: 'text',
    document_fingerprint: DIGEST,
    profile: DIGEST,
    normalization: 'quote/1',
    evidence: null,
    observed: null,
    occurrences: 1,
    limitations: [],
    checks: [],
    proposal: { action: 'keep' },
    observed_fingerprint: DIGEST,
    release: 'release',
    ...changes,
  };
}

const moved = verdictOf({
  status: 'mismatch',
  reason: 'evidence_on_other_page',
  proposal: { action: 'repoint', page_index: 4, scope: 'window' },
});

it('a verdict that the recipe demands is expected', () => {
  expect(judge(holds({ occurrences: 1 }), verdictOf({})).grade).toBe('expected');
  const expected = fails(['evidence_on_other_page'], { repoint_to: 4, scope: 'window' });
  expect(judge(expected, moved).grade).toBe('expected');
});

it('a verified claim that does not hold is forbidden, and so is an accused claim that holds', () => {
  expect(judge(fails(['text_mismatch']), verdictOf({})).grade).toBe('forbidden');
  expect(judge(holds(), moved).grade).toBe('forbidden');
  expect(judge(limits(['no_ocr']), moved).grade).toBe('forbidden');
});

it('a right verdict with a wrong detail is not expected', () => {
  expect(judge(holds({ occurrences: 2 }), verdictOf({})).differences).toEqual([
    'occurrences: got 1',
  ]);
  expect(judge(fails(['evidence_on_other_page'], { repoint_to: 5 }), moved).grade).toBe('other');
  expect(judge(holds({ limitations: ['segments_joined'] }), verdictOf({})).grade).toBe('other');
});

it('keep without verified and remove without an absence are never right', () => {
  const kept = verdictOf({ ...moved, proposal: { action: 'keep' } });
  expect(judge(fails(['evidence_on_other_page']), kept).grade).toBe('other');
  const removed = verdictOf({
    status: 'capability_limited',
    reason: 'no_ocr',
    proposal: { action: 'remove' },
  });
  expect(judge(limits(['no_ocr']), removed).grade).toBe('other');
});

it('a claim without a verdict is not expected', () => {
  expect(judge(holds(), null).grade).toBe('other');
});
