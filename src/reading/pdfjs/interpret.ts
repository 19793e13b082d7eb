import type { Bbox } from '../../contracts/locator.ts';
import type { DrawnBy } from '../../evidence/drawing.ts';
import {
  type Canvas,
  clipBy,
  createCanvas,
  enter,
  initialState,
  leave,
  restore,
  save,
} from './canvas.ts';
import { readFont } from './fonts.ts';
import { boundsOf, concatenate, keepsRectangles, type Matrix } from './matrix.ts';
import { boxOf, isRecord, matrixOf, numberAt, stringAt } from './operands.ts';
import { type PathPainting, paintPath, paintShading, paintUnitSquare } from './painting.ts';
import { beginText, endText, moveText, setTextMatrix, showText, withdrawGuesses } from './text.ts';

/** The operators of a page with what they name, as pdf.js gives them. */
export interface PageOperators {
  readonly codes: readonly number[];
  readonly operands: readonly unknown[];
  /** pdf.js's number of each operator by its name. */
  readonly numbers: Readonly<Record<string, number>>;
  /** The font or image of a name; undefined if there is none. */
  readonly find: (name: string) => unknown;
  /** Whether optional content shows what belongs to a group or membership. */
  readonly isVisible: (group: unknown) => boolean;
  readonly drawnBy: (annotationId: string) => DrawnBy;
}

/** The displayed page: its box at the origin, and user space to page. */
export interface PageSpace {
  readonly pageBox: Bbox;
  readonly base: Matrix;
}

/**
 * Runs all operators of a page once and returns what they drew (research of the state machine:
 * ISO 32000-1, clauses 8 and 9, as pdf.js has already parsed it).
 * Throws `TOO_MANY_GLYPHS`; what cannot be understood is passed over and named in `degraded`.
 */
export function interpret(page: PageOperators, space: PageSpace, glyphsMax: number): Canvas {
  const canvas = createCanvas(space.pageBox, space.base, glyphsMax);
  const operators = operatorsByNumber(page);
  for (let order = 0; order < page.codes.length; order += 1) {
    const operator = operators[page.codes[order] ?? -1];
    if (operator === undefined) continue;
    canvas.order = order;
    const operands = page.operands[order];
    operator(canvas, Array.isArray(operands) ? operands : NO_OPERANDS);
  }
  withdrawGuesses(canvas);
  return canvas;
}

const NO_OPERANDS: readonly unknown[] = [];

type Operator = (canvas: Canvas, operands: readonly unknown[]) => void;

function operatorsByNumber(page: PageOperators): readonly (Operator | undefined)[] {
  const table: (Operator | undefined)[] = [];
  const all = { ...STATE, ...TEXT, ...PAINTING, ...structureOperators(page) };
  for (const [name, operator] of Object.entries(all)) {
    const number = page.numbers[name];
    if (number !== undefined) table[number] = operator;
  }
  return table;
}

/** Makes an operator of one number; an operand that is none leaves the state as it was. */
function withNumber(apply: (canvas: Canvas, value: number) => void): Operator {
  return (canvas, operands) => {
    const value = numberAt(operands, 0);
    if (value === null) canvas.degraded.add('bad_operand');
    else apply(canvas, value);
  };
}

function transform(canvas: Canvas, matrix: Matrix): void {
  canvas.state.ctm = concatenate(matrix, canvas.state.ctm);
}

function withMatrix(operands: readonly unknown[], apply: (matrix: Matrix) => void): void {
  const matrix = matrixOf(operands[0]) ?? matrixOf(operands);
  if (matrix !== null) apply(matrix);
}

