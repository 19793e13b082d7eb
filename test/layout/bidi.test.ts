import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderLogically } from '../../src/layout/bidi.ts';

/** What is read when the characters stand on paper in this order, from left to right. */
function read(visual: string, base: 'ltr' | 'rtl'): string {
  const pieces = [...visual].map((text) => ({ text }));
  return orderLogically(pieces, base)
    .map(({ text }) => text)
    .join('');
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

describe('reading order of right-to-left lines', () => {
  test('Hebrew is read from the right', () => {
    expect(read(reversed('שלום עולם'), 'rtl')).toBe('שלום עולם');
  });

  test('numbers and nested brackets in Hebrew keep their order', () => {
    expect(read('קוחל (4)(ב)15 ףיעס', 'rtl')).toBe('סעיף 15(ב)(4) לחוק');
  });

  test('a decimal number with its percent sign stays as it is', () => {
    expect(read('12.5% לש', 'rtl')).toBe('של 12.5%');
  });

  test('a Latin name with its number inside Hebrew stays as it is', () => {
    expect(read('הנכות Windows 10 תא', 'rtl')).toBe('את Windows 10 תוכנה');
  });

  test('a Hebrew word inside Latin text is turned round, the rest is not', () => {
    expect(read('the word םולש means peace', 'ltr')).toBe('the word שלום means peace');
  });

  test('brackets that the file maps by meaning are left as they are', () => {
    expect(read(')ב(א', 'rtl')).toBe('א(ב)');
    expect(read('(ב)א', 'rtl')).toBe('א(ב)');
  });

  test('a line without right-to-left letters is not touched', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abc 123.,()%-$') }), (text) => {
        expect(read(text, 'ltr')).toBe(text);
      }),
    );
  });

  test('nothing is lost or added but for mirrored brackets', () => {
    const unit = fc.constantFrom(...'אבגד abc 12.5%,-$');
    fc.assert(
      fc.property(
        fc.string({ unit }),
        fc.constantFrom('ltr' as const, 'rtl' as const),
        (text, base) => {
          expect([...read(text, base)].sort()).toEqual([...text].sort());
        },
      ),
    );
  });

  test('digits of a number never change their order', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'אבגד '), minLength: 1 });
    const number = fc.integer({ min: 0, max: 999_999 }).map(String);
    fc.assert(
      fc.property(letters, number, letters, (left, digits, right) => {
        expect(read(`${left} ${digits} ${right}`, 'rtl')).toContain(digits);
      }),
    );
  });
});
