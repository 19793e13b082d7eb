import type { Bbox } from '../contracts/locator.ts';
import type { UndrawnText } from '../evidence/drawing.ts';
import type { Frame } from './ink.ts';
import type { Piece, Section, SetLine } from './lines.ts';

const UPRIGHT: Frame = { direction: 0, dx: 1, dy: 0 };
/** Where the baseline of a line of unknown type stands in its strip, from the top. */
const BASELINE_SHARE = 0.8;

/**
 * Text that viewers show although nothing in the file draws it, one section for each field or
 * note. Its glyphs have no places of their own: every character has the strip of its line.
 */
export function setNotes(notes: readonly UndrawnText[]): readonly Section[] {
  return notes.flatMap((note, index) => {
    const texts = note.text
      .split(/\r\n|[\r\n\u2028\u2029]/)
      .map((text) => text.replace(/[ \t]+/g, ' ').trim())
      .filter((text) => text !== '');
    if (texts.length === 0 || !note.bbox.every(Number.isFinite)) return [];
    const lines = texts.map((text, at) =>
      lineOf(text, stripOf(note.bbox, at, texts.length), index),
    );
    return [{ role: note.kind === 'field' ? 'field' : 'annotation', lines }];
  });
}

function lineOf(text: string, strip: Bbox, band: number): SetLine {
  const [x0, y0, x1, y1] = strip;
  const pieces: readonly Piece[] = [...text.toString()].map((character) => ({
    text: character,
    boxes: [...character].flatMap(() => [strip, strip]).slice(0, character.length),
    isSpace: /^\s$/u.test(character),
    isOpen: false,
    isRaised: false,
    isMaybe: false,
  }));
  return {
    frame: UPRIGHT,
    band,
    cells: [{ set: () => pieces, beginning: () => text }],
    bbox: strip,
    v: y0 + BASELINE_SHARE * (y1 - y0),
    u0: x0,
    u1: x1,
    size: y1 - y0,
    font: -1,
  };
}

function stripOf([x0, y0, x1, y1]: Bbox, at: number, count: number): Bbox {
  const height = (y1 - y0) / count;
  return [x0, y0 + at * height, x1, y0 + (at + 1) * height];
}
