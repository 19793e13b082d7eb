import { expect, it } from 'vitest';
import { DEFAULT_POLICY, FINGERPRINT_OPTIONAL_POLICY } from '../../config/policy.ts';
import { STATUSES } from '../../src/contracts/reason.ts';

it('the default policy releases what is verified, sends to review what is not settled, and blocks the rest', () => {
  const by = (decision: string): string[] =>
    STATUSES.filter((status) => DEFAULT_POLICY.decisions[status] === decision);
  expect(by('release')).toEqual(['verified']);
  expect(by('review')).toEqual(['capability_limited', 'inconsistent', 'abstained']);
  expect(by('block')).toEqual([
    'mismatch',
    'not_found',
    'stale',
    'denied',
    'source_error',
    'invalid',
  ]);
});

it('a fingerprint is required unless the other policy is asked for by name', () => {
  expect(DEFAULT_POLICY.is_fingerprint_required).toBe(true);
  expect(FINGERPRINT_OPTIONAL_POLICY.is_fingerprint_required).toBe(false);
  expect(FINGERPRINT_OPTIONAL_POLICY.name).not.toBe(DEFAULT_POLICY.name);
  expect(FINGERPRINT_OPTIONAL_POLICY.decisions).toEqual(DEFAULT_POLICY.decisions);
});
