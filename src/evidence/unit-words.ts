/** A currency as it is named on a page or in a claim. */
export interface Currency {
  /** As printed. */
  readonly text: string;
  /** ISO 4217 codes that the name may mean, the usual one first; one code where it is plain. */
  readonly codes: readonly string[];
}

/** A unit that is printed with the number itself. */
export type AmountUnit = 'percent' | 'basis_points' | 'times';

/** The kind of unit that a claim's `unit` asks for. */
export type UnitClaim =
  | { readonly kind: 'currency'; readonly code: string }
  | { readonly kind: 'percent' }
  | { readonly kind: 'basis_points' }
  | { readonly kind: 'times' }
  /** A word to be found at the value: shares, tonnes, employees. */
  | { readonly kind: 'word'; readonly text: string };

const ISO_CODES =
  'USD EUR GBP JPY CNY CHF CAD AUD NZD HKD SGD TWD KRW INR BRL MXN SEK NOK DKK PLN CZK HUF RON RUB ' +
  'TRY ILS ZAR THB MYR IDR PHP VND AED SAR QAR EGP ARS CLP COP PEN UAH ISK KZT NGN KES PKR BDT LKR';

/** Dollar first means the US dollar where the page names no other one (SEC filings print `$`). */
const DOLLARS = ['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD', 'TWD', 'MXN', 'ARS', 'CLP', 'COP'];

/** Signs and words, each with the codes it may mean. Words are matched without regard to case. */
const CURRENCY_NAMES: readonly (readonly [string, readonly string[]])[] = [
  ['US$', ['USD']],
  ['U.S.$', ['USD']],
  ['CA$', ['CAD']],
  ['C$', ['CAD']],
  ['AU$', ['AUD']],
  ['A$', ['AUD']],
  ['NZ$', ['NZD']],
  ['HK$', ['HKD']],
  ['NT$', ['TWD']],
  ['S$', ['SGD']],
  ['R$', ['BRL']],
  ['$', DOLLARS],
  ['＄', DOLLARS],
  ['€', ['EUR']],
  ['£', ['GBP']],
  ['¥', ['JPY', 'CNY']],
  ['￥', ['JPY', 'CNY']],
  ['円', ['JPY']],
  ['元', ['CNY']],
  ['人民币', ['CNY']],
  ['RMB', ['CNY']],
  ['₹', ['INR']],
  ['Rs.', ['INR', 'PKR', 'LKR']],
  ['Rs', ['INR', 'PKR', 'LKR']],
  ['₩', ['KRW']],
  ['₽', ['RUB']],
  ['₺', ['TRY']],
  ['₪', ['ILS']],
  ['฿', ['THB']],
  ['₫', ['VND']],
  ['₱', ['PHP']],
  ['₴', ['UAH']],
  ['₦', ['NGN']],
  ['zł', ['PLN']],
  ['Kč', ['CZK']],
];

const CURRENCY_WORDS: readonly (readonly [string, readonly string[]])[] = [
  ['U.S. dollars', ['USD']],
  ['U.S. dollar', ['USD']],
  ['US dollars', ['USD']],
  ['US dollar', ['USD']],
  ['Canadian dollars', ['CAD']],
  ['Australian dollars', ['AUD']],
  ['Hong Kong dollars', ['HKD']],
  ['Singapore dollars', ['SGD']],
  ['New Taiwan dollars', ['TWD']],
  ['dollars', DOLLARS],
  ['dollar', DOLLARS],
  ['euros', ['EUR']],
  ['euro', ['EUR']],
  ['pounds sterling', ['GBP']],
  ['sterling', ['GBP']],
  ['Japanese yen', ['JPY']],
  ['yen', ['JPY']],
  ['Swiss francs', ['CHF']],
  ['renminbi', ['CNY']],
  ['yuan', ['CNY']],
  ['Indian rupees', ['INR']],
  ['rupees', ['INR', 'PKR', 'LKR']],
  ['Korean won', ['KRW']],
  ['Brazilian reais', ['BRL']],
  ['Swedish kronor', ['SEK']],
  ['Norwegian kroner', ['NOK']],
  ['Danish kroner', ['DKK']],
];

const CODES = new Set(ISO_CODES.split(' '));

const BY_NAME = new Map<string, readonly string[]>([
  ...[...CODES].map((code): [string, readonly string[]] => [code.toLowerCase(), [code]]),
  ...[...CURRENCY_NAMES, ...CURRENCY_WORDS].map(([name, codes]): [string, readonly string[]] => [
    name.toLowerCase(),
    codes,
  ]),
]);

/** Regular expression source: a currency sign or ISO code as it stands beside a number. */
export const CURRENCY_SIGN = alternatives([...CURRENCY_NAMES.map(([name]) => name), ...CODES]);

/** Regular expression source: a currency written as a word; use without regard to case. */
export const CURRENCY_WORD = alternatives(CURRENCY_WORDS.map(([name]) => name)).replaceAll(
  ' ',
  '\\s+',
);

/** The currency that a sign, code or word names, or null. */
export function currencyOf(text: string): Currency | null {
  const printed = text.replace(/\s+/g, ' ').trim();
  const codes = BY_NAME.get(printed.toLowerCase());
  return codes === undefined ? null : { text: printed, codes };
}

/** Reads the `unit` of a claim. Currency codes and the usual names of percent and the like. */
export function readUnitClaim(unit: string): UnitClaim {
  const text = unit.trim();
  if (/^(%|percent|per cent|pct|percentage|percentage points?|pp)$/i.test(text)) {
    return { kind: 'percent' };
  }
  if (/^(bps?|basis points?)$/i.test(text)) return { kind: 'basis_points' };
  if (/^(x|times|multiple)$/i.test(text)) return { kind: 'times' };
  if (/^[A-Za-z]{3}$/.test(text) && CODES.has(text.toUpperCase())) {
    return { kind: 'currency', code: text.toUpperCase() };
  }
  const code = currencyOf(text)?.codes[0];
  return code === undefined ? { kind: 'word', text } : { kind: 'currency', code };
}

function alternatives(names: readonly string[]): string {
  return [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[$.]/g, '\\$&'))
    .join('|');
}
