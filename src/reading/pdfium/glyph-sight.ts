import type { Bbox } from '../../contracts/locator.ts';
import { unionOf } from '../../evidence/geometry.ts';
import type { SightDoubt } from '../../evidence/rendering.ts';
import { ablate, type Look, type Probe } from './ablation.ts';
import { charsAt, holdsMiddle, ownersOf, type Twins } from './owners.ts';
import type { PdfiumPage } from './page.ts';
import { COLOUR, GREY } from './picture.ts';
import type { LayerChar, TextLayer } from './text-layer.ts';
import { boundsOf, meeting, type TextObjects } from './text-objects.ts';

/** A page as far as the test of its glyphs needs it; boxes in points of PDFium. */
export interface Scene {
  readonly page: PdfiumPage;
  readonly objects: TextObjects;
  /** Where annotations and fields may show text. */
  readonly notes: readonly Bbox[];
  /** Opened when first asked for: it costs as much as loading the page. */
  readonly layer: () => TextLayer | null;
}

export type GlyphSight = 'seen' | 'unseen' | SightDoubt;

/**
 * Judges queries that lie near each other by a first look in grey at 144 dpi. A glyph that does not
 * change there is looked at again, in colour and at three times the size, for thin letters and colours
 * of one lightness; and only if a text object draws it whose font PDFium has, is it unseen.
 * @returns a judgement for each glyph of each query.
 */
export function judgeGlyphs(
  scene: Scene,
  queries: readonly (readonly Bbox[])[],
  userUnit: number,
): readonly (readonly GlyphSight[])[] {
  const cases = queries.map((glyphs) => casesOf(scene, glyphs.map(widened)));
  const all = cases.flat();
  lookAt(scene, all, { scale: FIRST_SCALE * userUnit, kind: GREY });
  const closely = { scale: SECOND_SCALE * userUnit, kind: COLOUR };
  const plain = unseenOf(all).filter((suspect) => isPlain(scene, suspect));
  lookAt(scene, plain, closely);
  const suspects = unseenOf(all);
  for (const suspect of suspects) prepareSecondLook(scene, suspect);
  lookAt(scene, suspects, closely);
  return cases.map((asked) => asked.map((tested) => sightOf(scene, tested)));
}

function unseenOf(cases: readonly Case[]): readonly Case[] {
  return cases.filter(({ trials }) => trials.some(({ isSeen }) => !isSeen));
}

/**
 * Whether one text object alone lies at the glyph, over its middle. As in the first look, no text layer
 * is asked then whether it draws the glyph: thin letters of small type are most of what is looked at
 * again, and a layer costs as much as the page (12 of the 14 opened for 183 pages of filings).
 */
function isPlain({ objects }: Scene, { glyph, lying: [only], isOwned }: Case): boolean {
  return only !== undefined && !isOwned && holdsMiddle(boundsOf(objects, only), glyph);
}

/** Pixels a point: 144 dpi, at which every letter of the measured filings changed enough. */
const FIRST_SCALE = 2;
const SECOND_SCALE = 6;

/**
 * Shares of a glyph's box at each edge that its neighbours may ink: along the writing (an italic f
 * reaches 0.3 into the next letter), across it, and where the direction is not known.
 */
const ALONG_SHARE = 0.3;
const ACROSS_SHARE = 0.15;

/** A text object that lies at so many others is no text of a page, and would take as many drawings. */
const LYING_MAX = 16;

/** What must change for the glyph to be seen: one trial for each text that may be the asked one. */
interface Case {
  readonly glyph: Bbox;
  /** The middle of the glyph, where only it should have ink. */
  readonly place: Bbox;
  /** Indices of the text objects that lie in that place. */
  readonly lying: readonly number[];
  trials: Trial[];
  /** Whether the text layer has told which objects draw the glyph. */
  isOwned: boolean;
  /** What makes the test impossible. */
  doubt: SightDoubt | null;
}

interface Trial {
  readonly twins: Twins;
  place: Bbox;
  isSeen: boolean;
}