const STATE: Readonly<Record<string, Operator>> = {
  save,
  restore,
  transform: (canvas, operands) => withMatrix(operands, (matrix) => transform(canvas, matrix)),
  setLineWidth: withNumber((canvas, width) => {
    canvas.state.lineWidth = width;
  }),
  setDash: (canvas, operands) => {
    canvas.state.isDashed = hasDashes(operands[0]);
  },
  setGState: (canvas, operands) => {
    const entries: unknown = operands[0];
    if (!Array.isArray(entries)) return;
    for (const entry of entries) {
      if (Array.isArray(entry)) setStateEntry(canvas, entry[0], entry[1]);
    }
  },
  setFillRGBColor: (canvas, operands) => {
    canvas.state.fill = colourOf(operands);
  },
  setStrokeRGBColor: (canvas, operands) => {
    canvas.state.stroke = colourOf(operands);
  },
  setFillTransparent: (canvas) => {
    canvas.state.fill = 'none';
  },
  setStrokeTransparent: (canvas) => {
    canvas.state.stroke = 'none';
  },
  clip: (canvas) => {
    canvas.isClipPending = true;
  },
  eoClip: (canvas) => {
    canvas.isClipPending = true;
  },
};

const TEXT: Readonly<Record<string, Operator>> = {
  beginText,
  endText,
  setCharSpacing: withNumber((canvas, spacing) => {
    canvas.state.charSpacing = spacing;
  }),
  setWordSpacing: withNumber((canvas, spacing) => {
    canvas.state.wordSpacing = spacing;
  }),
  setHScale: withNumber((canvas, percent) => {
    canvas.state.horizontalScale = percent / 100;
  }),
  setLeading: withNumber((canvas, leading) => {
    canvas.state.leading = leading;
  }),
  setTextRise: withNumber((canvas, rise) => {
    canvas.state.rise = rise;
  }),
  setTextRenderingMode: withNumber((canvas, mode) => {
    canvas.state.renderMode = mode;
  }),
  setTextMatrix: (canvas, operands) =>
    withMatrix(operands, (matrix) => setTextMatrix(canvas, matrix)),
  moveText: (canvas, operands) =>
    moveText(canvas, numberAt(operands, 0) ?? 0, numberAt(operands, 1) ?? 0),
  setLeadingMoveText: (canvas, operands) => {
    const y = numberAt(operands, 1) ?? 0;
    canvas.state.leading = -y;
    moveText(canvas, numberAt(operands, 0) ?? 0, y);
  },
  nextLine: (canvas) => moveText(canvas, 0, -canvas.state.leading),
  showText: (canvas, operands) => {
    if (Array.isArray(operands[0])) showText(canvas, operands[0]);
  },
};

const PAINTING: Readonly<Record<string, Operator>> = {
  shadingFill: paintShading,
  paintSolidColorImageMask: (canvas) => paintUnitSquare(canvas, 'fill', true),
};

/** Operators that need the page's objects: fonts, images, groups, layers, annotations. */
function structureOperators(page: PageOperators): Readonly<Record<string, Operator>> {
  const ends = pathEnds(page.numbers);
  return {
    setFont: (canvas, operands) => setFont(canvas, page, operands[0], operands[1]),
    setFillColorN: (canvas, operands) => {
      noteTextInPattern(canvas, page, operands);
      canvas.state.fill = 'pattern';
    },
    setStrokeColorN: (canvas, operands) => {
      noteTextInPattern(canvas, page, operands);
      canvas.state.stroke = 'pattern';
    },
    constructPath: (canvas, operands) => {
      const painting = ends.get(numberAt(operands, 0) ?? -1);
      const data: unknown = Array.isArray(operands[1]) ? operands[1][0] : null;
      if (painting === undefined) canvas.degraded.add('unreadable_path');
      else paintPath(canvas, data, painting);
    },
    paintImageXObject: (canvas, operands) => {
      const image = page.find(stringAt(operands, 0) ?? '');
      // pdf.js gives null for an image that it could not decode: nothing is drawn.
      if (!isRecord(image)) canvas.degraded.add('unreadable_image');
      else paintUnitSquare(canvas, 'image', !hasAlpha(image));
    },
    paintInlineImageXObject: (canvas, operands) => {
      const image = operands[0];
      paintUnitSquare(canvas, 'image', isRecord(image) && !hasAlpha(image));
    },
    paintImageMaskXObject: (canvas, operands) => {
      const mask = operands[0];
      const data = isRecord(mask) ? mask['data'] : null;
      const stored = typeof data === 'string' ? page.find(data) : mask;
      paintUnitSquare(canvas, 'image_mask', isFullMask(stored));
    },
    paintFormXObjectBegin: (canvas, operands) => {
      enter(canvas);
      const matrix = matrixOf(operands[0]);
      if (matrix !== null) transform(canvas, matrix);
      clipByBox(canvas, boxOf(operands[1]), canvas.state.ctm);
    },
    paintFormXObjectEnd: leave,
    beginGroup: (canvas, operands) => beginGroup(canvas, operands[0]),
    endGroup: (canvas, operands) => {
      leave(canvas);
      if (isMask(operands[0])) canvas.maskDepth = Math.max(0, canvas.maskDepth - 1);
    },
    beginMarkedContent: (canvas) => {
      canvas.layers.push(true);
      canvas.marks.push(null);
    },
    beginMarkedContentProps: (canvas, operands) => {
      const isLayer = operands[0] === 'OC';
      canvas.layers.push(!isLayer || page.isVisible(operands[1]));
      canvas.marks.push(isLayer ? null : numberAt(operands, 1));
    },
    endMarkedContent: (canvas) => {
      canvas.layers.pop();
      canvas.marks.pop();
    },
    beginAnnotation: (canvas, operands) => {
      canvas.drawnBy = page.drawnBy(stringAt(operands, 0) ?? '');
      beginAnnotation(canvas, operands);
    },
    endAnnotation: leave,
  };
}

