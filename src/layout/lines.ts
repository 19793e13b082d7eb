import type { Bbox } from '../contracts/locator.ts';
import { unionOf } from '../evidence/geometry.ts';
import type { ElementRole } from '../evidence/grounding.ts';
import { type BaseDirection, countDirections, isRightToLeft, orderLogically } from './bidi.ts';
import { partCells } from './cells.ts';
import type { Frame, Ink } from './ink.ts';
import type { Word, WordRow, WordSpace } from './words.ts';

/** One letter or space of a line, in reading order. */
export interface Piece {
  readonly text: string;
  /** Boxes on the page, one for each UTF-16 unit of `text`; none for a space that nothing draws. */
  readonly boxes: readonly Bbox[];
  readonly isSpace: boolean;
  /** See `PageGrounding.open_spaces` and `open_joins`; a join lies before the piece. */
  readonly isOpen: boolean;
  readonly isRaised: boolean;
  readonly isMaybe: boolean;
}

/** A line ready to be written into the page's text. */
export interface SetLine {
  readonly frame: Frame;
  /** Which band of its frame it stands on. */
  readonly band: number;
  /** In reading order, none empty. */
  readonly cells: readonly (readonly Piece[])[];
  readonly bbox: Bbox;
  /** Baseline and edges in the frame, points. */
  readonly v: number;
  readonly u0: number;
  readonly u1: number;
  readonly size: number;
  /** The font that most of its glyphs are set in: index into `PageDrawing.fonts`. */
  readonly font: number;
}

/** Lines of one role that are read one after the other without a column between them. */
export interface Section {
  readonly role: ElementRole;
  readonly lines: readonly SetLine[];
}

/** Sets one row of words as a line. */
export function setLine(row: WordRow, frame: Frame, blockBase: BaseDirection): SetLine {
  const inks: Ink[] = [];
  for (const word of row.words) for (const letter of word.letters) inks.push(...letter.inks);
  const counts = countDirections(inks.map((ink) => ink.text));
  const base = counts.rtl > 0 && (blockBase === 'rtl' || counts.rtl > counts.ltr) ? 'rtl' : 'ltr';
  const cells = partCells(row.words).map((words) => {
    const pieces: Piece[] = [];
    words.forEach((word, at) => {
      addPieces(word, at > 0, frame, pieces);
    });
    return counts.rtl === 0 ? pieces : inReadingOrder(pieces, base);
  });
  if (base === 'rtl') cells.reverse();
  return {
    frame,
    band: row.band,
    cells,
    bbox: unionOf(inks.map((ink) => ink.glyph.bbox)) ?? [0, 0, 0, 0],
    v: row.v,
    u0: row.words.reduce((least, word) => Math.min(least, word.u0), Number.POSITIVE_INFINITY),
    u1: row.words.reduce((most, word) => Math.max(most, word.u1), Number.NEGATIVE_INFINITY),
    size: middleOf(inks.map((ink) => ink.size)),
    font: mostFrequent(inks.map((ink) => ink.glyph.font)),
  };
}

function inReadingOrder(pieces: readonly Piece[], base: BaseDirection): readonly Piece[] {
  // A join that lies before a letter on paper lies after it once the text is turned round.
  return orderLogically(pieces, base).map(({ piece, text }) => ({
    ...piece,
    text,
    isOpen: piece.isOpen && piece.isSpace,
  }));
}

function addPieces(word: Word, hasSpace: boolean, frame: Frame, pieces: Piece[]): void {
  if (hasSpace && word.before !== null) pieces.push(spaceOf(word.before));
  word.letters.forEach(({ inks }, at) => {
    const [ink] = inks;
    const isAlone = inks.length === 1;
    pieces.push({
      text: isAlone ? ink.text : inks.map((part) => part.text).join(''),
      boxes: isAlone ? boxesOf(ink, frame) : inks.flatMap((part) => boxesOf(part, frame)),
      isSpace: false,
      isOpen: word.openJoins.length > 0 && word.openJoins.includes(at),
      isRaised: word.raised?.[at] ?? false,
      isMaybe: ink.isMaybe || (!isAlone && inks.some((part) => part.isMaybe)),
    });
  });
}

function spaceOf(space: WordSpace): Piece {
  return {
    text: space.blank === null || space.blank.text.length !== 1 ? ' ' : space.blank.text,
    boxes: space.blank === null ? [] : [space.blank.glyph.bbox],
    isSpace: true,
    isOpen: space.isOpen,
    isRaised: false,
    isMaybe: false,
  };
}

/** A glyph of several characters gives each an even part of its box, in the order they are read. */
function boxesOf(ink: Ink, frame: Frame): readonly Bbox[] {
  if (ink.text.length === 1) return [ink.glyph.bbox];
  const characters = [...ink.text];
  const isReversed = frame.direction >= 180 !== isRightToLeft(ink.text);
  return characters.flatMap((character, at) => {
    const place = isReversed ? characters.length - 1 - at : at;
    const box = partOf(ink.glyph.bbox, frame, place, characters.length);
    return [...Array(character.length).keys()].map(() => box);
  });
}

function partOf([x0, y0, x1, y1]: Bbox, frame: Frame, place: number, count: number): Bbox {
  if (frame.direction === 0 || frame.direction === 180) {
    const width = (x1 - x0) / count;
    return [x0 + place * width, y0, x0 + (place + 1) * width, y1];
  }
  const height = (y1 - y0) / count;
  return [x0, y0 + place * height, x1, y0 + (place + 1) * height];
}

function middleOf(values: readonly number[]): number {
  const first = values[0] ?? 0;
  if (values.every((value) => value === first)) return first;
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function mostFrequent(values: readonly number[]): number {
  const first = values[0] ?? 0;
  if (values.every((value) => value === first)) return first;
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let most = first;
  for (const [value, count] of counts) if (count > (counts.get(most) ?? 0)) most = value;
  return most;
}
