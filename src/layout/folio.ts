/** How a folio counts. */
export type FolioStyle = 'arabic' | 'roman_lower' | 'roman_upper' | 'letter_lower' | 'letter_upper';

/** One way to read a text as a page number with its decoration. */
export interface FolioReading {
  /** The folio as printed, without decoration: `5`, `xxiv`, `F-12`. */
  readonly label: string;
  readonly style: FolioStyle;
  /** What precedes the counting part inside the label: `F-` of `F-12`; mostly empty. */
  readonly prefix: string;
  readonly value: number;
  /** The words printed beside it, such as `Annual Report 2022`; empty for marks alone. */
  readonly decoration: string;
  /**
   * `alone`: nothing but marks beside it. `named`: a word for page, or a total, says what it is.
   * `beside`: it stands at an end of other words.
   */
  readonly form: 'alone' | 'named' | 'beside';
  /** Whether the last place in the text where the label occurs is meant, not the first. */
  readonly is_last: boolean;
}

/** Words before a page number in languages that reports are printed in. */
const PAGE_WORD = /^(?:pages?|pg|p|seite|s|página|pagina|pág|pag|sheet|slide|blatt|folio)\.?:?$/iu;
const NUMBER_WORD = /^(?:no|number|nr|n[°º])\.?:?$/iu;
const TOTAL_WORD = /^(?:of|von|de|di|sur|\/)$/iu;

/** Words that number other things than pages, even where every page begins another of them. */
const COUNTED_THING =
  /^(?:table|figure|exhibit|note|item|part|section|chapter|appendix|annex|schedule|article|question|step|day|week|month|quarter|year|phase|level|tab|box|form|no|nr|vol|volume|version|v|q|fy|kapitel|tabelle|anhang|tableau|annexe|chapitre)\.?$/iu;

/**
 * Reads a piece of a header or footer (a line, or a cell of one) as a page number, in every way
 * that makes sense; runs over pages decide later which was meant. `Page 5 of 120` gives 5 and never
 * 120. Decimals, amounts, dates and dotted section numbers give nothing.
 */
export function readFolio(text: string): readonly FolioReading[] {
  const plain = text.trim().replace(/\s+/gu, ' ');
  const parted = /^(\p{Lu}{1,4}|\d{1,3}) ([-‐‑–—]) (\d{1,4})$/u.exec(stripMarks(plain));
  if (parted !== null) return readToken(parted.slice(1).join(''), 'alone', '');
  // `5/120` is `5 / 120`; a mark between words parts them like a space.
  const tokens = plain
    .replace(/(?<=\d)\/(?=\d)/gu, ' / ')
    .split(/[\s|•·‖]+/u)
    .filter((token) => token === '/' || stripMarks(token) !== '');
  const named = readNamed(tokens);
  if (named.length > 0) return named;
  const [first = '', ...others] = tokens;
  if (others.length === 0) return readSingle(first);
  const last = others[others.length - 1] ?? '';
  // Ornaments of a symbol font come as any character: `K 51 K`.
  if (others.length === 2 && first === last && [...first].length === 1) {
    return readToken(stripMarks(others[0] ?? ''), 'alone', '');
  }
  const words = [first, ...others.slice(0, -1)].join(' ');
  // `$ 305 $ 290` is a row of amounts; a year may stand beside a folio, and so may any words.
  if (!/\p{L}/u.test(plain) && !/^(?:19|20)\d\d$/.test(first) && !/^(?:19|20)\d\d$/.test(last)) {
    return [];
  }
  const isListMark = /[.)]$/u.test(first);
  const atStart = isListMark ? [] : readToken(stripMarks(first), 'beside', others.join(' '));
  if (COUNTED_THING.test(words)) return atStart;
  const atEnd = readToken(stripMarks(last), 'beside', words);
  return [...atStart, ...atEnd.map((reading) => ({ ...reading, is_last: true }))];
}

