import type { Bbox } from '../../contracts/locator.ts';
import type { Paint } from '../../evidence/drawing.ts';
import { intersectionOf, roundPoints } from '../../evidence/geometry.ts';
import { type Canvas, type Colour, clipBy, isLayerOn, overlapOf, roundBox } from './canvas.ts';
import { boundsOf, keepsRectangles } from './matrix.ts';
import {
  axisEdgesOf,
  boundsOfPath,
  penReach,
  rectangleOf,
  type Subpath,
  subpathsOf,
  turnAlike,
  unitSquare,
} from './paths.ts';
import { shownColour } from './text.ts';

/** What painting a path does (ISO 32000-1, table 60). */
export interface PathPainting {
  readonly fills: boolean;
  readonly strokes: boolean;
  readonly isEvenOdd: boolean;
}

/**
 * Points of one path that are kept as its outline; more leave the outline unknown. The busiest
 * painted path of the filings and tables measured has 6,376; maps have hundreds of thousands.
 */
const OUTLINE_POINTS_MAX = 10_000;

/**
 * Rectangles or edges of one path that become paints of their own; more stay one outline. The most
 * that one path of the filings and tables measured has is 1,410.
 */
const PIECES_MAX = 2_000;

/** How many even-odd rectangles are compared with one another for overlap: 2,016 pairs. */
const PAIRS_MAX = 64;

/** Half the width of the thinnest line: one pixel at 300 dpi (8.4.3.2: as thin as the device can). */
const HAIRLINE_REACH = 0.12;

/** Paints a path, then clips by it where `W` came before (8.5.3, 8.5.4). */
export function paintPath(canvas: Canvas, data: unknown, painting: PathPainting): void {
  const subpaths = data === null ? [] : subpathsOf(data, canvas.state.ctm);
  if (subpaths === null) {
    canvas.degraded.add('unreadable_path');
    return;
  }
  if (painting.fills) fill(canvas, subpaths, painting.isEvenOdd);
  if (painting.strokes) stroke(canvas, subpaths);
  if (!canvas.isClipPending) return;
  canvas.isClipPending = false;
  const [only, second] = subpaths;
  const rectangle = only === undefined || second !== undefined ? null : rectangleOf(only);
  if (rectangle === null) clipBy(canvas, boundsOfPath(subpaths), false);
  else clipBy(canvas, rectangle, true);
}

/** Paints the unit square of user space: an image or a mask of one colour (8.9.5.1). */
export function paintUnitSquare(
  canvas: Canvas,
  kind: 'image' | 'image_mask' | 'fill',
  isOpaque: boolean,
): void {
  const colour: Colour = kind === 'image' ? 'none' : canvas.state.fill;
  const matrix = canvas.state.ctm;
  const isRectangle = keepsRectangles(matrix);
  add(canvas, {
    kind: colour === 'pattern' ? 'pattern' : kind,
    box: boundsOf([0, 0, 1, 1], matrix),
    color: shownColour(colour),
    alpha: kind === 'image' || colour !== 'none' ? canvas.state.fillAlpha : 0,
    isOpaque: isOpaque && colour !== 'pattern',
    isRectangle,
    outline: isRectangle ? null : outlineOf([unitSquare(matrix)]),
    isEvenOdd: false,
    lineWidth: 0,
  });
}

/** Paints all of the clip with a shading (8.7.4.2). */
export function paintShading(canvas: Canvas): void {
  const box = canvas.state.clip.box;
  if (box === null) return;
  add(canvas, {
    kind: 'shading',
    box,
    color: null,
    alpha: canvas.state.fillAlpha,
    isOpaque: false,
    isRectangle: true,
    outline: null,
    isEvenOdd: false,
    lineWidth: 0,
  });
}

interface Brush {
  readonly kind: Paint['kind'];
  readonly box: Bbox;
  readonly color: string | null;
  readonly alpha: number;
  readonly isOpaque: boolean;
  readonly isRectangle: boolean;
  readonly outline: Paint['outline'];
  readonly isEvenOdd: boolean;
  readonly lineWidth: number;
}

function fill(canvas: Canvas, subpaths: readonly Subpath[], isEvenOdd: boolean): void {
  const { state } = canvas;
  const drawn = subpaths.filter((subpath) => subpath.points.length > 2);
  const bounds = boundsOfPath(drawn);
  if (bounds === null) return;
  const brush = {
    kind: state.fill === 'pattern' ? ('pattern' as const) : ('fill' as const),
    color: shownColour(state.fill),
    alpha: state.fill === 'none' ? 0 : state.fillAlpha,
    isOpaque: state.fill !== 'pattern',
    isEvenOdd,
    lineWidth: 0,
  };
  const rectangles = separateRectangles(drawn, isEvenOdd);
  if (rectangles === null) {
    add(canvas, { ...brush, box: bounds, isRectangle: false, outline: outlineOf(drawn) });
    return;
  }
  for (const box of rectangles) {
    add(canvas, { ...brush, box: thicken(box), isRectangle: true, outline: null });
  }
}

