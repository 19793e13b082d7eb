import { REASONS } from '../contracts/reason.ts';
import type { ReportEntry } from '../pipeline/ports.ts';
import { expectationOf } from './expectation.ts';
import { pictureFile } from './report-files.ts';
import { openTextFile } from './text-file.ts';
import type { View } from './view.ts';

/**
 * Makes `verdicts.csv` for spreadsheets: a header, then one row a claim in input order, RFC 4180 (CRLF,
 * every cell quoted). Exact text is in `verdicts.jsonl`; here cells are made safe, see `cellOf`.
 */
export function createCsvView(): View {
  return {
    file: 'verdicts.csv',
    open: async (path) => {
      const file = await openTextFile(path);
      await file.write(`${BYTE_ORDER_MARK}${rowOf(CSV_COLUMNS)}`);
      return {
        write: (entry) => file.write(rowOf(Object.values(cellsOf(entry)))),
        finish: async () => {
          await file.finish();
        },
        abandon: file.abandon,
      };
    },
  };
}

/**
 * Excel reads a file without it in the code page of the machine, and shows `€` and `ü` of the evidence
 * as other characters; the file is for spreadsheets, and programs have `verdicts.jsonl`.
 */
const BYTE_ORDER_MARK = '\ufeff';

type Cell = string | number | null;

/** The columns in order. `cited_…`, `expected_…`: the claim; `found_…`: the document. */
export const CSV_COLUMNS = [
  'envelope_index',
  'claim_index',
  'request_id',
  'source_id',
  'claim_id',
  'kind',
  'status',
  'reason',
  'release',
  'action',
  'cited_page_index',
  'cited_page_label',
  'expected_text',
  'expected_value',
  'expected_scale',
  'expected_unit',
  'found_page_index',
  'found_page_label',
  'found_element_id',
  'found_text',
  'found_value',
  'found_scale',
  'found_unit',
  'proposed_page_index',
  'proposed_page_label',
  'proposed_scope',
  'proposed_text',
  'match_method',
  'assurance',
  'occurrences',
  'limitations',
  'detail',
  'sentence',
  'remedy',
  'document_fingerprint',
  'observed_fingerprint',
  'picture',
  'input_file',
  'input_line',
] as const;

function cellsOf(entry: ReportEntry): Record<(typeof CSV_COLUMNS)[number], Cell> {
  const { verdict, claim, crops } = entry;
  const { evidence, observed, proposal, reason } = verdict;
  const [picture] = crops;
  const expected = claim === null ? null : expectationOf(claim);
  return {
    envelope_index: entry.envelope_index,
    claim_index: entry.claim_index,
    request_id: verdict.request_id,
    source_id: verdict.source_id,
    claim_id: verdict.claim_id,
    kind: verdict.kind,
    status: verdict.status,
    reason,
    release: verdict.release,
    action: proposal.action,
    cited_page_index: claim?.page_index ?? null,
    cited_page_label: claim?.page_label ?? null,
    expected_text: expected?.text ?? null,
    expected_value: expected?.value ?? null,
    expected_scale: expected?.scale ?? null,
    expected_unit: expected?.unit ?? null,
    found_page_index: evidence?.page_index ?? null,
    found_page_label: evidence?.page_label ?? null,
    found_element_id: evidence?.element_id ?? null,
    found_text: observed?.displayed ?? evidence?.text ?? null,
    found_value: observed?.value ?? null,
    found_scale: observed?.scale ?? null,
    found_unit: observed?.unit ?? null,
    proposed_page_index: proposal.page_index ?? null,
    proposed_page_label: proposal.evidence?.page_label ?? null,
    proposed_scope: proposal.scope ?? null,
    proposed_text: proposal.evidence?.text ?? null,
    match_method: verdict.match_method,
    assurance: verdict.assurance,
    occurrences: verdict.occurrences,
    limitations: verdict.limitations.join(' '),
    detail: verdict.checks.find(({ outcome }) => outcome === 'fail')?.detail ?? null,
    sentence: reason === null ? null : REASONS[reason].sentence,
    remedy: reason === null ? null : REASONS[reason].remedy,
    document_fingerprint: verdict.document_fingerprint,
    observed_fingerprint: verdict.observed_fingerprint,
    picture: picture === undefined ? null : pictureFile(picture.png_sha256),
    input_file: verdict.input?.file ?? null,
    input_line: verdict.input?.line ?? null,
  };
}

function rowOf(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/**
 * One quoted cell. Line breaks and tabs become spaces and other control characters U+FFFD, so that a row is a
 * line; a text that a spreadsheet could take for a formula gets an apostrophe in front (OWASP, "CSV
 * Injection"), also behind white space and characters that do not show; a text longer than a spreadsheet
 * holds is cut, with `…` at its end.
 */
function cellOf(cell: Cell): string {
  if (cell === null) return '""';
  if (typeof cell === 'number') return `"${cell}"`;
  const line = cell
    .replace(/\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/gu, ' ')
    .replace(/[\p{Cc}\p{Surrogate}]/gu, '\ufffd');
  const short = line.length > CHARACTERS_MAX ? `${line.slice(0, CHARACTERS_MAX)}…` : line;
  const isFormula = FORMULA_START.test(short) && !PLAIN_NUMBER.test(short);
  return `"${isFormula ? "'" : ''}${short.replaceAll('"', '""')}"`;
}

/** Excel holds 32,767 characters in a cell and puts the rest into other rows. */
const CHARACTERS_MAX = 32_000;

/** Also the full-width forms, which some input methods and versions take for the same. */
const FORMULA_START = /^[\s\p{Cc}\p{Cf}\ufffd]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/u;
