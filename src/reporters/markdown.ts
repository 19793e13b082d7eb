import type { CropRecord } from '../contracts/crop.ts';
import { LIMITATIONS } from '../contracts/limitation.ts';
import { REASON_CODES, REASONS, type Reason, STATUSES } from '../contracts/reason.ts';
import type { Summary } from '../contracts/report.ts';
import type { ReportEntry, ReportFacts } from '../pipeline/ports.ts';
import { expectationOf } from './expectation.ts';
import { codeSpan, tableOf } from './markdown-text.ts';
import { pictureFile } from './report-files.ts';
import { cut } from './terminal-text.ts';
import { openTextFile } from './text-file.ts';
import type { View, ViewOptions } from './view.ts';

/**
 * Makes `summary.md`: counts by status, kind and source, then the claims that are not verified, grouped
 * by reason with its remedy, a bounded number each. Memory grows with sources, not with claims.
 */
export function createMarkdownView({ isRedacted }: ViewOptions): View {
  return {
    file: 'summary.md',
    open: async (path) => {
      const file = await openTextFile(path);
      const failures = new Map<Reason, string[]>();
      return {
        write: async (entry) => {
          const { reason } = entry.verdict;
          if (reason === null) return;
          const lines = failures.get(reason) ?? [];
          failures.set(reason, lines);
          if (lines.length < CLAIMS_PER_REASON) lines.push(claimLine(entry, isRedacted));
        },
        finish: async (facts, summary) => {
          const parts = [
            ...headParts(facts, summary, isRedacted),
            ...countParts(summary),
            ...failureParts(summary, failures),
            ...limitationParts(summary),
          ];
          await file.write(`${parts.join('\n\n')}\n`);
          await file.finish();
        },
        abandon: file.abandon,
      };
    },
  };
}

/** Enough to see what kind of trouble it is; the other files have them all. */
const CLAIMS_PER_REASON = 25;
const SOURCES_MAX = 200;
/** Columns. */
const TEXT_MAX = 160;

function headParts(facts: ReportFacts, summary: Summary, isRedacted: boolean): readonly string[] {
  const { by_status, by_release, policy } = summary;
  const verified = by_status.verified ?? 0;
  const parts = [
    '# Verification report',
    `**${verified} of ${counted(summary.claims, 'claim')} verified** ` +
      `(${counted(summary.envelopes, 'envelope')}, ${counted(summary.sources.length, 'source')}). ` +
      `Under the policy ${codeSpan(`${policy.name} ${policy.version}`)}: ` +
      `${by_release.release ?? 0} to release, ${by_release.review ?? 0} to review, ` +
      `${by_release.block ?? 0} to block.`,
  ];
  const outcomes = facts.machine_outcomes.length;
  if (outcomes > 0) {
    const claims = counted(outcomes, 'claim');
    parts.push(
      `**Not settled:** the machine, not the evidence, decided ${claims}; see \`run.json\`.`,
    );
  }
  if (isRedacted) parts.push('Document text and pictures were left out of this report.');
  const { run_id, finished_ms } = facts.run;
  const finished = finished_ms === null ? '' : `, finished ${new Date(finished_ms).toISOString()}`;
  const versions = Object.entries(summary.versions).map(([name, version]) => `${name} ${version}`);
  parts.push(`Run ${codeSpan(run_id)}${finished}, by ${codeSpan(versions.join(', '))}.`);
  return parts;
}

function countParts(summary: Summary): readonly string[] {
  const statuses = STATUSES.filter((status) => (summary.by_status[status] ?? 0) > 0);
  const head = ['claims', ...statuses];
  const row = (
    name: string | null,
    group: Summary['kinds'][number] | Summary['sources'][number],
  ) => [
    name === null ? '(unreadable)' : codeSpan(cut(name, TEXT_MAX)),
    String(group.claims),
    ...statuses.map((status) => String(group.by_status[status] ?? 0)),
  ];
  const sources = worstFirst(summary.sources);
  const parts = [
    '## Counts',
    tableOf(
      ['status', 'claims'],
      statuses.map((status) => [codeSpan(status), String(summary.by_status[status] ?? 0)]),
    ),
    tableOf(
      ['kind', ...head],
      summary.kinds.map((group) => row(group.kind, group)),
    ),
    tableOf(
      ['source', ...head],
      sources.slice(0, SOURCES_MAX).map((group) => row(group.source_id, group)),
    ),
  ];
  const more = sources.length - SOURCES_MAX;
  if (more > 0) parts.push(`and ${counted(more, 'source')} more; \`summary.json\` has them all.`);
  return parts;
}

