import type { Bbox } from '../../contracts/locator.ts';
import { roundPoints, unionOf } from '../../evidence/geometry.ts';
import {
  type Canvas,
  type Colour,
  clipBy,
  type GraphicsState,
  isLayerOn,
  type LoadedFont,
  type OpenGlyph,
  type TextSetting,
  TOO_MANY_GLYPHS,
  type Vector,
} from './canvas.ts';
import { applyX, applyY, concatenate, IDENTITY, lengthOf, type Matrix } from './matrix.ts';
import { isRecord, numbersOf } from './operands.ts';

/**
 * Shows glyphs and spacing numbers in the text object's place (ISO 32000-1, 9.4.4; vertical
 * writing: 9.7.4.3). Each glyph is recorded, seen or not; only a soft mask's own are left out.
 */
export function showText(canvas: Canvas, items: readonly unknown[]): void {
  const font = canvas.state.font;
  if (font === null) {
    canvas.degraded.add('text_without_font');
    return;
  }
  const place = placeOf(canvas, font);
  let pen = 0;
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    if (typeof item === 'number') pen += kern(place, item);
    else if (isRecord(item)) pen += showGlyph(canvas, place, item, pen);
  }
  if (font.isVertical) canvas.text.penY += pen;
  else canvas.text.penX += pen;
}

export function beginText(canvas: Canvas): void {
  setTextMatrix(canvas, IDENTITY);
}

/** Ends a text object: glyphs of modes 4 to 7 become part of the clip (9.3.6). */
export function endText(canvas: Canvas): void {
  const pending = canvas.textClipPending;
  if (pending.length === 0) return;
  canvas.textClipPending = [];
  const boxes: Bbox[] = [];
  for (const index of pending) {
    const glyph = canvas.glyphs[index];
    if (glyph !== undefined) boxes.push(glyph.bbox);
  }
  clipBy(canvas, unionOf(boxes), false);
  canvas.state.textClip = [...canvas.state.textClip, ...pending];
}

export function moveText(canvas: Canvas, x: number, y: number): void {
  const { text } = canvas;
  text.lineX += x;
  text.lineY += y;
  text.penX = text.lineX;
  text.penY = text.lineY;
}

export function setTextMatrix({ text }: Canvas, matrix: Matrix): void {
  text.matrix = matrix;
  text.penX = 0;
  text.penY = 0;
  text.lineX = 0;
  text.lineY = 0;
}

/** What all glyphs of one text operator share. */
interface Place {
  readonly font: LoadedFont;
  readonly state: GraphicsState;
  /** Text space to page. */
  readonly space: Matrix;
  readonly penX: number;
  readonly penY: number;
  readonly setting: TextSetting;
  readonly is_layer_on: boolean;
  readonly clip: Bbox | null;
  readonly mcid: number | null;
}

/** A glyph as pdf.js hands it on. */
type Item = Readonly<Record<string, unknown>>;

function placeOf(canvas: Canvas, font: LoadedFont): Place {
  const { state, text } = canvas;
  const space = concatenate(text.matrix, state.ctm);
  let setting = canvas.textSetting;
  if (setting === null || !isSetAlike(setting, state, font, space)) {
    setting = settingOf(state, font, space);
    canvas.textSetting = setting;
  }
  return {
    font,
    state,
    space,
    penX: text.penX,
    penY: text.penY + state.rise,
    setting,
    is_layer_on: isLayerOn(canvas),
    clip: state.clip.shown,
    mcid: mcidOf(canvas.marks),
  };
}

/** The innermost marked-content id in force. */
function mcidOf(marks: readonly (number | null)[]): number | null {
  for (let at = marks.length - 1; at >= 0; at -= 1) {
    const mark = marks[at] ?? null;
    if (mark !== null) return mark;
  }
  return null;
}

/** Most operators set their text as the one before them: many files show it word by word. */
function isSetAlike(
  setting: TextSetting,
  state: GraphicsState,
  font: LoadedFont,
  space: Matrix,
): boolean {
  const { xx, xy, yx, yy } = setting;
  return (
    setting.font === font &&
    setting.fontSize === state.fontSize &&
    setting.horizontalScale === state.horizontalScale &&
    setting.charSpacing === state.charSpacing &&
    xx === space[0] &&
    xy === space[1] &&
    yx === space[2] &&
    yy === space[3]
  );
}

