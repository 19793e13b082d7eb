import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { DocumentGrounding, LabelMap } from '../evidence/grounding.ts';
import { invariant } from '../evidence/invariant.ts';
import type { LocatedSource, PageReadings, Read, StoredPage } from '../evidence/ports.ts';
import { layOutPage } from '../layout/page.ts';
import { mapPageLabels, readBands } from '../layout/page-labels.ts';
import type { CheckTask, SearchTask } from '../pipeline/ports.ts';
import { type OpenPdf, openPdf, type ReadLimits } from '../reading/pdfjs/open.ts';
import { reportProgress, type ThreadTask } from '../reading/thread-task.ts';
import type { Finding } from '../verification/finding.ts';
import { findNearby, type NearbyEvidence } from '../verification/repair/nearby.ts';
import { verifyClaim } from '../verification/verify-claim.ts';
import { decodePage, encodePage } from './page-codec.ts';

/** What can be asked of a thread, by name: plain data. */
export interface ThreadInputs {
  readonly open: { readonly source: LocatedSource; readonly limits: ReadLimits };
  readonly read: {
    readonly source: LocatedSource;
    readonly limits: ReadLimits;
    readonly pageIndices: readonly number[];
  };
  readonly check: CheckTask;
  readonly search: SearchTask;
  readonly mapLabels: {
    readonly dictionaryLabels: DocumentGrounding['dictionary_labels'];
    readonly pages: readonly StoredPage[];
    readonly unread: readonly number[];
  };
}

export type ThreadTaskName = keyof ThreadInputs;

/** What `open` tells of a document; the caller adds the reader's name and profile. */
export interface OpenedFacts {
  readonly page_count: number;
  readonly dictionary_labels: readonly string[] | null;
  readonly degraded: readonly string[];
}

/** The answer to each task: plain data. */
export interface ThreadAnswers {
  readonly open: Read<OpenedFacts>;
  readonly read: Read<PageReadings>;
  readonly check: readonly Finding[];
  readonly search: readonly NearbyEvidence[][];
  readonly mapLabels: LabelMap;
}

const ANSWERS: {
  readonly [K in ThreadTaskName]: (
    input: ThreadInputs[K],
    progress: () => void,
  ) => Promise<ThreadAnswers[K]> | ThreadAnswers[K];
} = { open: openDocument, read: readPages, check: checkClaims, search: searchClaims, mapLabels };

/** What a thread of the pool calls: `task.name` and `task.input` are of `ThreadInputs`. */
export async function run(task: ThreadTask): Promise<unknown> {
  const progress = (): void => reportProgress(task);
  const answer = Object.entries(ANSWERS).find(([name]) => name === task.name)?.[1];
  invariant(answer !== undefined, `a thread knows no task "${task.name}"`);
  return await Reflect.apply(answer, undefined, [task.input, progress]);
}

/** The document read last stays open: the next task is often about it. */
let current: { readonly fingerprint: string; readonly pdf: OpenPdf } | null = null;

async function openDocument(task: ThreadInputs['open']): Promise<Read<OpenedFacts>> {
  const opened = await openCurrent(task.source, task.limits);
  if (!opened.ok) return opened;
  const { page_count, dictionary_labels, degraded } = opened.value;
  return { ok: true, value: { page_count, dictionary_labels, degraded: degraded() } };
}

async function readPages(
  task: ThreadInputs['read'],
  progress: () => void,
): Promise<Read<PageReadings>> {
  const opened = await openCurrent(task.source, task.limits);
  if (!opened.ok) return opened;
  const pages: StoredPage[] = [];
  const unread: { page_index: number; detail: string }[] = [];
  for (const page_index of task.pageIndices) {
    const read = await opened.value.readPage(page_index);
    if (read.ok) pages.push(encodePage(layOutPage(read.value)));
    else unread.push({ page_index, detail: read.detail });
    progress();
  }
  return { ok: true, value: { pages, unread } };
}

async function openCurrent(source: LocatedSource, limits: ReadLimits): Promise<Read<OpenPdf>> {
  if (current?.fingerprint === source.fingerprint) return { ok: true, value: current.pdf };
  await current?.pdf.close();
  current = null;
  const { name, password, fingerprint } = source;
  if (source.bytes > limits.bytes_max) {
    const detail = `${name} has ${source.bytes} bytes; the limit is ${limits.bytes_max}.`;
    return { ok: false, failure: { reason: 'too_large', detail, is_of_machine: false } };
  }
  const bytes = await readBytes(source);
  if (bytes === null || fingerprintOf(bytes) !== fingerprint) {
    const detail = `${name} ${bytes === null ? 'could not be read again' : 'changed'} during the run.`;
    return { ok: false, failure: { reason: 'unreadable', detail, is_of_machine: true } };
  }
  const opened = await openPdf(bytes, { name, password, limits });
  if (opened.ok) current = { fingerprint, pdf: opened.value };
  return opened;
}

async function readBytes(source: LocatedSource): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await readFile(source.path));
  } catch {
    // Whatever the cause, the caller says which file it was and that it was there before.
    return null;
  }
}

function fingerprintOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

function checkClaims(task: CheckTask, progress: () => void): readonly Finding[] {
  const pages = new Map(task.pages.map((stored) => [stored.page_index, decodePage(stored)]));
  const cited = { document: task.document, labels: task.labels, pages };
  return task.claims.map(({ claim, head }) => {
    const finding = verifyClaim(claim, head, cited);
    progress();
    return finding;
  });
}

function searchClaims(task: SearchTask, progress: () => void): readonly NearbyEvidence[][] {
  const pages = task.pages.map(decodePage);
  return task.claims.map(({ claim }) => {
    const found = findNearby(claim, task.document, task.labels, pages);
    progress();
    return [...found];
  });
}

function mapLabels(task: ThreadInputs['mapLabels'], progress: () => void): LabelMap {
  const bands = task.pages.map((stored) => {
    const read = readBands(decodePage(stored));
    progress();
    return read;
  });
  return mapPageLabels(bands, task.dictionaryLabels, task.unread);
}
