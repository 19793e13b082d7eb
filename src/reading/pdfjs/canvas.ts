import type { Bbox } from '../../contracts/locator.ts';
import type { DrawnBy, DrawnFont, DrawnGlyph, Paint } from '../../evidence/drawing.ts';
import { intersectionOf, roundPoints } from '../../evidence/geometry.ts';
import { IDENTITY, type Matrix } from './matrix.ts';

/** What remains drawable: `box` is null where nothing does. */
export interface Clip {
  readonly box: Bbox | null;
  /** `box` as glyphs state it: to 0.01 pt. */
  readonly shown: Bbox | null;
  /** False where the clip is smaller than its box in a way not followed. */
  readonly is_exact: boolean;
}

/** A colour in force: `#rrggbb`, a pattern or shading, or the colour that paints nothing. */
export type Colour = string | 'pattern' | 'none';

/** The graphics state of ISO 32000-1, 8.4, as far as it decides what is seen and where. */
export interface GraphicsState {
  readonly ctm: Matrix;
  readonly clip: Clip;
  readonly font: LoadedFont | null;
  readonly fontSize: number;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  /** Tz / 100. */
  readonly horizontalScale: number;
  readonly rise: number;
  readonly leading: number;
  readonly renderMode: number;
  readonly fill: Colour;
  readonly stroke: Colour;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  readonly lineWidth: number;
  readonly isDashed: boolean;
  readonly blendMode: string;
  readonly softMask: boolean;
  /** What the transparency groups around give to everything inside them. */
  readonly groupAlpha: number;
  readonly groupBlendMode: string;
  readonly groupSoftMask: boolean;
  /** Indices of the glyphs that make up the text clip in force (9.3.6, modes 4 to 7). */
  readonly textClip: readonly number[];
}

/** The state in force, which operators change in place; what is saved is a copy of its own. */
export type OpenState = { -readonly [Key in keyof GraphicsState]: GraphicsState[Key] };

/** A font as glyphs need it; lengths in units of the font size. */
export interface LoadedFont {
  /** Index into the drawing's fonts. */
  readonly index: number;
  readonly isVertical: boolean;
  readonly isType3: boolean;
  /** Width units per em: glyph widths times this are in units of the font size. */
  readonly widthScale: number;
  readonly ascent: number;
  readonly descent: number;
  /** Height of an em in units of the font size; 1 but for odd Type 3 fonts. */
  readonly em: number;
  /** `[w1, vx, vy]` in width units, for vertical fonts. */
  readonly verticalMetrics: readonly number[] | null;
  /** Has an entry for each character code with a known meaning; null where pdf.js keeps no table. */
  readonly meanings: readonly unknown[] | null;
  /** Codes pass for characters because the font says nothing better (composite, no ToUnicode). */
  readonly isGuessed: boolean;
  /** Type 3 procedures by name: whether they paint anything. */
  readonly procedures: ReadonlyMap<string, boolean> | null;
}

/** A glyph while its page is being interpreted: later operators may still paint through it. */
export type OpenGlyph = { -readonly [Key in keyof DrawnGlyph]: DrawnGlyph[Key] };

/**
 * Position inside a text object (9.4.1); the pen is in the space of the text matrix. It is changed in
 * place: some files move the pen for every glyph.
 */
export interface TextObject {
  matrix: Matrix;
  penX: number;
  penY: number;
  lineX: number;
  lineY: number;
}

/** How glyphs are set by font, size and matrix, wherever they stand. */
export interface TextSetting {
  /** What it was made from: the parts of text space to page that do not move it, and the text state. */
  readonly font: LoadedFont;
  readonly fontSize: number;
  readonly horizontalScale: number;
  readonly charSpacing: number;
  readonly xx: number;
  readonly xy: number;
  readonly yx: number;
  readonly yy: number;
  /** One em along the baseline and upwards, as vectors on the page. */
  readonly along: Vector;
  readonly upward: Vector;
  readonly direction: Vector;
  readonly up: Vector;
  /** Points that Tc adds after each glyph. */
  readonly spacing: number;
  /** Of the glyphs, as `DrawnGlyph` has it. */
  readonly size: number;
}

export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly length: number;
}

/** All that is known while the operators of one page are run; changed by them alone. */
export interface Canvas {
  readonly pageBox: Bbox;
  readonly base: Matrix;
  readonly glyphsMax: number;
  readonly glyphs: OpenGlyph[];
  readonly paints: Paint[];
  readonly fonts: DrawnFont[];
  readonly fontsByName: Map<string, LoadedFont | null>;
  readonly degraded: Set<string>;
  /** Saved states; forms, groups and annotations set a floor that `Q` cannot pass. */
  readonly stack: OpenState[];
  readonly floors: number[];
  readonly layers: boolean[];
  readonly marks: (number | null)[];
  /** What clips when the text object ends. */
  textClipPending: number[];
  /** Set by `W` until the path that it clips by. */
  isClipPending: boolean;
  /** Greater than 0 while a soft mask, not the page, is drawn. */
  maskDepth: number;
  state: OpenState;
  readonly text: TextObject;
  /** Of the text shown last; null before any. */
  textSetting: TextSetting | null;
  drawnBy: DrawnBy;
  order: number;
}

