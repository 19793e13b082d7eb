import type { Bbox } from '../contracts/locator.ts';
import type { LocatedSource, Read } from './ports.ts';

/** A grey picture: one byte a pixel, 0 black to 255 white, row by row from the top, no padding. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** A part of a page to be drawn. */
export interface CropArea {
  readonly page_index: number;
  /** Points of the displayed page, top-left origin; it may reach past the page's edges. */
  readonly bbox: Bbox;
  readonly dpi: number;
  /** Of the page as it was read: the renderer itself does not know it. */
  readonly user_unit: number;
}

/** Glyphs of one page of which a reader must be able to see every one. */
export interface SightQuery {
  readonly page_index: number;
  /** One box for each glyph that should leave ink: loose boxes, points of the displayed page. */
  readonly glyphs: readonly Bbox[];
  readonly user_unit: number;
}

/**
 * What switching the evidence off showed. `seen`: every glyph changed pixels. `unseen`: at least one
 * changed none, although the renderer can draw its font. `not_proved`: the renderer cannot tell, and
 * `cause` says why; it never means hidden.
 */
export type SightObservation =
  | { readonly state: 'seen' }
  | { readonly state: 'unseen'; readonly unseen_count: number }
  | { readonly state: 'not_proved'; readonly cause: SightDoubt };

/** Why ablation proves nothing. */
export type SightDoubt =
  /** The renderer has no program for the font, and draws nothing or another one. */
  | 'font_not_drawable'
  /** No text object of the page lies where the glyphs are: an annotation, a field, a pattern. */
  | 'no_text_object'
  /** Several texts lie on one another there, not all of them seen: which was asked cannot be told. */
  | 'overlapping_text'
  /** The renderer cannot open the document or load the page. */
  | 'page_not_drawable'
  /** Drawing took too long or ended the renderer. */
  | 'renderer_failed';

/** The characters of a page as the renderer's own text layer has them, without boxes or order of reading. */
export interface RawPageText {
  readonly page_index: number;
  /** In drawing order; null where the renderer cannot read the page. */
  readonly text: string | null;
  /**
   * False where the page may show text that `text` lacks (annotations, form fields, unmapped
   * characters): such a page can never be ruled out.
   */
  readonly is_complete: boolean;
}

/**
 * Draws pages and tests what is seen on them. CPU work and hostile input stay behind it, in threads
 * that can be killed. Never throws for anything a document can do. Answers come in the order asked.
 */
export interface PageRenderer {
  readonly name: string;
  /** Name and version of everything that can change an answer of `testSight` or `readRaw`. */
  readonly parts: Readonly<Record<string, string>>;
  readonly testSight: (
    source: LocatedSource,
    queries: readonly SightQuery[],
  ) => Promise<Read<readonly SightObservation[]>>;
  /** The characters of pages, for ruling out pages that cannot hold a text. */
  readonly readRaw: (
    source: LocatedSource,
    pageIndices: readonly number[],
  ) => Promise<Read<readonly RawPageText[]>>;
  /** PNG pictures with the given boxes outlined; null for a page that cannot be drawn. */
  readonly drawCrops: (
    source: LocatedSource,
    requests: readonly CropRequest[],
  ) => Promise<Read<readonly (CropImage | null)[]>>;
}

export interface CropRequest {
  readonly area: CropArea;
  /** What to outline, points of the displayed page. */
  readonly outlines: readonly Bbox[];
}

export interface CropImage {
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array;
}
