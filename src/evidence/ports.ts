import type { Digest } from '../contracts/fingerprint.ts';
import type { Reason } from '../contracts/reason.ts';
import type { DocumentGrounding } from './grounding.ts';

/** A document where it lies, opened by nothing yet. `path` is the real, authorized file path. */
export interface LocatedSource {
  /** The file name as the user gave it; the only name that messages may show. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly fingerprint: Digest;
  /** Tried after the empty password; never logged. */
  readonly password: string | null;
}

/** Why a document, or a page of it, could not be read. */
export interface ReadFailure {
  readonly reason: Extract<
    Reason,
    | 'unreadable'
    | 'encrypted'
    | 'corrupt'
    | 'too_large'
    | 'too_many_pages'
    | 'parse_timeout'
    | 'parse_crashed'
    | 'unsupported_media_type'
  >;
  readonly detail: string;
  /** Whether the machine, not the document, may be the cause; such a failure is retried once. */
  readonly is_of_machine: boolean;
}

export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: ReadFailure };

/** How a page is displayed: size in points after rotation, CropBox and UserUnit. */
export interface PageGeometry {
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
  readonly user_unit: number;
}

/** One page reading in its stored form; the payload is opaque to all but the codec. */
export interface StoredPage {
  readonly page_index: number;
  readonly geometry: PageGeometry;
  readonly payload: Uint8Array;
}

/**
 * Reads documents of one engine. CPU work and hostile input stay behind it, in threads that can be
 * killed. Never throws for anything a document can do; throws only when we are wrong.
 */
export interface DocumentReader {
  readonly name: string;
  readonly profile: Digest;
  /** Opens the document and reads what concerns it as a whole; no page. */
  readonly open: (source: LocatedSource) => Promise<Read<DocumentGrounding>>;
  /**
   * Reads the given pages, in any order, each at most once. A page that cannot be read is in
   * `unread` with its reason; a crash or hang fails the whole call.
   */
  readonly readPages: (
    source: LocatedSource,
    pageIndices: readonly number[],
  ) => Promise<Read<PageReadings>>;
}

export interface PageReadings {
  readonly pages: readonly StoredPage[];
  readonly unread: readonly { readonly page_index: number; readonly detail: string }[];
}
