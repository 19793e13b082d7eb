import type { PageGrounding, PageLine, PageRow, TextSpan } from '../../../evidence/grounding.ts';
import { charBox } from '../../evidence.ts';

/** How the plain spaces between the digits of a page are read. */
export interface SpacedDigits {
  /** Offsets of spaces that set thousands apart inside one number, in order. */
  readonly joints: readonly number[];
  /** Stretches that may be one number or several, in order, without overlap. */
  readonly open: readonly OpenDigits[];
}

/** Digits of which the page leaves open where one number ends and the next begins. */
export interface OpenDigits extends TextSpan {
  /** The digits of every number that may stand there, without marks. */
  readonly readings: readonly string[];
}

/**
 * A space inside a number is a word space at most: 0.25 to 0.35 em in text faces, and never as wide
 * as a gap that parts cells (0.6 em, see the layout). In em.
 */
const WORD_SPACE_EM = 0.4;
/** Word spaces of one line differ by less than this factor from their median. */
const WORD_SPACE_SPREAD = 1.3;
/** So many gaps between words tell the word space of a line; fewer leave it to the page. */
const WORD_GAPS_MIN = 3;
/** A number elsewhere that ends within this distance of a space shows a column there, points. */
const COLUMN_EDGE = 1.5;
/** Two grouped numbers show that a page groups by spaces; one may be two numbers. */
const GROUPED_MIN = 2;
/** More parts than this are a row of numbers; their readings are not spelled out. */
const PARTS_MAX = 6;

