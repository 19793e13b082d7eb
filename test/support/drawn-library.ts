import type { Digest } from '../../src/contracts/fingerprint.ts';
import type { SourceFailureReason } from '../../src/contracts/job.ts';
import { digestOf, digestOfText } from '../../src/evidence/canonical.ts';
import type { PageGrounding } from '../../src/evidence/grounding.ts';
import type { DocumentReader, ReadFailure, StoredPage } from '../../src/evidence/ports.ts';
import type { PageRenderer, SightObservation } from '../../src/evidence/rendering.ts';
import type { ClaimChecker, SourceResolver } from '../../src/pipeline/ports.ts';
import { sightQueriesOf } from '../../src/verification/image-plan.ts';
import { findNearby } from '../../src/verification/repair/nearby.ts';
import { narrowPages } from '../../src/verification/repair/reach.ts';
import { verifyClaim } from '../../src/verification/verify-claim.ts';
import { pageOf } from './page.ts';

/** A document drawn in characters, one picture for each page, or the reason why there is none. */
export type DrawnDocument = readonly string[] | SourceFailureReason;

/** What may go wrong, or be watched, at each call into the library. */
export interface LibraryHooks {
  readonly onOpen?: (name: string) => Promise<ReadFailure | null>;
  readonly onRead?: (name: string, pageIndices: readonly number[]) => Promise<ReadFailure | null>;
  /** Pages that are damaged for ever. */
  readonly unreadPages?: ReadonlySet<number>;
  /** May throw what a thread would. */
  readonly onCheck?: (claimIds: readonly string[]) => Promise<void>;
  readonly onSearch?: (pageIndices: readonly number[]) => Promise<void>;
  readonly onMapLabels?: () => Promise<void>;
  /** What the picture shows of the evidence on a page; else all of it is seen. */
  readonly onSight?: (pageIndex: number) => Promise<SightObservation | ReadFailure>;
  readonly onRaw?: (pageIndices: readonly number[]) => Promise<ReadFailure | null>;
  readonly onDraw?: (pageIndices: readonly number[]) => Promise<ReadFailure | null>;
}

export interface DrawnLibrary {
  readonly sources: SourceResolver;
  readonly reader: DocumentReader;
  readonly checker: ClaimChecker;
  readonly renderer: PageRenderer;
}

/** Fingerprint of the drawn document; what an envelope must cite. */
export function fingerprintOf(pages: readonly string[]): Digest {
  return digestOf(pages);
}

/**
 * Stands in for the rooms that read files: documents are drawn in the test, verification is real.
 * The last line of each picture is its printed page number.
 */
export function createDrawnLibrary(
  documents: Readonly<Record<string, DrawnDocument>>,
  hooks: LibraryHooks = {},
): DrawnLibrary {
  return {
    sources: resolverOf(documents),
    reader: readerOf(documents, hooks),
    checker: checkerOf(hooks),
    renderer: rendererOf(documents, hooks),
  };
}

function resolverOf(documents: Readonly<Record<string, DrawnDocument>>): SourceResolver {
  return {
    resolve: (sourceId) => {
      const document = documents[sourceId] ?? 'source_missing';
      if (typeof document === 'string') {
        const detail = `nothing for ${sourceId}`;
        return Promise.resolve({ outcome: 'failed', reason: document, detail });
      }
      const fingerprint = fingerprintOf(document);
      const source = { name: sourceId, path: sourceId, bytes: 1, fingerprint, password: null };
      return Promise.resolve({ outcome: 'located', source });
    },
  };
}

const READER_PROFILE = digestOfText('drawn reader');

