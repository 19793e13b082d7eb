import type { Bbox } from '../contracts/locator.ts';
import type { DrawnGlyph, PageDrawing } from '../evidence/drawing.ts';
import type { UnseenCause } from '../evidence/grounding.ts';
import { coverOf } from './visibility-cover.ts';
import { standOutFromGround } from './visibility-ground.ts';
import { indexPaints, type PaintIndex, type ShownPaint } from './visibility-paints.ts';
import { bestOf, createPrintReader, type Print, type StandOut } from './visibility-print.ts';

/** Whether a reader of the page sees a glyph. `cause` is set for `unseen` alone. */
export interface Visibility {
  readonly state: 'seen' | 'maybe' | 'unseen';
  readonly cause: UnseenCause | null;
}

const SEEN: Visibility = { state: 'seen', cause: null };
const MAYBE: Visibility = { state: 'maybe', cause: null };

/** Type below one point cannot be read at 100 %. */
const SIZE_MIN = 1;
/** Above the baseline, in em, where the ink of letters and digits lies: cap height of text faces. */
const INK_HEIGHT = 0.66;

/**
 * Judges every glyph of a page by what the drawing says, without a picture.
 * @returns one judgement for each of `drawing.glyphs`. `unseen`: surely not seen, with the cause.
 * `maybe`: only the picture can tell (soft mask, clip by another shape than a rectangle, something
 * drawn later that may be transparent, faint print). `seen`: the rest, also where the ground is an
 * image: no flag without a proof.
 * White space has no ink: only what hides whole places (layer, mode 3, clip, page) hides it.
 */
export function judgeVisibility(drawing: PageDrawing): readonly Visibility[] {
  const paints = indexPaints(drawing.paints, drawing.width, drawing.height);
  const printOf = createPrintReader();
  return drawing.glyphs.map((glyph) => {
    const ink = hasPlainMetrics(drawing, glyph) ? inkOf(glyph) : glyph.bbox;
    const cause = placeCause(drawing, glyph, ink);
    if (cause !== null) return unseen(cause);
    if (isWhiteSpace(glyph)) return SEEN;
    const print = printOf(glyph);
    const ownCause = ownCauseOf(drawing, glyph, print);
    if (ownCause !== null) return unseen(ownCause);
    return judgeByPaints(glyph, print, ink, paints);
  });
}

/** Why the whole place is hidden, ink or not. */
function placeCause(drawing: PageDrawing, glyph: DrawnGlyph, ink: Bbox): UnseenCause | null {
  if (!glyph.layer_on) return 'layer_off';
  if (glyph.render_mode === 3) return 'invisible_mode';
  if (glyph.render_mode === 7 && !glyph.painted_through) return 'invisible_mode';
  const x = (ink[0] + ink[2]) / 2;
  const y = (ink[1] + ink[3]) / 2;
  if (!(x >= 0 && y >= 0 && x <= drawing.width && y <= drawing.height)) return 'off_page';
  if (glyph.clip === null || !holdsPoint(glyph.clip, x, y)) return 'clipped_away';
  return null;
}

/** Why the glyph by itself shows no ink. */
function ownCauseOf(drawing: PageDrawing, glyph: DrawnGlyph, print: Print): UnseenCause | null {
  if (glyph.draws_nothing === true) return 'draws_nothing';
  // A Type 3 font has no em: its glyphs may be drawn in any unit, and its widths are often left 0.
  if (drawing.fonts[glyph.font]?.type3 !== true) {
    if (glyph.size < SIZE_MIN) return 'too_small';
    // Accents and other marks have no width of their own; letters without width are squeezed flat.
    if (glyph.advance === 0 && isLetterOrDigit(glyph.text)) return 'too_small';
  }
  return print.inks.length > 0 ? null : 'transparent';
}

