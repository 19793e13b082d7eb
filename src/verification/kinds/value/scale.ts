import type { ScaleStatement } from '../../../evidence/scale-statement.ts';
import { multiplierOf } from '../../../evidence/scale-words.ts';
import { isYearRow } from './label-rows.ts';
import { isYear, type ValueCell, type ValuePage, type ValueRow } from './read-page.ts';
import { isParagraph, type PlacedAmount, rowOf } from './surroundings.ts';

/** The scale in force for one amount, from the page's own words. */
export type ScaleInForce =
  /** `multiplier` is `1` where the words exempt the amount, or its unit is never scaled. */
  | {
      readonly outcome: 'stated';
      readonly multiplier: string;
      readonly text: string | null;
      readonly statement: ScaleStatement | null;
    }
  | { readonly outcome: 'none' }
  /** Several statements may govern the amount, and they differ. */
  | { readonly outcome: 'unclear'; readonly texts: readonly string[] };

/** What kind of number an amount is, as far as scale statements tell them apart. */
export type AmountClass = 'per_share' | 'shares' | 'ratio' | 'count' | 'money';

/**
 * Finds the scale in force: the number's own words ("12.4 million"), the row's, the column's, the
 * nearest statement above in the table, a sentence for the whole page. Per-share amounts, prices
 * per share, percentages and ratios are never scaled; shares only where the words include them.
 */
export function scaleInForce(page: ValuePage, amount: PlacedAmount): ScaleInForce {
  const { own_scale } = amount.found.amount;
  if (own_scale !== null) {
    const text = amount.found.amount.displayed;
    return { outcome: 'stated', multiplier: own_scale, text, statement: null };
  }
  const kind = classOf(amount);
  if (kind === 'ratio' || kind === 'per_share') {
    return { outcome: 'stated', multiplier: '1', text: null, statement: null };
  }
  const { sure, others } = governingStatements(page, amount);
  const governing = sure.filter((statement) => applies(statement, kind));
  const open = others.filter((statement) => applies(statement, kind));
  const nearest = governing[0];
  if (nearest === undefined) {
    // Characters without meaning may be the words that state a scale.
    if (open.length === 0 && page.page.unmapped.length === 0) return { outcome: 'none' };
    return { outcome: 'unclear', texts: open.map((statement) => statement.text) };
  }
  const multipliers = new Set(governing.flatMap((one) => multipliersOf(one, amount, kind)));
  const [multiplier] = multipliers;
  if (multipliers.size !== 1 || multiplier === undefined) {
    return { outcome: 'unclear', texts: governing.map((statement) => statement.text) };
  }
  return { outcome: 'stated', multiplier, text: nearest.text, statement: nearest };
}

/** Reads from label, column heading and section what kind of number an amount is. */
export function classOf(amount: PlacedAmount): AmountClass {
  const printed = amount.found.amount;
  if (printed.unit !== null) return 'ratio';
  const isMoney = printed.currency !== null;
  const nearest = [amount.label, ...amount.column.slice(0, 2)];
  if (!isMoney && nearest.some(namesRatio)) return 'ratio';
  // "Basic" and "Diluted" say nothing alone; their section does.
  const isBare = /^(?:basic|diluted|assuming dilution|high|low)\b/i.test(amount.label.trim());
  const label = isBare ? `${amount.sections[0] ?? ''} ${amount.label}` : amount.label;
  const headings = amount.column.slice(0, HEADING_LINES_MAX).reverse().join(' ');
  const words = [label, headings].map(withoutFigures);
  if (words.some((one) => PER_SHARE.test(one))) return 'per_share';
  if (isMoney) return 'money';
  const isValueColumn = /\b(?:amount|value|cost|dollars)\b|[$€£]/i.test(amount.column[0] ?? '');
  if (SHARES.test(withoutFigures(label))) return 'shares';
  const columns = isValueColumn ? [] : amount.column.slice(0, 2);
  if (columns.some((one) => SHARES.test(one) || /^(?:common\s+)?shares\b/i.test(one)))
    return 'shares';
  return COUNT.test(label) && !MONEY_WORDS.test(label) ? 'count' : 'money';
}

/** Lines that one stacked column heading may have: "Average price / paid per / share". */
const HEADING_LINES_MAX = 4;

