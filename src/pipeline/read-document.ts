import type { FailedPage } from '../contracts/job.ts';
import type { DocumentGrounding, LabelMap } from '../evidence/grounding.ts';
import { invariant } from '../evidence/invariant.ts';
import type { LocatedSource, Read, ReadFailure } from '../evidence/ports.ts';
import { chunksOf } from './chunks.ts';
import { type CulpritBudget, createCulpritBudget, isolateFailures } from './isolate.ts';
import { inLanes } from './lanes.ts';
import type { PipelineParts } from './parts.ts';
import { guarded } from './thread-failure.ts';

/** What was kept of the pages that were asked for. */
export interface PagesKept {
  readonly read_count: number;
  /** How many were kept already. */
  readonly reused_count: number;
  /** Pages that are damaged: the same in every run. */
  readonly unread: readonly number[];
  /** Pages whose reading failed as a whole, even alone. */
  readonly failed: readonly FailedPage[];
}

/** A document that was opened, and how to get at its file if pages are missing. */
export interface OpenDocument {
  readonly document: DocumentGrounding;
  /** Finds the file again whose bytes have the document's fingerprint; null if it is gone. */
  readonly locate: () => Promise<LocatedSource | null>;
  /** How many bad pages of it may still be looked for. */
  readonly budget: CulpritBudget;
}

/**
 * Pages that one call of the reader reads. Measured readers do about 35 pages a CPU second: long
 * enough that opening the document does not count, short enough for steady progress.
 */
const PAGES_PER_READ = 16;

/** The grounding of a document, kept or read now. A failure of the machine is retried once, alone. */
export async function openDocument(
  parts: PipelineParts,
  source: LocatedSource,
): Promise<Read<DocumentGrounding>> {
  const { groundings, reader } = parts;
  const kept = await groundings.document(source.fingerprint, reader.profile);
  if (kept !== null) return { ok: true, value: kept };
  const opened = await isolateFailures(
    parts.gate,
    [source],
    () => reader.open(source),
    createCulpritBudget(),
  );
  const [failed] = opened.failed;
  if (failed !== undefined) return { ok: false, failure: failed.failure };
  const document = opened.answers[0]?.answer;
  invariant(document !== undefined, 'a document is opened or fails to open');
  await groundings.keepDocument(document);
  return { ok: true, value: document };
}

/** Sees to it that the given pages are kept, reading those that are not. */
export async function keepPages(
  parts: PipelineParts,
  open: OpenDocument,
  pageIndices: readonly number[],
): Promise<PagesKept> {
  const { groundings, reader } = parts;
  const { document } = open;
  const missing = await groundings.missingPages(document.fingerprint, reader.profile, pageIndices);
  const reused_count = new Set(pageIndices).size - missing.length;
  const nothing = { read_count: 0, reused_count, unread: [], failed: [] };
  if (missing.length === 0) return nothing;
  const source = await open.locate();
  if (source === null) return { ...nothing, failed: missing.map(pageGone) };
  const batches = chunksOf(missing, PAGES_PER_READ);
  const kept = await inLanes(batches, parts.gate.places, (batch) =>
    keepBatch(parts, source, batch, open.budget),
  );
  return {
    read_count: kept.reduce((sum, { read_count }) => sum + read_count, 0),
    reused_count,
    unread: kept.flatMap(({ unread }) => unread),
    failed: kept.flatMap(({ failed }) => failed),
  };
}

async function keepBatch(
  parts: PipelineParts,
  source: LocatedSource,
  batch: readonly number[],
  budget: CulpritBudget,
): Promise<Omit<PagesKept, 'reused_count'>> {
  const { groundings, reader } = parts;
  const spentOn = budget.spentOn();
  if (spentOn !== null) {
    return { read_count: 0, unread: [], failed: batch.map((index) => failedPage(index, spentOn)) };
  }
  const { answers, failed } = await isolateFailures(
    parts.gate,
    batch,
    (pages) => reader.readPages(source, pages),
    budget,
  );
  const pages = answers.flatMap(({ answer }) => answer.pages);
  await groundings.keepPages(source.fingerprint, reader.profile, pages);
  parts.progress.add({ pages: pages.length });
  return {
    read_count: pages.length,
    unread: answers.flatMap(({ answer }) => answer.unread.map(({ page_index }) => page_index)),
    failed: failed.map(({ item, failure }) => failedPage(item, failure)),
  };
}

/** A label map, and what became of the pages it was made from; null if it was kept already. */
export interface LabelsMade {
  readonly labels: LabelMap;
  readonly kept: PagesKept | null;
}

/**
 * The label map of a document, kept or made now from all its pages. A map that lacks pages whose
 * reading failed is used but not kept: the next run may do better.
 */
export async function labelsOf(
  parts: PipelineParts,
  open: OpenDocument,
): Promise<Read<LabelsMade>> {
  const { groundings, reader } = parts;
  const { document } = open;
  const known = await groundings.labels(document.fingerprint, reader.profile);
  if (known !== null) return { ok: true, value: { labels: known, kept: null } };
  const all = Array.from({ length: document.page_count }, (_, index) => index);
  const kept = await keepPages(parts, open, all);
  const lacking = [...kept.unread, ...kept.failed.map(({ page_index }) => page_index)];
  const unread = lacking.sort((a, b) => a - b);
  const mapped = await isolateFailures(
    parts.gate,
    [document],
    () =>
      guarded(async () => {
        const pages = await groundings.pages(document.fingerprint, reader.profile, all);
        return await parts.checker.mapLabels(document, pages, unread);
      }),
    createCulpritBudget(),
  );
  const [failed] = mapped.failed;
  if (failed !== undefined) return { ok: false, failure: failed.failure };
  const labels = mapped.answers[0]?.answer;
  invariant(labels !== undefined, 'labels are mapped or fail to be');
  if (kept.failed.length === 0) {
    await groundings.keepLabels(document.fingerprint, reader.profile, labels);
  }
  return { ok: true, value: { labels, kept } };
}

function failedPage(pageIndex: number, failure: ReadFailure): FailedPage {
  const { reason, detail, is_of_machine } = failure;
  return { page_index: pageIndex, reason, detail, is_of_machine };
}

function pageGone(pageIndex: number): FailedPage {
  return {
    page_index: pageIndex,
    reason: 'unreadable',
    detail: 'The document was moved or changed during the run.',
    is_of_machine: true,
  };
}
