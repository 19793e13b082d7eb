/**
 * Words and abbreviations for powers of ten, as filings and releases print them. Keys are lower
 * case and without full stops or apostrophes. "Billion" is the short scale (10^9) as in English;
 * German "Billionen" is not listed, because its meaning differs.
 */
const SCALE_WORDS: Readonly<Record<string, string>> = {
  thousand: '1000',
  thousands: '1000',
  '000': '1000',
  '000s': '1000',
  k: '1000',
  tsd: '1000',
  tausend: '1000',
  milliers: '1000',
  miles: '1000',
  migliaia: '1000',
  million: '1000000',
  millions: '1000000',
  m: '1000000',
  mm: '1000000',
  mn: '1000000',
  mln: '1000000',
  mio: '1000000',
  millionen: '1000000',
  millones: '1000000',
  milioni: '1000000',
  billion: '1000000000',
  billions: '1000000000',
  b: '1000000000',
  bn: '1000000000',
  bln: '1000000000',
  mrd: '1000000000',
  milliarden: '1000000000',
  milliards: '1000000000',
  miliardi: '1000000000',
  trillion: '1000000000000',
  trillions: '1000000000000',
  tn: '1000000000000',
  trn: '1000000000000',
  lakh: '100000',
  lakhs: '100000',
  crore: '10000000',
  crores: '10000000',
  千: '1000',
  万: '10000',
  萬: '10000',
  百万: '1000000',
  百萬: '1000000',
  千万: '10000000',
  亿: '100000000',
  億: '100000000',
  十億: '1000000000',
  十亿: '1000000000',
  兆: '1000000000000',
};

/** Scale words long enough to stand after a number, a space between: "12.4 million". */
export const SPELLED_SCALES =
  'thousands?|millions?|billions?|trillions?|mio\\.?|mrd\\.?|tsd\\.?|mln|mn|bln|bn|trn|tn|lakhs?|crores?|' +
  'Millionen|Milliarden|millones|milioni|miliardi|milliards';

/** Scale signs of Chinese and Japanese, longest first. */
export const HAN_SCALES = '十億|十亿|百万|百萬|千万|亿|億|万|萬|兆';

/** Single letters and `mm`, which mean a scale only where a currency or a capital says so. */
export const LETTER_SCALES = 'mm|MM|[kKmMbB]';

/** The multiplier that a scale word names, a plain decimal string, or null if it names none. */
export function multiplierOf(word: string): string | null {
  const key = word
    .toLowerCase()
    .replace(/^[$€£]/, '')
    .replace(/[.'’‘`]/g, '');
  return SCALE_WORDS[key] ?? null;
}
