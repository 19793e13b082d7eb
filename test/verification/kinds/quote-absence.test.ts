import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measuredTextOf, nearnessOf } from '../../../src/verification/kinds/quote/absence.ts';

/** What of a quote stands in a text: its kind, and the stretch itself. */
function nearest(text: string, quote: string): readonly [string, string?] {
  const nearness = nearnessOf(measuredTextOf(text), quote);
  if (nearness.kind === 'nothing') return ['nothing'];
  return [nearness.kind, text.slice(nearness.span.start, nearness.span.end)];
}

describe('what stands in a text of a quote that is absent', () => {
  const PAGE = 'The term of the loan is thirty days. Fees of 2.5 percent are due at its end.';

  it.each([
    [
      'another word in it',
      'term of the loan is sixty days',
      'near',
      'term of the loan is thirty days',
    ],
    [
      'words left out',
      'The term of the loan is days',
      'near',
      'The term of the loan is thirty days',
    ],
    ['other spaces', 'Fees of 2.5 per cent are due', 'near', 'Fees of 2.5 percent are due'],
    ['another number in a short quote', 'Fees of 7.5', 'near', 'Fees of 2.5'],
    [
      'half of it and little of the rest',
      'term of the loan is nowhere said with any other',
      'part',
      'term of the loan is',
    ],
  ])('is told for %s', (_, quote, kind, stretch) => {
    expect(nearest(PAGE, quote)).toEqual([kind, stretch]);
  });

  it('is nothing where only single words of it stand here and there', () => {
    expect(nearest(PAGE, 'Interest of the borrower is paid when fees fall due')).toEqual([
      'nothing',
    ]);
    expect(nearest('', 'anything')).toEqual(['nothing']);
  });
});

const SKIP = 0.34;

/** The same measure, by the plain tables of its definition, over all words of text and quote. */
function byDefinition(
  text: readonly string[],
  quote: readonly string[],
): readonly [string, string?] {
  const run = plainRun(text, quote);
  const aligned = plainAlignment(text, quote);
  const isPart = run.length >= 5 && run.length >= quote.length / 2;
  const isNear = aligned.matched >= quote.length * 0.6;
  if (!isPart && !isNear) return ['nothing'];
  const rest = quote.length - run.length;
  const isLittle = aligned.matched - run.length < rest / 2;
  if (isPart && (!isNear || isLittle)) {
    return ['part', text.slice(run.start, run.start + run.length).join(' ')];
  }
  return ['near', text.slice(aligned.first, aligned.last + 1).join(' ')];
}

function plainRun(text: readonly string[], quote: readonly string[]) {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < text.length; start += 1) {
    for (let from = 0; from < quote.length; from += 1) {
      let length = 0;
      while (from + length < quote.length && text[start + length] === quote[from + length])
        length += 1;
      if (length > best.length) best = { start, length };
    }
  }
  return best;
}

interface Way {
  readonly score: number;
  readonly matched: number;
  readonly first: number;
  readonly last: number;
}

/** Local alignment: a table of all places of the text by all places of the quote. */
function plainAlignment(text: readonly string[], quote: readonly string[]): Way {
  const none: Way = { score: 0, matched: 0, first: 0, last: 0 };
  let best = none;
  let before: Way[] = Array.from({ length: quote.length + 1 }, () => none);
  for (const [place, word] of text.entries()) {
    const row: Way[] = [none];
    for (const [position, sought] of quote.entries()) {
      const skipped = before[position + 1] ?? none;
      let way = { ...skipped, score: skipped.score - SKIP };
      const left = row[position] ?? none;
      if (left.score > way.score + 1e-9) way = left;
      const diagonal = before[position] ?? none;
      if (word === sought && diagonal.score + 1 > way.score + 1e-9) {
        const first = diagonal.score > 1e-9 ? diagonal.first : place;
        const matched = (diagonal.score > 1e-9 ? diagonal.matched : 0) + 1;
        way = { score: Math.max(0, diagonal.score) + 1, matched, first, last: place };
        if (way.score > best.score + 1e-9) best = way;
      }
      row.push(way.score > 1e-9 ? way : none);
    }
    before = row;
  }
  return best;
}

describe('laws of nearness', () => {
  const word = fc.constantFrom('net', 'sales', 'rose', 'in', 'the', 'year', 'costs', 'fell');
  const other = fc.constantFrom('debt', 'cash', 'tax');

  /** A quote, and a text of pieces of it among other words. */
  const pair = fc.array(word, { minLength: 6, maxLength: 16 }).chain((quote) => {
    const piece = fc
      .tuple(fc.nat(quote.length - 1), fc.integer({ min: 1, max: 9 }))
      .map(([from, length]) => quote.slice(from, from + length));
    const filler = fc.array(fc.oneof(word, other), { minLength: 1, maxLength: 4 });
    const text = fc.array(fc.oneof(piece, filler), { maxLength: 9 }).map((parts) => parts.flat());
    return fc.tuple(fc.constant(quote), text);
  });

  it('the words in common tell as much as the whole tables do', () => {
    fc.assert(
      fc.property(pair, ([quote, text]) => {
        // A text that holds the letters of the quote is near without any measure.
        fc.pre(!text.join('').includes(quote.join('')));
        expect(nearest(text.join(' '), quote.join(' '))).toEqual(byDefinition(text, quote));
      }),
      { numRuns: 1000 },
    );
  });
});
