import type { TextSpan } from '../../../evidence/grounding.ts';
import {
  ELLIPSIS,
  isIgnorable,
  isSpace,
  LIGATURES,
  typographicClass,
} from '../../../evidence/normalization.ts';
import type { Passage } from '../../passage.ts';

/**
 * A passage made ready for matching: its characters in NFC, each with its place in the passage, and
 * skeletons that tell in one `indexOf` whether a quote can be there at all.
 */
export interface MatchText {
  readonly passage: Passage;
  /** The passage in NFC. */
  readonly chars: string;
  /** Whether `chars` is the passage itself; then places are their own offsets. */
  readonly isIdentity: boolean;
  /** Start of the source of each UTF-16 unit of `chars`; one more entry for the end. */
  readonly sources: Int32Array | null;
  readonly skeletons: readonly Skeleton[];
  /** Droppable raised marks by their start in `chars`; the value is their end. */
  readonly marks: ReadonlyMap<number, number>;
}

/** The characters that no step ever folds, each with its place in `chars`. */
export interface Skeleton {
  readonly core: string;
  readonly places: Int32Array;
}

const prepared = new WeakMap<Passage, MatchText>();

/** Prepares a passage once; the result lives as long as the passage. */
export function matchTextOf(passage: Passage): MatchText {
  const known = prepared.get(passage);
  if (known !== undefined) return known;
  const { chars, sources } = composed(passage.text);
  const marks = droppableMarks(passage, chars, sources);
  const skeletons = [skeletonOf(chars, new Map())];
  if (marks.size > 0) skeletons.push(skeletonOf(chars, marks));
  const text: MatchText = {
    passage,
    chars,
    isIdentity: sources === null,
    sources,
    skeletons,
    marks,
  };
  prepared.set(passage, text);
  return text;
}

/** The offset in the passage of the character at `place` of `chars`. */
export function sourceOf(text: MatchText, place: number): number {
  return text.sources === null ? place : (text.sources[place] ?? text.passage.text.length);
}

/** Skeleton of `chars`, the given spans left out. */
export function skeletonOf(chars: string, leaveOut: ReadonlyMap<number, number>): Skeleton {
  const core: string[] = [];
  const places = new Int32Array(chars.length * EXPANSION_MAX);
  let count = 0;
  // Characters that stand for themselves are taken in runs; most do.
  let runStart = 0;
  for (let place = 0; place < chars.length; place += 1) {
    const skipTo = leaveOut.size === 0 ? undefined : leaveOut.get(place);
    if (skipTo === undefined && isOwnCore(chars.charCodeAt(place))) {
      places[count] = place;
      count += 1;
      continue;
    }
    core.push(chars.slice(runStart, place));
    if (skipTo === undefined) {
      const expansion = coreOf(chars.charAt(place));
      places.fill(place, count, count + expansion.length);
      count += expansion.length;
      core.push(expansion);
    } else place = Math.max(place, skipTo - 1);
    runStart = place + 1;
  }
  core.push(chars.slice(runStart));
  return { core: core.join(''), places: places.slice(0, count) };
}

/** Units that one character may add: `ffi`, three points. */
const EXPANSION_MAX = 3;

/** ASCII that no step folds: all that is seen but quotation marks and the hyphen. */
function isOwnCore(code: number): boolean {
  return code > 0x20 && code < 0x7f && code !== 0x22 && code !== 0x27 && code !== 0x2d;
}

const cores = new Map<string, string>();

/** What a UTF-16 unit adds to a skeleton: itself, its expansion, or nothing if some step folds it. */
function coreOf(unit: string): string {
  const known = cores.get(unit);
  if (known !== undefined) return known;
  let core = unit;
  if (isSpace(unit) || isIgnorable(unit) || typographicClass(unit) !== null) core = '';
  else if (unit === ELLIPSIS) core = '...';
  else core = LIGATURES[unit] ?? unit;
  cores.set(unit, core);
  return core;
}

/** A cluster that NFC may compose: Hangul parts, or a character and its combining marks. */
const CLUSTERS = /[\u1100-\u11ff]+|\P{M}?\p{M}+|[\s\S]/gu;

function composed(text: string): { chars: string; sources: Int32Array | null } {
  if (text.normalize('NFC') === text) return { chars: text, sources: null };
  const chars: string[] = [];
  const sources: number[] = [];
  for (const cluster of text.matchAll(CLUSTERS)) {
    const whole = cluster[0].normalize('NFC');
    const isSame = whole === cluster[0];
    chars.push(whole);
    for (let unit = 0; unit < whole.length; unit += 1) {
      sources.push(cluster.index + (isSame ? unit : 0));
    }
  }
  sources.push(text.length);
  return { chars: chars.join(''), sources: Int32Array.from(sources) };
}

/** Marks longer than this are text, not marks. */
const MARK_LENGTH_MAX = 8;

/**
 * The raised marks that a quote may pass over: short, and surely not an exponent or unit. A bare
 * digit after a short letter run (m²) or after a plain small number (10⁶) is never dropped.
 */
function droppableMarks(
  passage: Passage,
  chars: string,
  sources: Int32Array | null,
): ReadonlyMap<number, number> {
  const marks = new Map<number, number>();
  if (passage.marks.length === 0) return marks;
  for (const mark of passage.marks) {
    const start = placeOf(sources, mark.start);
    const end = placeOf(sources, mark.end);
    if (isDroppable(chars, { start, end })) marks.set(start, end);
  }
  return marks;
}

function placeOf(sources: Int32Array | null, offset: number): number {
  if (sources === null) return offset;
  const place = sources.indexOf(offset);
  return place === -1 ? sources.length - 1 : place;
}

function isDroppable(chars: string, mark: TextSpan): boolean {
  const text = chars.slice(mark.start, mark.end).trim();
  if (text === '' || text.length > MARK_LENGTH_MAX) return false;
  if (/^[*†‡§¶#]+$/u.test(text) || /^[([][\p{L}\p{N}]{1,3}[)\]]$/u.test(text)) return true;
  if (!/^(\d{1,2}|[a-z])(,\s?(\d{1,2}|[a-z]))*$/u.test(text)) return false;
  const before = chars.slice(Math.max(0, mark.start - 24), mark.start);
  if (/\p{L}{3,}[.,;:)\]"'’”]*$/u.test(before)) return true;
  return /(\d[.,]\d+|\d{3,})[%)]?\s?$/u.test(before);
}
