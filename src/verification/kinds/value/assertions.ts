import type { ValueClaim } from '../../../contracts/claim.ts';
import { labelsEqual } from '../../../evidence/label-text.ts';
import { type Judgement, placeOf } from './judge.ts';
import type { ValuePage } from './read-page.ts';
import { isParagraph, type PlacedAmount } from './surroundings.ts';

/**
 * The first further assertion of a value claim (period, entity, dimension, title, footnote) that
 * rows alone do not prove, as words for the detail, or null if all are proved. An assertion is
 * proved only where a heading over the number, a section or title line above it, or its own row
 * states it whole; whatever else the page holds cannot contradict it here.
 */
export function unprovedAssertion(
  claim: ValueClaim,
  page: ValuePage,
  judgement: Judgement,
): string | null {
  if (firstAssertion(claim) === null) return null;
  const amount = placeOf(page, judgement);
  const headings = [
    ...amount.column,
    ...amount.spanning,
    ...cellsOfRow(amount),
    ...titlesAbove(page, amount),
  ];
  const stated = (text: string): boolean => headings.some((one) => labelsEqual(one, text));
  if (claim.period !== undefined && !stated(claim.period)) return 'period';
  if (claim.entity !== undefined && !stated(claim.entity)) return 'entity';
  for (const [name, text] of Object.entries(claim.dimensions ?? {})) {
    if (!stated(text)) return `dimension "${name}"`;
  }
  if (claim.table_title !== undefined && !stated(claim.table_title)) return 'table_title';
  const marks = [...amount.found.amount.marks, ...marksOf(amount.label)].map(bareMark);
  for (const footnote of claim.footnotes ?? []) {
    if (!marks.includes(bareMark(footnote))) return `footnote "${footnote}"`;
  }
  return null;
}

/** The first further assertion that a claim makes, as words for a detail, or null if it makes none. */
export function firstAssertion(claim: ValueClaim): string | null {
  if (claim.period !== undefined) return 'period';
  if (claim.entity !== undefined) return 'entity';
  const dimension = Object.keys(claim.dimensions ?? {})[0];
  if (dimension !== undefined) return `dimension "${dimension}"`;
  if (claim.table_title !== undefined) return 'table_title';
  const footnote = claim.footnotes?.[0];
  return footnote === undefined ? null : `footnote "${footnote}"`;
}

function cellsOfRow(amount: PlacedAmount): readonly string[] {
  return [...amount.sections, ...(amount.row?.cells.map((cell) => cell.text) ?? [])];
}

/** Lines of words above the row, up to the nearest running text: titles among them. */
function titlesAbove(page: ValuePage, amount: PlacedAmount): readonly string[] {
  const titles: string[] = [];
  for (let index = (amount.row?.index ?? 0) - 1; index >= 0; index -= 1) {
    const row = page.rows[index];
    if (row === undefined || isParagraph(page, row)) break;
    const only = row.cells.length === 1 ? row.cells[0] : undefined;
    if (only?.kind === 'words') titles.push(only.text);
  }
  return titles;
}

function marksOf(label: string): readonly string[] {
  return label.match(/\((?:[a-z]|\d{1,2})\)|[*†‡§]+/g) ?? [];
}

function bareMark(mark: string): string {
  return mark.replace(/[()\s]/g, '');
}