/** `5`, `-5-`, `[5]`, `p.5`. */
function readSingle(token: string): readonly FolioReading[] {
  const glued = /^(?:pages?|pg|p)[.:]?(\d{1,4})$/iu.exec(stripMarks(token));
  if (glued?.[1] !== undefined) return readToken(glued[1], 'named', '');
  return readToken(stripMarks(token), 'alone', '');
}

/** `Page 5`, `Page No. 5 of 120`, `Annual report - page 5`, `5 of 120`, `5 / 120`. */
function readNamed(tokens: readonly string[]): readonly FolioReading[] {
  for (const [at, token] of tokens.entries()) {
    const before = wordsBefore(tokens, at);
    const after = totalAfter(tokens, at);
    if (before + after === 0) continue;
    const beside = [...tokens.slice(0, at - before), ...tokens.slice(at + 1 + after)];
    const readings = readToken(stripMarks(token), 'named', beside.join(' '));
    if (readings.length > 0) return readings;
  }
  return [];
}

/** How many tokens before the one at `at` are words for page. */
function wordsBefore(tokens: readonly string[], at: number): number {
  const before = tokens[at - 1] ?? '';
  if (PAGE_WORD.test(before)) return 1;
  return NUMBER_WORD.test(before) && PAGE_WORD.test(tokens[at - 2] ?? '') ? 2 : 0;
}

/** How many tokens after the one at `at` say out of how many pages it is one. */
function totalAfter(tokens: readonly string[], at: number): number {
  const total = stripMarks(tokens[at + 2] ?? '');
  if (!TOTAL_WORD.test(tokens[at + 1] ?? '') || !/^\d{1,4}$/.test(total)) return 0;
  return Number(stripMarks(tokens[at] ?? '')) <= Number(total) ? 2 : 0;
}

function readToken(
  token: string,
  form: FolioReading['form'],
  decoration: string,
): readonly FolioReading[] {
  const common = { label: token, form, decoration, is_last: false };
  if (/^\d{1,4}$/.test(token)) {
    return [{ ...common, style: 'arabic', prefix: '', value: Number(token) }];
  }
  const prefixed = /^(\p{Lu}{1,4}[-‐‑–—]?|\d{1,3}[-‐‑–—])(\d{1,4})$/u.exec(token);
  if (prefixed?.[1] !== undefined) {
    const prefix = prefixed[1].replace(/[‐‑–—]/u, '-');
    return [{ ...common, style: 'arabic', prefix, value: Number(prefixed[2]) }];
  }
  const readings: FolioReading[] = [];
  const isLower = token === token.toLowerCase();
  const roman = romanValue(token);
  if (roman !== null) {
    const style = isLower ? 'roman_lower' : 'roman_upper';
    readings.push({ ...common, style, prefix: '', value: roman });
  }
  if (/^[a-z]$/i.test(token) && form !== 'beside') {
    const value = token.toLowerCase().charCodeAt(0) - 96;
    readings.push({
      ...common,
      style: isLower ? 'letter_lower' : 'letter_upper',
      prefix: '',
      value,
    });
  }
  return readings;
}

/** The value of a roman numeral in its usual form and in one case, 1 to 399; else null. */
export function romanValue(text: string): number | null {
  if (text === '' || (text !== text.toLowerCase() && text !== text.toUpperCase())) return null;
  const parts = /^(c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/i.exec(text);
  if (parts === null) return null;
  const [, hundreds = '', tens = '', ones = ''] = parts;
  return hundreds.length * 100 + digitOf(tens, 'xlc') * 10 + digitOf(ones, 'ivx');
}

/** One decimal digit in roman letters; `letters` are those for one, five and ten. */
function digitOf(part: string, letters: string): number {
  const [one = '', five = '', ten = ''] = letters;
  const lower = part.toLowerCase();
  if (lower === one + ten) return 9;
  if (lower === one + five) return 4;
  return lower.startsWith(five) ? 4 + lower.length : lower.length;
}

/** Without dashes, brackets and points around it. */
function stripMarks(token: string): string {
  return token.replace(/^[^\p{L}\p{N}$€£¥%+]+|[^\p{L}\p{N}$€£¥%+]+$/gu, '');
}
