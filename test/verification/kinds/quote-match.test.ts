import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QUOTE_STEPS } from '../../../src/evidence/normalization.ts';
import {
  findQuote as findSought,
  type QuoteMatch,
  soughtQuoteOf,
} from '../../../src/verification/kinds/quote/match.ts';
import { standsButForUnmapped } from '../../../src/verification/kinds/quote/unmapped.ts';
import type { Passage } from '../../../src/verification/passage.ts';

function passage(text: string, extra: Partial<Passage> = {}): Passage {
  return { text, openSpaces: new Set(), openJoins: new Set(), marks: [], ...extra };
}

/** Every place where the quote stands. */
function findQuote(where: Passage, quote: string): readonly QuoteMatch[] {
  return findSought(where, soughtQuoteOf(quote), null);
}

function stepFor(text: string, quote: string, extra: Partial<Passage> = {}): string | null {
  const [match] = findQuote(passage(text, extra), quote);
  return match === undefined ? null : QUOTE_STEPS[match.rank];
}

/** A passage in which `^{x}` is a raised mark x. */
function marked(picture: string): Passage {
  const marks: { start: number; end: number }[] = [];
  let text = '';
  for (const part of picture.split(/(\^\{[^}]*\})/)) {
    const mark = /^\^\{(.*)\}$/.exec(part)?.[1];
    if (mark !== undefined) marks.push({ start: text.length, end: text.length + mark.length });
    text += mark ?? part;
  }
  return passage(text, { marks });
}

describe('the ladder of quote/1', () => {
  test.each([
    ['Revenue was $12.4 million.', 'Revenue was $12.4 million.', 'exact_text'],
    ['must\nnot exceed', 'must not exceed', 'exact_text'],
    ['must not exceed', 'must\nnot   exceed', 'normalized_text'],
    ['must\u00a0not exceed', 'must not exceed', 'normalized_text'],
    ['12\u202f400\u202f000 \u20ac', '12 400 000 \u20ac', 'normalized_text'],
    ['cafe\u0301 au lait', 'caf\u00e9 au lait', 'normalized_text'],
    ['caf\u00e9 au lait', 'cafe\u0301 au lait', 'normalized_text'],
    ['the \ufb01nal o\ufb03ce', 'the final office', 'extraction_text'],
    ['the final office', 'the \ufb01nal o\ufb03ce', 'extraction_text'],
    ['Mit\u00adarbeiter', 'Mitarbeiter', 'extraction_text'],
    ['struc-\ntures found', 'structures found', 'extraction_text'],
    ['a long-\nterm loan', 'a long-term loan', 'extraction_text'],
    ['Form 10-\nK was filed', 'Form 10-K was filed', 'extraction_text'],
    ['“Material” means', '"Material" means', 'typographic_text'],
    ['the Company’s debt', "the Company's debt", 'typographic_text'],
    ['Loss – not profit', 'Loss - not profit', 'typographic_text'],
    ['and so on…', 'and so on...', 'typographic_text'],
    ['as follows:\n· first', 'as follows: • first', 'typographic_text'],
    ['as follows:\n\u2022 first', 'as follows: \uf0b7 first', 'typographic_text'],
    ['Yes \uf052 No \uf0a3', 'Yes \uf052 No \uf0a3', 'exact_text'],
  ])('%j holds %j by %s', (text, quote, step) => {
    expect(stepFor(text, quote)).toBe(step);
  });

  test.each([
    ['must not exceed', 'may exceed'],
    ['must not exceed', 'Must not exceed'],
    ['$12.4 million', '2.4 million'],
    ['12,400 units', '400 units'],
    ['12.45 units', '12.4'],
    ['Net loss (2.1) for', '2.1'],
    ['grew -4.5 points', '4.5'],
    ['grew by 4.5% in', '4.5'],
    ['3–5 years', '3-5 years'],
    ['a \u22124.5% change', 'a -4.5% change'],
    ['non-GAAP measures', 'GAAP measures'],
    ['non-\nGAAP measures', 'GAAP measures'],
    ["we can't pay", 'we can'],
    ['long-term debt', 'long debt'],
    ['long-term debt', 'longterm debt'],
    ['2018-\n2019 season', '20182019 season'],
    ['the amount is \ufffd\ufffd', '\ufffd\ufffd'],
    ['\u00bd of it', '1/2 of it'],
    ['1\u2009234\u2009567 units', '1234567 units'],
    ['cannot pay', 'can not pay'],
    ['all of which', 'of whic'],
  ])('%j does not hold %j', (text, quote) => {
    expect(stepFor(text, quote)).toBeNull();
  });

  test('a range and a whole number may be quoted up to their edges', () => {
    expect(stepFor('fiscal 2017-2018 results', '2018 results')).toBe('exact_text');
    expect(stepFor('$12.4 million, or', '12.4 million')).toBe('exact_text');
  });

  test('open spacing is decided by the quote, but never beside a digit, not, or a modal word', () => {
    expect(stepFor('all ofwhich is', 'all of which is', { openJoins: new Set([6]) })).toBe(
      'extraction_text',
    );
    expect(stepFor('cannot pay', 'can not pay', { openJoins: new Set([3]) })).toBeNull();
    expect(stepFor('a4 200 kg', 'a4200 kg', { openSpaces: new Set([2]) })).toBeNull();
    expect(stepFor('T OTAL due', 'TOTAL due', { openSpaces: new Set([1]) })).toBe(
      'extraction_text',
    );
  });

  test('raised marks may be passed over, exponents and units may not', () => {
    const holds = (text: string, quote: string) => findQuote(marked(text), quote).length > 0;
    expect(holds('Investors^{1} said so', 'Investors said so')).toBe(true);
    expect(holds('Investors^{1} said so', 'Investors1 said so')).toBe(true);
    expect(holds('Net sales^{(a)} rose', 'Net sales rose')).toBe(true);
    expect(holds('about 10^{6} cells', 'about 10 cells')).toBe(false);
    expect(holds('an area of 5 m^{2} only', 'an area of 5 m only')).toBe(false);
  });

  test('scripts without spaces may be quoted from inside a run, numbers never', () => {
    expect(stepFor('发行人各类授信额度总额达372.53亿元', '授信额度总额达372.53亿元')).toBe(
      'exact_text',
    );
    expect(stepFor('总额达372.53亿元', '72.53亿元')).toBeNull();
  });
});

