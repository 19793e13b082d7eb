import type { PageGrounding, PageLine, TextSpan } from '../evidence/grounding.ts';

/** A stretch of canonical text that a quote may be matched against, with what geometry left open. */
export interface Passage {
  readonly text: string;
  /** Offsets of single spaces that may as well be none. */
  readonly openSpaces: ReadonlySet<number>;
  /** Offsets between two characters where a space may as well stand. */
  readonly openJoins: ReadonlySet<number>;
  /** Raised marks, in order, without overlap. */
  readonly marks: readonly TextSpan[];
}

const passages = new WeakMap<PageGrounding, Passage>();

/** The whole page as one passage. Made once a page: a page is never changed after it was read. */
export function passageOf(page: PageGrounding): Passage {
  const known = passages.get(page);
  if (known !== undefined) return known;
  const passage: Passage = {
    text: page.text,
    openSpaces: new Set(page.open_spaces),
    openJoins: new Set(page.open_joins),
    marks: page.superscripts,
  };
  passages.set(page, passage);
  return passage;
}

const unseenPassages = new WeakMap<PageGrounding, Passage>();

/** The text of a page that no reader sees, line by line. Made once a page, as `passageOf`. */
export function unseenPassageOf(page: PageGrounding): Passage {
  const known = unseenPassages.get(page);
  if (known !== undefined) return known;
  const text = page.unseen.map((line) => line.text).join('\n');
  const passage: Passage = { text, openSpaces: new Set(), openJoins: new Set(), marks: [] };
  unseenPassages.set(page, passage);
  return passage;
}

/** Two pages as one passage over the break between them, and the way back to page offsets. */
export interface BrokenPassage {
  readonly passage: Passage;
  /** Offset in `passage.text` at which the second page starts. */
  readonly breakAt: number;
  /** Added to an offset before the break, and to one after it, to get the page's own offset. */
  readonly firstShift: number;
  readonly secondShift: number;
}

/**
 * Joins the end of one page to the start of the next. Running heads and feet between them are left
 * out, and so are small-type lines (footnotes) at the foot of the first page: a sentence that runs
 * over the break runs around them.
 */
export function joinOverBreak(first: PageGrounding, second: PageGrounding): BrokenPassage | null {
  const firstEnd = endOfBody(first);
  const secondStart = startOfBody(second);
  if (firstEnd === null || secondStart === null) return null;
  const text = `${first.text.slice(0, firstEnd)}\n${second.text.slice(secondStart)}`;
  const breakAt = firstEnd + 1;
  const secondShift = secondStart - breakAt;
  const place = (offsets: readonly number[], others: readonly number[]) =>
    new Set([
      ...offsets.filter((offset) => offset < firstEnd),
      ...others.filter((offset) => offset >= secondStart).map((offset) => offset - secondShift),
    ]);
  return {
    passage: {
      text,
      openSpaces: place(first.open_spaces, second.open_spaces),
      openJoins: place(first.open_joins, second.open_joins),
      marks: [
        ...first.superscripts.filter((mark) => mark.end <= firstEnd),
        ...second.superscripts
          .filter((mark) => mark.start >= secondStart)
          .map((mark) => ({ start: mark.start - secondShift, end: mark.end - secondShift })),
      ],
    },
    breakAt,
    firstShift: 0,
    secondShift,
  };
}

/** A line this much smaller than the page's body type is a note. */
const NOTE_SIZE_RATIO = 0.93;

function endOfBody(page: PageGrounding): number | null {
  const bodySize = bodySizeOf(page);
  for (let index = page.lines.length - 1; index >= 0; index -= 1) {
    const line = page.lines[index];
    if (line === undefined || isFurniture(page, line)) continue;
    if (line.size < bodySize * NOTE_SIZE_RATIO) continue;
    return line.end;
  }
  return null;
}

function startOfBody(page: PageGrounding): number | null {
  for (const line of page.lines) {
    if (!isFurniture(page, line)) return line.start;
  }
  return null;
}

function isFurniture(page: PageGrounding, line: PageLine): boolean {
  const role = page.elements[line.element]?.role;
  return role !== undefined && role !== 'body';
}

/** The type size that most characters of the page have. */
function bodySizeOf(page: PageGrounding): number {
  const counts = new Map<number, number>();
  for (const line of page.lines) {
    const size = Math.round(line.size * 10) / 10;
    counts.set(size, (counts.get(size) ?? 0) + (line.end - line.start));
  }
  let best = 0;
  let bestCount = 0;
  for (const [size, count] of counts) {
    if (count > bestCount) {
      best = size;
      bestCount = count;
    }
  }
  return best;
}
