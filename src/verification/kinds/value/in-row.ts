import type { ValueClaim } from '../../../contracts/claim.ts';
import type { FoundAmount } from '../../../evidence/amount.ts';
import { significantDigits } from '../../../evidence/decimal.ts';
import { labelsEqual } from '../../../evidence/label-text.ts';
import { evidenceOf } from '../../evidence.ts';
import type { Comparison, Target } from '../../finding.ts';
import { type ClaimedLabel, claimedLabelOf } from './claimed-label.ts';
import { isReference, mayBeReference } from './doubts.ts';
import { type Expectation, expectsNil } from './expectation.ts';
import { type Judgement, judgeAmount, nearestJudgement, placeOf } from './judge.ts';
import { findLabelRows, isLabelOnPage, type LabelRow, standsInOneCell } from './label-rows.ts';
import { absent, differing, isLimit, isWithin, matched, otherValues, unclear } from './outcome.ts';
import type { ValueCell, ValuePage } from './read-page.ts';
import { sectionsAbove } from './surroundings.ts';

/**
 * Compares a claim with the rows that carry its label. Verified if exactly one of them holds the
 * number. Else the nearest difference is the reason: `row_ambiguous` (several hold it),
 * `low_table_confidence` (the row's structure is not plain), unit, scale, sign, `value_mismatch`,
 * `row_not_found`.
 */
export function compareInRow(
  claim: ValueClaim,
  target: Target,
  page: ValuePage,
  expectation: Expectation,
  path: readonly string[],
): Comparison {
  const label = claimedLabelOf(claim);
  const rows = findLabelRows(page, label);
  const sure = rows.filter((row) => row.fit === 'whole');
  const onPath = sure.filter((row) => isOnPath(page, row, path));
  const counted = onPath.length > 0 ? onPath : sure;
  const judged = counted.map((row) => judgeRow(target, page, row, expectation));
  const holders = judged.filter((one) => one.nearest?.reason === null);
  const holder = holders[0];
  if (holder?.nearest !== undefined) {
    if (onPath.length === 0) {
      const detail =
        'the outer parts of row_label could not be found as section lines above the row';
      return unclear(target, [...holder.row.label, holder.nearest.found], detail);
    }
    if (holders.length > 1) return ambiguous(target, holders);
    return matched(claim, target, page, holder.nearest, {
      label: holder.row.label,
      match_method: 'value_in_row',
      occurrences: 1,
      limitations: [
        'row_structure_inferred',
        ...(counted.length > 1 ? (['row_label_repeated'] as const) : []),
      ],
    });
  }
  return withoutHolder(target, page, { rows, judged, expectation, label });
}

interface JudgedRow {
  readonly row: LabelRow;
  readonly judgements: readonly Judgement[];
  readonly nearest: Judgement | undefined;
}

/** No row that surely carries the label holds the number: the nearest difference, or a limit. */
function withoutHolder(
  target: Target,
  page: ValuePage,
  found: {
    readonly rows: readonly LabelRow[];
    readonly judged: readonly JudgedRow[];
    readonly expectation: Expectation;
    readonly label: ClaimedLabel;
  },
): Comparison {
  const { rows, judged, expectation, label } = found;
  const nearest = nearestOf(judged);
  if (nearest !== undefined && isLimit(nearest.judgement.reason)) {
    return differing(target, page, nearest.judgement, nearest.row.label, false);
  }
  const isOther = nearest === undefined || nearest.judgement.reason === 'value_mismatch';
  const open =
    openPlace(target, page, rows, expectation) ??
    (isOther ? unreadPlace(target, rows, expectation) : null);
  if (open !== null) return open;
  if (nearest === undefined) return withoutRow(target, page, label, expectation);
  if (nearest.judgement.reason !== 'value_mismatch') {
    return differing(target, page, nearest.judgement, nearest.row.label, false);
  }
  return otherValues(target, page, expectation.text ?? expectation.value ?? '', nearest.judgement, {
    label: nearest.row.label,
    values: nearest.judgements.map((one) => one.found.amount.displayed),
  });
}

