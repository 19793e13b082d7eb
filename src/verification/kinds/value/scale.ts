import type { ScaleStatement } from '../../../evidence/scale-statement.ts';
import { isYearRow } from './label-rows.ts';
import type { ValueCell, ValuePage, ValueRow } from './read-page.ts';
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
  const governing = governingStatements(page, amount).filter((statement) =>
    applies(statement, kind),
  );
  const multipliers = new Set(governing.map((statement) => multiplierFor(statement, amount, kind)));
  const nearest = governing[0];
  if (nearest === undefined) return { outcome: 'none' };
  if (multipliers.size > 1) {
    return { outcome: 'unclear', texts: governing.map((statement) => statement.text) };
  }
  return {
    outcome: 'stated',
    multiplier: multiplierFor(nearest, amount, kind),
    text: nearest.text,
    statement: nearest,
  };
}

/** Reads from label, column heading and section what kind of number an amount is. */
export function classOf(amount: PlacedAmount): AmountClass {
  if (amount.found.amount.unit !== null) return 'ratio';
  const nearest = [amount.label, ...amount.column.slice(0, 2)];
  if (amount.found.amount.currency === null && nearest.some(namesRatio)) return 'ratio';
  const own = `${amount.label} ${amount.column.slice(0, 4).join(' ')}`;
  const fromOwn = classOfWords(own);
  if (fromOwn !== null) return fromOwn;
  // "Basic" and "Diluted" say nothing alone; their section does.
  const section = amount.sections[0] ?? '';
  const isBare = /^(?:basic|diluted|assuming dilution|high|low)\b/i.test(amount.label.trim());
  return (isBare ? classOfWords(section) : null) ?? 'money';
}

const PER_SHARE =
  /\bper\b(?:\W+\w+){0,4}?\W+(?:shares?|units?|ads|common|ordinary|stock)\b|\bEPS\b|\b(?:exercise|strike|share|stock|market|grant|purchase|conversion)[-\s]+(?:date\s+)?(?:fair\s+values?\s+|prices?\b)|\bprice\s+(?:paid\s+)?per\b/i;
const SHARES =
  /\bshares\b|\bshare\s+(?:count|data)\b|\bweighted[-\s]average\b.*\boutstanding\b|\bstock\s+(?:units|options)\s+outstanding\b/i;
const RATIO = /%|\bper\s?cent(?:age)?s?\b|\bratios?\b|\bbasis points\b/i;
const COUNT =
  /\b(?:employees|headcount|memberships?|members|subscribers|customers|stores|locations|square feet|days|connections|accounts|households)\b/i;

function classOfWords(words: string): AmountClass | null {
  if (PER_SHARE.test(words)) return 'per_share';
  if (
    SHARES.test(words) &&
    !/\bdollars\b|[$€£]|\bvalue\b|\brepurchases?\b|\bcost\b|\bissu/i.test(words)
  )
    return 'shares';
  if (
    COUNT.test(words) &&
    !/\b(?:revenues?|receivables?|payables?|due|sales|costs?|fees?|charges?|expenses?|deposits|income)\b/i.test(
      words,
    )
  )
    return 'count';
  return null;
}

/** Whether words name a percentage or ratio. */
export function namesRatio(words: string): boolean {
  return RATIO.test(words);
}

function applies(statement: ScaleStatement, kind: AmountClass): boolean {
  if (statement.subject === 'shares') return kind === 'shares';
  if (statement.subject === 'money') return kind === 'money';
  return true;
}

/** The statement's multiplier, or `1` where its "except" names this kind of amount. */
function multiplierFor(statement: ScaleStatement, amount: PlacedAmount, kind: AmountClass): string {
  return isExempt(statement.except, amount, kind) ? '1' : statement.multiplier;
}

function isExempt(except: string, amount: PlacedAmount, kind: AmountClass): boolean {
  if (except === '' || /^(?:where|as|when|if)\b/i.test(except)) return false;
  if (kind === 'shares') {
    const withoutPerShare = except.replace(/\bper[-\s\d]*shares?\b/gi, '');
    return /\bshares?\b/i.test(withoutPerShare);
  }
  const own = contentWords(`${amount.label} ${amount.column.slice(0, 4).join(' ')}`);
  return contentWords(except).some((word) => own.includes(word));
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
 * The statements that may govern an amount, nearest first: those of its own row alone, else those
 * of its column alone, else those of its table, else all that are made for a table or the page.
 */
function governingStatements(page: ValuePage, amount: PlacedAmount): readonly ScaleStatement[] {
  const placed = page.statements.map((statement) => placeStatement(page, statement, amount));
  const own = placed.filter((one) => one.row === amount.row && one.scope === 'row');
  if (own.length > 0) return own.map((one) => one.statement);
  const wide = placed.filter((one) => one.scope === 'table' || one.statement.is_general);
  const row = amount.row;
  if (row === null) return wide.map((one) => one.statement);
  const above = placed
    .filter((one) => one.row !== null && one.row.index <= row.index && one.scope !== 'row')
    .filter((one) => one.scope === 'table' || isOver(one, amount))
    .reverse();
  for (const scope of ['column', 'table'] as const) {
    const nearest = above.find((one) => one.scope === scope);
    if (nearest !== undefined && isSameTable(page, nearest, row)) return [nearest.statement];
  }
  return wide.map((one) => one.statement);
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
  const behind = row.cells.filter((one) => one.left > cell.left && one.kind !== 'blank');
  if (isLabel && behind[0]?.kind === 'values') return 'row';
  const stub = amount.label_left ?? amount.row?.cells[0]?.left ?? 0;
  return cell.left > stub + STUB_INDENT ? 'column' : 'table';
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
