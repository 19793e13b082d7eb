import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/contracts/claim.ts';
import { findClaim } from '../../../src/verification/kinds/all.ts';
import { mayHold, prepareRaw, searchKeyOf } from '../../../src/verification/repair/candidates.ts';
import { pageOf, targetOf } from '../../support/page.ts';

function quote(expected_text: string): Claim {
  return { id: 'q', kind: 'quote', page_index: 0, expected_text };
}

function value(claim: Omit<Extract<Claim, { kind: 'value' }>, 'id' | 'kind'>): Claim {
  return { id: 'v', kind: 'value', page_index: 0, ...claim };
}

/** Whether a page with these raw characters would be read for the claim. */
function isCandidate(claim: Claim, text: string | null, is_complete = true): boolean {
  const key = searchKeyOf(claim);
  return key === null || mayHold(key, prepareRaw({ page_index: 0, text, is_complete }));
}

const SENTENCE = quote('The Company’s office was not affected by long-term debt of $12.4 million.');

describe('a page is read for a quote', () => {
  it.each([
    ['as it stands', 'The Company’s office was not affected by long-term debt of $12.4 million.'],
    [
      'with a letter lost of two equal ones',
      'The Company’s ofice was not afected by long-term debt of $12.4 milion.',
    ],
    ['with ligatures', 'The Company’s oﬃce was not aﬀected by long-term debt of $12.4 million.'],
    ['without any space', 'TheCompany’sofficewasnotaffectedbylong-termdebtof$12.4million.'],
    [
      'with spaces in its words',
      'The Comp any’s off ice was n ot affected by lo ng-term debt of $1 2.4 million.',
    ],
    [
      'in another order',
      'debt of $12.4 million. long-term The Company’s office\r\nwas not affected by',
    ],
    [
      'with soft hyphens and marks of line ends',
      'The Com\u00adpany’s office was not af\u0002fected by long\u0002term debt of $12.4 million.',
    ],
    [
      'with a note mark behind a word',
      'The Company’s1 office was not affected by long-term debt2 of $12.4 million.(3)',
    ],
    [
      'with one word drawn elsewhere',
      'The Company’s office was not affected by lg-term debt of $12.4 million. lon',
    ],
  ])('%s', (_, text) => {
    expect(isCandidate(SENTENCE, text)).toBe(true);
  });

  it('whose accents are drawn apart, or whose right-to-left words come backwards', () => {
    expect(isCandidate(quote('le café était fermé'), 'le cafe\u0301 e\u0301tait ferme´')).toBe(
      true,
    );
    expect(isCandidate(quote('שלום עולם'), 'םולש םלוע')).toBe(true);
  });

  it('in segments with an ellipsis between them', () => {
    const parted = quote('The office was closed … it opened again in 2021.');
    expect(isCandidate(parted, 'The office was closed. Years later it opened again in 2021.')).toBe(
      true,
    );
  });

  it('in a script without spaces, in any order of its characters', () => {
    expect(isCandidate(quote('東京都の売上高'), '売上高\n東\n京\n都\nの')).toBe(true);
    expect(isCandidate(quote('東京都の売上高'), '大阪府の人口')).toBe(false);
  });
});

describe('a page is ruled out for a quote', () => {
  it.each([
    ['that shares its small words only', 'The Company was not able to report by December.'],
    ['that has none of it', 'Notes to consolidated financial statements'],
    ['that is empty', ''],
  ])('%s', (_, text) => {
    expect(isCandidate(SENTENCE, text)).toBe(false);
  });

  it('that has the parts of its words between accents only', () => {
    const accented = quote('Ménétrier préférait désespérément');
    expect(isCandidate(accented, 'Men et rier de prefer ait sesper ement desesper')).toBe(false);
  });

  it('unless its characters are unknown or not all there', () => {
    expect(isCandidate(SENTENCE, null)).toBe(true);
    expect(isCandidate(SENTENCE, 'Notes', false)).toBe(true);
    expect(isCandidate(SENTENCE, 'Notes', true)).toBe(false);
  });

  it('but never for a quote without letters and digits, or a kind that is not searched for', () => {
    expect(searchKeyOf(quote('— * —'))).toBeNull();
    expect(searchKeyOf({ id: 'p', kind: 'page', page_index: 0 })).toBeNull();
    expect(searchKeyOf({ id: 's', kind: 'statement', statement: 'x', page_index: 0 })).toBeNull();
  });
});