function casesOf(scene: Scene, glyphs: readonly Bbox[]): readonly Case[] {
  const area = unionOf(glyphs);
  const near = area === null ? [] : meeting(scene.objects, area);
  return glyphs.map((glyph, index) => openCase(scene, glyph, axisOf(glyphs, index), near));
}

function openCase(scene: Scene, glyph: Bbox, axis: Axis, near: readonly number[]): Case {
  const core = coreOf(glyph, axis);
  const within = meeting(scene.objects, core, near);
  // An underscore lies below the others.
  const wide = within.length > 0 ? core : stripOf(glyph, axis);
  const touching = within.length > 0 ? within : meeting(scene.objects, wide, near);
  const place = touching.length > 1 ? withoutNeighbours(scene.objects, wide, axis, touching) : wide;
  const lying = meeting(scene.objects, place, touching);
  const tested: Case = { glyph, place, lying, trials: [], isOwned: false, doubt: null };
  if (scene.notes.some((note) => meets(note, core))) tested.doubt = 'no_text_object';
  else if (lying.length > LYING_MAX) tested.doubt = 'overlapping_text';
  else if (lying.length === 1) tested.trials = [{ twins: lying, place, isSeen: false }];
  else findOwners(scene, tested);
  return tested;
}

/**
 * The place without what objects reach into that end before its middle: letters drawn one by one
 * overlap a little. Objects that reach its middle stay in it.
 */
function withoutNeighbours(
  objects: TextObjects,
  place: Bbox,
  axis: Axis,
  touching: readonly number[],
): Bbox {
  if (axis === null) return place;
  const [low, high] = axis === 'x' ? ([0, 2] as const) : ([1, 3] as const);
  const middle = (place[low] + place[high]) / 2;
  const rest: [number, number, number, number] = [...place];
  for (const index of touching) {
    const bounds = boundsOf(objects, index);
    if (bounds[high] < middle - HALF_PIXEL)
      rest[low] = Math.max(rest[low], bounds[high] + HALF_PIXEL);
    else if (bounds[low] > middle + HALF_PIXEL)
      rest[high] = Math.min(rest[high], bounds[low] - HALF_PIXEL);
  }
  return rest;
}

/** Points: half a pixel of the first look, which is what a place may be off by in whole pixels. */
const HALF_PIXEL = 0.25;

/** Asks the text layer which objects draw the glyph, and replaces its trials. */
function findOwners(scene: Scene, tested: Case): void {
  tested.isOwned = true;
  tested.trials = [];
  const layer = scene.layer();
  if (layer === null) {
    tested.doubt = 'page_not_drawable';
    return;
  }
  const { objects } = scene;
  const lying = tested.lying.length > 0 ? tested.lying : [...objects.handles.keys()];
  const groups = ownersOf(tested.glyph, lying, objects, layer.chars);
  tested.trials = groups.map((twins) => ({ twins, place: tested.place, isSeen: false }));
  if (groups.length === 0) tested.doubt = 'no_text_object';
}

/** Looks where the ink of the glyph is known to be, which may lie outside its box. */
function prepareSecondLook(scene: Scene, suspect: Case): void {
  if (!suspect.isOwned) findOwners(scene, suspect);
  const layer = scene.layer();
  for (const trial of suspect.trials) {
    const inks = charsOf(scene, suspect, trial.twins).flatMap((char) => {
      const ink = layer?.inkOf(char) ?? null;
      return ink === null ? [] : [coreOf(ink, null)];
    });
    trial.place = unionOf([trial.place, ...inks]) ?? trial.place;
  }
}

function lookAt(scene: Scene, cases: readonly Case[], look: Look): void {
  const probes: Probe[] = [];
  const probed: { tested: Case; trial: Trial }[] = [];
  for (const tested of cases) {
    for (const trial of tested.trials) {
      if (trial.isSeen) continue;
      const on = tested.lying.filter((index) => !trial.twins.includes(index));
      probes.push({ place: trial.place, off: trial.twins, on });
      probed.push({ tested, trial });
    }
  }
  const changes = ablate(scene.page, scene.objects, probes, look);
  for (const [index, { tested, trial }] of probed.entries()) {
    if (changes === null) tested.doubt = 'renderer_failed';
    else trial.isSeen = changes[index] ?? false;
  }
}

