import type { Bbox } from '../contracts/locator.ts';
import { pointsIn, type ShownPaint } from './visibility-paints.ts';

/** Whether what was painted after a glyph hides it. */
export type Cover = 'none' | 'perhaps' | 'full';

/** What a glyph may keep of its opacity and still count as hidden; see `judgeVisibility`. */
const HIDDEN_OPACITY = 0.05;
/** Below this share of its opacity a glyph is doubtful; half (a white veil of 0.5) is legible. */
const DOUBTFUL_OPACITY = 0.25;

/**
 * Judges the paints after a glyph at the points of its ink. `full`: opaque areas hide every point,
 * one alone or several that adjoin. `perhaps`: they hide most of it, or something whose own pixels
 * may be transparent lies over most of it (image with alpha, soft mask, shading, pattern).
 * Blend modes but Normal let the glyph show through and do not cover.
 * @param ahead paints after the glyph.
 * @param box where the glyph's ink is.
 */
export function coverOf(ahead: readonly ShownPaint[], box: Bbox): Cover {
  if (ahead.length === 0) return 'none';
  const covering = ahead.filter(({ paint }) => paint.blend_mode === 'Normal');
  if (covering.length === 0) return 'none';
  const points = pointsIn(box);
  let hidden = 0;
  let doubtful = 0;
  for (const [x, y] of points) {
    const left = opacityLeft(covering, x, y);
    if (left.surely <= HIDDEN_OPACITY) hidden += 1;
    if (left.perhaps <= DOUBTFUL_OPACITY) doubtful += 1;
  }
  if (hidden === points.length) return 'full';
  return doubtful >= points.length * 0.6 ? 'perhaps' : 'none';
}

/** The share of its opacity that a point keeps under sure covers, and under all possible ones. */
function opacityLeft(
  covering: readonly ShownPaint[],
  x: number,
  y: number,
): { readonly surely: number; readonly perhaps: number } {
  let surely = 1;
  let perhaps = 1;
  for (const { paint, covers } of covering) {
    const isHere = covers(x, y);
    if (isHere === 'no') continue;
    perhaps *= 1 - paint.alpha;
    const isSure = isHere === 'yes' && paint.opaque;
    if (isSure && paint.kind !== 'shading' && paint.kind !== 'pattern') surely *= 1 - paint.alpha;
    if (surely <= HIDDEN_OPACITY) break;
  }
  return { surely, perhaps };
}
