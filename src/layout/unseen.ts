import type { PageDrawing } from '../evidence/drawing.ts';
import { roundPoints, unionOf } from '../evidence/geometry.ts';
import type { UnseenCause, UnseenText } from '../evidence/grounding.ts';
import { gatherBands } from './bands.ts';
import { sortIntoFrames } from './frames.ts';
import { type Ink, inkOf, isPlaced } from './ink.ts';
import { setLetters } from './letters.ts';
import { partWords, type Word } from './words.ts';

/**
 * Sets glyphs that no reader sees into lines of their own, each cause apart.
 * @param causes by index into the drawing's glyphs, in paint order.
 */
export function gatherUnseen(
  drawing: PageDrawing,
  causes: ReadonlyMap<number, UnseenCause>,
): readonly UnseenText[] {
  const byCause = new Map<UnseenCause, number[]>();
  const unplaced: UnseenText[] = [];
  for (const [index, cause] of causes) {
    const glyph = drawing.glyphs[index];
    if (glyph === undefined) continue;
    if (!isPlaced(glyph)) {
      unplaced.push({ text: glyph.text, bbox: [0, 0, 0, 0], cause });
      continue;
    }
    const known = byCause.get(cause);
    if (known === undefined) byCause.set(cause, [index]);
    else known.push(index);
  }
  const lines = [...byCause].flatMap(([cause, indices]) =>
    sortIntoFrames(drawing.glyphs, indices).flatMap(({ frame, indices: members }) => {
      const inks: Ink[] = [];
      for (const index of members) {
        const glyph = drawing.glyphs[index];
        if (glyph !== undefined) inks.push(inkOf(glyph, index, false, frame));
      }
      return gatherBands(inks).map((band) => lineOf(partWords(setLetters(band.inks)), cause));
    }),
  );
  return [...lines, ...unplaced];
}

function lineOf(words: readonly Word[], cause: UnseenCause): UnseenText {
  const inks = words.map((word) => word.letters.flatMap((letter) => [letter, ...letter.marks]));
  const text = inks.map((own) => own.map((ink) => ink.text).join('')).join(' ');
  const [x0, y0, x1, y1] = unionOf(inks.flat().map((ink) => ink.glyph.bbox)) ?? [0, 0, 0, 0];
  return {
    text,
    bbox: [roundPoints(x0), roundPoints(y0), roundPoints(x1), roundPoints(y1)],
    cause,
  };
}