const PER_SHARE =
  /\bper\b(?:\W+\w+){0,4}?\W+(?:shares?|units?|ads|common|ordinary|stock)\b|\bEPS\b|\b(?:exercise|strike|share|stock)[-\s]+prices?\b|\bprice\s+(?:paid\s+)?per\b|\bweighted[-\s]average\b.*\b(?:fair\s+value|price)\b/i;
/** Counts of shares; "repurchase of shares" and "common shares" are amounts of money as often. */
const SHARES =
  /\b(?:number\s+of|weighted[-\s]average|average|authorized|outstanding)\b.*\bshares\b|\bshares\b.*\b(?:outstanding|authorized|used\s+in|under)\b|^(?:diluted|basic)\s+shares\b/i;
const RATIO = /%|\bper\s?cent(?:age)?s?\b|\bratios?\b|\bbasis points\b/i;
const COUNT =
  /\bnumber\s+of\b|\b(?:employees|headcount|memberships?|subscribers|stores|square\s+feet)\b|\b(?:customers|members|households|connections|locations|units)(?:\s*\([^)]*\))*$/i;
const MONEY_WORDS =
  /\b(?:revenues?|receivables?|payables?|due|sales|costs?|fees?|charges?|expenses?|deposits|income|compensation|benefits|assets|liabilities)\b/i;

/**
 * Words without the figures in them: "5.75% notes" is no percentage, and "dividends ($0.76 per
 * share)" no amount per share.
 */
function withoutFigures(words: string): string {
  return words
    .replace(/\([^()]*\d[^()]*\)/g, ' ')
    .replace(/[$€£]?\d[\d.,]*\s*%?(?:\s+per\s+(?:common\s+|ordinary\s+)?(?:share|unit)\b)?/gi, ' ');
}

/** Whether words name a percentage or ratio. */
export function namesRatio(words: string): boolean {
  return RATIO.test(withoutFigures(words));
}

/** "Shares in thousands", "number of shares, which are reflected in thousands". */
const SHARE_SCALE = /\bshares?\b[^;()]*?\bin\s+((?:thousand|million|billion)s?)\b/i;

/** The multiplier that a statement gives to shares of their own, or null. */
function shareScaleOf(statement: ScaleStatement): string | null {
  const words = statement.text.replace(/\bper[-\s\d]*shares?\b/gi, '');
  const own = SHARE_SCALE.exec(words)?.[1];
  return own === undefined ? null : multiplierOf(own);
}

function applies(statement: ScaleStatement, kind: AmountClass): boolean {
  if (kind === 'shares' && shareScaleOf(statement) !== null) return true;
  if (statement.subject === 'shares') return kind === 'shares';
  if (statement.subject === 'money') return kind === 'money';
  return true;
}

/**
 * The statement's multiplier, or the one it gives to shares; `1` where its "except" names this kind of
 * amount; both where the exempted words and the amount's own words overlap only in part.
 */
function multipliersOf(
  statement: ScaleStatement,
  amount: PlacedAmount,
  kind: AmountClass,
): readonly string[] {
  const { except, multiplier } = statement;
  const shareScale = kind === 'shares' ? shareScaleOf(statement) : null;
  if (shareScale !== null) return [shareScale];
  if (except === '' || /^(?:where|as|when|if)\b/i.test(except)) return [multiplier];
  if (kind === 'shares') {
    const withoutPerShare = except.replace(/\bper[-\s\d]*shares?\b/gi, '');
    return [/\bshares?\b/i.test(withoutPerShare) ? '1' : multiplier];
  }
  const exempt = contentWords(except);
  const label = contentWords(amount.label);
  const own = [...label, ...amount.column.slice(0, 2).flatMap(contentWords)];
  if (!own.some((word) => exempt.includes(word))) return [multiplier];
  return label.every((word) => exempt.includes(word)) ? ['1'] : [multiplier, '1'];
}

/** Words of an "except" that name no kind of number by themselves. */
const EMPTY_WORDS = new Set(
  'and or the for per of in as data amounts amount information number numbers share shares stock which are is reflected thousands millions where otherwise noted indicated stated unless other than total'.split(
    ' ',
  ),
);