/** The rectangles that together are just what is filled; null if it is another shape. */
function separateRectangles(
  subpaths: readonly Subpath[],
  isEvenOdd: boolean,
): readonly Bbox[] | null {
  if (subpaths.length > PIECES_MAX) return null;
  const boxes: Bbox[] = [];
  for (const subpath of subpaths) {
    const box = rectangleOf(subpath);
    if (box === null) return null;
    boxes.push(box);
  }
  if (boxes.length <= 1) return boxes;
  if (!isEvenOdd && turnAlike(subpaths)) return boxes;
  if (boxes.length > PAIRS_MAX) return null;
  const isApart = boxes.every((box, at) =>
    boxes.slice(at + 1).every((other) => intersectionOf(box, other) === null),
  );
  return isApart ? boxes : null;
}

function stroke(canvas: Canvas, subpaths: readonly Subpath[]): void {
  const { state } = canvas;
  const [penX, penY] = penReach(state.ctm, state.lineWidth);
  const reachX = Math.max(penX, HAIRLINE_REACH);
  const reachY = Math.max(penY, HAIRLINE_REACH);
  const brush = {
    kind: 'stroke' as const,
    color: shownColour(state.stroke),
    alpha: state.stroke === 'none' ? 0 : state.strokeAlpha,
    isOpaque: state.stroke !== 'pattern' && !state.isDashed,
    isEvenOdd: false,
    lineWidth: roundPoints(penX + penY),
  };
  const edges = axisEdgesOf(subpaths);
  if (edges !== null && edges.length <= PIECES_MAX) {
    for (const edge of edges) {
      const [x0, y0, x1, y1] = edge.box;
      const box: Bbox = edge.isHorizontal
        ? [x0, y0 - reachY, x1, y1 + reachY]
        : [x0 - reachX, y0, x1 + reachX, y1];
      add(canvas, { ...brush, box, isRectangle: true, outline: null });
    }
    return;
  }
  const bounds = boundsOfPath(subpaths);
  if (bounds === null) return;
  const box: Bbox = [
    bounds[0] - reachX,
    bounds[1] - reachY,
    bounds[2] + reachX,
    bounds[3] + reachY,
  ];
  add(canvas, { ...brush, box, isRectangle: false, outline: outlineOf(subpaths) });
}

/** Records a paint as far as the clip leaves it, and what it shows through text clips. */
function add(canvas: Canvas, brush: Brush): void {
  const { state } = canvas;
  if (canvas.maskDepth > 0 || state.clip.box === null) return;
  const box = overlapOf(state.clip.box, brush.box);
  if (box === null) return;
  const isMasked = state.softMask || state.groupSoftMask;
  const isLayerShown = isLayerOn(canvas);
  const alpha = brush.alpha * state.groupAlpha;
  const isRectangle = brush.isRectangle && state.clip.is_exact;
  canvas.paints.push({
    kind: brush.kind,
    order: canvas.order,
    bbox: roundBox(box),
    color: brush.color,
    alpha,
    opaque: brush.isOpaque && state.clip.is_exact && !isMasked,
    is_rectangle: isRectangle,
    outline: isRectangle ? null : brush.outline,
    ...(brush.isEvenOdd && brush.outline !== null && !isRectangle ? { even_odd: true } : {}),
    line_width: brush.lineWidth,
    blend_mode: state.blendMode === 'Normal' ? state.groupBlendMode : state.blendMode,
    layer_on: isLayerShown,
    drawn_by: canvas.drawnBy,
  });
  if (alpha > 0 && isLayerShown) paintThrough(canvas, box, brush.color);
}

/** Marks the glyphs of the text clip in force that `box` touches as painted, in its colour. */
function paintThrough(canvas: Canvas, box: Bbox, color: string | null): void {
  for (const index of canvas.state.textClip) {
    const glyph = canvas.glyphs[index];
    if (glyph === undefined || intersectionOf(glyph.bbox, box) === null) continue;
    glyph.painted_through = true;
    if (glyph.render_mode === 7) glyph.fill = color;
  }
}

/** A thin or flat rectangle as the thinnest line a device shows (8.5.3.3). */
function thicken(box: Bbox): Bbox {
  const [x0, y0, x1, y1] = box;
  const growX = x1 - x0 > 0 ? 0 : HAIRLINE_REACH;
  const growY = y1 - y0 > 0 ? 0 : HAIRLINE_REACH;
  return [x0 - growX, y0 - growY, x1 + growX, y1 + growY];
}

function outlineOf(subpaths: readonly Subpath[]): Paint['outline'] {
  const count = subpaths.reduce((sum, subpath) => sum + subpath.points.length / 2, 0);
  if (count > OUTLINE_POINTS_MAX) return null;
  return subpaths.map((subpath) => {
    const points = subpath.points.map(roundPoints);
    const [x = 0, y = 0] = points;
    return subpath.isClosed ? [...points, x, y] : points;
  });
}