function settingOf(state: GraphicsState, font: LoadedFont, space: Matrix): TextSetting {
  const { fontSize, horizontalScale, charSpacing } = state;
  const [xx, xy, yx, yy] = space;
  const scaleX = fontSize * horizontalScale;
  const along = vectorOf(xx * scaleX, xy * scaleX);
  const upward = vectorOf(yx * fontSize, yy * fontSize);
  const up = unitOf(upward, unitOf(vectorOf(yx, yy), { x: 0, y: -1, length: 1 }));
  const right = unitOf(along, { x: 0 - up.y, y: up.x, length: 1 });
  const down = { x: 0 - up.x, y: 0 - up.y, length: 1 };
  const step = font.isVertical
    ? charSpacing * lengthOf(yx, yy)
    : charSpacing * Math.abs(horizontalScale) * lengthOf(xx, xy);
  return {
    font,
    fontSize,
    horizontalScale,
    charSpacing,
    xx,
    xy,
    yx,
    yy,
    along,
    upward,
    direction: font.isVertical ? down : right,
    up,
    spacing: roundPoints(step * (fontSize < 0 ? -1 : 1)),
    size: roundPoints(upward.length * font.em),
  };
}

/** How far a number in a text array moves the pen, in text space (9.4.3). */
function kern(place: Place, thousandths: number): number {
  const moved = (-thousandths / 1000) * place.state.fontSize;
  return place.font.isVertical ? moved : moved * place.state.horizontalScale;
}

/** Records one glyph; returns how far it moves the pen, in text space. */
function showGlyph(canvas: Canvas, place: Place, item: Item, pen: number): number {
  const { font, state } = place;
  const width = (typeof item['width'] === 'number' ? item['width'] : 0) * font.widthScale;
  const isSpace = item['isSpace'] === true;
  const spacing = state.charSpacing + (isSpace ? state.wordSpacing : 0);
  const vertical = font.isVertical ? verticalOf(item, font, width) : null;
  if (canvas.maskDepth === 0) draw(canvas, place, item, pen, width, vertical);
  return vertical === null
    ? (width * state.fontSize + spacing) * state.horizontalScale
    : vertical.step * state.fontSize - spacing;
}

const UNKNOWN = '\ufffd';

/** The text of a glyph. Where its font gives none, pdf.js passes the bare code off as one. */
function meaningOf(unicode: unknown, code: number | null, font: LoadedFont): string {
  if (typeof unicode !== 'string' || unicode === '') return UNKNOWN;
  if (unicode === ' ' || code === null || font.meanings === null) return unicode;
  const meaning = font.meanings[code];
  // An empty mapping says as little as none at all.
  return meaning === undefined || meaning === null || meaning === '' ? UNKNOWN : unicode;
}

/**
 * Withdraws the text of fonts whose codes were taken for characters though they are not: a code
 * below the space shows that the font counts its glyphs. Such a page reads as letters, all wrong.
 */
export function withdrawGuesses(canvas: Canvas): void {
  const guessed = new Set<number>();
  for (const font of canvas.fontsByName.values()) if (font?.isGuessed) guessed.add(font.index);
  if (guessed.size === 0) return;
  const counted = new Set<number>();
  for (const glyph of canvas.glyphs) {
    if (glyph.code !== null && glyph.code < FIRST_CHARACTER) counted.add(glyph.font);
  }
  for (const glyph of canvas.glyphs) {
    if (guessed.has(glyph.font) && counted.has(glyph.font)) glyph.text = UNKNOWN;
  }
}

/** All below the space are controls in Unicode. */
const FIRST_CHARACTER = 0x20;

/** Vertical writing: where the glyph stands against the pen, and its step; in font sizes. */
interface Vertical {
  readonly shiftX: number;
  readonly shiftY: number;
  readonly step: number;
}

function verticalOf(item: Item, font: LoadedFont, width: number): Vertical {
  const usual = font.verticalMetrics;
  const metrics = numbersOf(item['vmetric'], 3) ?? usual;
  const [w1 = -1 / font.widthScale, vx = 0, vy = 0] = metrics ?? [];
  // pdf.js gives the font's metrics, with half the usual width, to glyphs without their own.
  const isUsual = metrics === null || metrics.every((value, at) => value === usual?.[at]);
  return {
    // Without metrics of its own a glyph is centred on the pen (9.7.4.3).
    shiftX: -(isUsual ? width / 2 : vx * font.widthScale),
    shiftY: -vy * font.widthScale,
    step: w1 * font.widthScale,
  };
}

