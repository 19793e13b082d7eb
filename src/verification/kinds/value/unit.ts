import {
  CURRENCY_WORD,
  type Currency,
  currencyOf,
  type UnitClaim,
} from '../../../evidence/unit-words.ts';
import type { ValuePage, ValueRow } from './read-page.ts';
import { classOf, namesRatio, type ScaleInForce } from './scale.ts';
import { isParagraph, type PlacedAmount } from './surroundings.ts';

/** The unit in force for one amount, from its print and the page's own words. */
export interface UnitInForce {
  /** ISO code, `percent`, `basis_points` or `times`; null where the page leaves it open. */
  readonly unit: string | null;
  /** The sign or words that say so, as printed. */
  readonly text: string | null;
  /** Codes that the currency may be; empty where none is in force. */
  readonly codes: readonly string[];
  /** Whether the unit is printed with the number, not inferred from around it. */
  readonly is_printed: boolean;
}

/** Whether a claimed unit agrees with the page, differs from it, or is left open by it. */
export type UnitAnswer = 'agrees' | 'differs' | 'other_currency' | 'open';

const NO_UNIT: UnitInForce = { unit: null, text: null, codes: [], is_printed: false };

/**
 * Finds the unit in force: printed with the number; a percent heading over its column or in its
 * label; the currency of the scale statement; the one currency of its row, table or page. Numbers
 * of shares, people and the like have no currency unless it is printed with them.
 */
export function unitInForce(
  page: ValuePage,
  amount: PlacedAmount,
  scale: ScaleInForce,
): UnitInForce {
  const printed = amount.found.amount;
  if (printed.unit !== null) {
    const text = printed.unit === 'percent' ? '%' : printed.displayed;
    return { unit: printed.unit, text, codes: [], is_printed: true };
  }
  const stated = scale.outcome === 'stated' ? (scale.statement?.currency ?? null) : null;
  if (printed.currency !== null) return fromCurrency(page, printed.currency, stated, true);
  const ratio = [...amount.column.slice(0, 2), amount.label].find(namesRatio);
  if (ratio !== undefined) return { unit: 'percent', text: ratio, codes: [], is_printed: false };
  const kind = classOf(amount);
  if (kind === 'shares' || kind === 'count') return NO_UNIT;
  if (stated !== null) return fromCurrency(page, stated, null, false);
  for (const currencies of currenciesAround(page, amount.row)) {
    const codes = new Set(currencies.map((currency) => currency.codes[0]));
    const first = currencies[0];
    if (first !== undefined)
      return codes.size === 1 ? fromCurrency(page, first, null, false) : NO_UNIT;
  }
  return NO_UNIT;
}

/** Answers a claimed unit by the unit in force. */
export function answerUnit(
  page: ValuePage,
  amount: PlacedAmount,
  claimed: UnitClaim,
  unit: UnitInForce,
): UnitAnswer {
  switch (claimed.kind) {
    case 'currency':
      if (unit.unit === claimed.code) return 'agrees';
      if (unit.codes.includes(claimed.code)) return 'open';
      if (unit.codes.length > 0) return 'other_currency';
      return unit.unit !== null && unit.is_printed ? 'differs' : 'open';
    case 'percent':
    case 'basis_points':
    case 'times':
      if (unit.unit === claimed.kind) return 'agrees';
      return unit.is_printed ? 'differs' : 'open';
    case 'word':
      return namesWord(page, amount, claimed.text) ? 'agrees' : 'open';
  }
}

/** Whether the words at the amount name a unit such as "shares" or "tonnes". */
function namesWord(page: ValuePage, amount: PlacedAmount, word: string): boolean {
  const stem = word.toLowerCase().replace(/(?:es|s)$/, '');
  const row = amount.row;
  const around = [
    amount.label,
    ...amount.column,
    ...amount.sections.slice(0, 1),
    ...page.statements.map((statement) => statement.text),
    row === null ? '' : row.cells.map((cell) => cell.text).join(' '),
  ];
  return around.some((text) =>
    (text.toLowerCase().match(/[\p{L}.]+/gu) ?? []).some(
      (one) => one.replace(/(?:es|s)$/, '') === stem,
    ),
  );
}

/**
 * A sign with several meanings is settled by the statement in force. A plain `$` is the US dollar
 * unless another is stated; `¥` is open unless the page names yen or yuan in words.
 */
function fromCurrency(
  page: ValuePage,
  currency: Currency,
  stated: Currency | null,
  isPrinted: boolean,
): UnitInForce {
  const { codes, text } = currency;
  const byStatement = stated?.codes.length === 1 ? stated.codes[0] : undefined;
  const settled =
    byStatement !== undefined && codes.includes(byStatement)
      ? byStatement
      : codes.length === 1 || codes.includes('USD') || codes.includes('INR')
        ? codes[0]
        : namedIn(page, codes);
  return {
    unit: settled ?? null,
    text,
    codes: settled === codes[0] ? codes : settled === undefined ? codes : [settled],
    is_printed: isPrinted,
  };
}

function namedIn(page: ValuePage, codes: readonly string[]): string | undefined {
  const words =
    page.page.text.match(new RegExp(`\\b(?:${CURRENCY_WORD}|RMB|CNY|JPY)\\b`, 'gi')) ?? [];
  const named = new Set(
    words.flatMap((word) => currencyOf(word)?.codes ?? []).filter((code) => codes.includes(code)),
  );
  return named.size === 1 ? [...named][0] : undefined;
}

/** Currencies printed in the row, else in the rows of its table, else on the page. */
function* currenciesAround(page: ValuePage, row: ValueRow | null): Generator<readonly Currency[]> {
  if (row !== null) {
    yield currenciesOf([row]);
    yield currenciesOf(tableRows(page, row));
  }
  yield [
    ...page.amounts.flatMap((found) => found.amount.currency ?? []),
    ...page.statements.flatMap((statement) => statement.currency ?? []),
  ];
}

function currenciesOf(rows: readonly ValueRow[]): readonly Currency[] {
  const currencies: Currency[] = [];
  for (const row of rows) {
    for (const cell of row.cells) {
      for (const { amount } of cell.amounts) {
        if (amount.currency !== null) currencies.push(amount.currency);
      }
    }
  }
  return currencies;
}

/** The rows around one that no running text parts from it. */
function tableRows(page: ValuePage, row: ValueRow): readonly ValueRow[] {
  let first = row.index;
  let last = row.index;
  for (
    let above = page.rows[first - 1];
    above !== undefined && !isParagraph(page, above);
    above = page.rows[first - 1]
  )
    first -= 1;
  for (
    let below = page.rows[last + 1];
    below !== undefined && !isParagraph(page, below);
    below = page.rows[last + 1]
  )
    last += 1;
  return page.rows.slice(first, last + 1);
}