test('a point inside a line is no list mark, and symbols are not each other', () => {
  expect(stepFor('a · b', 'a • b')).toBeNull();
  expect(stepFor('Yes \uf052 No \uf0a3', 'Yes \uf0a3 No \uf052')).toBeNull();
  expect(stepFor('5 \ufffd g', '5 \ufffd g')).toBeNull();
});

describe('characters without known meaning', () => {
  const whole = (text: string) => [{ start: 0, end: text.length }];

  test.each([
    ['exposure in \ufffdg per day', 'exposure in µg per day'],
    ['Compressed mortality \ufffdle, 1999', 'Compressed mortality file, 1999'],
    ['Yes x No \ufffd Indicate by mark', 'Yes \uf078 No \uf0a8 Indicate by mark'],
    ['two\ufffdwords here', 'two words here'],
  ])('%j may say %j', (text, quote) => {
    expect(standsButForUnmapped(text, whole(text), quote)).toBe(true);
  });

  test.each([
    ['exposure in \ufffdg per day', 'exposure in µg per week'],
    ['mark \ufffd and 31 05 days', 'and 310 5 days'],
    ['plain words only', 'plain words'],
    ['\ufffd elsewhere, must not exceed', 'must exceed'],
  ])('%j does not say %j', (text, quote) => {
    expect(standsButForUnmapped(text, whole(text), quote)).toBe(false);
  });
});

test('a quote after a negation or modal is found, and said to be governed from outside', () => {
  const governed = (text: string, quote: string) =>
    findQuote(passage(text), quote).map((match) => match.isGoverned);
  expect(governed('The term must not exceed 30 days.', 'exceed 30 days')).toEqual([true]);
  expect(governed('It may exceed 30 days.', 'exceed 30 days')).toEqual([true]);
  expect(governed('We did not. The term will end. Costs exceed 30 days', 'exceed 30 days')).toEqual(
    [false],
  );
});

describe('laws', () => {
  const word = fc.stringMatching(/^[a-zA-Z]{1,9}$/);
  const sentence = fc.array(word, { minLength: 3, maxLength: 12 }).map((words) => words.join(' '));

  test('a planted quote is found at its offsets', () => {
    fc.assert(
      fc.property(sentence, sentence, sentence, (before, quote, after) => {
        const text = `${before}. 7 ${quote} 7 .${after}`;
        const start = before.length + 4;
        const found = findQuote(passage(text), quote);
        expect(found).toContainEqual(
          expect.objectContaining({ start, end: start + quote.length, rank: 0 }),
        );
      }),
    );
  });

  test('line breaks and runs of spaces never unmake a match', () => {
    fc.assert(
      fc.property(sentence, fc.array(fc.constantFrom(' ', '\n', '  ', '\u00a0')), (quote, gaps) => {
        let gap = 0;
        const text = quote.replaceAll(' ', () => gaps[gap++ % Math.max(1, gaps.length)] ?? ' ');
        expect(findQuote(passage(text), quote)).toHaveLength(1);
      }),
    );
  });

  test('one changed digit, letter or sign always unmakes a match', () => {
    const number = fc.integer({ min: 100, max: 99_999_999 });
    fc.assert(
      fc.property(sentence, number, fc.integer({ min: 1, max: 9 }), (words, amount, add) => {
        const printed = `${words} ${amount} units`;
        const digits = String(amount);
        const last = (Number(digits.at(-1)) + add) % 10;
        const changed = `${words} ${digits.slice(0, -1)}${last} units`;
        expect(findQuote(passage(printed), changed)).toHaveLength(0);
        expect(findQuote(passage(printed), `${words} -${amount} units`)).toHaveLength(0);
      }),
    );
  });
});
