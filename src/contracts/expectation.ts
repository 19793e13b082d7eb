/** The expectations of a claim as far as they are given. */
export interface Expectations {
  readonly expected_text?: string | undefined;
  readonly displayed?: string | undefined;
  readonly expected_value?: string | undefined;
  readonly scale?: string | undefined;
}

/** No amount is longer; reading the digits of longer texts would cost more than they can tell. */
const LENGTH_MAX = 400;

/**
 * Finds expectations that no page could meet together: `expected_text` and `displayed` that differ
 * by more than white space, or a printed number whose digits are not those of `expected_value`
 * divided by `scale`. Only plain contradictions count: signs, currency, percent, word scales
 * and number formats are left to the comparison with the page, and a text with several numbers, or
 * one whose comma may be a decimal mark, is given every reading.
 * @returns what contradicts what, naming the fields, or null.
 */
export function findConflict(given: Expectations): string | null {
  const { expected_text: text, displayed } = given;
  if (text !== undefined && displayed !== undefined && plainText(text) !== plainText(displayed)) {
    return 'expected_text and displayed differ; they are two names of one field, so give one';
  }
  const printed = text ?? displayed;
  if (printed === undefined || given.expected_value === undefined) return null;
  if (printed.length > LENGTH_MAX || given.expected_value.length > LENGTH_MAX) return null;
  const name = text === undefined ? 'displayed' : 'expected_text';
  const readings = readingsOf(printed);
  const value = numberOf(given.expected_value, '.');
  if (readings.length === 0) return null;
  const scale = numberOf(given.scale ?? '1', '.');
  const scaled = readings.map((reading) => ({
    digits: reading.digits * scale.digits,
    exponent: reading.exponent + scale.exponent,
  }));
  if (!scaled.some((reading) => sameDigits(reading, value))) {
    return `the digits of ${name} are not those of expected_value; expected_value is the number after scale`;
  }
  // Words and signs in the text (million, bn, %) may carry a scale of their own.
  const isBare = given.scale !== undefined && !/[\p{L}%‰]/u.test(printed);
  if (isBare && !scaled.some((reading) => isEqual(reading, value))) {
    return `${name} times scale is not expected_value; expected_value is the number after scale`;
  }
  return null;
}

/** A number without its sign: `digits` times ten to the `exponent`. */
interface Magnitude {
  readonly digits: bigint;
  readonly exponent: number;
}

function plainText(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/**
 * Every number that `text` may show. None if it has no digits, or digits of other scripts,
 * fractions or raised digits, whose worth is not settled here.
 */
function readingsOf(text: string): readonly Magnitude[] {
  if (/(?![0-9])\p{N}|[0-9]\s*[/\u2044]\s*[0-9]/u.test(text)) return [];
  const tokens = text.match(/[.,]?[0-9](?:[0-9.,]*[0-9])?/gu) ?? [];
  const grouped = text.match(/[0-9]{1,3}(?:[\s'’][0-9]{3})+(?:[.,][0-9]+)?/gu) ?? [];
  return [...tokens, ...grouped].flatMap((token) => {
    const compact = token.replace(/[\s'’]/gu, '');
    return [numberOf(compact, '.'), numberOf(compact, ',')];
  });
}

/** Reads digits with the given decimal mark; every other character is taken for grouping. */
function numberOf(text: string, mark: '.' | ','): Magnitude {
  const at = text.lastIndexOf(mark);
  const isSingle = at !== -1 && text.indexOf(mark) === at;
  const digits = text.replace(/[^0-9]/gu, '');
  const decimals = isSingle ? text.slice(at).replace(/[^0-9]/gu, '').length : 0;
  return trimmed(BigInt(digits === '' ? '0' : digits), -decimals);
}

function trimmed(digits: bigint, exponent: number): Magnitude {
  if (digits === 0n) return { digits, exponent: 0 };
  const text = digits.toString();
  const significant = text.replace(/0+$/u, '');
  return { digits: BigInt(significant), exponent: exponent + text.length - significant.length };
}

function sameDigits(a: Magnitude, b: Magnitude): boolean {
  return trimmed(a.digits, 0).digits === trimmed(b.digits, 0).digits;
}

function isEqual(a: Magnitude, b: Magnitude): boolean {
  const left = trimmed(a.digits, a.exponent);
  const right = trimmed(b.digits, b.exponent);
  return left.digits === right.digits && left.exponent === right.exponent;
}