function judgeByPaints(glyph: DrawnGlyph, print: Print, ink: Bbox, paints: PaintIndex): Visibility {
  const near = paints.near(ink);
  const cover = near.length === 0 ? 'none' : coverOf(aheadOf(glyph, near), ink);
  if (cover === 'full') return unseen('covered');
  const ground = near.length === 0 ? print.onPaper : groundOf(glyph, print, near, ink);
  if (ground === 'none') return unseen('same_colour');
  const isDoubtful = ground === 'faint' || cover === 'perhaps' || glyph.soft_mask;
  return isDoubtful || !glyph.clip_exact || isCutByClip(glyph, ink) ? MAYBE : SEEN;
}

/** How the print stands out from the nearby paints that were painted before it. */
function groundOf(
  glyph: DrawnGlyph,
  print: Print,
  near: readonly ShownPaint[],
  ink: Bbox,
): StandOut {
  const isAllBehind = (near[near.length - 1]?.paint.order ?? 0) < glyph.order;
  const behind = isAllBehind ? near : near.filter(({ paint }) => paint.order < glyph.order);
  if (behind.length === 0) return print.onPaper;
  return bestOf(print.inks, (one) => standOutFromGround(one, behind, ink));
}

function aheadOf(glyph: DrawnGlyph, near: readonly ShownPaint[]): readonly ShownPaint[] {
  // In paint order: what lies under the glyphs of a page is mostly all painted before them.
  if ((near[near.length - 1]?.paint.order ?? 0) <= glyph.order) return NOTHING_AHEAD;
  return near.filter(({ paint }) => paint.order > glyph.order && mayCover(glyph, paint));
}

const NOTHING_AHEAD: readonly ShownPaint[] = [];

/**
 * What is painted through a glyph that is part of the clip shows the glyph. Such a paint has a clip
 * without a rectangle, so it is never opaque by its box.
 */
function mayCover(glyph: DrawnGlyph, paint: ShownPaint['paint']): boolean {
  return paint.opaque || !(glyph.render_mode >= 4 && glyph.painted_through);
}

/** Whether the clip leaves less than half of the ink: a sliver of it may still be read. */
function isCutByClip(glyph: DrawnGlyph, ink: Bbox): boolean {
  if (glyph.clip === null) return true;
  const width = Math.min(glyph.clip[2], ink[2]) - Math.max(glyph.clip[0], ink[0]);
  const height = Math.min(glyph.clip[3], ink[3]) - Math.max(glyph.clip[1], ink[1]);
  const area = (ink[2] - ink[0]) * (ink[3] - ink[1]);
  return Math.max(0, width) * Math.max(0, height) < area / 2;
}

/**
 * Whether baseline, advance and em tell where the ink is: of letters and digits, but not of Type 3
 * and vertical type, which have metrics of their own.
 */
function hasPlainMetrics(drawing: PageDrawing, glyph: DrawnGlyph): boolean {
  if (glyph.vertical || glyph.advance === 0 || !isLetterOrDigit(glyph.text)) return false;
  return drawing.fonts[glyph.font]?.type3 !== true;
}

/**
 * The box of a letter's ink: the advance by the cap height, much closer than `bbox`, whose ascent
 * and descent a cover or band may well leave out.
 */
function inkOf(glyph: DrawnGlyph): Bbox {
  const alongX = glyph.dx * glyph.advance;
  const alongY = glyph.dy * glyph.advance;
  const upX = glyph.ux * glyph.size * INK_HEIGHT;
  const upY = glyph.uy * glyph.size * INK_HEIGHT;
  return [
    glyph.x + Math.min(0, alongX) + Math.min(0, upX),
    glyph.y + Math.min(0, alongY) + Math.min(0, upY),
    glyph.x + Math.max(0, alongX) + Math.max(0, upX),
    glyph.y + Math.max(0, alongY) + Math.max(0, upY),
  ];
}

function holdsPoint(box: Bbox, x: number, y: number): boolean {
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
}

function isLetterOrDigit(text: string): boolean {
  // Most print is ASCII, and the question is asked for every glyph of every page.
  const code = text.charCodeAt(0);
  if (code < 128) return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122);
  return /^[\p{L}\p{N}]/u.test(text);
}

function isWhiteSpace(glyph: DrawnGlyph): boolean {
  return glyph.is_space || glyph.text.trim() === '';
}

function unseen(cause: UnseenCause): Visibility {
  return { state: 'unseen', cause };
}
