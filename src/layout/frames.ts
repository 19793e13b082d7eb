import type { DrawnGlyph } from '../evidence/drawing.ts';
import type { Frame } from './ink.ts';

/** A frame and the glyphs that are read in it. */
export interface FrameGlyphs {
  readonly frame: Frame;
  /** Indices into `PageDrawing.glyphs`, in paint order. */
  readonly indices: readonly number[];
}

/** Up to this angle a line counts as upright: scans are rarely turned further. Degrees. */
const SKEW_MAX = 3;
/** Below this the slope of a line 500 pt long stays under a quarter of a 10 pt em. Degrees. */
const SKEW_IGNORED = 0.3;

/**
 * Sorts glyphs by writing direction. Quarter turns get one frame each; a slanted watermark gets a
 * frame of its own angle, so that its letters do not fall between the lines below it.
 * @returns the frame with the most glyphs first, then clockwise from upright.
 */
export function sortIntoFrames(
  glyphs: readonly DrawnGlyph[],
  indices: Iterable<number>,
): readonly FrameGlyphs[] {
  const bins = new Map<number, number[]>();
  for (const index of indices) {
    const glyph = glyphs[index];
    if (glyph === undefined) continue;
    const bin = binOf(angleOf(glyph));
    const known = bins.get(bin);
    if (known === undefined) bins.set(bin, [index]);
    else known.push(index);
  }
  return [...bins]
    .sort(([a, inA], [b, inB]) => inB.length - inA.length || a - b)
    .map(([bin, members]) => ({ frame: frameOf(glyphs, bin, members), indices: members }));
}

/** Degrees clockwise from upright, 0 to 360. Vertical writing runs against its own up vector. */
function angleOf(glyph: DrawnGlyph): number {
  if (glyph.dx === 1 && glyph.dy === 0 && !glyph.vertical) return 0;
  const x = glyph.vertical ? -glyph.ux : glyph.dx;
  const y = glyph.vertical ? -glyph.uy : glyph.dy;
  const degrees = (Math.atan2(y, x) * 180) / Math.PI;
  return Number.isFinite(degrees) ? (degrees + 360) % 360 : 0;
}

/** Quarter turns take their neighbourhood; other angles fall into bins as wide. */
function binOf(degrees: number): number {
  const quarter = (Math.round(degrees / 90) * 90) % 360;
  if (Math.abs(turnFrom(degrees, quarter)) <= SKEW_MAX) return quarter;
  return Math.round(degrees / (2 * SKEW_MAX)) * 2 * SKEW_MAX + SKEW_MAX / 2;
}

function frameOf(glyphs: readonly DrawnGlyph[], bin: number, members: readonly number[]): Frame {
  const middle = middleTurn(glyphs, bin, members);
  const turn = bin % 90 === 0 && Math.abs(middle) < SKEW_IGNORED ? 0 : middle;
  const radians = ((bin + turn) * Math.PI) / 180;
  return {
    direction: quarterOf(bin + turn),
    dx: bin % 90 === 0 && turn === 0 ? Math.round(Math.cos(radians)) : Math.cos(radians),
    dy: bin % 90 === 0 && turn === 0 ? Math.round(Math.sin(radians)) : Math.sin(radians),
  };
}

/** The middle of what the glyphs turn away from the angle of their bin, degrees. */
function middleTurn(
  glyphs: readonly DrawnGlyph[],
  bin: number,
  members: readonly number[],
): number {
  const turns = new Float64Array(members.length);
  let isTurned = false;
  for (let at = 0; at < members.length; at += 1) {
    const glyph = glyphs[members[at] ?? -1];
    const turn = glyph === undefined ? 0 : turnFrom(angleOf(glyph), bin);
    if (turn !== 0) isTurned = true;
    turns[at] = turn;
  }
  return isTurned ? (turns.sort()[turns.length >> 1] ?? 0) : 0;
}

function quarterOf(degrees: number): Frame['direction'] {
  const quarter = ((Math.round(degrees / 90) % 4) + 4) % 4;
  if (quarter === 1) return 90;
  if (quarter === 2) return 180;
  return quarter === 3 ? 270 : 0;
}

/** From `to` to `from`, -180 to 180 degrees. */
function turnFrom(from: number, to: number): number {
  return ((from - to + 540) % 360) - 180;
}
