import type { Bbox } from '../contracts/locator.ts';
import { roundPoints } from '../evidence/geometry.ts';
import type { TextSpan } from '../evidence/grounding.ts';
import { isUnmapped } from './characters.ts';
import type { Piece, SetLine } from './lines.ts';

/** Canonical text in the making; every character goes in together with its box. */
export interface TextWriter {
  /** Writes a line and its end mark before it, if any line came before. */
  readonly writeLine: (line: SetLine) => WrittenLine;
  readonly done: () => WrittenText;
}

export interface WrittenLine extends TextSpan {
  readonly cells: readonly TextSpan[];
}

/** See the fields of the same names in `PageGrounding`. */
export interface WrittenText {
  readonly text: string;
  readonly boxes: Float32Array;
  readonly open_spaces: readonly number[];
  readonly open_joins: readonly number[];
  readonly superscripts: readonly TextSpan[];
  readonly unmapped: readonly TextSpan[];
  readonly maybe_unseen: readonly TextSpan[];
}

/** A writer for the text of one page. */
export function createTextWriter(): TextWriter {
  const page: OpenText = {
    text: '',
    boxes: new Float32Array(BOXES_AT_FIRST),
    last: null,
    open_spaces: [],
    open_joins: [],
    superscripts: [],
    unmapped: [],
    maybe_unseen: [],
  };
  return {
    writeLine: (line) => writeLine(page, line),
    done: () => ({
      text: page.text,
      boxes: page.boxes.slice(0, page.text.length * 4),
      open_spaces: page.open_spaces,
      open_joins: page.open_joins,
      superscripts: page.superscripts,
      unmapped: page.unmapped,
      maybe_unseen: page.maybe_unseen,
    }),
  };
}

/** Room for a page of 4,000 characters; doubled when it is full. */
const BOXES_AT_FIRST = 16_384;

interface OpenText {
  text: string;
  /** Four numbers a UTF-16 unit, and room for more. */
  boxes: Float32Array;
  /** Box of the last letter. */
  last: Bbox | null;
  readonly open_spaces: number[];
  readonly open_joins: number[];
  readonly superscripts: TextSpan[];
  readonly unmapped: TextSpan[];
  readonly maybe_unseen: TextSpan[];
}

function writeLine(page: OpenText, line: SetLine): WrittenLine {
  if (page.text !== '') write(page, '\n', [endOf(page.last, line)]);
  const start = page.text.length;
  const cells: TextSpan[] = [];
  for (const { set } of line.cells) {
    const cell = set();
    if (cells.length > 0) {
      write(page, ' ', [gapBetween(page.last, cell[0]?.boxes[0] ?? null, line)]);
    }
    const cellStart = page.text.length;
    cell.forEach((piece, at) => {
      if (piece.isSpace) writeSpace(page, piece, cell[at + 1]?.boxes[0] ?? null, line);
      else writeLetter(page, piece);
    });
    cells.push({ start: cellStart, end: page.text.length });
  }
  return { start, end: page.text.length, cells };
}

function writeSpace(page: OpenText, space: Piece, next: Bbox | null, line: SetLine): void {
  if (space.isOpen) page.open_spaces.push(page.text.length);
  const boxes = space.boxes.length > 0 ? space.boxes : [gapBetween(page.last, next, line)];
  write(page, space.text, boxes);
}

function writeLetter(page: OpenText, letter: Piece): void {
  const start = page.text.length;
  if (letter.isOpen) page.open_joins.push(start);
  write(page, letter.text, letter.boxes);
  const end = page.text.length;
  page.last = letter.boxes[letter.boxes.length - 1] ?? page.last;
  if (letter.isRaised) addSpan(page.superscripts, start, end);
  if (letter.isMaybe) addSpan(page.maybe_unseen, start, end);
  markUnmapped(page, letter.text, start);
}

function markUnmapped(page: OpenText, text: string, start: number): void {
  if (text.length === 1 && !isUnmapped(text.charCodeAt(0))) return;
  let at = start;
  for (const character of text) {
    if (isUnmapped(character.codePointAt(0) ?? 0)) {
      addSpan(page.unmapped, at, at + character.length);
    }
    at += character.length;
  }
}

/** @param boxes one for each UTF-16 unit of `text`. */
function write(page: OpenText, text: string, boxes: readonly Bbox[]): void {
  let at = page.text.length * 4;
  page.text += text;
  if (page.text.length * 4 > page.boxes.length) {
    const larger = new Float32Array(page.text.length * 8);
    larger.set(page.boxes);
    page.boxes = larger;
  }
  for (const box of boxes) {
    page.boxes[at] = roundPoints(box[0]);
    page.boxes[at + 1] = roundPoints(box[1]);
    page.boxes[at + 2] = roundPoints(box[2]);
    page.boxes[at + 3] = roundPoints(box[3]);
    at += 4;
  }
}

/** Spans that touch become one. */
function addSpan(spans: TextSpan[], start: number, end: number): void {
  const previous = spans[spans.length - 1];
  if (previous !== undefined && previous.end === start) {
    spans[spans.length - 1] = { start: previous.start, end };
  } else spans.push({ start, end });
}

/** The room between two boxes along the line; flat where they touch or one is missing. */
function gapBetween(left: Bbox | null, right: Bbox | null, line: SetLine): Bbox {
  if (left === null || right === null) return endOf(left ?? right, line);
  const y0 = Math.min(left[1], right[1]);
  const y1 = Math.max(left[3], right[3]);
  const x0 = Math.min(left[0], right[0]);
  const x1 = Math.max(left[2], right[2]);
  if (line.frame.direction === 0 || line.frame.direction === 180) {
    const [from, to] = between(left[0], left[2], right[0], right[2]);
    return [from, y0, to, y1];
  }
  const [from, to] = between(left[1], left[3], right[1], right[3]);
  return [x0, from, x1, to];
}

function between(a0: number, a1: number, b0: number, b1: number): readonly [number, number] {
  const from = Math.min(a1, b1);
  const to = Math.max(a0, b0);
  const middle = (from + to) / 2;
  return from <= to ? [from, to] : [middle, middle];
}

/** A flat box where the line stops. */
function endOf(last: Bbox | null, line: SetLine): Bbox {
  const [x0, y0, x1, y1] = last ?? line.bbox;
  if (line.frame.direction === 0) return [x1, y0, x1, y1];
  if (line.frame.direction === 180) return [x0, y0, x0, y1];
  return line.frame.direction === 90 ? [x0, y1, x1, y1] : [x0, y0, x1, y0];
}
