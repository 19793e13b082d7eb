import type { Bbox } from '../../contracts/locator.ts';
import type { LayerChar } from './text-layer.ts';
import { boundsOf, type TextObjects } from './text-objects.ts';

/** Text objects that show the same text at one place, so that seeing any of them is seeing it. */
export type Twins = readonly number[];

/**
 * Which of the text objects that lie at a glyph draw it: groups of indices into `objects`, one for
 * each different text that has a character just there. No group: none of them draws the glyph, which
 * some other thing must have done. Several: which of them was asked for cannot be told.
 *
 * PDFium drops a text object from its text layer that repeats one just before (its codes are the same
 * and the boxes overlap by half). Such a one is a twin of whatever text stands there, and if nothing
 * else does, it is a real letter that was dropped: the second f of "affected" (measured on filings).
 */
export function ownersOf(
  glyph: Bbox,
  lying: readonly number[],
  objects: TextObjects,
  chars: ReadonlyMap<number, readonly LayerChar[]>,
): readonly Twins[] {
  const byText = new Map<string, number[]>();
  const dropped: number[] = [];
  for (const index of lying) {
    const known = chars.get(objects.handles[index] ?? 0);
    if (known === undefined) {
      if (holdsMiddle(boundsOf(objects, index), glyph)) dropped.push(index);
      continue;
    }
    const text = textAt(glyph, known);
    if (text === '') continue;
    const twins = byText.get(text);
    if (twins === undefined) byText.set(text, [index]);
    else twins.push(index);
  }
  if (byText.size === 0) return dropped.length === 0 ? [] : [dropped];
  return [...byText.values()].map((twins) => [...twins, ...dropped]);
}

/** The characters that stand just where a glyph does. */
export function charsAt(glyph: Bbox, chars: readonly LayerChar[]): readonly LayerChar[] {
  return chars.filter(
    (char) =>
      holdsMiddle(glyph, char.box) && holdsMiddle(char.box, glyph) && !isBlank(char.code_point),
  );
}

function textAt(glyph: Bbox, chars: readonly LayerChar[]): string {
  const text = charsAt(glyph, chars).map((char) => characterOf(char.code_point));
  return text.join('').normalize('NFKC');
}

function characterOf(codePoint: number): string {
  return codePoint > 0x10ffff ? '\ufffd' : String.fromCodePoint(codePoint);
}

function isBlank(codePoint: number): boolean {
  return codePoint <= 0x20 || codePoint === 0xa0;
}

/**
 * Whether the middle of `inner` lies in `outer`. Both ways round it tells boxes of the same glyph,
 * as two readers measure it, from its neighbours and from a letter of another size over it.
 */
export function holdsMiddle(outer: Bbox, inner: Bbox): boolean {
  const x = (inner[0] + inner[2]) / 2;
  const y = (inner[1] + inner[3]) / 2;
  return x >= outer[0] && x <= outer[2] && y >= outer[1] && y <= outer[3];
}
