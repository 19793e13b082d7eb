import type { DrawnGlyph } from '../evidence/drawing.ts';
import { isWhiteSpace, usableText } from './characters.ts';

/** One glyph in the upright frame of its writing direction, ready to be set into lines. */
export interface Ink {
  /** Index into `PageDrawing.glyphs`. */
  readonly index: number;
  readonly glyph: DrawnGlyph;
  /** As it stands in the canonical text; U+FFFD where the glyph has no usable character. */
  readonly text: string;
  /** Start and end along the writing direction, points. */
  readonly u0: number;
  readonly u1: number;
  /** Baseline across the writing direction, growing down the frame, points. */
  readonly v: number;
  /** One em in points. */
  readonly size: number;
  /** White space: it parts words but is not seen. */
  readonly isBlank: boolean;
  /** Something drawn later, or a mask, may hide it. */
  readonly isMaybe: boolean;
  /** Accents and other marks set over or under it; set by `setLetters`. */
  readonly marks: readonly Ink[];
}

const NO_MARKS: readonly Ink[] = [];

/** The upright frame of one writing direction: u runs along the text, v down its page. */
export interface Frame {
  /** Nearest quarter turn, clockwise; see `PageLine.direction`. */
  readonly direction: 0 | 90 | 180 | 270;
  /** Unit vector of u in points of the page. */
  readonly dx: number;
  readonly dy: number;
}

/** A font size is believed only within this factor of the glyph's own box (Type 3 sizes are free). */
const SIZE_DOUBT = 3;
/**
 * Vertical writing is centred on its line. Latin turned into it stands with its baseline this far
 * below the centre: half of the usual x-height band of ascent 0.88 and descent 0.12 em.
 */
const VERTICAL_BASELINE = 0.38;

/** Places a glyph in a frame. */
export function inkOf(glyph: DrawnGlyph, index: number, isMaybe: boolean, frame: Frame): Ink {
  const text = usableText(glyph.text, glyph.code);
  const isBlank = isWhiteSpace(text);
  const size = emOf(glyph, frame);
  const { dx, dy } = frame;
  if (glyph.vertical) {
    const [x0, y0, x1, y1] = glyph.bbox;
    const a = x0 * dx + y0 * dy;
    const b = x1 * dx + y1 * dy;
    const v = ((y0 + y1) * dx - (x0 + x1) * dy) / 2 + VERTICAL_BASELINE * size;
    const u0 = Math.min(a, b);
    const u1 = Math.max(a, b);
    return { index, glyph, text, u0, u1, v, size, isBlank, isMaybe, marks: NO_MARKS };
  }
  const start = glyph.x * dx + glyph.y * dy;
  const end = start + glyph.advance * (glyph.dx * dx + glyph.dy * dy);
  const v = glyph.y * dx - glyph.x * dy;
  const u0 = Math.min(start, end);
  const u1 = Math.max(start, end);
  return { index, glyph, text, u0, u1, v, size, isBlank, isMaybe, marks: NO_MARKS };
}

/** Whether a glyph has a place at all; broken numbers in a file give it none. */
export function isPlaced(glyph: DrawnGlyph): boolean {
  // Every glyph asks: taking a box apart by index is much faster than by pattern.
  const { bbox } = glyph;
  const corners = bbox[0] + bbox[1] + bbox[2] + bbox[3];
  // A sum is finite only if all its parts are.
  return Number.isFinite(glyph.x + glyph.y + glyph.advance + glyph.size + corners);
}

function emOf(glyph: DrawnGlyph, frame: Frame): number {
  const { bbox } = glyph;
  const isSideways = frame.direction === 90 || frame.direction === 270;
  const height = isSideways !== glyph.vertical ? bbox[2] - bbox[0] : bbox[3] - bbox[1];
  if (!(height > 0)) return Math.max(glyph.size, 0.1);
  if (glyph.size > height * SIZE_DOUBT || glyph.size < height / SIZE_DOUBT) return height;
  return glyph.size;
}
