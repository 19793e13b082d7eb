import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../src/evidence/canonical.ts';

it('canonical JSON sorts keys by UTF-16 code units at every depth and leaves out what is undefined', () => {
  const value = {
    '\u{1f600}': 1,
    '\ufb33': { b: [{ d: null, c: undefined }], a: 'é"' },
    '10': true,
    '9': 0.1,
  };
  expect(canonicalJson(value)).toBe(
    '{"10":true,"9":0.1,"\u{1f600}":1,"\ufb33":{"a":"é\\"","b":[{"d":null}]}}',
  );
});

it('canonical JSON holds the same value and is the same again, whatever the order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});