/** Sources with the most claims that are not verified first; the order of the summary among equals. */
function worstFirst(sources: Summary['sources']): Summary['sources'] {
  const open = ({ claims, by_status }: Summary['sources'][number]): number =>
    claims - (by_status.verified ?? 0);
  return sources.toSorted((a, b) => open(b) - open(a));
}

function failureParts(
  summary: Summary,
  failures: ReadonlyMap<Reason, readonly string[]>,
): readonly string[] {
  if (failures.size === 0) return [];
  const count = (reason: Reason): number => summary.by_reason[reason] ?? 0;
  const reasons = REASON_CODES.filter((reason) => failures.has(reason));
  return [
    '## Not verified',
    ...reasons
      .toSorted((a, b) => count(b) - count(a))
      .flatMap((reason) => {
        const { status, sentence, remedy } = REASONS[reason];
        const lines = failures.get(reason) ?? [];
        const more = count(reason) - lines.length;
        return [
          `### ${codeSpan(`${status} / ${reason}`)}: ${counted(count(reason), 'claim')}`,
          `${sentence} **Remedy:** ${remedy}`,
          [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n'),
        ];
      }),
  ];
}

function limitationParts(summary: Summary): readonly string[] {
  const found = Object.entries(LIMITATIONS).flatMap(([code, sentence]) => {
    const count = Object.entries(summary.by_limitation).find(([own]) => own === code)?.[1] ?? 0;
    return count === 0 ? [] : [[codeSpan(code), String(count), sentence]];
  });
  if (found.length === 0) return [];
  return ['## Limitations', tableOf(['limitation', 'claims', 'meaning'], found)];
}

/** One item of a list: which claim, what it expects where, what is proposed, and its pictures. */
function claimLine({ verdict, claim, crops }: ReportEntry, isRedacted: boolean): string {
  const { claim_id, request_id, source_id, proposal, input } = verdict;
  const parts = [
    `${named(claim_id)} of ${named(request_id)}, source ${named(source_id)}`,
    placeText('cites', claim?.page_index, claim?.page_label),
  ];
  const { text, value } = claim === null || isRedacted ? NOTHING_EXPECTED : expectationOf(claim);
  const expected = text ?? value;
  if (expected !== null) parts.push(`expects ${codeSpan(cut(expected, TEXT_MAX))}`);
  if (proposal.action === 'repoint') {
    parts.push(placeText('proposed:', proposal.page_index, proposal.evidence?.page_label));
  }
  if (input !== undefined) {
    parts.push(
      `came in ${codeSpan(cut(input.file, TEXT_MAX))}${input.line === null ? '' : ` line ${input.line}`}`,
    );
  }
  parts.push(...crops.map(pictureLink));
  return `- ${parts.filter((part) => part !== '').join('; ')}`;
}

const NOTHING_EXPECTED = { text: null, value: null } as const;

function pictureLink({ role, page_index, png_sha256 }: CropRecord): string {
  const page = `page_index ${page_index}`;
  const name = role === 'proposal' ? `proposed ${page}` : page;
  return `[picture of ${name}](${pictureFile(png_sha256)})`;
}

function placeText(
  verb: string,
  pageIndex: number | undefined,
  label: string | null | undefined,
): string {
  const parts: string[] = [];
  if (pageIndex !== undefined) parts.push(`page_index ${pageIndex}`);
  if (label !== undefined && label !== null) parts.push(`label ${codeSpan(cut(label, TEXT_MAX))}`);
  return parts.length === 0 ? '' : `${verb} ${parts.join(', ')}`;
}

function named(id: string | null): string {
  return id === null ? '(unreadable)' : codeSpan(cut(id, TEXT_MAX));
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
