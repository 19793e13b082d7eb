import type { ValueClaim } from '../../../contracts/claim.ts';
import { evidenceOf } from '../../evidence.ts';
import type { Comparison, Target } from '../../finding.ts';
import { compareText } from '../quote/compare.ts';
import { expectedTextOf } from '../quote/expected-text.ts';
import { limitationsOf } from '../quote/sight.ts';
import { firstAssertion } from './assertions.ts';
import { claimedLabelOf } from './claimed-label.ts';
import { isOnPath } from './in-row.ts';
import { findLabelRows, type LabelRow } from './label-rows.ts';
import { absent, isWithin, unclear } from './outcome.ts';
import type { ValueCell, ValuePage } from './read-page.ts';

/**
 * A value that is no number ("n/a", "Less than 50") and names no row: its text stands in the target
 * as a quote would. Unit and scale of such a value cannot be proved.
 */
export function compareTextOnPage(claim: ValueClaim, target: Target): Comparison {
  const comparison = compareText(target, expectedTextOf(claim, textOf(claim)));
  if (comparison.outcome === 'fail') return comparison;
  const unproved = unprovedOfText(claim);
  if (unproved !== null) return unclear(target, [], `${unproved} of a text that is no number`);
  return {
    ...comparison,
    match_method: 'value_on_page',
    limitations: [...comparison.limitations, 'row_not_asserted'],
  };
}

/**
 * A value that is no number, in the row that carries the label: a cell right of the label has just
 * this text. Fails as `text_mismatch` (the cells have other texts), `row_not_found`, or
 * `low_table_confidence` where the text stands on the page but in no such cell.
 */
export function compareTextInRow(
  claim: ValueClaim,
  target: Target,
  page: ValuePage,
  path: readonly string[],
): Comparison {
  const expected = textOf(claim);
  const label = claimedLabelOf(claim);
  const rows = findLabelRows(page, label).filter(
    (row) => row.fit === 'whole' || row.fit === 'alone',
  );
  const holders = rows.flatMap((row) => {
    const cell = cellsBehind(row).find(
      (one) => isWithin(target, one) && collapsed(one.text) === collapsed(expected),
    );
    return cell === undefined || !isOnPath(page, row, path) ? [] : [{ row, cell }];
  });
  const holder = holders[0];
  const unproved = unprovedOfText(claim);
  if (holder !== undefined && holders.length === 1 && unproved === null) {
    const spans = [...holder.row.label, { start: holder.cell.start, end: holder.cell.end }];
    return {
      outcome: 'match',
      match_method: 'value_in_row',
      evidence: evidenceOf(target, spans),
      occurrences: 1,
      limitations: [
        'row_structure_inferred',
        ...(rows.length > 1 ? (['row_label_repeated'] as const) : []),
        ...limitationsOf(target.page, spans),
      ],
    };
  }
  const standing = compareText(target, expectedTextOf(claim, expected));
  if (standing.outcome === 'match') {
    const detail = 'the text stands on the page, but not plainly as one cell of one such row';
    return { ...unclear(target, [], detail), evidence: standing.evidence };
  }
  if (rows.length === 0) {
    return absent(target, label.text, 'row_not_found', 'no row carries the label');
  }
  return absent(target, expected, 'text_mismatch', 'no cell of the row has this text');
}

function textOf(claim: ValueClaim): string {
  return claim.expected_text ?? claim.displayed ?? '';
}

/** Cells right of the label, whatever they hold. */
function cellsBehind(row: LabelRow): readonly ValueCell[] {
  return row.row.cells.filter((cell) => cell.left >= row.right);
}

function unprovedOfText(claim: ValueClaim): string | null {
  if (claim.unit !== undefined) return 'unit';
  if (claim.scale !== undefined) return 'scale';
  return firstAssertion(claim);
}

function collapsed(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