function readerOf(
  documents: Readonly<Record<string, DrawnDocument>>,
  hooks: LibraryHooks,
): DocumentReader {
  const pagesOf = (name: string): readonly string[] => {
    const document = documents[name];
    return document === undefined || typeof document === 'string' ? [] : document;
  };
  return {
    name: 'drawn',
    profile: READER_PROFILE,
    open: async (source) => {
      const failure = (await hooks.onOpen?.(source.name)) ?? null;
      if (failure !== null) return { ok: false, failure };
      return {
        ok: true,
        value: {
          fingerprint: source.fingerprint,
          reader_profile: READER_PROFILE,
          reader: 'drawn',
          page_count: pagesOf(source.name).length,
          capabilities: ['text', 'geometry', 'char_offsets', 'page_labels'],
          degraded: [],
          dictionary_labels: null,
        },
      };
    },
    readPages: async (source, pageIndices) => {
      const failure = (await hooks.onRead?.(source.name, pageIndices)) ?? null;
      if (failure !== null) return { ok: false, failure };
      const pages: StoredPage[] = [];
      const unread: { page_index: number; detail: string }[] = [];
      for (const page_index of pageIndices) {
        const picture = pagesOf(source.name)[page_index];
        if (picture === undefined || hooks.unreadPages?.has(page_index) === true) {
          unread.push({ page_index, detail: 'damaged' });
        } else {
          const page = pageOf(picture, { page_index });
          const { width, height, rotation, user_unit } = page;
          const geometry = { width, height, rotation, user_unit };
          pages.push({ page_index, geometry, payload: new TextEncoder().encode(picture) });
        }
      }
      return { ok: true, value: { pages, unread } };
    },
  };
}

function rendererOf(
  documents: Readonly<Record<string, DrawnDocument>>,
  hooks: LibraryHooks,
): PageRenderer {
  return {
    name: 'drawn',
    parts: { drawn: '1' },
    testSight: async (_source, queries) => {
      const seen: SightObservation[] = [];
      for (const { page_index } of queries) {
        const sight = (await hooks.onSight?.(page_index)) ?? { state: 'seen' as const };
        if ('reason' in sight) return { ok: false, failure: sight };
        seen.push(sight);
      }
      return { ok: true, value: seen };
    },
    readRaw: async (source, pageIndices) => {
      const failure = (await hooks.onRaw?.(pageIndices)) ?? null;
      if (failure !== null) return { ok: false, failure };
      const document = documents[source.name];
      const pages = typeof document === 'string' || document === undefined ? [] : document;
      const value = pageIndices.map((page_index) => {
        const text = pages[page_index] ?? null;
        return { page_index, text, is_complete: text !== null };
      });
      return { ok: true, value };
    },
    drawCrops: async (_source, requests) => {
      const failure = (await hooks.onDraw?.(requests.map(({ area }) => area.page_index))) ?? null;
      if (failure !== null) return { ok: false, failure };
      const value = requests.map((request) => ({
        width: 2,
        height: 1,
        png: new TextEncoder().encode(JSON.stringify(request)),
      }));
      return { ok: true, value };
    },
  };
}

function checkerOf(hooks: LibraryHooks): ClaimChecker {
  return {
    check: async ({ document, labels, claims, pages }) => {
      await hooks.onCheck?.(claims.map(({ claim }) => claim.id));
      const byIndex = new Map(pages.map((page) => [page.page_index, decoded(page)]));
      return claims.map(({ claim, head }) => {
        const finding = verifyClaim(claim, head, { document, labels, pages: byIndex });
        return { finding, sight: sightQueriesOf(finding, byIndex) };
      });
    },
    narrow: ({ document, labels, claims, pages }) =>
      Promise.resolve(
        narrowPages(
          claims.map(({ claim }) => claim),
          document,
          labels,
          pages,
        ),
      ),
    search: async ({ document, labels, claims, reach, pages }) => {
      await hooks.onSearch?.(pages.map(({ page_index }) => page_index));
      const groundings = pages.map(decoded);
      return claims.map(({ claim }, position) => {
        const own = groundings.filter((page) => reach[position]?.includes(page.page_index));
        return [...findNearby(claim, document, labels, own)];
      });
    },
    mapLabels: async (_document, pages, unread) => {
      await hooks.onMapLabels?.();
      const labels = pages.map((page) => ({
        page_index: page.page_index,
        label: decoded(page).text.split('\n').at(-1) ?? '',
        source: 'printed_folio' as const,
      }));
      return { labels, unread };
    },
  };
}

function decoded(page: StoredPage): PageGrounding {
  return pageOf(new TextDecoder().decode(page.payload), { page_index: page.page_index });
}
