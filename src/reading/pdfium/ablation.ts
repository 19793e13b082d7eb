import type { Bbox } from '../../contracts/locator.ts';
import { areaOf, intersectionOf, unionOf } from '../../evidence/geometry.ts';
import type { PdfiumPage } from './page.ts';
import {
  type COLOUR,
  drawFrame,
  frameOf,
  type GREY,
  type Picture,
  type PixelFrame,
} from './picture.ts';
import type { TextObjects } from './text-objects.ts';

/** A place that must change when these text objects are switched off, and no other that lies there. */
export interface Probe {
  /** Where to look, points of PDFium. */
  readonly place: Bbox;
  /** Indices into the text objects. */
  readonly off: readonly number[];
  /** Other text objects that lie there: they stay on, so that their ink does not stand in. */
  readonly on: readonly number[];
}

/** How closely to look. */
export interface Look {
  /** Pixels a point of PDFium. */
  readonly scale: number;
  readonly kind: typeof GREY | typeof COLOUR;
}

/**
 * Draws the page around the probes, switches their text objects off, draws it again and switches them
 * on. Probes that get in each other's way are tried one after the other.
 * @returns for each probe whether a pixel of its place changed; null if nothing could be drawn.
 */
export function ablate(
  page: PdfiumPage,
  objects: TextObjects,
  probes: readonly Probe[],
  look: Look,
): readonly boolean[] | null {
  const area = areaOnPage(page, probes);
  const changed = probes.map(() => false);
  if (area === null) return changed;
  const frame = frameFor(page, area, look);
  const shown = frame === null ? null : drawFrame(page, frame, look.kind);
  if (frame === null || shown === null) return null;
  let isDrawn = true;
  for (const round of roundsOf(probes)) {
    switchObjects(page, objects, round.off, false);
    const ablated = drawFrame(page, frame, look.kind);
    switchObjects(page, objects, round.off, true);
    if (ablated === null) {
      isDrawn = false;
      break;
    }
    for (const index of round.probes) {
      const place = probes[index]?.place;
      if (place !== undefined) changed[index] = differs(page, frame, place, shown, ablated);
    }
    page.pdfium.calls.FPDFBitmap_Destroy(ablated.handle);
  }
  page.pdfium.calls.FPDFBitmap_Destroy(shown.handle);
  return isDrawn ? changed : null;
}

/**
 * Of 255. At 144 dpi thin letters of 6 pt change a pixel by 24, type of 0.3 pt by 21; the most that
 * any hidden text changed was 8 (125,291 glyphs of filings and made cases).
 */
const THRESHOLD = 16;

/** A page of A2 at 144 dpi; two such pictures in colour take a quarter of the usual memory. */
const LOOK_PIXELS_MAX = 8_000_000;

/** Space around the places, in points: their own pixels must not lie at the edge. */
const MARGIN = 1;

/** The part of the page around all places; null if none lies on it, so that nothing is drawn there. */
function areaOnPage(page: PdfiumPage, probes: readonly Probe[]): Bbox | null {
  const union = unionOf(probes.map(({ place }) => place));
  if (union === null) return null;
  const [x0, y0, x1, y1] = union;
  const around: Bbox = [x0 - MARGIN, y0 - MARGIN, x1 + MARGIN, y1 + MARGIN];
  return intersectionOf(around, [-MARGIN, -MARGIN, page.width + MARGIN, page.height + MARGIN]);
}

/** At a smaller scale where the area would have too many pixels. */
function frameFor(page: PdfiumPage, area: Bbox, look: Look): PixelFrame | null {
  const most = Math.sqrt(LOOK_PIXELS_MAX / 2 / Math.max(areaOf(area), 1));
  return frameOf(page, area, Math.min(look.scale, most), LOOK_PIXELS_MAX);
}

interface Round {
  readonly probes: number[];
  readonly off: Set<number>;
  readonly on: Set<number>;
}

/** As few rounds as a greedy choice gives, in each of which no probe is in the way of another. */
function roundsOf(probes: readonly Probe[]): readonly Round[] {
  const rounds: Round[] = [];
  for (const [index, probe] of probes.entries()) {
    let round = rounds.find(
      ({ off, on }) =>
        probe.off.every((object) => !on.has(object)) &&
        probe.on.every((object) => !off.has(object)),
    );
    if (round === undefined) {
      round = { probes: [], off: new Set(), on: new Set() };
      rounds.push(round);
    }
    round.probes.push(index);
    for (const object of probe.off) round.off.add(object);
    for (const object of probe.on) round.on.add(object);
  }
  return rounds;
}

function switchObjects(
  page: PdfiumPage,
  objects: TextObjects,
  indices: Iterable<number>,
  isOn: boolean,
): void {
  for (const index of indices) {
    page.pdfium.calls.FPDFPageObj_SetIsActive(objects.handles[index] ?? 0, isOn ? 1 : 0);
  }
}

/** Whether any pixel that lies in the place by half, or one at least, differs by the threshold or more. */
function differs(
  page: PdfiumPage,
  frame: PixelFrame,
  place: Bbox,
  before: Picture,
  after: Picture,
): boolean {
  const left = Math.round(place[0] * frame.across) - frame.left;
  const top = Math.round(place[1] * frame.down) - frame.top;
  const right = Math.max(left + 1, Math.round(place[2] * frame.across) - frame.left);
  const bottom = Math.max(top + 1, Math.round(place[3] * frame.down) - frame.top);
  const [x0, y0] = [Math.max(0, left), Math.max(0, top)];
  const [x1, y1] = [Math.min(frame.width, right), Math.min(frame.height, bottom)];
  const memory = page.pdfium.bytes();
  const step = before.bytes_per_pixel;
  for (let y = y0; y < y1; y += 1) {
    const row = y * before.stride;
    for (let at = row + x0 * step; at < row + x1 * step; at += 1) {
      const was = memory[before.start + at] ?? 0;
      const is = memory[after.start + at] ?? 0;
      if (Math.abs(was - is) >= THRESHOLD) return true;
    }
  }
  return false;
}
