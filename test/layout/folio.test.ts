import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBates } from '../../src/layout/bates.ts';
import { readFolio, romanValue } from '../../src/layout/folio.ts';

/** All readings of a text as `label:form` or `label:form(decoration)`. */
function readings(text: string): string[] {
  return readFolio(text).map(({ label, form, decoration }) =>
    decoration === '' ? `${label}:${form}` : `${label}:${form}(${decoration})`,
  );
}

describe('one text read as a folio', () => {
  it.each([
    ['5', '5:alone'],
    ['- 5 -', '5:alone'],
    ['–12–', '12:alone'],
    ['[7]', '7:alone'],
    ['~ 8 ~', '8:alone'],
    ['K 51 K', '51:alone'],
    ['005', '005:alone'],
    ['xxiv', 'xxiv:alone'],
    ['A-1', 'A-1:alone'],
    ['F - 12', 'F-12:alone'],
    ['F–12', 'F–12:alone'],
    ['3-12', '3-12:alone'],
    ['ES-2', 'ES-2:alone'],
    ['S1', 'S1:alone'],
    ['Page 5', '5:named'],
    ['page iv', 'iv:named'],
    ['p. 9', '9:named'],
    ['p.9', '9:named'],
    ['Page 5 of 120', '5:named'],
    ['5 of 120', '5:named'],
    ['5/120', '5:named'],
    ['5 / 120', '5:named'],
    ['Page No. 5', '5:named'],
    ['Page | 5', '5:named'],
    ['Seite 5 von 9', '5:named'],
    ['Page F-12', 'F-12:named'],
    ['Annual Report – Page 5 of 9', '5:named(Annual Report)'],
    ['Annual Report 45', '45:beside(Annual Report)'],
    ['5 | Annual Report', '5:beside(Annual Report)'],
  ])('"%s" reads %s', (text, expected) => {
    expect(readings(text)).toContain(expected);
  });

  it.each([
    '$ 469',
    '$469',
    '12.5',
    '12%',
    '1,234',
    '469 $ 430 9',
    'Table 5',
    'Note 12',
    'Exhibit 7',
    '2.1',
    'Item 7A.',
    '12345',
    'iiii',
    'Xii',
    '',
    '—',
  ])('"%s" is no folio', (text) => {
    expect(readings(text)).toEqual([]);
  });

  it('the total of pages is never the folio', () => {
    expect(readings('Page 5 of 120').join()).not.toContain('120');
    expect(readings('5/120').join()).not.toContain('120');
  });

  it('a number that opens a list item is no folio', () => {
    expect(readings('23. If any part of this Agreement')).toEqual([]);
  });

  it('a year beside the folio is read too, for runs to refuse', () => {
    expect(readings('Annual Report 2022 45')).toContain('45:beside(Annual Report 2022)');
    expect(readings('2021 FORM 10-K 60')).toContain('60:beside(2021 FORM 10-K)');
  });

  it('roman numerals have one form and one case', () => {
    expect(['iv', 'IX', 'xl', 'xliv', 'xx', 'xc', 'c', 'cccxcix'].map(romanValue)).toEqual([
      4, 9, 40, 44, 20, 90, 100, 399,
    ]);
    expect(['iiii', 'vx', 'iV', '', 'did', 'ic'].map(romanValue)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('every number under 400 has just one roman numeral, and it reads as itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 399 }), (value) => {
        expect(romanValue(romanOf(value))).toBe(value);
      }),
    );
  });

  it('no text makes the reader throw or invent a label that is not printed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const printed = text.replace(/\s/gu, '');
        for (const { label } of readFolio(text)) expect(printed).toContain(label);
        for (const { label } of readBates(text)) expect(text).toContain(label);
      }),
    );
  });
});

describe('one text read as a Bates stamp', () => {
  it.each([
    ['ABC0001234', 'ABC0001234'],
    ['CONFIDENTIAL – ABC-DEF0001234', 'ABC-DEF0001234'],
    ['ABC 000123', 'ABC 000123'],
    ['Subject to protective order XY_Z-000045', 'XY_Z-000045'],
    ['0000123', '0000123'],
  ])('"%s" holds %s', (text, label) => {
    expect(readBates(text).map((reading) => reading.label)).toContain(label);
  });

  it.each(['12345', '$00012', 'ABC1234', '0000066740-19-000010', '1,000,000', '00012.5'])(
    '"%s" holds none',
    (text) => {
      expect(readBates(text)).toEqual([]);
    },
  );
});

function romanOf(value: number): string {
  const digit = (count: number, one: string, five: string, ten: string): string => {
    if (count === 9) return one + ten;
    if (count === 4) return one + five;
    return (count >= 5 ? five : '') + one.repeat(count % 5);
  };
  return (
    'c'.repeat(Math.floor(value / 100)) +
    digit(Math.floor(value / 10) % 10, 'x', 'l', 'c') +
    digit(value % 10, 'i', 'v', 'x')
  );
}
