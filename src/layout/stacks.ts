import type { DrawnGlyph } from '../evidence/drawing.ts';
import { isIdeograph } from './characters.ts';

/** Fewer glyphs one under the other may be cells of a table. */
const STACK_LENGTH_MIN = 3;
/** Step from glyph to glyph down a stack, in em: set solid it is 1, spaced out a little more. */
const STEP_MIN_EM = 0.7;
const STEP_MAX_EM = 1.35;
/** Sideways shift inside a stack, in em. */
const SHIFT_MAX_EM = 0.1;

/**
 * Marks upright ideographs that are painted one under the other as vertical writing. Files set
 * such text with a horizontal font, glyph by glyph, and use a vertical one for punctuation only.
 * @returns the glyphs in the same order; the same array where nothing is stacked.
 */
export function markStacks(glyphs: readonly DrawnGlyph[]): readonly DrawnGlyph[] {
  if (!glyphs.some(({ text }) => isIdeograph(text))) return glyphs;
  const stacked = new Set<number>();
  let stack: number[] = [];
  const close = () => {
    if (stack.length >= STACK_LENGTH_MIN) for (const index of stack) stacked.add(index);
    stack = [];
  };
  glyphs.forEach((glyph, index) => {
    const isMember = glyph.text.length === 1 && isIdeograph(glyph.text);
    const last = glyphs[stack[stack.length - 1] ?? -1];
    if (!isMember || (last !== undefined && !isBelow(last, glyph))) close();
    if (isMember) stack.push(index);
  });
  close();
  if (stacked.size === 0) return glyphs;
  return glyphs.map((glyph, index) =>
    stacked.has(index) && !glyph.vertical ? { ...glyph, vertical: true } : glyph,
  );
}

/** Whether `lower` stands right below `upper`, as its up vector goes. */
function isBelow(upper: DrawnGlyph, lower: DrawnGlyph): boolean {
  const dx = (lower.bbox[0] + lower.bbox[2] - upper.bbox[0] - upper.bbox[2]) / 2;
  const dy = (lower.bbox[1] + lower.bbox[3] - upper.bbox[1] - upper.bbox[3]) / 2;
  const step = -(dx * upper.ux + dy * upper.uy);
  const shift = Math.abs(dx * upper.uy - dy * upper.ux);
  return (
    Math.abs(lower.size - upper.size) <= 0.1 * upper.size &&
    step >= STEP_MIN_EM * upper.size &&
    step <= STEP_MAX_EM * upper.size &&
    shift <= SHIFT_MAX_EM * upper.size
  );
}