/** Thrown inside an interpretation when a page has more glyphs than the limit. */
export const TOO_MANY_GLYPHS = new Error('more glyphs than the limit');

/** An empty canvas for a page whose displayed area is `pageBox`. */
export function createCanvas(pageBox: Bbox, base: Matrix, glyphsMax: number): Canvas {
  return {
    pageBox,
    base,
    glyphsMax,
    glyphs: [],
    paints: [],
    fonts: [],
    fontsByName: new Map(),
    degraded: new Set(),
    stack: [],
    floors: [],
    layers: [],
    marks: [],
    textClipPending: [],
    isClipPending: false,
    maskDepth: 0,
    state: initialState(base, pageBox),
    text: { matrix: IDENTITY, penX: 0, penY: 0, lineX: 0, lineY: 0 },
    textSetting: null,
    drawnBy: 'content',
    order: 0,
  };
}

/** The state at the start of a page or annotation (8.4.1, tables 52 and 53). */
export function initialState(ctm: Matrix, pageBox: Bbox): OpenState {
  return copyOf({
    ctm,
    clip: clipOf(pageBox, true),
    font: null,
    fontSize: 0,
    charSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    rise: 0,
    leading: 0,
    renderMode: 0,
    fill: '#000000',
    stroke: '#000000',
    fillAlpha: 1,
    strokeAlpha: 1,
    lineWidth: 1,
    isDashed: false,
    blendMode: 'Normal',
    softMask: false,
    groupAlpha: 1,
    groupBlendMode: 'Normal',
    groupSoftMask: false,
    textClip: [],
  });
}

export function save(canvas: Canvas): void {
  canvas.stack.push(canvas.state);
  canvas.state = copyOf(canvas.state);
}

/** A copy made field by field: all states have one layout in memory, which a spread does not give. */
function copyOf(state: GraphicsState): OpenState {
  return {
    ctm: state.ctm,
    clip: state.clip,
    font: state.font,
    fontSize: state.fontSize,
    charSpacing: state.charSpacing,
    wordSpacing: state.wordSpacing,
    horizontalScale: state.horizontalScale,
    rise: state.rise,
    leading: state.leading,
    renderMode: state.renderMode,
    fill: state.fill,
    stroke: state.stroke,
    fillAlpha: state.fillAlpha,
    strokeAlpha: state.strokeAlpha,
    lineWidth: state.lineWidth,
    isDashed: state.isDashed,
    blendMode: state.blendMode,
    softMask: state.softMask,
    groupAlpha: state.groupAlpha,
    groupBlendMode: state.groupBlendMode,
    groupSoftMask: state.groupSoftMask,
    textClip: state.textClip,
  };
}

/** `Q`; ignored where nothing was saved since the form, group or annotation began. */
export function restore(canvas: Canvas): void {
  if (canvas.stack.length <= (canvas.floors.at(-1) ?? 0)) return;
  const saved = canvas.stack.pop();
  if (saved !== undefined) canvas.state = saved;
}

/** Saves, and keeps what follows from restoring beyond this point until `leave`. */
export function enter(canvas: Canvas): void {
  save(canvas);
  canvas.floors.push(canvas.stack.length);
}

/** Ends what `enter` began, whatever was left saved inside. */
export function leave(canvas: Canvas): void {
  const floor = canvas.floors.pop();
  if (floor === undefined) return;
  canvas.stack.length = floor;
  const saved = canvas.stack.pop();
  if (saved !== undefined) canvas.state = saved;
}

/** Narrows the clip in force to `box`; a flat clip shows nothing. */
export function clipBy(canvas: Canvas, box: Bbox | null, isExact: boolean): void {
  const clip = canvas.state.clip;
  const narrowed = clip.box === null || box === null ? null : intersectionOf(clip.box, box);
  canvas.state.clip = clipOf(narrowed, clip.is_exact && isExact);
}

function clipOf(box: Bbox | null, is_exact: boolean): Clip {
  return { box, shown: box === null ? null : roundBox(box), is_exact };
}

/** The common part of two boxes, a flat box included; null if they are apart. */
export function overlapOf(a: Bbox, b: Bbox): Bbox | null {
  const x0 = Math.max(a[0], b[0]);
  const y0 = Math.max(a[1], b[1]);
  const x1 = Math.min(a[2], b[2]);
  const y1 = Math.min(a[3], b[3]);
  return x0 <= x1 && y0 <= y1 ? [x0, y0, x1, y1] : null;
}

/** Whether optional content shows what is drawn now. */
export function isLayerOn(canvas: Canvas): boolean {
  return !canvas.layers.includes(false);
}

export function roundBox(box: Bbox): Bbox {
  return [roundPoints(box[0]), roundPoints(box[1]), roundPoints(box[2]), roundPoints(box[3])];
}
