import { hasLetter, startsWithDigit } from './characters.ts';

/** One piece of a line in visual order: a letter with its marks, or a space. */
export interface VisualPiece {
  readonly text: string;
}

export type BaseDirection = 'ltr' | 'rtl';

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms (UAX 9, classes R and AL). */
const RIGHT_TO_LEFT =
  /[\u0590-\u05FF\u0600-\u065F\u066D-\u06EF\u06FA-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]|[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** Between two digits these belong to the number (classes ES and CS). */
const SEPARATOR = /^[+\-\u2212.,:/\u00A0]$/;
/** Next to a digit these belong to the number (class ET). */
const TERMINATOR = /^[#$%\u00A2-\u00A5\u00B0\u2030\u20A0-\u20CF]$/;

const MIRRORS: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '\u00AB': '\u00BB',
  '\u00BB': '\u00AB',
};

export function isRightToLeft(text: string): boolean {
  return text.charCodeAt(0) >= 0x590 && RIGHT_TO_LEFT.test(text);
}

/** How many pieces of either direction there are: what a base direction is decided by. */
export function countDirections(pieces: readonly VisualPiece[]): {
  /** Counted only where any text runs from right to left. */
  readonly ltr: number;
  readonly rtl: number;
} {
  let rtl = 0;
  for (const { text } of pieces) if (isRightToLeft(text)) rtl += 1;
  if (rtl === 0) return { ltr: 0, rtl };
  const ltr = pieces.filter(({ text }) => hasLetter(text) && !isRightToLeft(text)).length;
  return { ltr, rtl };
}

/** A piece in logical order. */
export interface LogicalPiece<T> {
  readonly piece: T;
  /** As it is written: a bracket inside right-to-left text is the other one on paper. */
  readonly text: string;
}

/**
 * Puts the pieces of a line, given from left to right, into the order in which they are read: the
 * bidirectional algorithm (UAX 9) run backwards, as far as one line without controls needs it.
 * Numbers and embedded words keep their order; the rest of right-to-left text is turned round.
 */
export function orderLogically<T extends VisualPiece>(
  pieces: readonly T[],
  base: BaseDirection,
): readonly LogicalPiece<T>[] {
  const classed = classify(pieces);
  if (base === 'rtl') return mendBrackets(turnRound(classed));
  const ordered: Turned<T>[] = [];
  let at = 0;
  while (at < classed.length) {
    const end = endOfRightToLeft(classed, at);
    if (end > at) ordered.push(...turnRound(classed.slice(at, end)));
    else ordered.push(...classed.slice(at, at + 1).map(unturned));
    at = Math.max(end, at + 1);
  }
  return mendBrackets(ordered);
}

type Class = 'left_to_right' | 'right_to_left' | 'number' | 'neutral';

interface Classed<T> {
  readonly piece: T;
  readonly class: Class;
}

interface Turned<T> extends LogicalPiece<T> {
  /** Whether it stood in text that was turned round. */
  readonly isTurned: boolean;
}

function unturned<T extends VisualPiece>({ piece }: Classed<T>): Turned<T> {
  return { piece, text: piece.text, isTurned: false };
}

function classify<T extends VisualPiece>(pieces: readonly T[]): readonly Classed<T>[] {
  const classes: Class[] = pieces.map(({ text }) => {
    // Digits of both kinds run from left to right in every script (classes EN and AN).
    if (startsWithDigit(text)) return 'number';
    if (isRightToLeft(text)) return 'right_to_left';
    return hasLetter(text) ? 'left_to_right' : 'neutral';
  });
  const isNumber = (at: number) => classes[at] === 'number';
  pieces.forEach(({ text }, at) => {
    const isBetween = isNumber(at - 1) && isNumber(at + 1);
    if (classes[at] === 'neutral' && SEPARATOR.test(text) && isBetween) classes[at] = 'number';
  });
  const joinTerminator = (at: number, neighbour: number) => {
    const text = pieces[at]?.text ?? '';
    if (classes[at] === 'neutral' && TERMINATOR.test(text) && isNumber(neighbour)) {
      classes[at] = 'number';
    }
  };
  for (let at = 0; at < pieces.length; at += 1) joinTerminator(at, at - 1);
  for (let at = pieces.length - 1; at >= 0; at -= 1) joinTerminator(at, at + 1);
  return pieces.map((piece, at) => ({ piece, class: classes[at] ?? 'neutral' }));
}

/** End of the stretch from `from` that begins and ends with right-to-left letters; else `from`. */
function endOfRightToLeft<T>(classed: readonly Classed<T>[], from: number): number {
  if (classed[from]?.class !== 'right_to_left') return from;
  let end = from + 1;
  for (let at = from + 1; at < classed.length; at += 1) {
    if (classed[at]?.class === 'left_to_right') break;
    if (classed[at]?.class === 'right_to_left') end = at + 1;
  }
  return end;
}

/** Reads a stretch from its right end; words of the other direction and numbers stay as they are. */
function turnRound<T extends VisualPiece>(classed: readonly Classed<T>[]): readonly Turned<T>[] {
  const stretches: (readonly Turned<T>[])[] = [];
  let at = 0;
  while (at < classed.length) {
    const end = endOfLeftToRight(classed, at);
    if (end > at) stretches.push(classed.slice(at, end).map(unturned));
    else {
      stretches.push(
        classed.slice(at, at + 1).map(({ piece }) => ({
          piece,
          text: MIRRORS[piece.text] ?? piece.text,
          isTurned: true,
        })),
      );
    }
    at = Math.max(end, at + 1);
  }
  return stretches.reverse().flat();
}

/**
 * End of the stretch from `from` that reads from left to right: a number, or words and what stands
 * between them and after them up to a number. A number before a word is a stretch of its own.
 */
function endOfLeftToRight<T>(classed: readonly Classed<T>[], from: number): number {
  const first = classed[from]?.class;
  if (first !== 'number' && first !== 'left_to_right') return from;
  let end = from + 1;
  for (let at = from + 1; at < classed.length; at += 1) {
    const own = classed[at]?.class;
    if (own === 'right_to_left') break;
    if (first === 'number' && own !== 'number') break;
    if (own !== 'neutral') end = at + 1;
  }
  return end;
}

/**
 * Some files map a bracket to its shape, some to its meaning. The reading in which more brackets
 * find their partner is taken; the shape where both are alike.
 */
function mendBrackets<T extends VisualPiece>(
  ordered: readonly Turned<T>[],
): readonly LogicalPiece<T>[] {
  if (!ordered.some((part) => part.isTurned && part.text !== part.piece.text)) return ordered;
  const asMeant = ordered.map((part) => ({ ...part, text: part.piece.text }));
  return unmatchedIn(asMeant) < unmatchedIn(ordered) ? asMeant : ordered;
}

function unmatchedIn(parts: readonly { readonly text: string }[]): number {
  const waiting: string[] = [];
  let unmatched = 0;
  for (const { text } of parts) {
    const partner = MIRRORS[text];
    if (partner === undefined) continue;
    const isOpening = '([{<\u00AB'.includes(text);
    if (isOpening) waiting.push(text);
    else if (waiting[waiting.length - 1] === partner) waiting.pop();
    else unmatched += 1;
  }
  return unmatched + waiting.length;
}
