import { describe, expect, it } from 'vitest';
import { scoreTables } from '../../bench/accuracy/tables.ts';
import { answersOf, type LabelledClaim } from './labelled.ts';

const EXPECTATIONS = {
  financebench: {},
  tables: { sign_flipped: { reasons: ['sign_mismatch'] } },
};

function cell(
  id: string,
  verdict: 'supported' | 'unsupported',
  reason: string,
  given: LabelledClaim['verdict'],
): LabelledClaim {
  const label = { id, document: 'a.pdf', verdict, reason };
  return { claim: { id, kind: 'table_cell', page_index: 0 }, label, verdict: given };
}

describe('the scorer of table cells', () => {
  it('counts recall, accusations, false verified cells and reasons', () => {
    const claims = [
      cell('a', 'supported', 'supported', { status: 'verified' }),
      cell('b', 'supported', 'supported', { status: 'not_found', reason: 'row_not_found' }),
      cell('c', 'unsupported', 'sign_flipped', { status: 'verified' }),
      cell('d', 'unsupported', 'sign_flipped', { status: 'mismatch', reason: 'value_mismatch' }),
      cell('e', 'unsupported', 'sign_flipped', { status: 'mismatch', reason: 'sign_mismatch' }),
    ];
    const result = scoreTables(
      answersOf('r1', 'a', claims),
      claims.map((one) => one.label),
      EXPECTATIONS,
    );
    expect(result.figures).toEqual({
      claims: 5,
      supported: 2,
      supported_verified: 1,
      supported_accused: 1,
      unsupported: 3,
      false_verified: 1,
    });
    expect(result.targets.map((target) => target.is_met)).toEqual([true, false]);
    expect(result.misses.map((miss) => [miss.id, miss.category])).toEqual([
      ['b', '2 supported, accused'],
      ['c', '1 false verified'],
      ['d', '4 other reason'],
    ]);
  });
});
