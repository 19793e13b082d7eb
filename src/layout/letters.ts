import { SCRIPT_SIZE_RATIO } from './bands.ts';
import { hasLetter } from './characters.ts';
import type { Ink } from './ink.ts';

/** A glyph with the marks set over or under it; the unit that reordering never tears apart. */
export type Letter = Ink;

/** The letters of a band from left to right, and the white space drawn between them. */
export interface LetterRow {
  readonly letters: readonly Letter[];
  /** White-space glyphs before each letter, parallel to `letters`. */
  readonly blanks: readonly (readonly Ink[])[];
}

/** Spacing accents that are drawn over a letter where a font lacks the composed one. */
const SPACING_ACCENT = /^[\u0060\u00A8\u00AF\u00B4\u00B8\u02C6\u02C7\u02D8-\u02DD]$/;
const COMBINING = /^\p{M}+$/u;
/** No white space before a letter, as for most. */
export const NO_BLANKS: readonly Ink[] = [];
/** An accent belongs to a letter that covers so much of its width. */
const ACCENT_OVERLAP = 0.6;
/** Raised by less is unsteady setting, not a mark, in em of the larger type. */
const RAISED_MIN_EM = 0.12;

/** Orders the glyphs of one band by their place and joins marks to their letters. */
export function setLetters(inks: readonly Ink[]): LetterRow {
  const sorted = [...inks].sort((a, b) => a.u0 - b.u0 || a.index - b.index);
  const hosts = sorted.some(mayBeMark) ? hostsOfMarks(sorted.filter((ink) => !ink.isBlank)) : NONE;
  const letters: Letter[] = [];
  const blanks: (readonly Ink[])[] = [];
  let waiting: Ink[] | null = null;
  for (const ink of sorted) {
    if (ink.isBlank) {
      waiting ??= [];
      waiting.push(ink);
      continue;
    }
    if (hosts.marks.has(ink)) continue;
    const marks = hosts.byLetter.get(ink);
    letters.push(marks === undefined ? ink : { ...ink, marks });
    blanks.push(waiting ?? NO_BLANKS);
    waiting = null;
  }
  return { letters, blanks };
}

/** Whether `ink` is a small mark above the baseline of text of `size` on baseline `v`. */
export function isRaised(ink: Ink, v: number, size: number): boolean {
  return ink.size <= SCRIPT_SIZE_RATIO * size && v - ink.v >= RAISED_MIN_EM * size;
}

/** Whether `ink` is a small mark below that baseline. */
export function isLowered(ink: Ink, v: number, size: number): boolean {
  return ink.size <= SCRIPT_SIZE_RATIO * size && ink.v - v >= RAISED_MIN_EM * size;
}

interface MarkHosts {
  readonly marks: ReadonlySet<Ink>;
  readonly byLetter: ReadonlyMap<Ink, readonly Ink[]>;
}

const NONE: MarkHosts = { marks: new Set(), byLetter: new Map() };

/** A quick no for nearly all glyphs: ASCII has but one accent. */
function mayBeMark(ink: Ink): boolean {
  const code = ink.text.charCodeAt(0);
  return code > 0xa7 || code === 0x60;
}

function hostsOfMarks(seen: readonly Ink[]): MarkHosts {
  const marks = new Set<Ink>();
  const byLetter = new Map<Ink, Ink[]>();
  seen.forEach((ink, place) => {
    const host = hostOf(ink, place, seen);
    if (host === null) return;
    marks.add(ink);
    const known = byLetter.get(host);
    if (known === undefined) byLetter.set(host, [ink]);
    else known.push(ink);
  });
  for (const own of byLetter.values()) own.sort((a, b) => a.index - b.index);
  return { marks, byLetter };
}

function hostOf(ink: Ink, place: number, seen: readonly Ink[]): Ink | null {
  if (!mayBeMark(ink)) return null;
  const isCombining = COMBINING.test(ink.text);
  if (!isCombining && !SPACING_ACCENT.test(ink.text)) return null;
  let host: Ink | null = null;
  let hostDistance = Number.POSITIVE_INFINITY;
  // A wide letter may start three glyphs before its mark; further ones do not reach it.
  for (let at = Math.max(0, place - 3); at <= place + 3 && at < seen.length; at += 1) {
    const other = seen[at];
    if (other === undefined || at === place || isMark(other)) continue;
    const distance = isCombining ? combiningDistance(ink, other) : accentDistance(ink, other);
    if (distance === null || distance > hostDistance) continue;
    const isTie = distance === hostDistance;
    if (
      isTie &&
      host !== null &&
      Math.abs(host.index - ink.index) <= Math.abs(other.index - ink.index)
    )
      continue;
    host = other;
    hostDistance = distance;
  }
  return host;
}

function isMark(ink: Ink): boolean {
  return COMBINING.test(ink.text) || SPACING_ACCENT.test(ink.text);
}

/** A combining mark belongs to the letter it stands over, else to the one painted just before. */
function combiningDistance(mark: Ink, letter: Ink): number | null {
  const middle = (mark.u0 + mark.u1) / 2;
  const isPaintedNext = mark.index === letter.index + 1;
  const outside = Math.max(letter.u0 - middle, middle - letter.u1, 0);
  if (outside > 0.5 * letter.size) return null;
  return isPaintedNext && outside < 0.3 * letter.size ? 0 : outside + 0.01;
}

function accentDistance(accent: Ink, letter: Ink): number | null {
  if (!hasLetter(letter.text)) return null;
  const overlap = Math.min(accent.u1, letter.u1) - Math.max(accent.u0, letter.u0);
  const width = Math.min(accent.u1 - accent.u0, letter.u1 - letter.u0);
  return overlap >= ACCENT_OVERLAP * width && overlap > 0 ? 1 - overlap / width : null;
}
