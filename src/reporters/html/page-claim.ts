import type { Claim } from '../../contracts/claim.ts';
import type { CropRecord } from '../../contracts/crop.ts';
import type { Evidence } from '../../contracts/evidence.ts';
import type { Verdict } from '../../contracts/verdict.ts';
import { digestOfText } from '../../evidence/canonical.ts';
import { roundPoints } from '../../evidence/geometry.ts';
import type { ReportEntry } from '../../pipeline/ports.ts';
import { verdictLine } from '../jsonl.ts';
import { citedPlace, compareEntry, expectedText, pathText, placeText } from './compare.ts';
import type { PageCrop, PageDetail, PageField, PageProposal, PageRow } from './page-data.ts';

/** Longer titles do not fit the list; the detail has the whole text. */
const TITLE_CHARACTERS_MAX = 180;

/** A claim as the list of the review page has it. */
export function pageRow({ verdict, claim, ...key }: ReportEntry): PageRow {
  return {
    key: `${key.envelope_index}.${key.claim_index}`,
    claim_id: verdict.claim_id,
    request_id: verdict.request_id,
    source_id: verdict.source_id,
    kind: verdict.kind,
    status: verdict.status,
    reason: verdict.reason,
    action: verdict.proposal.action,
    release: verdict.release,
    limitations: verdict.limitations,
    title: titleOf(claim, verdict),
    place: claim === null ? '' : (citedPlace(claim) ?? ''),
    verdict_sha256: digestOfText(verdictLine(verdict)),
  };
}

/** A claim as the detail of the review page has it. */
export function pageDetail(entry: ReportEntry): PageDetail {
  const { verdict, claim } = entry;
  const { input } = verdict;
  return {
    comparison: compareEntry(entry),
    checks: verdict.checks,
    match_method: verdict.match_method,
    assurance: verdict.assurance,
    occurrences: verdict.occurrences,
    proposal: pageProposal(verdict),
    crops: entry.crops.map(pageCrop),
    citation: claim === null ? [] : citationFields(claim),
    identity: identityFields(entry),
    input:
      input === undefined
        ? null
        : `${input.file}${input.line === null ? '' : `, line ${input.line}`}`,
    metadata:
      verdict.metadata === undefined ? null : (JSON.stringify(verdict.metadata, null, 2) ?? null),
  };
}

function titleOf(claim: Claim | null, { checks }: Verdict): string {
  if (claim === null) return checks.find((check) => check.outcome === 'fail')?.detail ?? '';
  const expected =
    expectedText(claim) ?? ('expected_value' in claim ? claim.expected_value : undefined);
  const row = 'row_label' in claim ? pathText(claim.row_label) : undefined;
  const parts = [row, expected].filter((part) => part !== undefined);
  const title = (parts.length === 0 ? targetOf(claim) : parts.join(': ')).replace(/\s+/gu, ' ');
  return title.length <= TITLE_CHARACTERS_MAX ? title : `${title.slice(0, TITLE_CHARACTERS_MAX)}…`;
}

/** What a claim without an expectation points at. */
function targetOf(claim: Claim): string {
  const { element_id: element, table_id: table } = claim;
  const cell = 'cell_id' in claim ? claim.cell_id : undefined;
  return cell ?? element ?? table ?? citedPlace(claim) ?? '';
}

function pageProposal({ proposal, status }: Verdict): PageProposal {
  const { action, evidence } = proposal;
  return {
    action,
    sentence: proposalSentence(proposal, status),
    place: evidence === undefined ? null : placeText(evidence.page_index, evidence.page_label),
    text: evidence === undefined ? null : evidence.text,
  };
}

function proposalSentence(proposal: Verdict['proposal'], status: Verdict['status']): string {
  switch (proposal.action) {
    case 'keep':
      return 'Keep the citation as it is.';
    case 'repoint':
      return repointSentence(proposal);
    case 'remove':
      return 'Remove the citation: the document does not hold what it claims.';
    case 'flag': {
      const { candidates = 0 } = proposal;
      if (candidates > 1) return `Decide by eye: ${candidates} other pages hold the evidence.`;
      return status === 'mismatch'
        ? 'Decide by eye: the document contradicts the claim or holds only a part of it.'
        : 'Decide by eye: this could not be settled.';
    }
  }
}

function repointSentence({ page_index: page, scope, evidence }: Verdict['proposal']): string {
  const label = evidence?.page_label ?? null;
  const printed = label === null ? 'no printed label' : `printed ${label}`;
  const place = page === undefined ? 'another page' : `page_index ${page} (${printed})`;
  const how =
    scope === 'window'
      ? 'within two pages of the cited one.'
      : 'and on no other page of the document.';
  return `Cite ${place} instead: the evidence stands whole there, ${how}`;
}

function pageCrop(crop: CropRecord): PageCrop {
  return {
    role: crop.role,
    file: `crops/${hexOf(crop.png_sha256)}.png`,
    place: `page_index ${crop.page_index}`,
    width: crop.width,
    height: crop.height,
  };
}

/** All that a person needs to draw the picture again. */
function cropText(crop: CropRecord): string {
  const box = crop.bbox.map(roundPoints).join(', ');
  const size = `${roundPoints(crop.page_width)} × ${roundPoints(crop.page_height)} pt`;
  return `${crop.renderer} ${crop.renderer_version}, ${crop.dpi} dpi, bbox [${box}] of ${size}`;
}

function hexOf(digest: string): string {
  return digest.slice(digest.indexOf(':') + 1);
}

/** Every field of the claim as it was given, but the ids and the producer's own data. */
function citationFields(claim: Claim): readonly PageField[] {
  const { id: _id, kind: _kind, metadata: _metadata, ...given } = claim;
  return Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const isPath = name === 'row_label' || name === 'column_label';
    const path = isPath && Array.isArray(value) ? value.join(' › ') : null;
    return [{ name, value: path ?? (typeof value === 'string' ? value : JSON.stringify(value)) }];
  });
}

function identityFields(entry: ReportEntry): readonly PageField[] {
  const { verdict } = entry;
  const fields: readonly (readonly [name: string, value: string | null])[] = [
    ['request_id', verdict.request_id],
    ['claim_id', verdict.claim_id],
    ['source_id', verdict.source_id],
    ['position in the run', `envelope ${entry.envelope_index}, claim ${entry.claim_index}`],
    ['document_fingerprint (cited)', verdict.document_fingerprint],
    ['observed_fingerprint', verdict.observed_fingerprint],
    ...evidenceFields('evidence', verdict.evidence),
    ...evidenceFields('proposal', verdict.proposal.evidence ?? null),
    ...entry.crops.map((crop) => [`picture (${crop.role})`, cropText(crop)] as const),
    ['normalization', verdict.normalization],
  ];
  return fields.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}

function evidenceFields(
  name: string,
  evidence: Evidence | null,
): readonly (readonly [name: string, value: string | null])[] {
  if (evidence === null) return [];
  const { start, end } = evidence;
  return [
    [`${name} element_id`, evidence.element_id],
    [`${name} offsets`, start === null || end === null ? null : `${start} to ${end}`],
    [`${name} page_text_sha256`, evidence.page_text_sha256],
    [`${name} reader`, evidence.reader],
  ];
}
