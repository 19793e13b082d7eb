import { LIMITATIONS } from '../contracts/limitation.ts';
import { REASONS, STATUSES, type Status } from '../contracts/reason.ts';
import type { Summary } from '../contracts/report.ts';
import type { Verdict } from '../contracts/verdict.ts';
import { type Colour, coloured, cut, padded, printable, wrapped } from './terminal-text.ts';

export interface TerminalOptions {
  /** Columns of the terminal. */
  readonly width: number;
  readonly isColoured: boolean;
}

/** Narrower terminals break lines by themselves; longer lines than 100 columns are hard to read. */
const WIDTH_MIN = 40;
const WIDTH_MAX = 100;

const COLOURS: Readonly<Record<Status, Colour>> = {
  verified: 'green',
  mismatch: 'red',
  not_found: 'red',
  stale: 'red',
  capability_limited: 'yellow',
  inconsistent: 'yellow',
  denied: 'red',
  source_error: 'red',
  invalid: 'red',
  abstained: 'yellow',
};

/**
 * A short summary for people: a table of statuses with their commonest reasons, and the first claims
 * that need somebody. Ends with a line end.
 * @param problems the first verdicts that are not `verified`; see `readFirstProblems`.
 */
export function summaryText(
  summary: Summary,
  problems: readonly Verdict[],
  options: TerminalOptions,
): string {
  const width = Math.min(Math.max(options.width, WIDTH_MIN), WIDTH_MAX);
  const sized = { ...options, width };
  const lines = [headline(summary, sized), '', ...statusTable(summary, sized)];
  if (problems.length > 0) {
    const open = summary.claims - summary.by_status.verified;
    const title =
      problems.length < open
        ? `The first ${problems.length} of ${open} not verified:`
        : 'Not verified:';
    lines.push('', title, ...problems.flatMap((verdict) => problemLines(verdict, sized)));
  }
  return `${lines.join('\n')}\n`;
}

/** One verdict for people: its outcome, where the evidence stands, what else is to be said. Ends with a line end. */
export function verdictText(verdict: Verdict, options: TerminalOptions): string {
  const width = Math.min(Math.max(options.width, WIDTH_MIN), WIDTH_MAX);
  const { reason, limitations } = verdict;
  const told = [
    ...reasonTexts(verdict),
    evidencePlace(verdict),
    differenceOf(verdict),
    observedOf(verdict),
    ...limitations.map((limitation) => `Limitation: ${LIMITATIONS[limitation]}`),
    proposalOf(verdict),
    reason === null ? '' : `Remedy: ${REASONS[reason].remedy}`,
  ];
  const lines = [headOf(verdict, { ...options, width }), ...bodyLines(told, width)];
  return `${lines.join('\n')}\n`;
}

/** `Evidence on page_index 17 (label 18), element p17-e42: “…” (exact_text)` */
function evidencePlace({ evidence, match_method: method }: Verdict): string {
  if (evidence === null) return '';
  const label = evidence.page_label === null ? '' : ` (label ${evidence.page_label})`;
  const element = evidence.element_id === null ? '' : `, element ${evidence.element_id}`;
  const how = method === null ? '' : ` (${method})`;
  return `Evidence on page_index ${evidence.page_index}${label}${element}: “${cut(printable(evidence.text), 240)}”${how}`;
}

function headline(summary: Summary, { isColoured }: TerminalOptions): string {
  const { claims } = summary;
  const verified = summary.by_status.verified;
  const text = `${verified} of ${counted(claims, 'claim')} verified`;
  const colour = summary.all_verified ? 'green' : 'bold';
  const sources = counted(summary.sources.length, 'source');
  return `${coloured(text, colour, isColoured)} (${counted(summary.envelopes, 'envelope')}, ${sources})`;
}

function statusTable(summary: Summary, options: TerminalOptions): readonly string[] {
  const rows = STATUSES.filter((status) => summary.by_status[status] > 0);
  const nameWidth = Math.max(0, ...rows.map((status) => status.length));
  const countWidth = String(summary.claims).length;
  return rows.map((status) => {
    const name = coloured(padded(status, nameWidth), COLOURS[status], options.isColoured);
    const number = String(summary.by_status[status]).padStart(countWidth);
    const start = `  ${name}  ${number}`;
    const room = options.width - (2 + nameWidth + 2 + countWidth + 2);
    const reasons = cut(reasonsOf(summary, status), room);
    return reasons === '' ? start : `${start}  ${reasons}`;
  });
}