function pathEnds(numbers: Readonly<Record<string, number>>): ReadonlyMap<number, PathPainting> {
  const ends: Readonly<Record<string, PathPainting>> = {
    stroke: { fills: false, strokes: true, isEvenOdd: false },
    closeStroke: { fills: false, strokes: true, isEvenOdd: false },
    fill: { fills: true, strokes: false, isEvenOdd: false },
    eoFill: { fills: true, strokes: false, isEvenOdd: true },
    fillStroke: { fills: true, strokes: true, isEvenOdd: false },
    eoFillStroke: { fills: true, strokes: true, isEvenOdd: true },
    closeFillStroke: { fills: true, strokes: true, isEvenOdd: false },
    closeEOFillStroke: { fills: true, strokes: true, isEvenOdd: true },
    endPath: { fills: false, strokes: false, isEvenOdd: false },
  };
  return new Map(Object.entries(ends).map(([name, end]) => [numbers[name] ?? -2, end]));
}

function setFont(canvas: Canvas, page: PageOperators, name: unknown, size: unknown): void {
  if (typeof name !== 'string' || typeof size !== 'number') {
    canvas.degraded.add('bad_operand');
    return;
  }
  let font = canvas.fontsByName.get(name);
  if (font === undefined) {
    const read = readFont(page.find(name), canvas.fonts.length);
    if (read !== null) canvas.fonts.push(read.drawn);
    font = read?.loaded ?? null;
    canvas.fontsByName.set(name, font);
  }
  if (font === null) canvas.degraded.add('unreadable_font');
  canvas.state.font = font;
  canvas.state.fontSize = size;
}

/** One entry of a graphics state dictionary (table 58). */
function setStateEntry(canvas: Canvas, key: unknown, value: unknown): void {
  const { state } = canvas;
  if (key === 'ca' && typeof value === 'number') state.fillAlpha = value;
  else if (key === 'CA' && typeof value === 'number') state.strokeAlpha = value;
  else if (key === 'LW' && typeof value === 'number') state.lineWidth = value;
  else if (key === 'BM') state.blendMode = blendModeOf(value);
  else if (key === 'SMask') state.softMask = value !== false;
  else if (key === 'D') state.isDashed = Array.isArray(value) && hasDashes(value[0]);
}

