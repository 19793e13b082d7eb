import type { Bbox } from '../contracts/locator.ts';
import { roundPoints } from '../evidence/geometry.ts';
import type { TextSpan } from '../evidence/grounding.ts';
import { isUnmapped } from './ink.ts';
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
  const parts: string[] = [];
  const boxes: number[] = [];
  const openSpaces: number[] = [];
  const openJoins: number[] = [];
  const superscripts: TextSpan[] = [];
  const unmapped: TextSpan[] = [];
  const maybeUnseen: TextSpan[] = [];
  let length = 0;
  let last: Bbox | null = null;

  const write = (text: string, textBoxes: readonly Bbox[]) => {
    parts.push(text);
    length += text.length;
    for (let unit = 0; unit < text.length; unit += 1) {
      const box: Bbox = textBoxes[unit] ?? textBoxes[textBoxes.length - 1] ?? last ?? [0, 0, 0, 0];
      boxes.push(...box.map(roundPoints));
    }
  };
  const writePiece = (piece: Piece, next: Piece | null, line: SetLine) => {
    const start = length;
    if (piece.isSpace) {
      if (piece.isOpen) openSpaces.push(start);
      const after = next?.boxes[0] ?? null;
      write(piece.text, piece.boxes.length > 0 ? piece.boxes : [gapBetween(last, after, line)]);
      return;
    }
    if (piece.isOpen) openJoins.push(start);
    write(piece.text, piece.boxes);
    last = piece.boxes[piece.boxes.length - 1] ?? last;
    if (piece.isRaised) addSpan(superscripts, start, length);
    if (piece.isMaybe) addSpan(maybeUnseen, start, length);
    for (const span of unmappedIn(piece.text, start)) addSpan(unmapped, span.start, span.end);
  };
  const writeLine = (line: SetLine): WrittenLine => {
    if (length > 0) write('\n', [endOf(last, line)]);
    const start = length;
    const cells: TextSpan[] = [];
    for (const cell of line.cells) {
      const first = cell[0] ?? null;
      if (cells.length > 0) write(' ', [gapBetween(last, first?.boxes[0] ?? null, line)]);
      const cellStart = length;
      cell.forEach((piece, at) => {
        writePiece(piece, cell[at + 1] ?? null, line);
      });
      cells.push({ start: cellStart, end: length });
    }
    return { start, end: length, cells };
  };
  return {
    writeLine,
    done: () => ({
      text: parts.join(''),
      boxes: Float32Array.from(boxes),
      open_spaces: openSpaces,
      open_joins: openJoins,
      superscripts,
      unmapped,
      maybe_unseen: maybeUnseen,
    }),
  };
}

/** Spans that touch become one. */
function addSpan(spans: { start: number; end: number }[], start: number, end: number): void {
  const previous = spans[spans.length - 1];
  if (previous !== undefined && previous.end === start) {
    spans[spans.length - 1] = { start: previous.start, end };
  } else spans.push({ start, end });
}

function unmappedIn(text: string, start: number): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  let at = start;
  for (const character of text) {
    const end = at + character.length;
    if (isUnmapped(character.codePointAt(0) ?? 0)) spans.push({ start: at, end });
    at = end;
  }
  return spans;
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