describe('a page is read for a value', () => {
  const row = { row_label: ['Assets', 'Net sales (Note 3)'] };
  it.each([
    ['as printed', { ...row, expected_text: '$ 12,400.50' }, 'Assets Net sales 12,400.50'],
    [
      'after scale',
      { ...row, expected_value: '12400000', scale: '1000000' },
      'Net sales 12.4 Assets',
    ],
    [
      'with its scale word',
      { ...row, expected_text: '0.5 billion' },
      'Assets in millions Net sales 500',
    ],
    ['in parentheses', { ...row, expected_text: '(2.10)' }, 'Assets Net sales (2.1)'],
    ['as a share', { ...row, expected_text: '19.0%' }, 'Assets Net sales 19.0 %'],
    ['as nil', { ...row, expected_text: '—' }, 'Assets Net sales —'],
    ['with decimal comma', { ...row, expected_text: '1.234,50' }, 'Assets Net sales 1.234,50'],
    ['in capitals', { ...row, expected_text: '124' }, 'ASSETS NET SALES 124'],
    ['in a wrapped row', { ...row, expected_text: '124' }, 'Assets Net 124 119\r\nsales'],
    ['that is a text', { ...row, expected_text: 'Not rated' }, 'Assets Net sales Not rated'],
    ['without a label', { expected_text: '12,400' }, 'some 12 400 pieces'],
  ])('%s', (_, claim, text) => {
    expect(isCandidate(value(claim), text)).toBe(true);
  });

  it('only where label and number both stand', () => {
    const claim = value({ row_label: 'Operating income', expected_text: '7,207' });
    expect(isCandidate(claim, 'Operating income 7,207 7,692')).toBe(true);
    expect(isCandidate(claim, 'Operating income 7,208 7,692')).toBe(false);
    expect(isCandidate(claim, 'Gross margin 7,207 7,692')).toBe(false);
  });

  it('wherever nothing but zero is claimed', () => {
    expect(searchKeyOf(value({ expected_value: '0' }))).toBeNull();
  });
});

/** How a page prints a word, and how a quote writes it. */
const WORDS: readonly (readonly [string, string])[] = [
  ['oﬃce', 'office'],
  ['struc-\ntures', 'structures'],
  ['long-\nterm', 'long-term'],
  ['cafe\u0301', 'café'],
  ['“Net”', '"Net"'],
  ['Mit\u00adarbeiter', 'Mitarbeiter'],
  ['12,400', '12,400'],
  ['$5.6', '$5.6'],
  ['שלום', 'שלום'],
  ['affected', 'affected'],
  ['and', 'and'],
  ['not', 'not'],
  ['A', 'A'],
];

/** Ways of another engine: each is applied to all characters of a page. */
const WAYS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(/ff/g, 'f'),
  (text) => text.normalize('NFKD'),
  (text) => text.normalize('NFC'),
  (text) => text.replace(/-\n/g, '\u0002'),
  (text) => text.replace(/[\u0590-\u05ff]+/g, (word) => [...word].reverse().join('')),
];

describe('laws of the ruling out', () => {
  const word = fc.oneof(
    fc.constantFrom(...WORDS),
    fc.stringMatching(/^[a-z]{1,9}$/).map((text): readonly [string, string] => [text, text]),
  );

  it('never loses a page on which the quote is found, in whatever order it is drawn', () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 3, maxLength: 20 }),
        fc.nat(),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(...WAYS),
        fc.constantFrom('', ' ', '\r\n'),
        fc.infiniteStream(fc.nat()),
        (words, nat, length, way, glue, order) => {
          const from = nat % words.length;
          const claim = quote(
            words
              .slice(from, from + length)
              .map(([, written]) => written)
              .join(' '),
          );
          const page = pageOf(words.map(([printed]) => printed).join(' '));
          fc.pre(claim.kind === 'quote' && findClaim(claim, targetOf(page)) !== null);
          const drawn = words.map(([printed]) => ({ printed, at: order.next().value }));
          drawn.sort((a, b) => a.at - b.at);
          const raw = way(drawn.map(({ printed }) => printed).join(glue));
          expect(isCandidate(claim, raw)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never loses a page on which the value is found, in whatever order it is drawn', () => {
    const label = fc.array(fc.constantFrom('Net', 'sales', 'of', 'offices', 'Total', 'other'), {
      minLength: 1,
      maxLength: 4,
    });
    const amount = fc
      .integer({ min: -9_999_999, max: 9_999_999 })
      .map((cents) => (cents / 100).toLocaleString('en-US'));
    const row = fc.record({ label, amount });
    fc.assert(
      fc.property(
        fc.uniqueArray(row, { selector: (one) => one.label.join(' '), minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.constantFrom(...WAYS),
        (rows, nat, way) => {
          const own = rows[nat % rows.length];
          fc.pre(own !== undefined);
          const claim = value({ row_label: own.label.join(' '), expected_text: own.amount });
          const lines = rows.map((one) => `${one.label.join(' ').padEnd(40)}${one.amount}`);
          fc.pre(
            claim.kind === 'value' && findClaim(claim, targetOf(pageOf(lines.join('\n')))) !== null,
          );
          const raw = lines
            .flatMap((line) => line.split(/\s+/))
            .sort()
            .join(' ');
          expect(isCandidate(claim, way(raw))).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});