function contentWords(text: string): readonly string[] {
  return (text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
    .map((word) => word.replace(/(?:es|s)$/, ''))
    .filter((word) => !EMPTY_WORDS.has(word) && !EMPTY_WORDS.has(`${word}s`));
}

/**
 * The statements that govern an amount: that of its own row, else of its column, else of its table,
 * else the sentences for the whole page. `others` are made for tables of the page too, but running
 * text parts them from the amount.
 */
function governingStatements(
  page: ValuePage,
  amount: PlacedAmount,
): { readonly sure: readonly ScaleStatement[]; readonly others: readonly ScaleStatement[] } {
  const placed = page.statements.map((statement) => placeStatement(page, statement, amount));
  const own = placed.filter((one) => one.row === amount.row && one.scope === 'row');
  if (own.length > 0) return { sure: own.map((one) => one.statement), others: [] };
  const general = page.statements.filter((statement) => statement.is_general);
  const others = placed.filter((one) => one.scope === 'table').map((one) => one.statement);
  const row = amount.row;
  if (row === null) return { sure: general, others };
  // Sentences print amounts in full or with their own words; a table's statement is not for them.
  if (isParagraph(page, row)) return { sure: general, others: [] };
  const above = placed
    .filter((one) => one.row !== null && one.row.index <= row.index && one.scope !== 'row')
    .filter((one) => one.scope === 'table' || isOver(one, amount))
    .reverse();
  for (const scope of ['column', 'table'] as const) {
    const nearest = above.find((one) => one.scope === scope);
    if (nearest === undefined || !isSameTable(page, nearest, row)) continue;
    const sameLine = above.filter((one) => one.scope === scope && one.row === nearest.row);
    return { sure: sameLine.map((one) => one.statement), others };
  }
  return { sure: general, others };
}

interface PlacedStatement {
  readonly statement: ScaleStatement;
  readonly row: ValueRow | null;
  readonly left: number;
  readonly right: number;
  readonly scope: 'row' | 'column' | 'table';
}

function placeStatement(
  page: ValuePage,
  statement: ScaleStatement,
  amount: PlacedAmount,
): PlacedStatement {
  const row = rowOf(page, statement);
  const cell = row?.cells.find((one) => one.start <= statement.start && statement.start < one.end);
  if (row === null || cell === undefined) {
    return { statement, row, left: 0, right: 0, scope: 'table' };
  }
  const scope = scopeOf(page, row, cell, statement, amount);
  return { statement, row, left: cell.left, right: cell.right, scope };
}

/** A statement further right of the labels than this belongs to a column, points. */
const STUB_INDENT = 40;

/**
 * `row`: the statement is part of a row's label. `column`: other headings stand beside it and it is
 * not in the column of the labels. `table`: anything else, alone in its line or at the labels.
 */
function scopeOf(
  page: ValuePage,
  row: ValueRow,
  cell: ValueCell,
  statement: ScaleStatement,
  amount: PlacedAmount,
): PlacedStatement['scope'] {
  const text = page.page.text.slice(cell.start, cell.end);
  const own = page.page.text.slice(statement.start, Math.min(cell.end, statement.end));
  const others = row.cells.filter((one) => one !== cell && !LIST_MARK.test(one.text));
  if (isParagraph(page, row) || others.length === 0) return 'table';
  const isLabel = /\p{L}/u.test(text.replace(own, '')) && !isYearRow(row);
  if (isLabel && others.some((one) => one.left > cell.left && holdsFigure(one))) return 'row';
  const stub = amount.label_left ?? amount.row?.cells[0]?.left ?? 0;
  return cell.left > stub + STUB_INDENT ? 'column' : 'table';
}

/** Whether a cell holds a figure, not the year or date of a heading. */
function holdsFigure(cell: ValueCell): boolean {
  return cell.kind === 'values' && !/\p{L}/u.test(cell.text) && !cell.amounts.every(isYear);
}

/** A mark that opens a list item or note: `(5)`, `b.`. */
const LIST_MARK = /^(?:\(?\w{1,3}[.)]|[•*])$/;

/** Whether a column's statement stands over the amount. */
function isOver(placed: PlacedStatement, amount: PlacedAmount): boolean {
  return placed.left < amount.right && amount.left < placed.right;
}

/** Whether no running text parts a statement from a row below it. */
function isSameTable(page: ValuePage, placed: PlacedStatement, row: ValueRow): boolean {
  if (placed.row === null) return false;
  return page.rows
    .slice(placed.row.index + 1, row.index)
    .every((between) => !isParagraph(page, between));
}
