import { describe, expect, it } from 'vitest';
import { caseEnvelopes, scoreCases } from '../../bench/accuracy/cases.ts';
import { joinAnswers } from '../../bench/accuracy/product.ts';
import type { Verdict } from '../../src/contracts/verdict.ts';
import { makeVerdict } from './labelled.ts';

type Fields = Partial<Verdict> & Pick<Verdict, 'status'>;

interface Expected {
  readonly expected: { readonly status: string; readonly reason: string | null };
  readonly acceptable?: readonly { readonly status: string; readonly reason: string | null }[];
  readonly never?: readonly string[];
  readonly needs?: readonly string[];
  readonly kind?: string;
}

function makeCase(id: string, expected: Expected) {
  return {
    id,
    tags: ['hidden'],
    file: `files/${id}.pdf`,
    envelope: {
      request_id: `case-${id}`,
      source_id: `${id}.pdf`,
      claims: [{ id, kind: expected.kind ?? 'quote', page_index: 0 }],
    },
    expected: expected.expected,
    acceptable: expected.acceptable ?? [],
    never: expected.never ?? [],
    needs: expected.needs ?? [],
  };
}

function scoreOf(pairs: readonly (readonly [ReturnType<typeof makeCase>, Fields])[]) {
  const verdicts = pairs.map(([item, fields]) =>
    makeVerdict(
      {
        request_id: item.envelope.request_id,
        source_id: item.envelope.source_id,
        claim_id: item.id,
        kind: 'quote',
      },
      fields,
    ),
  );
  const cases = pairs.map(([item]) => item);
  return scoreCases(
    joinAnswers(
      cases.map((item) => item.envelope),
      verdicts,
    ),
    cases,
  );
}

const HIDDEN = {
  expected: { status: 'inconsistent', reason: 'hidden_text' },
  acceptable: [{ status: 'not_found', reason: null }],
  never: ['verified'],
};

describe('the scorer of the hard cases', () => {
  it('grades by status: expected, acceptable, never, and wrong for the rest', () => {
    const result = scoreOf([
      [makeCase('h-1', HIDDEN), { status: 'inconsistent', reason: 'hidden_text' }],
      [makeCase('h-2', HIDDEN), { status: 'not_found', reason: 'text_not_found' }],
      [makeCase('h-3', HIDDEN), { status: 'verified' }],
      [makeCase('h-4', HIDDEN), { status: 'stale', reason: 'fingerprint_mismatch' }],
    ]);
    expect(result.figures).toMatchObject([
      { grade: 'expected' },
      { grade: 'acceptable' },
      { grade: 'never' },
      { grade: 'wrong' },
    ]);
    const never = result.targets.filter((target) => target.name.endsWith('never'));
    expect(never.map((target) => target.is_met)).toEqual([false, false]);
  });

  it('lists an expected status with another reason of the table, but not a reason that is a hint', () => {
    const hint = { expected: { status: 'verified', reason: 'line_end_hyphenation_joined' } };
    const result = scoreOf([
      [makeCase('a-1', hint), { status: 'verified' }],
      [makeCase('a-2', HIDDEN), { status: 'inconsistent', reason: 'readers_disagree' }],
    ]);
    expect(result.misses.map((miss) => [miss.id, miss.category])).toEqual([
      ['a-2', '4 expected, other reason'],
    ]);
  });

  it('keeps cases that need pictures or tables apart from the target', () => {
    const verified = { expected: { status: 'verified', reason: null } };
    const limited = { status: 'capability_limited', reason: 'no_ocr' } as const;
    const result = scoreOf([
      [makeCase('p-1', { ...verified, needs: ['annotations'] }), { status: 'verified' }],
      [makeCase('o-1', { ...verified, needs: ['ocr'] }), limited],
      [makeCase('t-1', { ...verified, kind: 'table_cell' }), limited],
    ]);
    const target = result.targets.find((one) => one.name.endsWith('expected'));
    expect(target).toMatchObject({ reached: '100.0 % (1 of 1)', is_met: true });
  });

  it('gives the program the envelopes and nothing of what is expected', () => {
    const text = caseEnvelopes([makeCase('h-1', HIDDEN)]);
    expect(JSON.parse(text)).toEqual({
      request_id: 'case-h-1',
      source_id: 'h-1.pdf',
      claims: [{ id: 'h-1', kind: 'quote', page_index: 0 }],
    });
  });

  it('refuses a case whose source id is not its file', () => {
    const item = makeCase('h-1', HIDDEN);
    expect(() => caseEnvelopes([{ ...item, file: 'files/other.pdf' }])).toThrow('h-1');
  });
});
