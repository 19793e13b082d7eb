import type { Bbox } from '../../src/contracts/locator.ts';
import type { DrawnFont, DrawnGlyph, PageDrawing, Paint } from '../../src/evidence/drawing.ts';

/** Advance of every made glyph, in em. */
const ADVANCE = 0.5;
const ASCENT = 0.8;
const DESCENT = 0.2;

/** Makes drawings by hand: what the builder draws later has a later place in paint order. */
export interface DrawingBuilder {
  /** Draws `text` from the left end of its baseline, one glyph a character, upright. */
  readonly text: (text: string, x: number, y: number, extra?: GlyphExtra) => DrawingBuilder;
  /** Draws one glyph; every field can be set. */
  readonly glyph: (glyph: Partial<DrawnGlyph>) => DrawingBuilder;
  readonly rectangle: (bbox: Bbox, color: string, extra?: Partial<Paint>) => DrawingBuilder;
  readonly paint: (paint: Partial<Paint> & Pick<Paint, 'kind' | 'bbox'>) => DrawingBuilder;
  readonly done: (extra?: Partial<PageDrawing>) => PageDrawing;
}

/** What may differ from black 10 pt upright print. */
export type GlyphExtra = Partial<Omit<DrawnGlyph, 'text' | 'x' | 'y' | 'bbox' | 'order'>>;

/** A builder for one page, 200 by 100 points unless `done` says otherwise. */
export function drawing(): DrawingBuilder {
  const glyphs: DrawnGlyph[] = [];
  const paints: Paint[] = [];
  let order = 0;
  const builder: DrawingBuilder = {
    text: (text, x, y, extra) => {
      order += 1;
      let at = x;
      for (const character of text) {
        const glyph = madeGlyph(character, at, y, order, extra);
        glyphs.push(glyph);
        at += glyph.advance + glyph.spacing;
      }
      return builder;
    },
    glyph: (glyph) => {
      order += 1;
      const made = madeGlyph(glyph.text ?? 'a', glyph.x ?? 0, glyph.y ?? 0, order, glyph);
      glyphs.push({ ...made, ...glyph });
      return builder;
    },
    rectangle: (bbox, color, extra) => builder.paint({ kind: 'fill', bbox, color, ...extra }),
    paint: (paint) => {
      order += 1;
      paints.push({
        order,
        color: null,
        alpha: 1,
        opaque: true,
        is_rectangle: true,
        outline: null,
        line_width: 0,
        blend_mode: 'Normal',
        layer_on: true,
        drawn_by: 'content',
        ...paint,
      });
      return builder;
    },
    done: (extra) => ({
      page_index: 0,
      width: 200,
      height: 100,
      rotation: 0,
      user_unit: 1,
      fonts: [FONT],
      glyphs,
      paints,
      notes: [],
      degraded: [],
      ...extra,
    }),
  };
  return builder;
}

const FONT: DrawnFont = { name: 'Made', embedded: false, type3: false, vertical: false };

function madeGlyph(
  text: string,
  x: number,
  y: number,
  order: number,
  extra: GlyphExtra = {},
): DrawnGlyph {
  const size = extra.size ?? 10;
  const advance = extra.advance ?? size * ADVANCE;
  return {
    text,
    code: null,
    font: 0,
    x,
    y,
    dx: 1,
    dy: 0,
    ux: 0,
    uy: -1,
    advance,
    spacing: 0,
    size,
    bbox: [x, y - size * ASCENT, x + advance, y + size * DESCENT],
    is_space: text === ' ',
    render_mode: 0,
    fill: '#000000',
    stroke: '#000000',
    fill_alpha: 1,
    stroke_alpha: 1,
    soft_mask: false,
    clip: [0, 0, 1_000, 1_000],
    clip_exact: true,
    layer_on: true,
    painted_through: false,
    drawn_by: 'content',
    mcid: null,
    order,
    vertical: false,
    ...extra,
  };
}
