import { describe, expect, it } from 'vitest';
import { scoreFinancebench } from '../../bench/accuracy/financebench.ts';
import type { Score } from '../../bench/accuracy/score.ts';
import { answersOf, type LabelledClaim } from './labelled.ts';

const EXPECTATIONS = {
  financebench: {
    wrong_page: { reasons: ['evidence_on_other_page'], actions: ['repoint', 'flag'] },
    'partial/row_swap': { reasons: ['value_mismatch'], actions: ['flag', 'remove'] },
  },
  tables: {},
};

type Fields = LabelledClaim['verdict'];

function supported(id: string, verdict: Fields, kind = 'quote'): LabelledClaim {
  const label = {
    label: 'supported',
    error_class: 'clean',
    error_subclass: null,
    cited_page: 3,
    true_pages: [3],
  };
  return { claim: { id, kind, page_index: 3 }, label: { id, kind, ...label }, verdict };
}

function wrongPage(id: string, truePages: readonly number[], verdict: Fields): LabelledClaim {
  const label = {
    label: 'unsupported',
    error_class: 'wrong_page',
    error_subclass: 'near',
    cited_page: 3,
    true_pages: truePages,
    also_acceptable: [9],
  };
  return {
    claim: { id, kind: 'quote', page_index: 3 },
    label: { id, kind: 'quote', ...label },
    verdict,
  };
}

function rowSwap(id: string, verdict: Fields): LabelledClaim {
  const label = {
    label: 'unsupported',
    error_class: 'partial',
    error_subclass: 'row_swap',
    cited_page: 3,
    true_pages: [],
  };
  return {
    claim: { id, kind: 'value', page_index: 3 },
    label: { id, kind: 'value', ...label },
    verdict,
  };
}

function score(claims: readonly LabelledClaim[], withTargets = true): Score {
  const labels = claims.map((one) => ({ source_id: 'report', ...one.label }));
  const answers = answersOf('r1', 'report', claims);
  return scoreFinancebench('financebench', answers, labels, EXPECTATIONS, withTargets);
}

function isMet(result: Score, name: string): boolean | undefined {
  return result.targets.find((target) => target.name.startsWith(name))?.is_met;
}

const REPOINT_4 = {
  status: 'mismatch',
  reason: 'evidence_on_other_page',
  proposal: { action: 'repoint', page_index: 4, scope: 'window' },
} as const;

describe('the scorer of page citations', () => {
  it('meets the quote targets when every true quote is verified and every other localised', () => {
    const result = score([
      supported('a', { status: 'verified' }),
      wrongPage('b', [4], { ...REPOINT_4 }),
    ]);
    // Page 9 is acceptable too, so this claim has two places and counts for no localisation.
    expect(isMet(result, 'quote: wrong page')).toBe(false);
    const one = { ...wrongPage('c', [4], { ...REPOINT_4 }) };
    const label = { ...one.label, also_acceptable: [] };
    const again = score([supported('a', { status: 'verified' }), { ...one, label }]);
    expect(isMet(again, 'quote: supported recall')).toBe(true);
    expect(isMet(again, 'quote: false verified')).toBe(true);
    expect(isMet(again, 'quote: wrong page')).toBe(true);
    expect(again.misses).toEqual([]);
  });

  it('fails the target when one false quote is verified, and puts it first among the misses', () => {
    const result = score([
      supported('a', { status: 'capability_limited', reason: 'no_text_layer' }),
      wrongPage('b', [4], { status: 'verified' }),
    ]);
    expect(isMet(result, 'quote: false verified')).toBe(false);
    expect(result.misses.map((miss) => [miss.id, miss.category])).toEqual([
      ['a', '4 supported, limited'],
      ['b', '1 false verified'],
    ]);
  });

  it('counts a repoint as right on an acceptable page and as wrong on any other', () => {
    const onNine = { ...REPOINT_4, proposal: { action: 'repoint', page_index: 9 } } as const;
    const onFive = { ...REPOINT_4, proposal: { action: 'repoint', page_index: 5 } } as const;
    const result = score([
      wrongPage('a', [4], { ...REPOINT_4 }),
      wrongPage('b', [4], onNine),
      wrongPage('c', [4], onFive),
    ]);
    expect(result.figures).toMatchObject({
      quote: { wrong_page: 3, wrong_page_repointed_right: 2, repoints: 3, repoints_wrong: 1 },
    });
    expect(result.misses.map((miss) => [miss.id, miss.category])).toEqual([
      ['c', '3 repointed to a wrong page'],
    ]);
  });

  it('calls a true claim accused only under mismatch and not_found, at most one in three', () => {
    const limited = { status: 'capability_limited', reason: 'no_text_layer' } as const;
    const accused = { status: 'mismatch', reason: 'text_mismatch' } as const;
    const good = score([
      supported('a', limited),
      supported('b', { status: 'abstained', reason: 'judge_uncertain' }),
      supported('c', accused),
    ]);
    expect(isMet(good, 'quote, value, page: accused')).toBe(true);
    const bad = score([supported('a', limited), supported('c', accused)]);
    expect(isMet(bad, 'quote, value, page: accused')).toBe(false);
    expect(bad.figures).toMatchObject({ quote: { supported_accused: 1, supported_verified: 0 } });
  });

  it('says when a refusal has another reason or action than its class asks for', () => {
    const result = score([
      rowSwap('a', { status: 'mismatch', reason: 'value_mismatch' }),
      rowSwap('b', { status: 'mismatch', reason: 'sign_mismatch' }),
      rowSwap('c', {
        status: 'mismatch',
        reason: 'value_mismatch',
        proposal: { action: 'keep' },
      }),
    ]);
    expect(result.figures).toMatchObject({
      value: { expected: 3, right_reason: 2, right_action: 2 },
    });
    expect(result.misses.map((miss) => miss.category)).toEqual([
      '6 other reason',
      '7 other action',
    ]);
  });

  it('sees a claim that got no verdict and a verdict that belongs to no claim', () => {
    const claims = [supported('a', { status: 'verified' }), supported('b', { status: 'verified' })];
    const { answers } = answersOf('r1', 'report', claims);
    const labels = claims.map((one) => ({ source_id: 'report', ...one.label }));
    const run = {
      answers: answers.map((one) => (one.claim.id === 'b' ? { ...one, verdict: null } : one)),
      surplus: 0,
    };
    const result = scoreFinancebench('financebench', run, labels, EXPECTATIONS, true);
    expect(isMet(result, 'claims without')).toBe(false);
    expect(result.misses.map((miss) => miss.category)).toEqual(['0 no verdict']);
    const surplus = scoreFinancebench(
      'financebench',
      { answers, surplus: 1 },
      labels,
      EXPECTATIONS,
      true,
    );
    expect(isMet(surplus, 'claims without')).toBe(false);
  });

  it('meets no target where there is nothing to measure', () => {
    const result = score([supported('a', { status: 'verified' })]);
    expect(isMet(result, 'value: supported recall')).toBe(false);
    expect(isMet(result, 'quote: false verified')).toBe(false);
  });
});
