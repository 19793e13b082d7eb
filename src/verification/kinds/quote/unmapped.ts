import type { TextSpan } from '../../../evidence/grounding.ts';
import { isUnmapped } from '../../../evidence/normalization.ts';
import { skeletonOf } from './match-text.ts';

/** A character without meaning stands for nothing (a mark that was left out) up to a ligature. */
const STANDS_FOR_MAX = 3;
/** Ways to lay a quote along a page that are tried; pages with few unmapped characters need ten. */
const STEPS_MAX = 50_000;

/**
 * Whether `quote` would stand in one of the parts of `text` if characters without known meaning, on
 * the page or in the quote, were the right ones. Then its absence proves nothing. White space and
 * what else some step of the profile folds is left out of account. False where no such character
 * is needed.
 */
export function standsButForUnmapped(
  text: string,
  within: readonly TextSpan[],
  quote: string,
): boolean {
  const wanted = skeletonOf(quote.normalize('NFC'), new Map()).core;
  return within.some(({ start, end }) => {
    const { core } = skeletonOf(text.slice(start, end).normalize('NFC'), new Map());
    if (![...core, ...wanted].some(isUnmapped)) return false;
    return stands(core, wanted);
  });
}

interface Place {
  readonly page: number;
  readonly quote: number;
  readonly hasGuessed: boolean;
}

function stands(page: string, quote: string): boolean {
  let steps = 0;
  for (let start = 0; start < page.length; start += 1) {
    const stack: Place[] = [{ page: start, quote: 0, hasGuessed: false }];
    for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
      steps += 1;
      if (steps > STEPS_MAX) return false;
      const here = runEqual(page, quote, place);
      if (here.quote === quote.length && here.hasGuessed) return true;
      stack.push(...guessesFrom(page, quote, here));
    }
  }
  return false;
}

function runEqual(page: string, quote: string, from: Place): Place {
  let at = 0;
  while (
    from.quote + at < quote.length &&
    page.charAt(from.page + at) === quote.charAt(from.quote + at) &&
    !isUnmapped(quote.charAt(from.quote + at))
  ) {
    at += 1;
  }
  return { ...from, page: from.page + at, quote: from.quote + at };
}

function guessesFrom(page: string, quote: string, { page: at, quote: q }: Place): readonly Place[] {
  const guesses: Place[] = [];
  if (at < page.length && q < quote.length && isUnmapped(page.charAt(at))) {
    for (let length = STANDS_FOR_MAX; length >= 0; length -= 1) {
      // Before the quote begins it stands for nothing in it.
      if (q + length > quote.length || q + length === 0) continue;
      guesses.push({ page: at + 1, quote: q + length, hasGuessed: true });
    }
  }
  if (q < quote.length && isUnmapped(quote.charAt(q))) {
    for (let length = STANDS_FOR_MAX; length >= 0; length -= 1) {
      if (at + length > page.length) continue;
      guesses.push({ page: at + length, quote: q + 1, hasGuessed: true });
    }
  }
  return guesses;
}
