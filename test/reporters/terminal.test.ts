import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../src/contracts/verdict.ts';
import { createSummaryCounter } from '../../src/reporters/summary.ts';
import { summaryText, verdictText } from '../../src/reporters/terminal.ts';
import { cut, printable, widthOf, wrapped } from '../../src/reporters/terminal-text.ts';
import { CONTEXT, runOf, verdictOf } from './verdicts.ts';

const { engine: _, ...context } = CONTEXT;
const PLAIN = { width: 80, isColoured: false };

const WRONG_PAGE = verdictOf({
  claim_id: 'q2',
  status: 'mismatch',
  reason: 'evidence_on_other_page',
  match_method: null,
  proposal: { action: 'repoint', page_index: 18, scope: 'window', candidates: 1 },
  release: 'block',
});

function textOf(verdicts: readonly Verdict[], options = PLAIN): string {
  const counter = createSummaryCounter();
  for (const verdict of verdicts) counter.add(verdict);
  const problems = verdicts.filter(({ status }) => status !== 'verified');
  return summaryText(counter.summarize(runOf(), context), problems.slice(0, 3), options);
}

describe('the summary on a terminal', () => {
  it('tells how many claims are verified, which statuses there are and what the first problems are', () => {
    const text = textOf([verdictOf(), verdictOf(), WRONG_PAGE]);
    expect(text).toContain('2 of 3 claims verified (1 envelope, 1 source)');
    expect(text).toMatch(/^ {2}verified {2}2$/m);
    expect(text).toMatch(/^ {2}mismatch {2}1 {2}evidence_on_other_page 1$/m);
    expect(text).toContain('mismatch / evidence_on_other_page  q2 · quote · s1');
    expect(text).toContain('Proposal: cite page_index 18.');
    expect(text).not.toContain('not_found');
  });

  it('says how many problems it does not show', () => {
    expect(textOf([WRONG_PAGE, WRONG_PAGE, WRONG_PAGE, WRONG_PAGE])).toContain(
      'The first 3 of 4 not verified:',
    );
  });

  it('has colours only when they are allowed', () => {
    expect(textOf([WRONG_PAGE])).not.toContain('\u001b');
    expect(textOf([WRONG_PAGE], { width: 80, isColoured: true })).toContain('\u001b[31m');
  });

  it('keeps within the width of the terminal', () => {
    const long = { ...WRONG_PAGE, claim_id: 'x'.repeat(300), source_id: '資料'.repeat(60) };
    for (const line of textOf([long], { width: 60, isColoured: false }).split('\n')) {
      expect(widthOf(line)).toBeLessThanOrEqual(60);
    }
  });

  it('marks the words in which a near text differs', () => {
    const difference: Verdict['difference'] = [
      { part: 'both', text: 'grew by' },
      { part: 'expected', text: '3.5%' },
      { part: 'page', text: '3.4%' },
    ];
    const text = verdictText({ ...WRONG_PAGE, reason: 'text_mismatch', difference }, PLAIN);
    expect(text).toContain('Difference: grew by [-3.5%-] {+3.4%+}');
    expect(text).toContain('Remedy: Compare the marked differences');
  });

  it('never lets an id or a page text steer the terminal', () => {
    const text = verdictText({ ...WRONG_PAGE, claim_id: 'q\u001b[2J\u202etxt\u0007\nfake' }, PLAIN);
    expect(text).not.toMatch(/\u001b|\u202e|\u0007/);
    expect(text.split('\n')[0]).toContain('fake');
  });
});

describe('texts in columns', () => {
  it('are cut to the width, whatever is in them', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 20 }),
        (text, width) => {
          expect(widthOf(cut(printable(text), width))).toBeLessThanOrEqual(width);
        },
      ),
    );
  });

  it('lose no word when they are wrapped', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'word', '資料')), (words) => {
        expect(wrapped(words.join(' '), 8).join(' ')).toBe(words.join(' '));
      }),
    );
  });
});
