import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  joinLabelLines,
  labelsEqual,
  matchLabels,
  readLabel,
} from '../../src/evidence/label-text.ts';

describe('labels under label/1', () => {
  it.each([
    ['Net  sales', 'Net sales'],
    ['CzechRepublic', 'Czech Republic'],
    ['All ages . . . .', 'All ages'],
    ['Total assets ........', 'Total assets'],
    ['Revenue:', 'Revenue'],
    ['Domestic(1)', 'Domestic'],
    ['Foreign currency translation (a)', 'Foreign currency translation'],
    ['Total*', 'Total'],
    ['Total shareholders\u2019 equity', "Total shareholders' equity"],
    ['Other \u2014 net', 'Other - net'],
    ['Net \ufb01nance costs', 'Net finance costs'],
  ])('%s is %s', (printed, claimed) => {
    expect(labelsEqual(printed, claimed)).toBe(true);
    expect(labelsEqual(claimed, printed)).toBe(true);
  });

  it.each([
    ['Net sales', 'Net Sales'],
    ['Net sales', 'Sales'],
    ['Net sales', 'Net sales, Americas'],
    ['Income (loss)', 'Income loss'],
    ['Not subject to tax', 'Subject to tax'],
    ['Level 1 2', 'Level 12'],
    ['Domestic(1)', 'Domestic(2)'],
    ['', ''],
    ['(1)', '(2)'],
  ])('"%s" is not "%s"', (printed, claimed) => {
    expect(labelsEqual(printed, claimed)).toBe(false);
  });

  it('tells marks that one side leaves out from marks that agree', () => {
    expect(matchLabels(readLabel('Domestic(1)'), readLabel('Domestic (1)'))).toBe('exact');
    expect(matchLabels(readLabel('Domestic(1)'), readLabel('Domestic'))).toBe('without_marks');
  });

  it('are read both ways where a line ends in a hyphen', () => {
    expect(joinLabelLines(['Inter-', 'bank loans'])).toEqual([
      'Inter-bank loans',
      'Interbank loans',
    ]);
    expect(joinLabelLines(['Research and', 'development'])).toEqual(['Research and development']);
  });

  it('are never equal to a longer or shorter label', () => {
    const word = fc.stringMatching(/^[A-Za-z]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), word, (words, more) => {
        const label = words.join(' ');
        expect(labelsEqual(label, label)).toBe(true);
        expect(labelsEqual(label, words.join('  \u00a0'))).toBe(true);
        expect(labelsEqual(`${label} ${more}`, label)).toBe(false);
        expect(labelsEqual(`${more} ${label}`, label)).toBe(false);
      }),
    );
  });
});
