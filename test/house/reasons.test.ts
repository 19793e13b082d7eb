import { describe, expect, it } from 'vitest';
import { REASON_CODES, REASONS, STATUSES } from '../../src/contracts/reason.ts';
import { readFilesBelow } from './repository.ts';

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

  it('has a test that expects each reason the program can give', () => {
    const program = readFilesBelow(['src'], ['.ts'])
      .filter((file) => !/^src\/contracts\/(?:evidence-)?reason\.ts$/.test(file.path))
      .map((file) => file.text);
    const tests = readFilesBelow(['test'], ['.ts', '.json'])
      .filter(
        (file) => !file.path.startsWith('test/house/') && !file.path.startsWith('test/bench/'),
      )
      .map((file) => file.text);
    const isNamedIn = (texts: readonly string[], code: string): boolean =>
      texts.some((text) => text.includes(`'${code}'`) || text.includes(`"${code}"`));
    const given = REASON_CODES.filter((code) => isNamedIn(program, code));
    expect(given.length).toBeGreaterThan(30);
    expect(given.filter((code) => !isNamedIn(tests, code))).toEqual([]);
  });
});
