import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Claim } from '../../src/contracts/claim.ts';
import type { CropRecord } from '../../src/contracts/crop.ts';
import type { Evidence } from '../../src/contracts/evidence.ts';
import { type Reason, statusOf } from '../../src/contracts/reason.ts';
import type { Verdict } from '../../src/contracts/verdict.ts';
import type { ReportEntry, ReportFacts } from '../../src/pipeline/ports.ts';
import { createHtmlView } from '../../src/reporters/html/view.ts';
import { createSummaryCounter } from '../../src/reporters/summary.ts';
import { CONTEXT, DIGEST, runOf, verdictOf } from '../reporters/verdicts.ts';

const { engine: _, ...SUMMARY_CONTEXT } = CONTEXT;

/** What a test changes of an entry; the rest is a verified quote. */
export interface EntryChange {
  readonly verdict?: Partial<Verdict>;
  readonly claim?: Claim | null;
  readonly crops?: readonly CropRecord[];
}

/** Entry `index` of a run with one claim an envelope. */
export function reviewEntry(index: number, change: EntryChange = {}): ReportEntry {
  const text = `Revenue of segment ${index} was $12.4 million for the quarter.`;
  const quote: Claim = {
    id: `q${index}`,
    kind: 'quote',
    page_index: 17,
    page_label: '18',
    expected_text: text,
  };
  const claim = change.claim === undefined ? quote : change.claim;
  const verdict = verdictOf({
    request_id: `request-${index}`,
    source_id: `annual-report-${index % 7}`,
    claim_id: claim?.id ?? null,
    kind: claim?.kind ?? null,
    evidence: evidenceOf(17, '18', text),
    ...change.verdict,
  });
  return {
    envelope_index: index,
    claim_index: 0,
    verdict,
    claim,
    crops: change.crops ?? [],
  };
}

/** A change that fails a claim for the reason, at its comparison. */
export function failure(reason: Reason, change: Partial<Verdict> = {}): Partial<Verdict> {
  return {
    status: statusOf(reason),
    reason,
    match_method: null,
    evidence: null,
    checks: [
      { check: 'claim', outcome: 'pass' },
      { check: 'page', outcome: 'pass', detail: 'label "18" from printed_folio' },
      { check: 'comparison', outcome: 'fail', reason },
      { check: 'image', outcome: 'skipped' },
    ],
    proposal: { action: 'flag' },
    release: 'block',
    ...change,
  };
}

export function evidenceOf(pageIndex: number, pageLabel: string | null, text: string): Evidence {
  return {
    page_index: pageIndex,
    page_label: pageLabel,
    element_id: `p${pageIndex}-e42`,
    text,
    start: 120,
    end: 120 + text.length,
    page_text_sha256: DIGEST,
    boxes: [[72, 100, 540, 112]],
    reader: 'pdfjs',
  };
}

/** Claims in plenty, every third of them failed in one of three ways. */
export function* manyEntries(count: number): Generator<ReportEntry> {
  const reasons = ['text_mismatch', 'text_not_found', 'no_ocr'] as const;
  for (let index = 0; index < count; index += 1) {
    const reason = reasons[(index / 3) % 3];
    yield reviewEntry(index, reason === undefined ? {} : { verdict: failure(reason) });
  }
}

/** Writes the review page of a run into a folder that is there. @returns the path of the page. */
export async function writeReview(
  folder: string,
  entries: Iterable<ReportEntry>,
  facts: Partial<ReportFacts> = {},
): Promise<string> {
  const view = createHtmlView({ isRedacted: false });
  const path = join(folder, view.file);
  const counter = createSummaryCounter();
  const writer = await view.open(path);
  for (const entry of entries) {
    counter.add(entry.verdict);
    await writer.write(entry);
  }
  const run = facts.run ?? runOf();
  await writer.finish(
    { run, counters: {}, machine_outcomes: [], ...facts },
    counter.summarize(run, SUMMARY_CONTEXT),
  );
  return path;
}

