import { describe, expect, it } from 'vitest';
import { REASON_CODES, REASONS, STATUSES } from '../../src/contracts/reason.ts';

describe('the table of reasons', () => {
  it.each(REASON_CODES)(
    'says of %s what was seen and what can be done, in whole sentences',
    (code) => {
      const { sentence, remedy } = REASONS[code];
      expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
      for (const text of [sentence, remedy]) expect(text).toMatch(/^[A-Z"].{10,}\.$/);
      expect(sentence).not.toBe(remedy);
    },
  );

  it('has a reason for every status but verified', () => {
    const used = new Set<string>(REASON_CODES.map((code) => REASONS[code].status));
    expect(STATUSES.filter((status) => !used.has(status))).toEqual(['verified']);
  });

  it('gives no two reasons the same sentence', () => {
    const sentences = REASON_CODES.map((code) => REASONS[code].sentence);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});