/** pdf.js gives blend modes by their canvas names: `source-over`, `multiply`, `color-dodge`. */
function blendModeOf(value: unknown): string {
  if (typeof value !== 'string' || value === 'source-over') return 'Normal';
  return value.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A group takes the alpha, blend mode and mask in force and starts with none (11.6.6). */
function beginGroup(canvas: Canvas, group: unknown): void {
  enter(canvas);
  if (isMask(group)) canvas.maskDepth += 1;
  const { state } = canvas;
  if (isRecord(group)) {
    const matrix = matrixOf(group['matrix']);
    // The matrix moves the box only: the form that follows applies it to its content.
    const ctm = matrix === null ? state.ctm : concatenate(matrix, state.ctm);
    clipByBox(canvas, boxOf(group['bbox']), ctm);
  }
  state.groupAlpha *= state.fillAlpha;
  if (state.blendMode !== 'Normal') state.groupBlendMode = state.blendMode;
  state.groupSoftMask ||= state.softMask;
  state.fillAlpha = 1;
  state.strokeAlpha = 1;
  state.blendMode = 'Normal';
  state.softMask = false;
}

function isMask(group: unknown): boolean {
  return isRecord(group) && isRecord(group['smask']);
}

/** An annotation starts afresh after the page, clipped to its rectangle (12.5.5). */
function beginAnnotation(canvas: Canvas, operands: readonly unknown[]): void {
  beginText(canvas);
  canvas.isClipPending = false;
  canvas.textClipPending = [];
  enter(canvas);
  canvas.state = initialState(canvas.base, canvas.pageBox);
  clipByBox(canvas, boxOf(operands[1]), canvas.base);
  for (const operand of [operands[2], operands[3]]) {
    const matrix = matrixOf(operand);
    if (matrix !== null) transform(canvas, matrix);
  }
}

function clipByBox(canvas: Canvas, box: Bbox | null, matrix: Matrix): void {
  if (box !== null) clipBy(canvas, boundsOf(box, matrix), keepsRectangles(matrix));
}

function colourOf(operands: readonly unknown[]): string {
  const colour = stringAt(operands, 0);
  return colour !== null && /^#[0-9a-f]{6}$/.test(colour) ? colour : '#000000';
}

function hasDashes(value: unknown): boolean {
  return Array.isArray(value) && value.some((length) => typeof length === 'number' && length > 0);
}

/** Whether any of an image's pixels may let through what is behind it. */
function hasAlpha(image: Readonly<Record<string, unknown>>): boolean {
  const { kind, data } = { kind: image['kind'], data: image['data'] };
  // pdf.js's image kinds: 1 grey, one bit; 2 RGB; 3 RGB with alpha.
  if (kind === 1 || kind === 2) return false;
  if (kind !== 3 || !(data instanceof Uint8ClampedArray || data instanceof Uint8Array)) return true;
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}

/** Whether every bit of a mask paints; in pdf.js's masks a cleared bit does. */
function isFullMask(mask: unknown): boolean {
  if (!isRecord(mask)) return false;
  const { data, width, height } = {
    data: mask['data'],
    width: mask['width'],
    height: mask['height'],
  };
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return false;
  if (typeof width !== 'number' || typeof height !== 'number' || width < 1) return false;
  const rowBytes = Math.ceil(width / 8);
  if (data.length < rowBytes * height) return false;
  // Rows end on a byte; the bits beyond the width mean nothing.
  const lastBits = (0xff << (rowBytes * 8 - width)) & 0xff;
  for (let at = 0; at < rowBytes * height; at += 1) {
    const bits = at % rowBytes === rowBytes - 1 ? lastBits : 0xff;
    if (((data[at] ?? 0xff) & bits) !== 0) return false;
  }
  return true;
}

/** Text inside a tiling pattern is drawn but not part of the page's own operators. */
function noteTextInPattern(
  canvas: Canvas,
  page: PageOperators,
  operands: readonly unknown[],
): void {
  if (operands[0] !== 'TilingPattern') return;
  const list = operands[2];
  const codes = isRecord(list) ? list['fnArray'] : null;
  if (Array.isArray(codes) && codes.includes(page.numbers['showText'])) {
    canvas.degraded.add('text_in_pattern');
  }
}
