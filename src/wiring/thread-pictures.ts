import type { LocatedSource, Read } from '../evidence/ports.ts';
import type {
  CropImage,
  CropRequest,
  RawPageText,
  SightObservation,
  SightQuery,
} from '../evidence/rendering.ts';
import { type OpenPdfium, openPdfium, runsOfPages } from '../reading/pdfium/open.ts';
import { readSourceBytes } from './source-bytes.ts';

/** Bounds on one document in the renderer. */
export interface RenderLimits {
  readonly bytes_max: number;
  /** Bound on the memory of the renderer's instance. */
  readonly render_megabytes: number;
}

/** What is asked of one document in the renderer. */
interface RenderInput {
  readonly source: LocatedSource;
  readonly limits: RenderLimits;
}

export type SightInput = RenderInput & { readonly queries: readonly SightQuery[] };
export type RawInput = RenderInput & { readonly pageIndices: readonly number[] };
export type CropInput = RenderInput & { readonly requests: readonly CropRequest[] };

export async function testSight(
  input: SightInput,
  progress: () => void,
): Promise<Read<readonly SightObservation[]>> {
  const observed: SightObservation[] = [];
  // Page by page, so that a slow page shows as one, and one that ends the renderer costs no other.
  for (const queries of runsOfPages(input.queries)) {
    const opened = await openCurrent(input);
    if (!opened.ok) return opened;
    observed.push(...opened.value.testSight(queries));
    progress();
  }
  return { ok: true, value: observed };
}

export async function readRaw(
  input: RawInput,
  progress: () => void,
): Promise<Read<readonly RawPageText[]>> {
  const pages: RawPageText[] = [];
  for (const index of input.pageIndices) {
    const opened = await openCurrent(input);
    if (!opened.ok) return opened;
    pages.push(...opened.value.readRaw([index]));
    progress();
  }
  return { ok: true, value: pages };
}

export async function drawCrops(
  input: CropInput,
  progress: () => void,
): Promise<Read<readonly (CropImage | null)[]>> {
  // Loaded when the first picture is painted: most threads never paint one.
  const { paintCrop } = await import('../imaging/crop.ts');
  const images: (CropImage | null)[] = [];
  for (const { area, outlines } of input.requests) {
    const opened = await openCurrent(input);
    if (!opened.ok) return opened;
    const drawn = opened.value.draw(area);
    images.push(drawn === null ? null : await paintCrop(drawn, area, outlines));
    progress();
  }
  return { ok: true, value: images };
}

/** The document drawn last stays open, until one of its pages ends it: the next task is often about it. */
let current: { readonly fingerprint: string; readonly pdfium: OpenPdfium } | null = null;

async function openCurrent({ source, limits }: RenderInput): Promise<Read<OpenPdfium>> {
  const { name, password, fingerprint } = source;
  if (current?.fingerprint === fingerprint && !current.pdfium.hasEnded()) {
    return { ok: true, value: current.pdfium };
  }
  current?.pdfium.close();
  current = null;
  const bytes = await readSourceBytes(source, limits.bytes_max);
  if (!bytes.ok) return bytes;
  const { render_megabytes: heapMegabytes } = limits;
  const opened = await openPdfium(bytes.value, { name, password, heapMegabytes });
  if (opened.ok) current = { fingerprint, pdfium: opened.value };
  return opened;
}
