import type { DrawnFont } from '../../evidence/drawing.ts';
import type { LoadedFont } from './canvas.ts';
import { boxOf, isRecord, matrixOf, numbersOf } from './operands.ts';

/** Glyph units of fonts without a matrix of their own (ISO 32000-1, 9.2.4). */
const PER_THOUSAND = 0.001;

/** Ascent and descent where a font gives none that can be. */
const USUAL_ASCENT = 0.8;
const USUAL_DESCENT = -0.2;

/**
 * What ascent and descent of a real text font may be, in em. Of 382 fonts of filings and tables
 * measured all that state both are inside; the rest, 49, have none or 0.
 */
const ASCENT_RANGE = [0.3, 1.6] as const;
const DESCENT_RANGE = [-0.8, 0] as const;

/**
 * Heights of a Type 3 font's box, in font sizes, between which the size still tells its em: the
 * box of a text font is 0.7 to 1.5 em high (the ranges above), with a factor of two either way.
 */
const TYPE3_HEIGHT_RANGE = [0.3, 3] as const;

/** A font object of pdf.js, read once a page; null if it is an error or not a font. */
export function readFont(
  value: unknown,
  index: number,
): { readonly drawn: DrawnFont; readonly loaded: LoadedFont } | null {
  if (!isRecord(value) || 'error' in value) return null;
  const name = value['name'];
  const isType3 = value['isType3Font'] === true;
  const isVertical = value['vertical'] === true;
  const matrix = matrixOf(value['fontMatrix']);
  const widthScale = matrix === null || matrix[0] === 0 ? PER_THOUSAND : matrix[0];
  const heightScale = matrix === null || matrix[3] === 0 ? PER_THOUSAND : matrix[3];
  const { ascent, descent } = isType3
    ? type3Extent(value['bbox'], heightScale)
    : extentOf(value['ascent'], value['descent'], value['bbox'], heightScale);
  const height = ascent - descent;
  // A table of codes, or the first and last code where each code is its own character.
  const toUnicode = value['toUnicode'];
  const isUsual = height >= TYPE3_HEIGHT_RANGE[0] && height <= TYPE3_HEIGHT_RANGE[1];
  return {
    drawn: {
      name: typeof name === 'string' ? name : '',
      embedded: value['missingFile'] !== true && value['systemFontInfo'] == null,
      type3: isType3,
      vertical: isVertical,
    },
    loaded: {
      index,
      isVertical,
      isType3,
      widthScale,
      ascent,
      descent,
      em: isType3 && !isUsual ? height : 1,
      verticalMetrics: numbersOf(value['defaultVMetrics'], 3),
      meanings: isRecord(toUnicode) && Array.isArray(toUnicode['_map']) ? toUnicode['_map'] : null,
      isGuessed:
        value['composite'] === true && isRecord(toUnicode) && toUnicode['firstChar'] !== undefined,
      procedures: isType3 ? proceduresOf(value['charProcOperatorList']) : null,
    },
  };
}

interface Extent {
  readonly ascent: number;
  readonly descent: number;
}

function extentOf(ascent: unknown, descent: unknown, bbox: unknown, scale: number): Extent {
  if (isWithin(ascent, ASCENT_RANGE) && isWithin(descent, DESCENT_RANGE)) {
    return { ascent, descent };
  }
  const box = boxOf(bbox);
  if (box !== null) {
    const [top, bottom] = [box[3] * scale, box[1] * scale];
    if (isWithin(top, ASCENT_RANGE) && isWithin(bottom, DESCENT_RANGE)) {
      return { ascent: top, descent: bottom };
    }
  }
  return { ascent: USUAL_ASCENT, descent: USUAL_DESCENT };
}

/** Type 3 fonts have any scale; their box is all that tells how high glyphs are (9.6.5). */
function type3Extent(bbox: unknown, scale: number): Extent {
  const box = boxOf(bbox);
  if (box === null || box[3] - box[1] <= 0) {
    return { ascent: USUAL_ASCENT, descent: USUAL_DESCENT };
  }
  // A matrix that points down turns the box over.
  const [one, other] = [box[1] * scale, box[3] * scale];
  return { ascent: Math.max(one, other), descent: Math.min(one, other) };
}

function isWithin(value: unknown, range: readonly [number, number]): value is number {
  return typeof value === 'number' && value >= range[0] && value <= range[1];
}

/** Operators that leave marks, by pdf.js's number: paths, images, shadings, text. */
const PAINTING_OPERATORS = new Set([44, 62, 83, 84, 85, 86, 87, 88, 89, 90, 94]);
const CONSTRUCT_PATH = 91;
/** Path ends that paint: stroke to closeEOFillStroke; 28 is `n`. */
const FIRST_PAINTING_END = 20;
const LAST_PAINTING_END = 27;

function proceduresOf(lists: unknown): ReadonlyMap<string, boolean> {
  const paints = new Map<string, boolean>();
  if (!isRecord(lists)) return paints;
  for (const [name, list] of Object.entries(lists)) paints.set(name, listPaints(list));
  return paints;
}

function listPaints(list: unknown): boolean {
  if (!isRecord(list)) return false;
  const { fnArray, argsArray } = { fnArray: list['fnArray'], argsArray: list['argsArray'] };
  if (!Array.isArray(fnArray) || !Array.isArray(argsArray)) return false;
  return fnArray.some((code: unknown, at) => {
    if (typeof code !== 'number') return false;
    if (PAINTING_OPERATORS.has(code)) return true;
    const end: unknown = isRecord(argsArray[at]) ? argsArray[at][0] : null;
    return (
      code === CONSTRUCT_PATH &&
      typeof end === 'number' &&
      // A compiled bitmap glyph has 94 (rawFillPath) here.
      ((end >= FIRST_PAINTING_END && end <= LAST_PAINTING_END) || end === 94)
    );
  });
}
