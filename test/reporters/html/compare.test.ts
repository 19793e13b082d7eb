import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/contracts/claim.ts';
import { compareEntry, markWords } from '../../../src/reporters/html/compare.ts';
import type { PageMark } from '../../../src/reporters/html/page-data.ts';
import { evidenceOf, failure, reviewEntry } from '../../support/review-report.ts';

function whole(marks: readonly PageMark[] | undefined): string | undefined {
  return marks?.map(({ text }) => text).join('');
}

function only(marks: readonly PageMark[] | undefined): readonly string[] | undefined {
  return marks?.filter((mark) => mark.is_only).map(({ text }) => text);
}

const words = fc
  .array(fc.constantFrom('net', 'loss', 'was', '$2.1', 'not', '(2.1)', '\u{1f600}', 'naïve'), {
    maxLength: 30,
  })
  .map((parts) => parts.join(' '));

describe('the marks of two texts', () => {
  it('leave both texts as they are, and mark nothing in texts of the same words', () => {
    fc.assert(
      fc.property(words, words, (claimed, printed) => {
        const marks = markWords(claimed, printed);
        if (marks === null) expect(claimed.split(/\s+/)).toEqual(printed.split(/\s+/));
        else {
          expect(whole(marks.expected)).toBe(claimed);
          expect(whole(marks.found)).toBe(printed);
        }
      }),
    );
  });

  it('leave the same words over on both sides when the marked ones are taken out', () => {
    const rest = (marks: readonly PageMark[] | undefined): readonly string[] =>
      (marks ?? [])
        .filter((mark) => !mark.is_only)
        .flatMap(({ text }) => text.split(/\s+/).filter((word) => word !== ''));
    fc.assert(
      fc.property(words, words, (claimed, printed) => {
        const marks = markWords(claimed, printed);
        expect(rest(marks?.expected)).toEqual(rest(marks?.found));
      }),
    );
  });

  it('are given up where more words differ than anybody would read', () => {
    const claimed = Array.from({ length: 5000 }, (_, at) => `a${at}`).join(' ');
    expect(markWords(claimed, claimed.replaceAll('a', 'b'))).toBeNull();
  });
});

describe('the comparison of an entry', () => {
  const printed = 'As of May 31, 2018, there was $74 million\nthat has yet to be recognized.';

  function entryWith(difference: readonly { part: 'both' | 'expected' | 'page'; text: string }[]) {
    const claim = {
      id: 'q0',
      kind: 'quote',
      page_index: 3,
      expected_text: 'As of May 31, 2018, there was $74 million.',
    } as const;
    const verdict = failure('text_mismatch', {
      evidence: evidenceOf(3, null, printed),
      difference: [...difference],
    });
    return compareEntry(reviewEntry(0, { claim, verdict }));
  }

  it('lays the words of the verdict on the texts, whatever punctuation the words lack', () => {
    const { marks } = entryWith([
      { part: 'both', text: 'As of May 31 2018 there was $ 74 million' },
      { part: 'page', text: 'that has yet to be recognized' },
    ]);
    expect(whole(marks?.found)).toBe(printed);
    expect(only(marks?.found)).toEqual(['that has yet to be recognized']);
    expect(only(marks?.expected)).toEqual([]);
  });

  it('compares the texts itself where the words of the verdict are not those of the texts', () => {
    const { marks } = entryWith([{ part: 'both', text: 'As of June' }]);
    expect(whole(marks?.found)).toBe(printed);
    expect(only(marks?.expected)).toEqual(['million.']);
  });

  it('never skips a word to find the next one', () => {
    const { marks } = entryWith([{ part: 'both', text: 'As of 2018' }]);
    expect(only(marks?.expected)).toEqual(['million.']);
  });

  it('marks nothing in a verified quote', () => {
    const verdict = { evidence: evidenceOf(17, '18', 'Revenue of segment 0 was “$12.4” million.') };
    expect(compareEntry(reviewEntry(0, { verdict })).marks).toBeNull();
  });

  it('gives index and label of a page apart, and says where a page has no label', () => {
    const verdict = failure('text_mismatch', { evidence: evidenceOf(17, null, 'Revenue') });
    const { found, fields } = compareEntry(reviewEntry(0, { verdict }));
    expect(found?.place).toBe('page_index 17, no printed label');
    expect(fields[0]?.expected).toBe('page_index 17, printed 18');
  });

  it('says that the row or the column of a cell is at issue where its reason says so', () => {
    const claim = {
      id: 'c0',
      kind: 'table_cell' as const,
      page_index: 3,
      row_label: 'Revenue',
      column_label: ['2025', 'Q3'],
      expected_text: '12.4',
    } satisfies Claim;
    const issues = (reason: 'row_not_found' | 'column_not_found' | 'column_ambiguous') =>
      compareEntry(reviewEntry(0, { claim, verdict: failure(reason) }))
        .fields?.filter((field) => field.at_issue)
        .map(({ name, expected }) => [name, expected]);
    expect(issues('row_not_found')).toEqual([['row', 'Revenue']]);
    expect(issues('column_not_found')).toEqual([['column', '2025 › Q3']]);
    expect(issues('column_ambiguous')).toEqual([['column', '2025 › Q3']]);
  });

  it('has nothing to compare for a claim that could not be read', () => {
    const verdict = failure('schema', { kind: null });
    expect(compareEntry(reviewEntry(0, { claim: null, verdict }))).toEqual({
      expected: null,
      found: null,
      marks: null,
      fields: [],
    });
  });
});
