import type { Bbox } from '../contracts/locator.ts';
import { type Colour, multiplied, paintedOver, WHITE } from './visibility-colour.ts';
import { pointsIn, type ShownPaint } from './visibility-paints.ts';
import { inkOn, type PrintInk, type StandOut } from './visibility-print.ts';

/** More possible grounds than this at one point count as unknown. */
const GROUNDS_MAX = 4;

/**
 * How `ink` stands out from its ground at the points of a glyph. `none`: nowhere. `faint`: weakly,
 * or only in its smaller part. Ground that only the picture knows (images, shadings, patterns,
 * blend modes but Normal and Multiply) is taken as `plain`: it raises no flag.
 * @param behind paints before the glyph, in paint order.
 * @param box where the glyph's ink is.
 */
export function standOutFromGround(
  ink: PrintInk,
  behind: readonly ShownPaint[],
  box: Bbox,
): StandOut {
  if (ink.colour === null) return 'faint';
  const bottom = behind.findLastIndex((paint) => fillsAll(paint, box));
  const above = behind.slice(bottom + 1);
  const base = behind[bottom]?.colour ?? WHITE;
  const onBase = inkOn(ink, base);
  if (above.length === 0) return onBase;
  if (onBase === 'plain' && above.every((paint) => isPlainOn(ink, paint))) return 'plain';
  const points = pointsIn(box);
  let lost = 0;
  let faint = 0;
  for (const [x, y] of points) {
    const here = standOutAt(ink, base, above, x, y);
    if (here === 'none') lost += 1;
    else if (here === 'faint') faint += 1;
  }
  if (lost === points.length) return 'none';
  // White print that leaves its dark band is read by what is left: under two fifths is doubtful.
  return lost + faint >= points.length * 0.6 ? 'faint' : 'plain';
}

/** Whether a paint alone is the ground of the whole box. */
function fillsAll(shown: ShownPaint, box: Bbox): boolean {
  const { paint, colour } = shown;
  if (!paint.is_rectangle || colour === null || !isOpaque(shown)) return false;
  const [x0, y0, x1, y1] = paint.bbox;
  return x0 <= box[0] && y0 <= box[1] && x1 >= box[2] && y1 >= box[3];
}

/** Whether the ink is plain to see wherever this paint is the ground. */
function isPlainOn(ink: PrintInk, { paint, colour }: ShownPaint): boolean {
  if (colour === null) return true;
  return paint.alpha >= 1 && paint.blend_mode === 'Normal' && inkOn(ink, colour) === 'plain';
}

function isOpaque({ paint }: ShownPaint): boolean {
  return paint.opaque && paint.alpha >= 1 && paint.blend_mode === 'Normal';
}

function standOutAt(
  ink: PrintInk,
  base: Colour,
  above: readonly ShownPaint[],
  x: number,
  y: number,
): StandOut {
  const grounds = groundsAt(base, above, x, y);
  if (grounds === null) return 'plain';
  let best: StandOut = 'none';
  for (const ground of grounds) {
    const here = inkOn(ink, ground);
    if (here === 'plain') return 'plain';
    if (here === 'faint') best = 'faint';
  }
  return best;
}

/** The colours that the page may have at a point; null where nothing can be said. */
function groundsAt(
  base: Colour,
  above: readonly ShownPaint[],
  x: number,
  y: number,
): readonly Colour[] | null {
  let grounds: readonly Colour[] | null = [base];
  for (const shown of above) {
    const { paint, colour, covers } = shown;
    const isHere = covers(x, y);
    if (isHere === 'no') continue;
    const mix = colour === null ? null : blendOf(paint.blend_mode);
    if (mix === null || colour === null) {
      grounds = null;
      continue;
    }
    if (isHere === 'yes' && isOpaque(shown)) {
      grounds = [colour];
      continue;
    }
    if (grounds === null) continue;
    const isSure = isHere === 'yes' && paint.opaque;
    const painted: readonly Colour[] = grounds.map((ground) => mix(ground, colour, paint.alpha));
    grounds = isSure ? painted : [...grounds, ...painted];
    if (grounds.length > GROUNDS_MAX) grounds = null;
  }
  return grounds;
}

type Blend = (under: Colour, over: Colour, alpha: number) => Colour;

function blendOf(mode: string): Blend | null {
  if (mode === 'Normal') return paintedOver;
  if (mode === 'Multiply') {
    return (under, over, alpha) => paintedOver(under, multiplied(under, over), alpha);
  }
  return null;
}
