import type { Bbox } from '../contracts/locator.ts';
import type { DrawnGlyph } from '../evidence/drawing.ts';

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
}

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
const REPLACEMENT = '\uFFFD';

/** Places a glyph in a frame. */
export function inkOf(glyph: DrawnGlyph, index: number, isMaybe: boolean, frame: Frame): Ink {
  const text = usableText(glyph.text);
  const size = emOf(glyph, frame);
  const along = (x: number, y: number) => x * frame.dx + y * frame.dy;
  const across = (x: number, y: number) => y * frame.dx - x * frame.dy;
  const common = { index, glyph, text, size, isBlank: isWhiteSpace(text), isMaybe };
  if (glyph.vertical) {
    const [x0, y0, x1, y1] = glyph.bbox;
    const a = along(x0, y0);
    const b = along(x1, y1);
    const v = across((x0 + x1) / 2, (y0 + y1) / 2) + VERTICAL_BASELINE * size;
    return { ...common, u0: Math.min(a, b), u1: Math.max(a, b), v };
  }
  const start = along(glyph.x, glyph.y);
  const end = start + glyph.advance * (glyph.dx * frame.dx + glyph.dy * frame.dy);
  return {
    ...common,
    u0: Math.min(start, end),
    u1: Math.max(start, end),
    v: across(glyph.x, glyph.y),
  };
}

/** Whether a glyph has a place at all; broken numbers in a file give it none. */
export function isPlaced(glyph: DrawnGlyph): boolean {
  const [x0, y0, x1, y1] = glyph.bbox;
  return [glyph.x, glyph.y, glyph.advance, glyph.size, x0, y0, x1, y1].every(Number.isFinite);
}

/** Whether a text is white space through and through. */
export function isWhiteSpace(text: string): boolean {
  return /^\s+$/u.test(text);
}

/** Whether a character has no meaning that a claim could rest on: controls, U+FFFD, private use. */
export function isUnmapped(codePoint: number): boolean {
  return (
    codePoint === 0xfffd ||
    isControl(codePoint) ||
    (codePoint >= 0xe000 && codePoint <= 0xf8ff) ||
    codePoint >= 0xf0000
  );
}

/** The box of a stretch of a frame on the page. */
export function boxOnPage(frame: Frame, u0: number, v0: number, u1: number, v1: number): Bbox {
  const xs = [u0 * frame.dx - v0 * frame.dy, u1 * frame.dx - v1 * frame.dy];
  const ys = [u0 * frame.dy + v0 * frame.dx, u1 * frame.dy + v1 * frame.dx];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/**
 * A glyph without a character is drawn all the same, so it must not vanish: it becomes U+FFFD. So
 * do controls (an unmapped code arrives as itself), half surrogates and noncharacters.
 */
function usableText(text: string): string {
  if (text === '') return REPLACEMENT;
  return text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, REPLACEMENT);
}

function isControl(codePoint: number): boolean {
  return codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0);
}

function emOf(glyph: DrawnGlyph, frame: Frame): number {
  const [x0, y0, x1, y1] = glyph.bbox;
  const isSideways = frame.direction === 90 || frame.direction === 270;
  const height = isSideways !== glyph.vertical ? x1 - x0 : y1 - y0;
  if (!(height > 0)) return Math.max(glyph.size, 0.1);
  if (glyph.size > height * SIZE_DOUBT || glyph.size < height / SIZE_DOUBT) return height;
  return glyph.size;
}