const GROUPED = /(?<![\d.,'’])[1-9]\d{0,2}(?: \d{3})+(?!\d)/g;
const GROUPED_BY_MARK = /(?<![\d.,]|\d )\d{1,3}(?:[.,'’]\d{3})+(?!\d)/;
const UNGROUPED = /(?<![\d.,'’])[1-9]\d{4,}(?![\d.,'’])/;
const FIGURES = /^[\d\s.,()%$€£¥'’‐-―−+-]+$/;
/** Words before a number that count things of their own: a note, a page, a month. */
const REFERENCE_BEFORE =
  /(?:^|[^\p{L}])(?:notes?|pages?|sections?|items?|level|class|tier|series|no\.|q|fy|jan\p{L}*|feb\p{L}*|mar(?:ch|s)?|apr\p{L}*|may|june?|july?|aug\p{L}*|sep\p{L}*|oct\p{L}*|nov\p{L}*|dec\p{L}*)\.? $/iu;

/**
 * Reads the spaces between digits. pdf.js turns a no-break space into a plain one, so `12 400` may be
 * one number or two. It is one where its space is a word space and the table or page groups so
 * throughout, or the claim prints it so (`isClaimed`); digits that are wide apart are several. All
 * else is open: a
 * space that is neither, a column that ends in the middle, marks that group elsewhere on the page,
 * and gaps between digits that the layout leaves open.
 */
export function readSpacedDigits(page: PageGrounding, isClaimed: boolean): SpacedDigits {
  const printed = withoutMarks(page);
  const gaps = gapsBetweenDigits(page, printed);
  const text = replacedAt(printed, gaps.wide, '\t');
  const runs = [...text.matchAll(GROUPED)].map(({ index, 0: run }) => ({
    start: index,
    end: index + run.length,
  }));
  const sound = runs.filter((run) => isSound(page, text, run, gaps.unsure));
  const whole = { start: 0, end: text.length, cells: figureCells(page.rows, text) };
  const tables = tablesOf(page, text);
  const joined = sound.filter((run) => {
    const own = tables.find((table) => table.start <= run.start && run.end <= table.end) ?? whole;
    if (hasStrayPair(text, own, runs)) return false;
    return isClaimed || [own, whole].some((area) => isGroupedBySpaces(text, area, sound));
  });
  const joints = joined.flatMap((run) => spacesIn(text, run));
  const doubtful = runs
    .filter((run) => !joined.includes(run))
    .flatMap((run) => spacesIn(text, run));
  const settled = new Set(joints);
  const places = [...doubtful, ...gaps.unsure, ...openPlaces(page, printed)].filter(
    (at) => !settled.has(at),
  );
  return { joints, open: stretchesAt(printed, places, settled) };
}

interface DigitGaps {
  /** Offsets of spaces that surely part numbers, and of those that may. */
  readonly wide: readonly number[];
  readonly unsure: readonly number[];
}

/** Sorts the spaces between two digits of one line by their width. */
function gapsBetweenDigits(page: PageGrounding, text: string): DigitGaps {
  const wide: number[] = [];
  const unsure: number[] = [];
  let usualEm: number | null | undefined;
  for (const line of page.lines) {
    const places = spacesBetweenDigits(text, line);
    if (places.length === 0) continue;
    const own = wordGapsOf(page, line);
    if (own.length < WORD_GAPS_MIN && usualEm === undefined) {
      usualEm = medianOf(page.lines.flatMap((other) => wordGapsOf(page, other)));
    }
    const usual = (own.length >= WORD_GAPS_MIN ? medianOf(own) : usualEm) ?? 0;
    const bar = Math.max(WORD_SPACE_EM, WORD_SPACE_SPREAD * usual);
    const breaks = new Set(line.cells.map((cell) => cell.end));
    for (const at of places) {
      const gap = gapAt(page, line, at);
      if (gap <= bar) continue;
      (breaks.has(at) && gap > bar * WORD_SPACE_SPREAD ? wide : unsure).push(at);
    }
  }
  return { wide, unsure };
}

function spacesBetweenDigits(text: string, line: TextSpan): readonly number[] {
  const places: number[] = [];
  for (let at = line.start + 1; at < line.end - 1; at += 1) {
    if (text[at] === ' ' && isDigitAt(text, at - 1) && isDigitAt(text, at + 1)) places.push(at);
  }
  return places;
}

function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/** Gaps between words of letters in one line, em; cell gaps left out. */
function wordGapsOf(page: PageGrounding, line: PageLine): readonly number[] {
  const { text } = page;
  const gaps: number[] = [];
  let cell = 0;
  for (let at = text.indexOf(' ', line.start); at !== -1 && at < line.end; ) {
    while ((line.cells[cell]?.end ?? line.end) < at) cell += 1;
    if (line.cells[cell]?.end !== at && isBetweenWords(text, line, at)) {
      gaps.push(gapAt(page, line, at));
    }
    at = text.indexOf(' ', at + 1);
  }
  return gaps;
}

/** Letters on both sides of a space, with a mark of a sentence before it or without. */
function isBetweenWords(text: string, line: TextSpan, at: number): boolean {
  if (!LETTER_AHEAD.test(text.slice(at + 1, Math.min(at + 3, line.end)))) return false;
  return LETTER_BEHIND.test(text.slice(Math.max(line.start, at - 3), at));
}

const LETTER_AHEAD = /^\p{L}/u;
const LETTER_BEHIND = /\p{L}[,.;:]?$/u;

/** Distance between the characters beside an offset along the writing direction, em. */
function gapAt(page: PageGrounding, line: PageLine, at: number): number {
  const before = charBox(page, at - 1);
  const after = charBox(page, at + 1);
  const isUpright = line.direction === 0 || line.direction === 180;
  const gap = isUpright
    ? Math.max(after[0] - before[2], before[0] - after[2])
    : Math.max(after[1] - before[3], before[1] - after[3]);
  return gap / Math.max(line.size, 0.1);
}

/** Whether nothing at a grouped number itself speaks for several numbers. */
function isSound(
  page: PageGrounding,
  text: string,
  run: TextSpan,
  unsure: readonly number[],
): boolean {
  if (REFERENCE_BEFORE.test(text.slice(Math.max(0, run.start - 16), run.start))) return false;
  if (/^[.,'’]\d{3}(?!\d)/.test(text.slice(run.end, run.end + 5))) return false;
  const spaces = spacesIn(text, run);
  return spaces.every((at) => !unsure.includes(at) && !isColumnEdge(page, at));
}

/** Whether a number of another row ends just where a space inside this one begins. */
function isColumnEdge(page: PageGrounding, at: number): boolean {
  const edge = charBox(page, at - 1)[2];
  return page.rows.some(
    (row) =>
      row.cells.length > 1 &&
      row.cells.some(
        (cell) =>
          (at < cell.start || at >= cell.end) &&
          Math.abs(cell.bbox[2] - edge) <= COLUMN_EDGE &&
          /\d[)%]?$/.test(page.text.slice(cell.start, cell.end)),
      ),
  );
}

/** A table or the whole page, with those of its cells that hold digits and signs alone. */
interface Area extends TextSpan {
  readonly cells: readonly TextSpan[];
}

/** Rows without a second cell that may stand inside a table: headings of rows. */
const HEADING_ROWS_MAX = 3;

/** Rows of several cells that follow one another, as one area each. */
function tablesOf(page: PageGrounding, text: string): readonly Area[] {
  const tables: PageRow[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, row] of page.rows.entries()) {
    if (row.cells.length < 2) continue;
    if (index - last > HEADING_ROWS_MAX) tables.push([]);
    tables.at(-1)?.push(row);
    last = index;
  }
  return tables.map((rows) => {
    const cells = rows.flatMap((row) => row.cells);
    return {
      start: Math.min(...cells.map((cell) => cell.start)),
      end: Math.max(...cells.map((cell) => cell.end)),
      cells: figureCells(rows, text),
    };
  });
}

/** Whether two numbers at least are grouped by spaces in an area, and none otherwise. */
function isGroupedBySpaces(text: string, area: Area, sound: readonly TextSpan[]): boolean {
  const own = sound.filter((run) => area.start <= run.start && run.end <= area.end);
  if (own.length < GROUPED_MIN || GROUPED_BY_MARK.test(text.slice(area.start, area.end))) {
    return false;
  }
  // A page that groups does not print long numbers of its tables without groups.
  return !area.cells.some((cell) => UNGROUPED.test(text.slice(cell.start, cell.end)));
}

/** Whether a cell of digits alone sets two numbers a word space apart, such as `18 17`. */
function hasStrayPair(text: string, area: Area, runs: readonly TextSpan[]): boolean {
  return area.cells.some((cell) =>
    [...text.slice(cell.start, cell.end).matchAll(/(?<=\d) (?=\d)/g)].some((match) => {
      const at = cell.start + match.index;
      return !runs.some((run) => run.start < at && at < run.end);
    }),
  );
}

/** Cells of rows that hold digits and signs alone. */
function figureCells(rows: readonly PageRow[], text: string): readonly TextSpan[] {
  return rows
    .filter((row) => row.cells.length > 1)
    .flatMap((row) => row.cells)
    .filter((cell) => FIGURES.test(text.slice(cell.start, cell.end)));
}

/** Gaps that the layout itself leaves open, where digits stand on both sides. */
function openPlaces(page: PageGrounding, text: string): readonly number[] {
  return [
    ...page.open_joins.filter((at) => isAmongDigits(text, at, at)),
    ...page.open_spaces.filter((at) => isAmongDigits(text, at, at + 1)),
  ];
}

function isAmongDigits(text: string, left: number, right: number): boolean {
  return (
    /\d[.,'’]?$/.test(text.slice(Math.max(0, left - 2), left)) &&
    /^[.,'’]?\d/.test(text.slice(right, right + 2))
  );
}

function spacesIn(text: string, run: TextSpan): readonly number[] {
  const spaces: number[] = [];
  for (let at = run.start; at < run.end; at += 1) if (text[at] === ' ') spaces.push(at);
  return spaces;
}

/** The text with raised marks made unreadable: their digits belong to no number. */
function withoutMarks(page: PageGrounding): string {
  const raised = page.superscripts.flatMap(({ start, end }) =>
    Array.from({ length: end - start }, (_, at) => start + at),
  );
  return replacedAt(page.text, raised, '\u0001');
}

/** The text with the character `by` at each of `offsets`. */
export function replacedAt(text: string, offsets: readonly number[], by: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const at of [...offsets].sort((a, b) => a - b)) {
    if (at < from) continue;
    parts.push(text.slice(from, at), by);
    from = at + 1;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** The stretches of digits around open places, each with the numbers it may be. */
function stretchesAt(
  text: string,
  places: readonly number[],
  settled: ReadonlySet<number>,
): readonly OpenDigits[] {
  const isPlace = new Set(places);
  const isPart = (at: number): boolean =>
    /[\d.,'’]/.test(text[at] ?? '') || (text[at] === ' ' && (isPlace.has(at) || settled.has(at)));
  const found: OpenDigits[] = [];
  for (const place of [...isPlace].sort((a, b) => a - b)) {
    if (place < (found.at(-1)?.end ?? 0)) continue;
    let start = place;
    let end = place;
    while (start > 0 && isPart(start - 1)) start -= 1;
    while (end < text.length && isPart(end)) end += 1;
    found.push({ start, end, readings: readingsOf(text, start, end, isPlace) });
  }
  return found;
}

function readingsOf(
  text: string,
  start: number,
  end: number,
  places: ReadonlySet<number>,
): readonly string[] {
  const parts = [''];
  for (let at = start; at < end; at += 1) {
    if (places.has(at)) parts.push('');
    if (/\d/.test(text[at] ?? '')) parts.push(`${parts.pop() ?? ''}${text[at]}`);
  }
  const joined: string[] = [];
  for (let first = 0; first < parts.length; first += 1) {
    for (let last = first + 1; last <= Math.min(parts.length, first + PARTS_MAX); last += 1) {
      joined.push(parts.slice(first, last).join(''));
    }
  }
  return joined.filter((reading) => reading !== '');
}

function medianOf(values: readonly number[]): number | null {
  return Float64Array.from(values).sort()[values.length >> 1] ?? null;
}
