import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageGrounding } from '../../../src/evidence/grounding.ts';
import { readSpacedDigits } from '../../../src/verification/kinds/value/spaced-digits.ts';
import { pageOf } from '../../support/page.ts';
import { compareValueOn, outcomeOf } from '../../support/value-claim.ts';

describe('thousands set apart by plain spaces', () => {
  const page = pageOf(`
    The yard is told of in note 3.
                               2025      2024
    Peat sold                12 400    11 950
    Peat burnt                  870     1 020
    Peat kept             1 234 567       400
  `);

  it.each([
    ['Peat sold', '12 400'],
    ['Peat sold', '12400'],
    ['Peat sold', '11,950'],
    ['Peat burnt', '1 020'],
    ['Peat burnt', '870'],
    ['Peat kept', '1,234,567'],
    ['Peat kept', '400'],
  ])('are one number of the row "%s": %s', (row_label, expected_text) => {
    expect(outcomeOf(page, { row_label, expected_text })).toBe('verified');
  });

  it.each([
    ['Peat sold', '400'],
    ['Peat sold', '12'],
    ['Peat burnt', '020'],
    ['Peat kept', '567'],
    ['Peat kept', '234 567'],
    ['Peat kept', '1 234'],
  ])('are no numbers apart in the row "%s": %s', (row_label, expected_text) => {
    expect(outcomeOf(page, { row_label, expected_text })).toBe('value_mismatch');
  });

  it('are shown as printed and counted as one', () => {
    const { observed } = compareValueOn(page, {
      row_label: 'Peat kept',
      expected_value: '1234567',
    });
    expect(observed).toMatchObject({ displayed: '1 234 567', value: '1234567' });
  });

  it('are one number in prose where the claim prints them so', () => {
    const prose = pageOf('The upkeep of the dyke came to 12 400 crowns in all.');
    const claim = { expected_text: '12 400', expected_value: '12400' };
    expect(outcomeOf(prose, claim)).toBe('verified');
  });

  it.each([[{ expected_value: '12400' }], [{ expected_text: '12' }], [{ expected_text: '400' }]])(
    'stay open in prose where neither page nor claim settles them: %o',
    (claim) => {
      const prose = pageOf('The upkeep of the dyke came to 12 400 crowns in all.');
      expect(outcomeOf(prose, claim)).toBe('spacing_not_established');
    },
  );

  it('do not keep other numbers of the page from being told apart', () => {
    const prose = pageOf('The upkeep came to 12 400 crowns for 7 dykes.');
    expect(outcomeOf(prose, { expected_text: '13' })).toBe('text_not_found');
    expect(outcomeOf(prose, { expected_text: '7' })).toBe('verified');
  });
});

describe('digits that may be two numbers', () => {
  it('stay open where the same cells set other numbers a space apart', () => {
    const page = pageOf(`
      Ships and boats      18 170
      Trains and trams      19 17
      Cars and carts        7 900
    `);
    for (const expected_text of ['18 170', '18170', '18', '170']) {
      const claim = { row_label: 'Ships and boats', expected_text };
      expect(outcomeOf(page, claim)).toBe('spacing_not_established');
    }
  });

  it('stay open where a column ends between them', () => {
    const page = pageOf(`
                              Hands     Tonnes
      Boats in the north         12 400
      Boats in the south         15      9 300
      Boats in the west           7     11 250
    `);
    const row = { row_label: 'Boats in the north' };
    expect(outcomeOf(page, { ...row, expected_text: '12 400' })).toBe('spacing_not_established');
    expect(outcomeOf(page, { ...row, expected_text: '400' })).toBe('spacing_not_established');
    const south = { row_label: 'Boats in the south', expected_text: '9 300' };
    expect(outcomeOf(page, south)).toBe('verified');
  });

  it('stay open behind the number of a note or a month', () => {
    const note = pageOf('As told in note 12 400 crowns were paid to the guild.');
    expect(outcomeOf(note, { expected_text: '12 400' })).toBe('spacing_not_established');
    const month = pageOf('In the week from March 31 400 crowns were paid.');
    expect(outcomeOf(month, { expected_text: '31 400' })).toBe('spacing_not_established');
  });

  it('stay open where marks group on the page and the claim prints no space', () => {
    const page = pageOf(`
      Peat sold      12 400
      Peat burnt     11,950
    `);
    const row = { row_label: 'Peat sold' };
    expect(outcomeOf(page, { ...row, expected_text: '12,400' })).toBe('spacing_not_established');
    expect(outcomeOf(page, { ...row, expected_text: '12 400' })).toBe('verified');
  });
});

