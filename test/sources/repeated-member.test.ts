import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRepeatedMember } from '../../src/sources/repeated-member.ts';

describe('a member name', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1, "\\u0061" : 2}', 'a'],
    ['[{"x":{"b":1,"c":[1],"b":2}}]', 'b'],
    ['{"a\\\\":1,"a\\\\":2}', 'a\\'],
    ['{"":1,"":2}', ''],
    ['{"a":{"b":1},"c":[{"b":1}],"a":2}', 'a'],
  ])('that an object bears twice is found in %s', (text, name) => {
    expect(findRepeatedMember(text)).toBe(name);
  });

  it.each([
    '{"a":"a","b":"a"}',
    '[{"a":1},{"a":1}]',
    '["a","a"]',
    '{"a":{"a":{"a":1}}}',
    '{"a":"\\"b\\":1,\\"b\\":"}',
    '"a"',
    '5',
  ])('that may come again is left alone in %s', (text) => {
    expect(findRepeatedMember(text)).toBeNull();
  });

  it('is never repeated in what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        expect(findRepeatedMember(JSON.stringify(value, null, indent))).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  it('is found wherever it is written a second time', () => {
    const members = fc.uniqueArray(fc.tuple(fc.string(), fc.jsonValue()), {
      minLength: 1,
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(members, fc.nat(), (list, at) => {
        const written = list.map(
          ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
        );
        const [again = ['', null]] = [list[at % list.length]];
        const text = `{${[...written, `${JSON.stringify(again[0])}:1`].join(',')}}`;
        expect(findRepeatedMember(text)).toBe(JSON.parse(JSON.stringify(again[0])));
      }),
    );
  });
});
