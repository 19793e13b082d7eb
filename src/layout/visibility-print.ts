import type { DrawnGlyph } from '../evidence/drawing.ts';
import { type Colour, colourOf, paintedOver, standOut, WHITE } from './visibility-colour.ts';

/** How print stands out from what was painted before it. */
export type StandOut = 'none' | 'faint' | 'plain';

/** What a glyph is painted with: its fill, its outline, or both, as far as they are not hidden. */
export interface Print {
  /** None where all of it is transparent. */
  readonly inks: readonly PrintInk[];
  /** The best that its inks do on bare paper. */
  readonly onPaper: StandOut;
}

export interface PrintInk {
  /** Null for a pattern or shading: its colours are not known here. */
  readonly colour: Colour | null;
  /** Opacity, 0 to 1. */
  readonly alpha: number;
}

/** Opacity up to which print is not seen: 0.02 must be hidden, 0.5 must not (both looked at). */
const HIDDEN_ALPHA = 0.05;

/** Reads the print of glyphs, in paint order: most have that of the glyph before them. */
export function createPrintReader(): (glyph: DrawnGlyph) => Print {
  let last: DrawnGlyph | null = null;
  let print: Print = { inks: [], onPaper: 'none' };
  return (glyph) => {
    if (last === null || !isPrintedAlike(glyph, last)) print = printOf(glyph);
    last = glyph;
    return print;
  };
}

/** How `ink` stands out from a ground of one colour. */
export function inkOn(ink: PrintInk, ground: Colour): StandOut {
  if (ink.colour === null) return 'faint';
  const printed = ink.alpha >= 1 ? ink.colour : paintedOver(ground, ink.colour, ink.alpha);
  return standOut(printed, ground);
}

/** The best of what `judge` says of each ink. */
export function bestOf(inks: readonly PrintInk[], judge: (ink: PrintInk) => StandOut): StandOut {
  let best: StandOut = 'none';
  for (const ink of inks) {
    const own = judge(ink);
    if (own === 'plain') return own;
    if (own === 'faint') best = own;
  }
  return best;
}

function isPrintedAlike(a: DrawnGlyph, b: DrawnGlyph): boolean {
  return (
    a.fill === b.fill &&
    a.fill_alpha === b.fill_alpha &&
    a.stroke === b.stroke &&
    a.stroke_alpha === b.stroke_alpha &&
    a.render_mode === b.render_mode
  );
}

/**
 * What a text rendering mode paints with (ISO 32000-1, table 106). A glyph of mode 7 that is asked
 * for is painted through: its fill is the colour of that paint.
 */
function printOf(glyph: DrawnGlyph): Print {
  const mode = glyph.render_mode % 4;
  const fill = { colour: colourOf(glyph.fill), alpha: mode === 3 ? 1 : glyph.fill_alpha };
  const stroke = { colour: colourOf(glyph.stroke), alpha: glyph.stroke_alpha };
  const painted = mode === 1 ? [stroke] : mode === 2 ? [fill, stroke] : [fill];
  const inks = painted.filter((ink) => ink.alpha > HIDDEN_ALPHA);
  return { inks, onPaper: bestOf(inks, (ink) => inkOn(ink, WHITE)) };
}
