import { diffArrays } from 'diff';
import type { Claim } from '../../contracts/claim.ts';
import type { Evidence } from '../../contracts/evidence.ts';
import type { Reason } from '../../contracts/reason.ts';
import type { Difference, Verdict } from '../../contracts/verdict.ts';
import type { ReportEntry } from '../../pipeline/ports.ts';
import type { PageComparedField, PageComparison, PageFound, PageMark } from './page-data.ts';

/**
 * A text of more differing words than this is shown whole beside the other: marks would cover
 * everything, and finding them takes time that grows with their square.
 */
const DIFFERING_WORDS_MAX = 400;

/** `page_index 17, printed 18`: the machine's index and what a reader sees, never one for the other. */
export function placeText(pageIndex: number, pageLabel: string | null): string {
  const printed = pageLabel === null ? 'no printed label' : `printed ${pageLabel}`;
  return `page_index ${pageIndex}, ${printed}`;
}

/** Puts what a claim expects beside what the document holds. Pure; no judgement of its own. */
export function compareEntry({ verdict, claim }: ReportEntry): PageComparison {
  const expected = expectedText(claim);
  const found = foundText(verdict);
  return {
    expected,
    found,
    marks: marksOf(verdict, claim, expected, found),
    fields: [
      ...pageField(verdict, claim),
      ...amountFields(verdict, claim).filter((row) => row.expected !== null || row.found !== null),
    ],
  };
}

/** The text that a claim expects to be printed, or the sentence that it wants supported. */
export function expectedText(claim: Claim | null): string | null {
  if (claim === null) return null;
  if (claim.kind === 'statement') return claim.statement;
  if ('displayed' in claim) return claim.expected_text ?? claim.displayed ?? null;
  return 'expected_text' in claim ? (claim.expected_text ?? null) : null;
}

function foundText({ evidence, proposal }: Verdict): PageFound | null {
  if (evidence !== null) return found('cited', evidence);
  return proposal.evidence === undefined ? null : found('proposed', proposal.evidence);
}

function found(on: PageFound['on'], evidence: Evidence): PageFound {
  return { on, place: placeText(evidence.page_index, evidence.page_label), text: evidence.text };
}

/**
 * The verdict's own marks where they can be laid on the texts. Otherwise quotes and regions are
 * compared here; the row or sentence around a value, and what a statement is to be supported by,
 * are no quotes.
 */
function marksOf(
  { difference, status }: Verdict,
  claim: Claim | null,
  expected: string | null,
  there: PageFound | null,
): PageComparison['marks'] {
  if (expected === null || there === null) return null;
  const own = difference === undefined ? null : layMarks(expected, there.text, difference);
  if (own !== null || status === 'verified') return own;
  return claim?.kind === 'quote' || claim?.kind === 'region'
    ? markWords(expected, there.text)
    : null;
}

/**
 * Compares two texts word by word.
 * @returns null if the words are the same, or if too many differ to be marked.
 */
export function markWords(expected: string, page: string): PageComparison['marks'] {
  const changes = diffArrays(wordsOf(expected), wordsOf(page), {
    maxEditLength: DIFFERING_WORDS_MAX,
  });
  if (changes === undefined || changes.every((change) => !change.added && !change.removed)) {
    return null;
  }
  const parts = changes.map(
    ({ added, removed, value }): Difference => ({
      part: added ? 'page' : removed ? 'expected' : 'both',
      text: value.join(' '),
    }),
  );
  return layMarks(expected, page, parts);
}

/** A comparison speaks of words; people want to see the texts as they are, with those words marked. */
function layMarks(
  expected: string,
  page: string,
  difference: readonly Difference[],
): PageComparison['marks'] {
  const left = layOn(expected, difference, 'expected');
  const right = layOn(page, difference, 'page');
  return left === null || right === null ? null : { expected: left, found: right };
}

/**
 * Finds the words of one side in its text, one after the other.
 * @returns null if one of them cannot be found: then the words are not those of this text.
 */
function layOn(
  text: string,
  difference: readonly Difference[],
  side: 'expected' | 'page',
): readonly PageMark[] | null {
  const marks: PageMark[] = [];
  let end = 0;
  for (const { part, text: words } of difference) {
    if (part !== 'both' && part !== side) continue;
    const range = rangeOf(text, wordsOf(words), end);
    if (range === null) return null;
    if (part === side) {
      marks.push({ text: text.slice(end, range.start), is_only: false });
      marks.push({ text: text.slice(range.start, range.end), is_only: true });
    } else marks.push({ text: text.slice(end, range.end), is_only: false });
    end = range.end;
  }
  marks.push({ text: text.slice(end), is_only: false });
  return marks.filter((mark) => mark.text !== '');
}