/** No row carries the label. Where one stretch of words holds it and the digits, that is open. */
function withoutRow(
  target: Target,
  page: ValuePage,
  label: ClaimedLabel,
  expectation: Expectation,
): Comparison {
  const { text } = label;
  if (!isLabelOnPage(page, label)) {
    return absent(target, text, 'row_not_found', 'the label does not stand on the page');
  }
  if (isInRunningText(page, label, expectation)) {
    const detail = 'label and digits stand in running text, not in a row';
    return absent(target, text, 'low_table_confidence', detail);
  }
  const detail = 'the label stands on the page, but no row with numbers carries it';
  return absent(target, text, 'row_not_found', detail);
}

/** Fewer digits stand in nearly every text. */
const DIGITS_MIN = 3;

/** Whether one cell of words holds the label and the significant digits of the claimed number. */
function isInRunningText(page: ValuePage, label: ClaimedLabel, expectation: Expectation): boolean {
  const digits = significantDigits(expectation.amount?.value ?? expectation.value ?? '');
  return digits.length >= DIGITS_MIN && standsInOneCell(page, [label.letters, digits]);
}

/** Judges every value of a row; a nil dash counts as zero where the claim expects nil. */
function judgeRow(
  target: Target,
  page: ValuePage,
  row: LabelRow,
  expectation: Expectation,
): JudgedRow {
  const judgements = judgeAmounts(target, page, row, row.values, expectation);
  if (expectsNil(expectation)) {
    const nil: Expectation = { ...expectation, text: null, amount: null, value: '0', scale: null };
    const dashes = row.cells.filter((cell) => cell.is_nil).map(nilAmount);
    judgements.push(...judgeAmounts(target, page, row, dashes, nil));
  }
  const nearest = nearestJudgement(judgements);
  if (nearest?.reason !== 'value_mismatch') return { row, judgements, nearest };
  // The number of a note is none of the row's values: another one is told as what the row holds.
  const values = judgements.filter((one) => !isNoteNumber(page, one));
  return { row, judgements: values, nearest: nearestJudgement(values) };
}

function judgeAmounts(
  target: Target,
  page: ValuePage,
  row: LabelRow,
  amounts: readonly FoundAmount[],
  expectation: Expectation,
): Judgement[] {
  const label = { row: row.row, text: row.label_text, left: row.left, right: row.right };
  return amounts
    .filter((found) => isWithin(target, found))
    .map((found) => judgeAmount(page, found, label, expectation));
}

function isNoteNumber(page: ValuePage, judgement: Judgement): boolean {
  return mayBeReference(judgement.found) && isReference(page, placeOf(page, judgement));
}

function nilAmount(cell: ValueCell): FoundAmount {
  return {
    start: cell.start,
    end: cell.end,
    may_be_mark: false,
    amount: {
      displayed: cell.text.trim(),
      value: '0',
      sign_form: 'none',
      unit: null,
      currency: null,
      own_scale: null,
      decimals: 0,
      qualifier: null,
      marks: [],
    },
  };
}

function nearestOf(
  judged: readonly JudgedRow[],
): (JudgedRow & { readonly judgement: Judgement }) | undefined {
  const judgement = nearestJudgement(judged.flatMap((one) => one.nearest ?? []));
  const own = judged.find((one) => one.nearest === judgement);
  return judgement === undefined || own === undefined ? undefined : { ...own, judgement };
}

/** Whether the outer parts of a path stand, in order, as section lines above the row. */
export function isOnPath(page: ValuePage, row: LabelRow, path: readonly string[]): boolean {
  const outer = path.slice(0, -1).reverse();
  if (outer.length === 0) return true;
  const sections = sectionsAbove(page, row.row, row.left);
  let from = 0;
  return outer.every((part) => {
    const at = sections.findIndex((section, index) => index >= from && labelsEqual(section, part));
    from = at + 1;
    return at !== -1;
  });
}