function procedurePaints(item: Item, procedures: ReadonlyMap<string, boolean>): boolean {
  const name = item['operatorListId'];
  return typeof name === 'string' && procedures.get(name) === true;
}

/** Adds a glyph of the font's `width` (font sizes) to the canvas. */
function draw(
  canvas: Canvas,
  place: Place,
  item: Item,
  pen: number,
  width: number,
  vertical: Vertical | null,
): void {
  if (canvas.glyphs.length >= canvas.glyphsMax) throw TOO_MANY_GLYPHS;
  const { font, state, space, setting } = place;
  const { along, upward } = setting;
  const code = typeof item['originalCharCode'] === 'number' ? item['originalCharCode'] : null;
  const textX = place.penX + (vertical === null ? pen : 0);
  const textY = place.penY + (vertical === null ? 0 : pen);
  const x = applyX(space, textX, textY);
  const y = applyY(space, textX, textY);
  const shiftX = vertical === null ? 0 : vertical.shiftX;
  const shiftY = vertical === null ? 0 : vertical.shiftY;
  const left = x + along.x * shiftX + upward.x * shiftY;
  const base = y + along.y * shiftX + upward.y * shiftY;
  const advance = vertical === null ? width * along.length : -vertical.step * upward.length;
  const drawn: OpenGlyph = {
    text: meaningOf(item['unicode'], code, font),
    code,
    font: font.index,
    x: roundPoints(x),
    y: roundPoints(y),
    dx: setting.direction.x,
    dy: setting.direction.y,
    ux: setting.up.x,
    uy: setting.up.y,
    advance: roundPoints(advance),
    spacing: setting.spacing,
    size: setting.size,
    bbox: glyphBox(left, base, setting, width),
    is_space: item['isSpace'] === true,
    render_mode: state.renderMode,
    fill: shownColour(state.fill),
    stroke: shownColour(state.stroke),
    fill_alpha: state.fill === 'none' ? 0 : state.fillAlpha * state.groupAlpha,
    stroke_alpha: state.stroke === 'none' ? 0 : state.strokeAlpha * state.groupAlpha,
    soft_mask: state.softMask || state.groupSoftMask,
    clip: place.clip,
    clip_exact: state.clip.is_exact,
    layer_on: place.is_layer_on,
    painted_through: false,
    drawn_by: canvas.drawnBy,
    mcid: place.mcid,
    order: canvas.order,
    vertical: font.isVertical,
  };
  if (font.procedures !== null && !procedurePaints(item, font.procedures)) {
    drawn.draws_nothing = true;
  }
  canvas.glyphs.push(drawn);
  if (state.renderMode >= 4) canvas.textClipPending.push(canvas.glyphs.length - 1);
}

/** The box of the four corners: origin to width, by descent to ascent. */
function glyphBox(x: number, y: number, setting: TextSetting, width: number): Bbox {
  const { along, upward, font } = setting;
  const runX = along.x * width;
  const runY = along.y * width;
  const topX = upward.x * font.ascent;
  const topY = upward.y * font.ascent;
  const lowX = upward.x * font.descent;
  const lowY = upward.y * font.descent;
  return [
    roundPoints(x + Math.min(0, runX) + Math.min(topX, lowX)),
    roundPoints(y + Math.min(0, runY) + Math.min(topY, lowY)),
    roundPoints(x + Math.max(0, runX) + Math.max(topX, lowX)),
    roundPoints(y + Math.max(0, runY) + Math.max(topY, lowY)),
  ];
}

/** The colour as evidence has it: null for what is no single colour. */
export function shownColour(colour: Colour): string | null {
  return colour === 'pattern' || colour === 'none' ? null : colour;
}

function vectorOf(x: number, y: number): Vector {
  return { x, y, length: lengthOf(x, y) };
}

/** The vector at length 1, or `other` where it has no direction (Tz 0, size 0). */
function unitOf(vector: Vector, other: Vector): Vector {
  if (!(vector.length > 0)) return other;
  // Adding 0 turns -0 into 0.
  return { x: vector.x / vector.length + 0, y: vector.y / vector.length + 0, length: 1 };
}
