import type { Bbox } from '../contracts/locator.ts';

/**
 * What a reader delivers of one page: everything that is drawn, in paint order, engine-neutral and
 * without judgement. All coordinates are points of the displayed page: top-left origin, y down,
 * after CropBox, rotation and UserUnit. `layout` turns this into a `PageGrounding`.
 */
export interface PageDrawing {
  readonly page_index: number;
  /** Size of the displayed page in points. */
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
  readonly user_unit: number;
  readonly fonts: readonly DrawnFont[];
  /** In paint order. */
  readonly glyphs: readonly DrawnGlyph[];
  /** In paint order; fills, strokes, images and shadings that may cover or carry text. */
  readonly paints: readonly Paint[];
  /** Visible text of form fields and free-text annotations that have no drawn appearance. */
  readonly notes: readonly UndrawnText[];
  /** Why the page was read only by recovery or in part; empty for a sound page. Sorted, unique. */
  readonly degraded: readonly string[];
}

export interface DrawnFont {
  readonly name: string;
  /** False where the reader has no program for it: neither the file's own nor a standard one. */
  readonly embedded: boolean;
  readonly type3: boolean;
  readonly vertical: boolean;
}

/** Which part of the page drew a glyph. */
export type DrawnBy = 'content' | 'annotation' | 'field';

/** One glyph as drawn. */
export interface DrawnGlyph {
  /** As the font maps it; several UTF-16 units for a ligature, a control character or U+FFFD where unmapped. */
  readonly text: string;
  /** The character code in the content stream, or null where the reader does not know it. */
  readonly code: number | null;
  /** Index into `fonts`. */
  readonly font: number;
  /** Origin of the glyph: where its baseline starts; in vertical writing the pen above its middle. */
  readonly x: number;
  readonly y: number;
  /** Unit vector of the writing direction in displayed space: (1, 0) for upright horizontal text. */
  readonly dx: number;
  readonly dy: number;
  /** Unit vector from the baseline to the top of the glyph: (0, -1) for upright text. */
  readonly ux: number;
  readonly uy: number;
  /** Width along the direction, points, without character and word spacing. */
  readonly advance: number;
  /** Character spacing (Tc, scaled) that follows the glyph, points; subtract it from gaps. */
  readonly spacing: number;
  /** Height of one em along the up vector, points. */
  readonly size: number;
  /** Loose box: origin to advance by descent to ascent, its bounding box on the page. */
  readonly bbox: Bbox;
  /** Whether the code is the single-byte space. */
  readonly is_space: boolean;
  /** PDF text rendering mode 0 to 7 (ISO 32000-1, 9.3.6). */
  readonly render_mode: number;
  /**
   * `#rrggbb`, or null for a pattern or shading. In mode 7 the colour of the last paint that was
   * seen through the glyph.
   */
  readonly fill: string | null;
  readonly stroke: string | null;
  /** Opacity 0 to 1 of fill and stroke, groups multiplied in. */
  readonly fill_alpha: number;
  readonly stroke_alpha: number;
  /** A soft mask is in force; its effect is not known. */
  readonly soft_mask: boolean;
  /** What remains of the page under the clip in force; null if nothing does. */
  readonly clip: Bbox | null;
  /** False where the clip is not an axis-parallel rectangle and `clip` is only its bounding box. */
  readonly clip_exact: boolean;
  /** False where optional content hides it in the default state. */
  readonly layer_on: boolean;
  /** For modes 4 to 7: whether anything was painted while the glyph was part of the clip. */
  readonly painted_through: boolean;
  /** Present where the glyph's own procedure (Type 3) paints nothing or is missing. */
  readonly draws_nothing?: boolean;
  readonly drawn_by: DrawnBy;
  /** Marked-content id, or null. */
  readonly mcid: number | null;
  /** Position in paint order, shared with `Paint.order`. */
  readonly order: number;
  readonly vertical: boolean;
}

/** One painting operation other than text. */
export interface Paint {
  readonly kind: 'fill' | 'stroke' | 'image' | 'image_mask' | 'shading' | 'pattern';
  readonly order: number;
  /** Bounding box on the page, clipped. */
  readonly bbox: Bbox;
  /** `#rrggbb`; null for images, shadings and patterns. */
  readonly color: string | null;
  /** 0 to 1, groups multiplied in. */
  readonly alpha: number;
  /** False where its own pixels may be transparent (image with alpha, soft mask, inexact clip). */
  readonly opaque: boolean;
  /** Whether the painted area is just `bbox`; if not, `outline` says more where it is known. */
  readonly is_rectangle: boolean;
  /**
   * Polygons (flattened, points of the page) for paths that are not rectangles, for strokes the
   * lines themselves; else null.
   */
  readonly outline: readonly (readonly number[])[] | null;
  /** Present where `outline` is filled by the even-odd rule instead of the nonzero one. */
  readonly even_odd?: boolean;
  /** Stroke width in points; 0 for others. */
  readonly line_width: number;
  /** `Normal`, `Multiply`, … (ISO 32000-1, 11.3.5). */
  readonly blend_mode: string;
  readonly layer_on: boolean;
  readonly drawn_by: DrawnBy;
}

/** Text that viewers show although the file holds no drawn appearance for it. */
export interface UndrawnText {
  readonly kind: 'field' | 'free_text';
  readonly text: string;
  readonly bbox: Bbox;
}
