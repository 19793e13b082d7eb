import type { Claim } from '../../../contracts/claim.ts';
import { segmentsOf } from './ellipsis.ts';
import { type SoughtQuote, soughtQuoteOf } from './match.ts';

/** The text that a claim expects, made ready to be compared with any page. */
export interface ExpectedText {
  readonly text: string;
  readonly whole: SoughtQuote;
  /** What its ellipses leave; the text as one segment if it has none inside. */
  readonly segments: readonly SoughtQuote[];
}

/** Made once a claim: it is sought on many pages. A claim expects one text. */
const EXPECTED = new WeakMap<Claim, ExpectedText>();

/** Makes `text`, which `claim` expects, ready to be compared. */
export function expectedTextOf(claim: Claim, text: string): ExpectedText {
  const known = EXPECTED.get(claim);
  if (known !== undefined) return known;
  const segments = segmentsOf(text).map(soughtQuoteOf);
  const expected = { text, whole: soughtQuoteOf(text), segments };
  EXPECTED.set(claim, expected);
  return expected;
}