describe('gaps between digits that the layout leaves open', () => {
  /** The page with an open gap before (or at the space before) the first `after`. */
  const withGap = (picture: string, after: string, kind: 'open_joins' | 'open_spaces') => {
    const page = pageOf(picture);
    const at = page.text.indexOf(after);
    return { ...page, [kind]: [kind === 'open_joins' ? at : at - 1] } satisfies PageGrounding;
  };

  it.each(['3105', '31', '05'])('leave %s open, read as one number', (expected_text) => {
    const page = withGap('Ferry fares   3105   2990', '05', 'open_joins');
    const claim = { row_label: 'Ferry fares', expected_text };
    expect(outcomeOf(page, claim)).toBe('spacing_not_established');
  });

  it.each(['3105', '31', '05'])('leave %s open, read as two', (expected_text) => {
    const page = withGap('The ferry took 31 05 that day.', '05', 'open_spaces');
    expect(outcomeOf(page, { expected_text })).toBe('spacing_not_established');
  });

  it('leave open a gap beside the mark inside a number', () => {
    const page = withGap('Ferry fares   3,105   2,990', '105', 'open_joins');
    const claim = { row_label: 'Ferry fares', expected_text: '3,105' };
    expect(outcomeOf(page, claim)).toBe('spacing_not_established');
  });

  it('settle other numbers and other claims all the same', () => {
    const page = withGap('Ferry fares   3105   2990', '05', 'open_joins');
    const row = { row_label: 'Ferry fares' };
    expect(outcomeOf(page, { ...row, expected_text: '2990' })).toBe('verified');
    expect(outcomeOf(page, { ...row, expected_text: '3015' })).toBe('value_mismatch');
  });
});

describe('laws of spaced digits', () => {
  const spaced = (value: number): string => value.toLocaleString('en-US').replaceAll(',', ' ');
  const amounts = fc.uniqueArray(fc.integer({ min: 1000, max: 99_999_999 }), {
    minLength: 3,
    maxLength: 8,
  });
  const pageWith = (values: readonly number[]): PageGrounding =>
    pageOf(
      values
        .map((value, at) => `Row of the ${'abcdefgh'.charAt(at)} kind${spaced(value).padStart(20)}`)
        .join('\n'),
    );

  it('a number grouped by spaces verifies whole, and no part of it does', () => {
    fc.assert(
      fc.property(amounts, fc.nat(), (values, nat) => {
        const at = nat % values.length;
        const value = values[at] ?? 0;
        const page = pageWith(values);
        const row_label = `Row of the ${'abcdefgh'.charAt(at)} kind`;
        expect(outcomeOf(page, { row_label, expected_value: String(value) })).toBe('verified');
        const [head = '', ...tail] = spaced(value).split(' ');
        for (const part of [head, tail.join(' '), tail.at(-1) ?? '']) {
          if (Number(part.replaceAll(' ', '')) === value) continue;
          expect(outcomeOf(page, { row_label, expected_text: part })).not.toBe('verified');
        }
      }),
      { numRuns: 60 },
    );
  });

  it('joints lie before three digits, and open stretches are digits with several readings', () => {
    const pieces = fc.array(
      fc.constantFrom('1', '12', '400', '950', '2,000', 'ships', '3.5', '0'),
      {
        minLength: 1,
        maxLength: 14,
      },
    );
    fc.assert(
      fc.property(pieces, fc.boolean(), (words, isClaimed) => {
        const page = pageOf(words.join(' '));
        const { joints, open } = readSpacedDigits(page, isClaimed);
        for (const at of joints) {
          expect(page.text.slice(at - 1, at + 4)).toMatch(/^\d \d{3}$/);
        }
        for (const one of open) {
          expect(page.text.slice(one.start, one.end)).toMatch(/^[\d., ]+$/);
          expect(one.readings.length).toBeGreaterThan(1);
        }
      }),
      { numRuns: 200 },
    );
  });
});
