import type { DocumentGrounding, LabelMap } from '../evidence/grounding.ts';
import { invariant } from '../evidence/invariant.ts';
import type { LocatedSource, PageReadings, Read, StoredPage } from '../evidence/ports.ts';
import type { CropImage, RawPageText, SightObservation } from '../evidence/rendering.ts';
import { layOutPage } from '../layout/page.ts';
import { mapPageLabels, readBands } from '../layout/page-labels.ts';
import type { CheckedClaim, CheckTask, NarrowTask, SearchTask } from '../pipeline/ports.ts';
import { loadPdfjs } from '../reading/pdfjs/load.ts';
import { type OpenPdf, openPdf, type ReadLimits } from '../reading/pdfjs/open.ts';
import { reportProgress, type ThreadTask } from '../reading/thread-task.ts';
import { sightQueriesOf } from '../verification/image-plan.ts';
import { findNearby, type NearbyEvidence } from '../verification/repair/nearby.ts';
import { narrowPages } from '../verification/repair/reach.ts';
import { verifyClaim } from '../verification/verify-claim.ts';
import { decodePage, encodePage } from './page-codec.ts';
import { readSourceBytes } from './source-bytes.ts';
import {
  type CropInput,
  drawCrops,
  type RawInput,
  readRaw,
  type SightInput,
  testSight,
} from './thread-pictures.ts';

/** What can be asked of a thread, by name: plain data. */
export interface ThreadInputs {
  readonly open: { readonly source: LocatedSource; readonly limits: ReadLimits };
  readonly read: {
    readonly source: LocatedSource;
    readonly limits: ReadLimits;
    readonly pageIndices: readonly number[];
  };
  readonly testSight: SightInput;
  readonly readRaw: RawInput;
  readonly drawCrops: CropInput;
  readonly check: CheckTask;
  readonly narrow: NarrowTask;
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
  readonly testSight: Read<readonly SightObservation[]>;
  readonly readRaw: Read<readonly RawPageText[]>;
  readonly drawCrops: Read<readonly (CropImage | null)[]>;
  readonly check: readonly CheckedClaim[];
  readonly narrow: readonly (readonly number[])[];
  readonly search: readonly NearbyEvidence[][];
  readonly mapLabels: LabelMap;
}

const ANSWERS: {
  readonly [K in ThreadTaskName]: (
    input: ThreadInputs[K],
    progress: () => void,
  ) => Promise<ThreadAnswers[K]> | ThreadAnswers[K];
} = {
  open: openDocument,
  read: readPages,
  testSight,
  readRaw,
  drawCrops,
  check: checkClaims,
  narrow: narrowClaims,
  search: searchClaims,
  mapLabels,
};

/** What a thread of the pool calls: `task.name` and `task.input` are of `ThreadInputs`. */
export async function run(task: ThreadTask): Promise<unknown> {
  const progress = (): void => reportProgress(task);
  const answer = Object.entries(ANSWERS).find(([name]) => name === task.name)?.[1];
  invariant(answer !== undefined, `a thread knows no task "${task.name}"`);
  return await Reflect.apply(answer, undefined, [task.input, progress]);
}

/** Loads pdf.js, which takes a third of a second, ahead of the first document. */
export async function prepare(): Promise<void> {
  await loadPdfjs();
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
  const bytes = await readSourceBytes(source, limits.bytes_max);
  if (!bytes.ok) return bytes;
  const opened = await openPdf(bytes.value, { name, password, limits });
  if (opened.ok) current = { fingerprint, pdf: opened.value };
  return opened;
}

function checkClaims(task: CheckTask, progress: () => void): readonly CheckedClaim[] {
  const pages = new Map(task.pages.map((stored) => [stored.page_index, decodePage(stored)]));
  const cited = { document: task.document, labels: task.labels, pages };
  return task.claims.map(({ claim, head }) => {
    const finding = verifyClaim(claim, head, cited);
    progress();
    return { finding, sight: sightQueriesOf(finding, pages) };
  });
}

function narrowClaims(task: NarrowTask): readonly (readonly number[])[] {
  const claims = task.claims.map(({ claim }) => claim);
  return narrowPages(claims, task.document, task.labels, task.pages);
}

function searchClaims(task: SearchTask, progress: () => void): readonly NearbyEvidence[][] {
  const pages = task.pages.map(decodePage);
  return task.claims.map(({ claim }, position) => {
    const reach = new Set(task.reach[position] ?? []);
    const own = pages.filter(({ page_index }) => reach.has(page_index));
    const found = findNearby(claim, task.document, task.labels, own);
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