/** Draws a picture into the folder of a report. */
export async function drawCrop(
  folder: string,
  role: CropRecord['role'],
  pageIndex: number,
): Promise<CropRecord> {
  const width = 900;
  const height = 180;
  const lines = [30, 70, 110].map((y) => `<rect x="40" y="${y}" width="780" height="14"/>`);
  const outline =
    '<rect x="34" y="62" width="792" height="30" fill="none" stroke="#d43" stroke-width="3"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><g fill="#9a9a9a">${lines.join('')}</g>${outline}</svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  const hex = createHash('sha256').update(png).digest('hex');
  mkdirSync(join(folder, 'crops'), { recursive: true });
  writeFileSync(join(folder, 'crops', `${hex}.png`), png);
  return {
    envelope_index: 0,
    claim_index: 0,
    request_id: null,
    claim_id: null,
    role,
    check: 'comparison',
    document_fingerprint: DIGEST,
    evidence_text_sha256: DIGEST,
    page_index: pageIndex,
    page_width: 612,
    page_height: 792,
    rotation: 0,
    origin: 'top_left',
    unit: 'point',
    bbox: [36, 80, 576, 130],
    boxes: [[72, 100, 540, 112]],
    renderer: 'pdfium',
    renderer_version: '2.15.1',
    dpi: 150,
    width,
    height,
    png_sha256: `sha256:${hex}`,
  };
}

/** One claim of every sort that a page shows in a way of its own. */
export async function variedEntries(folder: string): Promise<readonly ReportEntry[]> {
  const cited = await drawCrop(folder, 'evidence', 17);
  const page = await drawCrop(folder, 'page', 17);
  const proposed = await drawCrop(folder, 'proposal', 18);
  return [
    reviewEntry(0, { verdict: { limitations: ['several_occurrences'], occurrences: 2 } }),
    reviewEntry(1, { verdict: wordsDiffer(), crops: [cited] }),
    reviewEntry(2, { verdict: standsElsewhere(), crops: [page, proposed] }),
    reviewEntry(3, { verdict: signDiffers(), claim: loss(3), crops: [cited] }),
    reviewEntry(4, { verdict: failure('text_not_found', { proposal: { action: 'remove' } }) }),
    reviewEntry(5, { verdict: failure('fingerprint_mismatch') }),
    reviewEntry(6, {
      verdict: failure('scale_not_established', { observed: null }),
      claim: loss(6),
    }),
    reviewEntry(7, {
      claim: null,
      verdict: failure('unknown_field', {
        source_id: null,
        request_id: null,
        input: { file: 'envelopes.jsonl', line: 8 },
      }),
    }),
    reviewEntry(8, {
      claim: { id: 'p8', kind: 'page', page_index: 17, page_label: 'xviii' },
      verdict: failure('page_label_mismatch', {
        evidence: evidenceOf(17, '18', ''),
        metadata: { answer: 'a-17', model: { name: 'm' } },
      }),
    }),
  ];
}

function wordsDiffer(): Partial<Verdict> {
  return failure('text_mismatch', {
    evidence: evidenceOf(17, '18', 'Revenue of segment 1 was $12.6 million for the half-year.'),
  });
}

function standsElsewhere(): Partial<Verdict> {
  const evidence = evidenceOf(18, '19', 'Revenue of segment 2 was $12.4 million for the quarter.');
  const proposal = {
    action: 'repoint',
    page_index: 18,
    scope: 'window',
    candidates: 1,
    evidence,
  } as const;
  return failure('evidence_on_other_page', { proposal });
}

function signDiffers(): Partial<Verdict> {
  return failure('sign_mismatch', {
    evidence: evidenceOf(17, '18', 'Net loss … (2.1)'),
    observed: {
      displayed: '(2.1)',
      value: '-2100000',
      scale: '1000000',
      scale_text: 'in millions',
      unit: 'USD',
      unit_text: '$',
      row_path: ['Net loss'],
      column_path: [],
    },
  });
}

function loss(index: number): Claim {
  return {
    id: `v${index}`,
    kind: 'value',
    page_index: 17,
    row_label: 'Net loss',
    expected_text: '2.1',
    expected_value: '2100000',
    scale: '1000000',
    unit: 'USD',
  };
}