/** Half-open UTF-16 offsets from the first word to the last, all at or after `from`. */
function rangeOf(
  text: string,
  words: readonly string[],
  from: number,
): { readonly start: number; readonly end: number } | null {
  let start: number | null = null;
  let end = from;
  for (const word of words) {
    const at = text.indexOf(word, end);
    if (at === -1 || (end > 0 && WORD_CHARACTER.test(text.slice(end, at)))) return null;
    start ??= at;
    end = at + word.length;
  }
  return { start: start ?? from, end };
}

/** Between two words of a comparison stand spaces and punctuation, not other words. */
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

/** The cited page beside the page on which the text shown here stands. */
function pageField(verdict: Verdict, claim: Claim | null): readonly PageComparedField[] {
  if (claim === null) return [];
  const there = verdict.evidence ?? verdict.proposal.evidence ?? null;
  return [
    {
      name: 'page',
      expected: citedPlace(claim),
      found: there === null ? null : placeText(there.page_index, there.page_label),
      at_issue: verdict.reason !== null && PAGE_REASONS.has(verdict.reason),
    },
  ];
}

/** `page_index 17, label 18` as the claim gives them; null if it names no page. */
export function citedPlace(claim: Claim): string | null {
  const parts = [
    claim.page_index === undefined ? '' : `page_index ${claim.page_index}${lastPage(claim)}`,
    claim.page_label === undefined ? '' : `printed ${claim.page_label}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(', ');
}

function lastPage(claim: Claim): string {
  if (claim.kind !== 'quote' || claim.page_index_end === undefined) return '';
  return ` to ${claim.page_index_end}`;
}

const PAGE_REASONS: ReadonlySet<Reason> = new Set([
  'evidence_on_other_page',
  'evidence_spans_pages',
  'page_label_mismatch',
  'page_out_of_range',
  'page_label_not_found',
  'page_label_ambiguous',
]);

function amountFields(verdict: Verdict, claim: Claim | null): readonly PageComparedField[] {
  if (claim?.kind !== 'value' && claim?.kind !== 'table_cell') return [];
  const { observed, reason } = verdict;
  const row = (
    name: string,
    expected: string | undefined,
    there: string | null | undefined,
    reasons: readonly Reason[],
  ): PageComparedField => ({
    name,
    expected: expected ?? null,
    found: there === undefined || there === '' ? null : there,
    at_issue: reason !== null && reasons.includes(reason),
  });
  const column = claim.kind === 'table_cell' ? claim.column_label : undefined;
  return [
    row('as printed', claim.expected_text ?? claim.displayed, observed?.displayed, VALUE_REASONS),
    row('value after scale', claim.expected_value, observed?.value, VALUE_REASONS),
    row('scale', claim.scale, stated(observed?.scale, observed?.scale_text), SCALE_REASONS),
    row('unit', claim.unit, stated(observed?.unit, observed?.unit_text), UNIT_REASONS),
    row('row', pathText(claim.row_label), pathText(observed?.row_path), ROW_REASONS),
    row('column', pathText(column), pathText(observed?.column_path), COLUMN_REASONS),
  ];
}

const VALUE_REASONS: readonly Reason[] = ['value_mismatch', 'sign_mismatch'];
const SCALE_REASONS: readonly Reason[] = ['scale_mismatch', 'scale_not_established'];
const UNIT_REASONS: readonly Reason[] = [
  'unit_mismatch',
  'currency_mismatch',
  'unit_not_established',
];
const ROW_REASONS: readonly Reason[] = ['row_not_found', 'row_ambiguous'];
const COLUMN_REASONS: readonly Reason[] = ['column_not_found', 'column_ambiguous'];

/** `1000000 (“in millions”)` */
function stated(
  value: string | null | undefined,
  words: string | null | undefined,
): string | null | undefined {
  if (value === null || value === undefined || words === null || words === undefined) return value;
  return value === words ? value : `${value} (“${words}”)`;
}

/** A header path, outermost first. */
export function pathText(path: string | readonly string[] | undefined): string | undefined {
  return typeof path === 'string' ? path : path?.join(' › ');
}
