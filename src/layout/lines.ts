import type { Bbox } from '../contracts/locator.ts';
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

export interface LineCell {
  /**
   * Sets the pieces of the cell, in reading order. They are set when they are written and not kept: a
   * page has one for each character.
   */
  readonly set: () => readonly Piece[];
  /** How its text begins: so many characters or a few more, all of a shorter one. */
  readonly beginning: (length: number) => string;
}

/** A line ready to be written into the page's text. */
export interface SetLine {
  readonly frame: Frame;
  /** Which band of its frame it stands on. */
  readonly band: number;
  /** In reading order, none empty. */
  readonly cells: readonly LineCell[];
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
  for (const word of row.words) {
    for (const letter of word.letters) {
      inks.push(letter);
      if (letter.marks.length > 0) inks.push(...letter.marks);
    }
  }
  const counts = countDirections(inks);
  const base = counts.rtl > 0 && (blockBase === 'rtl' || counts.rtl > counts.ltr) ? 'rtl' : 'ltr';
  const cells = partCells(row.words).map((words): LineCell => {
    if (counts.rtl === 0) return leftToRightCell(words, frame);
    const set = () => inReadingOrder(piecesOf(words, frame), base);
    return {
      set,
      beginning: () =>
        set()
          .map((piece) => piece.text)
          .join(''),
    };
  });
  if (base === 'rtl') cells.reverse();
  return {
    frame,
    band: row.band,
    cells,
    bbox: boundsOf(inks),
    v: row.v,
    u0: row.words.reduce((least, word) => Math.min(least, word.u0), Number.POSITIVE_INFINITY),
    u1: row.words.reduce((most, word) => Math.max(most, word.u1), Number.NEGATIVE_INFINITY),
    size: middleSizeOf(inks),
    font: mostFrequentFontOf(inks),
  };
}

function leftToRightCell(words: readonly Word[], frame: Frame): LineCell {
  return { set: () => piecesOf(words, frame), beginning: (length) => beginningOf(words, length) };
}

/** What the texts of the pieces begin with, without setting them. */
function beginningOf(words: readonly Word[], length: number): string {
  let text = '';
  for (const word of words) {
    if (word !== words[0] && word.before !== null) text += textOfSpace(word.before);
    for (const letter of word.letters) {
      text += letter.text;
      for (const mark of letter.marks) text += mark.text;
      if (text.length >= length) return text;
    }
  }
  return text;
}

function piecesOf(words: readonly Word[], frame: Frame): readonly Piece[] {
  const pieces: Piece[] = [];
  words.forEach((word, at) => {
    if (at > 0 && word.before !== null) pieces.push(spaceOf(word.before));
    addLetters(word, frame, pieces);
  });
  return pieces;
}

function inReadingOrder(pieces: readonly Piece[], base: BaseDirection): readonly Piece[] {
  // A join that lies before a letter on paper lies after it once the text is turned round.
  return orderLogically(pieces, base).map(({ piece, text }) => ({
    ...piece,
    text,
    isOpen: piece.isOpen && piece.isSpace,
  }));
}

function addLetters(word: Word, frame: Frame, pieces: Piece[]): void {
  word.letters.forEach((letter, at) => {
    const isAlone = letter.marks.length === 0;
    const inks = isAlone ? NO_INKS : [letter, ...letter.marks];
    pieces.push({
      text: isAlone ? letter.text : inks.map((part) => part.text).join(''),
      boxes: isAlone ? boxesOf(letter, frame) : inks.flatMap((part) => boxesOf(part, frame)),
      isSpace: false,
      isOpen: word.openJoins.length > 0 && word.openJoins.includes(at),
      isRaised: word.raised?.[at] ?? false,
      isMaybe: letter.isMaybe || inks.some((part) => part.isMaybe),
    });
  });
}

const NO_INKS: readonly Ink[] = [];

function spaceOf(space: WordSpace): Piece {
  return {
    text: textOfSpace(space),
    boxes: space.blank === null ? [] : [space.blank.glyph.bbox],
    isSpace: true,
    isOpen: space.isOpen,
    isRaised: false,
    isMaybe: false,
  };
}

function textOfSpace({ blank }: WordSpace): string {
  return blank === null || blank.text.length !== 1 ? ' ' : blank.text;
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

function boundsOf(inks: readonly Ink[]): Bbox {
  if (inks.length === 0) return [0, 0, 0, 0];
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = Number.NEGATIVE_INFINITY;
  for (const { glyph } of inks) {
    x0 = Math.min(x0, glyph.bbox[0]);
    y0 = Math.min(y0, glyph.bbox[1]);
    x1 = Math.max(x1, glyph.bbox[2]);
    y1 = Math.max(y1, glyph.bbox[3]);
  }
  return [x0, y0, x1, y1];
}

/** The middle type size; most lines have but one. */
function middleSizeOf(inks: readonly Ink[]): number {
  const first = inks[0]?.size ?? 0;
  if (inks.every((ink) => ink.size === first)) return first;
  return Float64Array.from(inks, (ink) => ink.size).sort()[inks.length >> 1] ?? 0;
}

/** The first to come of the most frequent fonts; most lines have but one. */
function mostFrequentFontOf(inks: readonly Ink[]): number {
  const first = inks[0]?.glyph.font ?? 0;
  if (inks.every((ink) => ink.glyph.font === first)) return first;
  const counts = new Map<number, number>();
  for (const { glyph } of inks) counts.set(glyph.font, (counts.get(glyph.font) ?? 0) + 1);
  let most = first;
  for (const [font, count] of counts) if (count > (counts.get(most) ?? 0)) most = font;
  return most;
}
