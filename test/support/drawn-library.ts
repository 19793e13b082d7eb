import type { Digest } from '../../src/contracts/fingerprint.ts';
import type { SourceFailureReason } from '../../src/contracts/job.ts';
import { digestOf, digestOfText } from '../../src/evidence/canonical.ts';
import type { PageGrounding } from '../../src/evidence/grounding.ts';
import type { DocumentReader, ReadFailure, StoredPage } from '../../src/evidence/ports.ts';
import type { ClaimChecker, SourceResolver } from '../../src/pipeline/ports.ts';
import { findNearby } from '../../src/verification/repair/nearby.ts';
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
}

export interface DrawnLibrary {
  readonly sources: SourceResolver;
  readonly reader: DocumentReader;
  readonly checker: ClaimChecker;
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
          pages.push({ page_index, payload: new TextEncoder().encode(picture) });
        }
      }
      return { ok: true, value: { pages, unread } };
    },
  };
}

function checkerOf(hooks: LibraryHooks): ClaimChecker {
  return {
    check: async ({ document, labels, claims, pages }) => {
      await hooks.onCheck?.(claims.map(({ claim }) => claim.id));
      const byIndex = new Map(pages.map((page) => [page.page_index, decoded(page)]));
      return claims.map(({ claim, head }) =>
        verifyClaim(claim, head, { document, labels, pages: byIndex }),
      );
    },
    search: async ({ document, labels, claims, pages }) => {
      await hooks.onSearch?.(pages.map(({ page_index }) => page_index));
      const groundings = pages.map(decoded);
      return claims.map(({ claim }) => [...findNearby(claim, document, labels, groundings)]);
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