function sightOf(scene: Scene, tested: Case): GlyphSight {
  if (tested.doubt !== null) return tested.doubt;
  const hidden = tested.trials.filter(({ isSeen }) => !isSeen);
  if (hidden.length === 0) return 'seen';
  if (hidden.length < tested.trials.length) return 'overlapping_text';
  const isDrawable = hidden.some(({ twins }) => canDraw(scene, tested, twins));
  return isDrawable ? 'unseen' : 'font_not_drawable';
}

/**
 * Whether PDFium has a program for the glyph: the file's own, or a substitute that has an outline for
 * it. For a font that is not in the file and not like a Latin one it silently draws nothing.
 */
function canDraw(scene: Scene, tested: Case, twins: Twins): boolean {
  const { calls } = scene.page.pdfium;
  return twins.some((index) => {
    const font = calls.FPDFTextObj_GetFont(scene.objects.handles[index] ?? 0);
    if (font === 0) return false;
    if (calls.FPDFFont_GetIsEmbedded(font) === 1) return true;
    return charsOf(scene, tested, [index]).some(({ code_point }) => {
      const outline = calls.FPDFFont_GetGlyphPath(font, code_point, 10);
      return outline !== 0 && calls.FPDFGlyphPath_CountGlyphSegments(outline) > 0;
    });
  });
}

function charsOf(scene: Scene, tested: Case, twins: Twins): readonly LayerChar[] {
  const chars = scene.layer()?.chars;
  return twins.flatMap((index) => {
    const known = chars?.get(scene.objects.handles[index] ?? 0) ?? [];
    return charsAt(tested.glyph, known);
  });
}

function meets(a: Bbox, b: Bbox): boolean {
  return a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
}

/** A glyph without width, an accent set over a letter, inks a place around its origin. */
function widened([x0, y0, x1, y1]: Bbox): Bbox {
  const least = Math.max(x1 - x0, y1 - y0) * LEAST_WIDTH_SHARE;
  const across = Math.max(0, least - (x1 - x0)) / 2;
  const down = Math.max(0, least - (y1 - y0)) / 2;
  return [x0 - across, y0 - down, x1 + across, y1 + down];
}

/** Of its height: a comma has 0.2 of it, the narrowest letter of Helvetica 0.18. */
const LEAST_WIDTH_SHARE = 0.15;

/** Which way the glyphs follow one another: from left to right or from top to bottom, or unknown. */
type Axis = 'x' | 'y' | null;

/** A line has its glyphs beside each other at one height. */
function axisOf(glyphs: readonly Bbox[], index: number): Axis {
  const own = glyphs[index];
  if (own === undefined) return null;
  for (const other of [glyphs[index - 1], glyphs[index + 1]]) {
    if (other === undefined) continue;
    const least = (own[2] - own[0] + own[3] - own[1]) * ALIGNED_SHARE;
    const across = Math.abs(own[0] - other[0]) + Math.abs(own[2] - other[2]);
    const down = Math.abs(own[1] - other[1]) + Math.abs(own[3] - other[3]);
    if (down < least && across > least) return 'x';
    if (across < least && down > least) return 'y';
  }
  return null;
}

/** Of the sides of a box together: boxes of one font on one line differ by rounding only. */
const ALIGNED_SHARE = 0.05;

function coreOf(box: Bbox, axis: Axis): Bbox {
  return inset(
    box,
    axis === 'x' ? ALONG_SHARE : ACROSS_SHARE,
    axis === 'y' ? ALONG_SHARE : ACROSS_SHARE,
  );
}

/** The middle of a glyph along the writing, in its whole height. */
function stripOf(box: Bbox, axis: Axis): Bbox {
  return inset(box, axis === 'x' ? ALONG_SHARE : 0, axis === 'y' ? ALONG_SHARE : 0);
}

function inset([x0, y0, x1, y1]: Bbox, acrossShare: number, downShare: number): Bbox {
  const across = (x1 - x0) * acrossShare;
  const down = (y1 - y0) * downShare;
  return [x0 + across, y0 + down, x1 - across, y1 - down];
}