/** `text_mismatch 3, value_mismatch 1`, commonest first. */
function reasonsOf(summary: Summary, status: Status): string {
  const reasons = Object.entries(summary.by_reason).filter(
    ([reason]) => statusOfCode(reason) === status,
  );
  return reasons
    .sort(([, a], [, b]) => b - a)
    .map(([reason, number]) => `${reason} ${number}`)
    .join(', ');
}

function statusOfCode(code: string): Status | null {
  const rows: Readonly<Record<string, { readonly status: Status } | undefined>> = REASONS;
  return rows[code]?.status ?? null;
}

function problemLines(verdict: Verdict, options: TerminalOptions): readonly string[] {
  const difference = differenceOf(verdict);
  const told = [
    ...reasonTexts(verdict),
    difference === '' ? thereOf(verdict) : difference,
    proposalOf(verdict),
  ];
  return [headOf(verdict, options), ...bodyLines(told, options.width).slice(0, BODY_LINES_MAX)];
}

/** `mismatch / text_mismatch  q1 · quote · annual-report-2025` */
function headOf(verdict: Verdict, { isColoured, width }: TerminalOptions): string {
  const { status, reason } = verdict;
  const outcome = reason === null ? status : `${status} / ${reason}`;
  const place = cut(printable(placeOf(verdict)), Math.max(10, width - outcome.length - 4));
  return `  ${coloured(outcome, COLOURS[status], isColoured)}  ${place}`;
}

function bodyLines(texts: readonly string[], width: number): readonly string[] {
  const told = texts.filter((text) => text !== '');
  return told.flatMap((text) => wrapped(printable(text), width - 6).map((line) => `      ${line}`));
}

/** More than this of one claim crowds out the next; the report has it all. */
const BODY_LINES_MAX = 6;

/** `q1 · quote · annual-report-2025 · envelopes.jsonl:3` */
function placeOf(verdict: Verdict): string {
  const input = verdict.input;
  const place =
    input === undefined ? null : `${input.file}${input.line === null ? '' : `:${input.line}`}`;
  const parts = [verdict.claim_id, verdict.kind, verdict.source_id, place];
  return parts.filter((part) => part !== null).join(' · ');
}

/** The sentence of the reason, and what the failed check says beyond it. */
function reasonTexts({ checks, reason }: Verdict): readonly string[] {
  const detail = checks.find((check) => check.outcome === 'fail')?.detail;
  const sentence = reason === null ? '' : REASONS[reason].sentence;
  return [sentence, detail === undefined ? '' : `Detail: ${detail}`];
}

/** What stands at the cited place instead. */
function thereOf({ evidence, observed }: Verdict): string {
  const there = observed?.displayed ?? evidence?.text;
  return there === undefined ? '' : `There: “${cut(printable(there), 160)}”`;
}

/** `Difference: grew by [-3.5%-] {+3.4%+} in 2025`: words of the claim alone, words of the page alone. */
function differenceOf({ difference }: Verdict): string {
  if (difference === undefined) return '';
  const marked = difference.map(({ part, text }) => {
    if (part === 'both') return text;
    return part === 'expected' ? `[-${text}-]` : `{+${text}+}`;
  });
  return `Difference: ${cut(printable(marked.join(' ')), 400)}`;
}

function observedOf({ observed }: Verdict): string {
  if (observed === null) return '';
  const { displayed, value, scale, unit, row_path: row } = observed;
  const parts = [
    `“${displayed}”`,
    value === null ? '' : `= ${value}`,
    scale === null ? '' : `scale ${scale}`,
    unit === null ? '' : `unit ${unit}`,
    row.length === 0 ? '' : `row ${row.join(' > ')}`,
  ];
  return `Observed: ${parts.filter((part) => part !== '').join(', ')}`;
}

function proposalOf(verdict: Verdict): string {
  const { action, page_index: page, evidence } = verdict.proposal;
  if (action !== 'repoint' || page === undefined) return '';
  const label = evidence?.page_label;
  return `Proposal: cite page_index ${page}${label === undefined || label === null ? '' : ` (label ${label})`}.`;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
