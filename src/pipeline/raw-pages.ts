import type { RawPageText } from '../evidence/rendering.ts';
import { chunksOf } from './chunks.ts';
import { createCulpritBudget, isolateFailures } from './isolate.ts';
import { inLanes } from './lanes.ts';
import type { PipelineParts } from './parts.ts';
import type { OpenDocument } from './read-document.ts';

/** Pages of one task: raw reading does about 80 pages a CPU second (measured). */
const PAGES_PER_TASK = 24;

export interface RawPages {
  /** Ascending. */
  readonly pages: readonly RawPageText[];
  /** How many were not kept and had to be read. */
  readonly read_count: number;
}

/**
 * The raw texts of the given pages, kept or read now. A page of which the renderer cannot
 * say anything has no text, so that it is never ruled out; it is not kept if the machine was the cause.
 */
export async function rawPagesOf(
  parts: PipelineParts,
  open: OpenDocument,
  pageIndices: readonly number[],
): Promise<RawPages> {
  const { groundings, raw_profile } = parts;
  const { fingerprint } = open.document;
  const wanted = [...new Set(pageIndices)].sort((a, b) => a - b);
  const kept = await groundings.rawPages(fingerprint, raw_profile, wanted);
  const known = new Set(kept.map(({ page_index }) => page_index));
  const missing = wanted.filter((index) => !known.has(index));
  if (missing.length === 0) return { pages: kept, read_count: 0 };
  const read = await readRaw(parts, open, missing);
  const pages = [...kept, ...read].sort((a, b) => a.page_index - b.page_index);
  return { pages, read_count: missing.length };
}

async function readRaw(
  parts: PipelineParts,
  open: OpenDocument,
  pageIndices: readonly number[],
): Promise<readonly RawPageText[]> {
  const source = await open.locate();
  if (source === null) return pageIndices.map(unknownPage);
  const tasks = chunksOf(pageIndices, PAGES_PER_TASK);
  const parted = await inLanes(tasks, parts.gate.places, async (task) => {
    const done = await isolateFailures(
      parts.gate,
      task,
      (pages) => parts.renderer.readRaw(source, pages),
      createCulpritBudget(),
    );
    const read = done.answers.flatMap(({ answer }) => answer);
    const dumb = done.failed.filter(({ failure }) => !failure.is_of_machine);
    const lasting = [...read, ...dumb.map(({ item }) => unknownPage(item))];
    await parts.groundings.keepRawPages(source.fingerprint, parts.raw_profile, lasting);
    const lost = done.failed.filter(({ failure }) => failure.is_of_machine);
    return [...lasting, ...lost.map(({ item }) => unknownPage(item))];
  });
  return parted.flat();
}

function unknownPage(page_index: number): RawPageText {
  return { page_index, text: null, is_complete: false };
}
