import type { Digest } from '../contracts/fingerprint.ts';
import { digestOf } from '../evidence/canonical.ts';
import type { PageRenderer } from '../evidence/rendering.ts';
import { PDFIUM_VERSION } from '../reading/pdfium/version.ts';
import { guarded } from './reader.ts';
import type { RenderLimits } from './thread-pictures.ts';
import type { Threads } from './threads.ts';

/**
 * Everything that can change what the renderer sees. Raise `sight`, `raw` or `crop` with any change
 * there that can change an observation, a raw text or a picture.
 */
export const RENDERER_PARTS = {
  pdfium: PDFIUM_VERSION,
  sight: 'sight/1',
  raw: 'raw/1',
  crop: 'crop/1',
} as const;

/** Digest of what raw texts are kept under. */
export const RAW_PROFILE: Digest = digestOf({
  pdfium: RENDERER_PARTS.pdfium,
  raw: RENDERER_PARTS.raw,
});

/** Draws PDFs with PDFium, in threads that can be killed. */
export function createPdfRenderer(threads: Threads, limits: RenderLimits): PageRenderer {
  return {
    name: 'pdfium',
    parts: RENDERER_PARTS,
    testSight: (source, queries) => guarded(threads.run('testSight', { source, limits, queries })),
    readRaw: (source, pageIndices) =>
      guarded(threads.run('readRaw', { source, limits, pageIndices })),
    drawCrops: (source, requests) =>
      guarded(threads.run('drawCrops', { source, limits, requests })),
  };
}