function ambiguous(target: Target, holders: readonly JudgedRow[]): Comparison {
  const spans = holders.flatMap((one) => one.nearest?.found ?? []);
  return {
    outcome: 'fail',
    reason: 'row_ambiguous',
    evidence: evidenceOf(target, spans),
    limitations: [],
    detail: `${holders.length} rows with this label hold the number`,
    is_absent: false,
  };
}

const DOUBTS = {
  prefix: 'the label of the row seems to go on below',
  other_case: 'the label differs from the claimed one in upper and lower case',
  part: 'the label is part of a longer label or text',
  alone: 'no number stands in the row of the label',
} as const satisfies Record<Exclude<LabelRow['fit'], 'whole'>, string>;

/**
 * A place that may hold the claim although the page's structure does not say so plainly: beyond
 * other words of the row, before its label, in a row whose longer label holds the claimed one, or in a row of numbers
 * without label next to the label's line. Null if there is none.
 */
function openPlace(
  target: Target,
  page: ValuePage,
  rows: readonly LabelRow[],
  expectation: Expectation,
): Comparison | null {
  for (const row of rows) {
    const places = [
      { amounts: row.beyond, detail: 'other words stand between the label and the number' },
      ...(row.fit === 'whole' ? [] : [{ amounts: row.values, detail: DOUBTS[row.fit] }]),
      { amounts: leadingAmounts(row), detail: 'the number stands before the label' },
      {
        amounts: neighbouringAmounts(page, row),
        detail: 'the number stands on a line beside the label',
      },
    ];
    for (const { amounts, detail } of places) {
      const judgements = judgeAmounts(target, page, row, amounts, expectation);
      const nearest = nearestJudgement(judgements);
      if (nearest === undefined) continue;
      if (nearest.reason !== null && !isLimit(nearest.reason)) continue;
      return unclear(target, [...row.label, nearest.found], detail);
    }
  }
  return null;
}

/**
 * A row of the label that prints the claimed digits, but not as a number that is read as one: `300a`,
 * `1:2`, `10:30`. Null if there is none.
 */
function unreadPlace(
  target: Target,
  rows: readonly LabelRow[],
  expectation: Expectation,
): Comparison | null {
  const claimed = digitsOf(expectation.amount?.value ?? expectation.value ?? '');
  for (const row of rows) {
    for (const cell of row.row.cells.filter((one) => one.left >= row.right)) {
      for (const run of cell.text.matchAll(/\d[\d.,]*/g)) {
        const start = cell.start + run.index;
        const end = start + run[0].length;
        const isRead = cell.amounts.some((found) => found.start < end && start < found.end);
        if (isRead || digitsOf(run[0]) !== claimed) continue;
        const detail = 'the row prints these digits, but not plainly as a number';
        return unclear(target, [...row.label, { start, end }], detail);
      }
    }
  }
  return null;
}

function digitsOf(number: string): string {
  return number.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
}

/** Amounts left of the label in a row that begins with them. */
function leadingAmounts(label: LabelRow): readonly FoundAmount[] {
  const before = label.row.cells.filter((cell) => cell.right <= label.left);
  return before.some((cell) => cell.kind === 'words') ? [] : before.flatMap((cell) => cell.amounts);
}

/**
 * Amounts of the lines right above and below that have no words in the label's column, and of the
 * line below where it carries on a label that has no values of its own.
 */
function neighbouringAmounts(page: ValuePage, label: LabelRow): readonly FoundAmount[] {
  return [-1, 1].flatMap((step) => {
    const row = page.rows[label.row.index + step];
    if (row === undefined) return [];
    const first = row.cells.find((cell) => cell.kind !== 'blank');
    const goesOn = step === 1 && label.fit === 'alone' && /^\p{Ll}/u.test(first?.text ?? '');
    const isUnlabelled =
      row.cells.every((cell) => cell.kind !== 'words') && (first?.left ?? 0) >= label.right;
    return goesOn || isUnlabelled ? row.cells.flatMap((cell) => cell.amounts) : [];
  });
}
