import type { DrawnBy } from '../evidence/drawing.ts';
import type { Ink } from './ink.ts';

/** All glyphs of a frame that stand on one baseline, across the whole page. */
export interface Band {
  readonly v: number;
  /** Type size of its longest run, points. */
  readonly size: number;
  /** In no order. */
  readonly inks: readonly Ink[];
}

/** Glyphs painted one after the other on one baseline, without a wide gap. */
interface Run {
  readonly inks: Ink[];
  readonly layer: DrawnBy;
  readonly v: number;
  readonly size: number;
  /** Glyphs that are seen: not white space. */
  weight: number;
  u0: number;
  u1: number;
}

interface OpenBand {
  readonly v: number;
  readonly size: number;
  /** Largest type of its runs: no mark belongs to a band without larger type. */
  sizeMax: number;
  readonly runs: Run[];
}

/** Same baseline: figures stand up to 0.39 em below their labels; half a line (0.57) is another row. */
const BASELINE_EM = 0.42;
/** Runs further apart than this in baseline or size share a band only where they do not overlap. */
const PLAIN_SHIFT_EM = 0.1;
const PLAIN_SIZE_RATIO = 1.3;
/** A raised or lowered mark is at most this large against its neighbour; marks measured 0.5-0.8. */
export const SCRIPT_SIZE_RATIO = 0.85;
/** More glyphs are a text of their own: `(1)(2)(3)`, `TM`, `st` are the marks that were seen. */
const SCRIPT_LENGTH_MAX = 9;
/** Farthest distance of a mark's baseline above and below that of its neighbour, in em of it. */
const RAISED_MAX_EM = 0.75;
const LOWERED_MAX_EM = 0.4;
/** A mark may lean over its neighbour by this, in em; else it stands in a gap of its line. */
const SCRIPT_OVERLAP_EM = 0.3;
/** Farthest gap between a mark and its neighbour, in em of the neighbour. */
const SCRIPT_GAP_EM = 0.5;
/** Note marks that say so by their look may be longer, and stand apart from the figure they follow. */
const NOTE_MARK = /^(?:\([\p{L}\p{N}]{1,2}\),?)+$|^[*\u2020\u2021\u00a7#]{1,3}$/u;
const NOTE_LENGTH_MAX = 24;
/** Of notes to figures in a column of their own the farthest stood 1.1 em behind, in 1,200 pages. */
const NOTE_GAP_EM = 1.5;
const BUCKET = 4;

/**
 * Gathers the glyphs of one frame into bands. Long runs come first and hold the baseline, so that
 * no chain of small differences joins two lines. Raised and lowered marks go to the band of the
 * text they touch. Linear in the glyphs but for sorting: bands are found by buckets of 4 pt.
 * @param inks in paint order. @returns from top to bottom.
 */
export function gatherBands(inks: readonly Ink[]): readonly Band[] {
  const runs = runsOf(inks);
  const bands = new Map<number, OpenBand[]>();
  const all: OpenBand[] = [];
  const byWeight = [...runs].sort(
    (a, b) => b.weight - a.weight || a.v - b.v || a.u0 - b.u0 || first(a) - first(b),
  );
  for (const run of byWeight) {
    const band = nearestBand(run, bands);
    if (band !== null) addTo(band, run);
    else if (run.weight > 0) {
      const opened = { v: run.v, size: run.size, sizeMax: run.size, runs: [run] };
      all.push(opened);
      bucketsOf(bands, run.v).push(opened);
    }
  }
  settleScripts(all, bands);
  return all
    .filter((band) => band.runs.length > 0)
    .sort((a, b) => a.v - b.v)
    .map((band) => ({
      v: band.v,
      size: band.size,
      inks: band.runs.flatMap((run) => run.inks),
    }));
}

function addTo(band: OpenBand, run: Run): void {
  band.runs.push(run);
  if (run.weight > 0) band.sizeMax = Math.max(band.sizeMax, run.size);
}

function first(run: Run): number {
  return run.inks[0]?.index ?? 0;
}

function bucketsOf(bands: Map<number, OpenBand[]>, v: number): OpenBand[] {
  const key = Math.floor(v / BUCKET);
  const known = bands.get(key);
  if (known !== undefined) return known;
  const made: OpenBand[] = [];
  bands.set(key, made);
  return made;
}

function runsOf(inks: readonly Ink[]): readonly Run[] {
  const runs: Run[] = [];
  let run: Run | null = null;
  for (const ink of inks) {
    if (run === null || !continues(run, ink)) {
      run = {
        inks: [],
        layer: ink.glyph.drawn_by,
        v: ink.v,
        size: ink.size,
        weight: 0,
        u0: ink.u0,
        u1: ink.u1,
      };
      runs.push(run);
    }
    run.inks.push(ink);
    if (ink.isBlank) continue;
    run.u0 = run.weight === 0 ? ink.u0 : Math.min(run.u0, ink.u0);
    run.u1 = run.weight === 0 ? ink.u1 : Math.max(run.u1, ink.u1);
    run.weight += 1;
  }
  return runs;
}

/** Whether `ink` goes on where the last glyph of the run ended: a word gap, or kerned back. */
function continues(run: Run, ink: Ink): boolean {
  const last = run.inks[run.inks.length - 1];
  if (last === undefined || ink.glyph.drawn_by !== run.layer) return false;
  const size = Math.min(run.size, ink.size);
  const gap = ink.u0 - last.u1;
  return (
    Math.abs(ink.v - last.v) <= 0.05 * size &&
    Math.abs(ink.v - run.v) <= PLAIN_SHIFT_EM * size &&
    Math.abs(ink.size - run.size) <= 0.1 * size &&
    gap <= size &&
    gap >= -0.5 * size
  );
}

function nearestBand(run: Run, bands: ReadonlyMap<number, readonly OpenBand[]>): OpenBand | null {
  const reach = Math.min(BASELINE_EM * run.size, 50);
  const from = Math.floor((run.v - reach) / BUCKET);
  const to = Math.floor((run.v + reach) / BUCKET);
  let nearest: OpenBand | null = null;
  for (let key = from; key <= to; key += 1) {
    for (const band of bands.get(key) ?? []) {
      const distance = Math.abs(band.v - run.v);
      if (distance > BASELINE_EM * Math.min(run.size, band.size)) continue;
      if (nearest !== null && Math.abs(nearest.v - run.v) <= distance) continue;
      if (run.weight > 0 && isStacked(run, band)) continue;
      nearest = band;
    }
  }
  return nearest;
}

/** Whether the run overprints the band in another height or size: a fraction, a watermark. */
function isStacked(run: Run, band: OpenBand): boolean {
  const smaller = Math.min(run.size, band.size);
  const isPlain =
    Math.abs(run.v - band.v) <= PLAIN_SHIFT_EM * smaller &&
    Math.max(run.size, band.size) <= PLAIN_SIZE_RATIO * smaller;
  if (isPlain) return false;
  return band.runs.some(
    (other) =>
      other.layer === run.layer &&
      Math.min(other.u1, run.u1) - Math.max(other.u0, run.u0) > 0.5 * smaller,
  );
}

/** Moves raised and lowered marks from bands of their own to the band of the text they touch. */
function settleScripts(all: readonly OpenBand[], bands: ReadonlyMap<number, readonly OpenBand[]>) {
  const moves: { readonly from: OpenBand; readonly to: OpenBand; readonly run: Run }[] = [];
  for (const band of all) {
    for (const run of band.runs) {
      if (run.weight === 0) continue;
      if (run.weight > SCRIPT_LENGTH_MAX && !isNoteMark(run)) continue;
      const to = hostOf(run, band, bands);
      if (to !== null) moves.push({ from: band, to, run });
    }
  }
  const moved = new Set(moves.map(({ run }) => run));
  for (const from of new Set(moves.map((move) => move.from))) {
    const staying = from.runs.filter((run) => !moved.has(run));
    from.runs.splice(0, from.runs.length, ...staying);
  }
  for (const { to, run } of moves) addTo(to, run);
}

function hostOf(
  run: Run,
  own: OpenBand,
  bands: ReadonlyMap<number, readonly OpenBand[]>,
): OpenBand | null {
  if (scriptGap(run, own) !== null) return null;
  // A host is at most four times as large as its mark.
  const reach = Math.min(RAISED_MAX_EM * run.size * 4, 50);
  const from = Math.floor((run.v - reach) / BUCKET);
  const to = Math.floor((run.v + reach) / BUCKET);
  let host: OpenBand | null = null;
  let hostGap = Number.POSITIVE_INFINITY;
  for (let key = from; key <= to; key += 1) {
    for (const band of bands.get(key) ?? []) {
      if (band === own) continue;
      const gap = scriptGap(run, band);
      if (gap === null || gap >= hostGap) continue;
      host = band;
      hostGap = gap;
    }
  }
  return host;
}

/** Distance between a mark and the larger text it touches in the band; null if it touches none. */
function scriptGap(run: Run, band: OpenBand): number | null {
  if (run.size > SCRIPT_SIZE_RATIO * band.sizeMax) return null;
  const reachBehind = isNoteMark(run) ? NOTE_GAP_EM : SCRIPT_GAP_EM;
  let nearest: number | null = null;
  for (const other of band.runs) {
    if (other.layer !== run.layer || run.size > SCRIPT_SIZE_RATIO * other.size) continue;
    if (other.weight === 0) continue;
    const raise = other.v - run.v;
    if (raise > RAISED_MAX_EM * other.size || raise < -LOWERED_MAX_EM * other.size) continue;
    const [behind, ahead] = [run.u0 - other.u1, other.u0 - run.u1];
    if (behind > reachBehind * other.size || ahead > SCRIPT_GAP_EM * other.size) continue;
    const gap = Math.max(behind, ahead);
    if (gap < -SCRIPT_OVERLAP_EM * other.size && !standsInGapOf(run, other)) continue;
    const distance = Math.max(0, gap);
    if (nearest === null || distance < nearest) nearest = distance;
  }
  return nearest;
}

function isNoteMark(run: Run): boolean {
  if (run.weight > NOTE_LENGTH_MAX) return false;
  return NOTE_MARK.test(run.inks.map((ink) => (ink.isBlank ? '' : ink.text)).join(''));
}

/** Whether a mark stands over a gap that the string was painted with, not over its glyphs. */
function standsInGapOf(mark: Run, string: Run): boolean {
  const room = 0.3 * (mark.u1 - mark.u0);
  return string.inks.every(
    (ink) => ink.isBlank || Math.min(ink.u1, mark.u1) - Math.max(ink.u0, mark.u0) <= room,
  );
}
