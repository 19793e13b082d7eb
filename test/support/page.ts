import type { Bbox } from '../../src/contracts/locator.ts';
import { digestOfText } from '../../src/evidence/canonical.ts';
import { unionOf } from '../../src/evidence/geometry.ts';
import type {
  DocumentGrounding,
  ElementRole,
  PageElement,
  PageGrounding,
  PageLine,
  PageRow,
  RowCell,
  TextSpan,
} from '../../src/evidence/grounding.ts';
import type { Target } from '../../src/verification/finding.ts';

/** Width of every character and height of every line of a drawn page, points. */
const CHARACTER_WIDTH = 5;
const TYPE_SIZE = 10;
const LINE_PITCH = 14;
const MARGIN = 36;

/** What of a drawn page is not said by its text. Everything has the value of a sound page. */
export interface PageOptions {
  readonly page_index?: number;
  readonly width?: number;
  readonly height?: number;
  readonly degraded?: readonly string[];
  readonly unseen?: PageGrounding['unseen'];
  readonly picture_share?: number;
  readonly has_shapes?: boolean;
  readonly capabilities?: PageGrounding['capabilities'];
  /** Role of the element with this number; `body` where it is not named. */
  readonly roles?: Readonly<Record<number, ElementRole>>;
  /** Makes maybe-unseen every occurrence of these texts. */
  readonly maybe_unseen?: readonly string[];
}

/**
 * Makes the grounding of a page from its picture in characters: one line of text is one line of the
 * page, the column of a character is its place. Two or more spaces part the cells of a row (one
 * space in the canonical text), an empty line parts elements, `^{1}` is a raised `1`. Common
 * indentation and empty lines at both ends are dropped.
 */
export function pageOf(picture: string, options: PageOptions = {}): PageGrounding {
  const drawn = drawLines(trimPicture(picture));
  const text = drawn.text;
  const page_index = options.page_index ?? 0;
  return {
    page_index,
    width: options.width ?? 612,
    height: options.height ?? 792,
    rotation: 0,
    user_unit: 1,
    text,
    text_sha256: digestOfText(text),
    boxes: Float32Array.from(drawn.boxes.flat()),
    lines: drawn.lines,
    rows: drawn.rows,
    elements: elementsOf(drawn.lines, page_index, options.roles ?? {}),
    open_spaces: [],
    open_joins: [],
    superscripts: drawn.superscripts,
    unmapped: [...text.matchAll(/[\uE000-\uF8FF\uFFFD]+/g)].map(spanOf),
    maybe_unseen: (options.maybe_unseen ?? []).flatMap((part) => spansOf(text, part)),
    unseen: options.unseen ?? [],
    rules: [],
    pictures: [],
    picture_share: options.picture_share ?? 0,
    has_shapes: options.has_shapes ?? false,
    capabilities: options.capabilities ?? ['text', 'geometry', 'char_offsets'],
    degraded: options.degraded ?? [],
  };
}

/** A document that holds the given page, of which nothing else is known. */
export function documentOf(page: PageGrounding): DocumentGrounding {
  return {
    fingerprint: digestOfText('document'),
    reader_profile: digestOfText('reader'),
    reader: 'drawn',
    page_count: page.page_index + 1,
    capabilities: page.capabilities,
    degraded: [],
    dictionary_labels: null,
  };
}

/** The whole page as target, as for a claim that names nothing but the page. */
export function targetOf(page: PageGrounding, overrides: Partial<Target> = {}): Target {
  return {
    document: documentOf(page),
    page,
    page_label: null,
    within: [{ start: 0, end: page.text.length }],
    is_bounded: false,
    next: null,
    ...overrides,
  };
}

interface Drawn {
  text: string;
  boxes: Bbox[];
  lines: PageLine[];
  rows: PageRow[];
  superscripts: TextSpan[];
}

function trimPicture(picture: string): readonly string[] {
  const lines = picture.split('\n').map((line) => line.trimEnd());
  while (lines[0] === '') lines.shift();
  while (lines.at(-1) === '') lines.pop();
  const indents = lines.filter((line) => line !== '').map((line) => line.search(/\S/));
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(Number.isFinite(indent) ? indent : 0));
}

function drawLines(picture: readonly string[]): Drawn {
  const drawn: Drawn = { text: '', boxes: [], lines: [], rows: [], superscripts: [] };
  let element = 0;
  let isParted = false;
  picture.forEach((line, index) => {
    if (line === '') {
      isParted = drawn.lines.length > 0;
      return;
    }
    if (isParted) element += 1;
    isParted = false;
    drawLine(drawn, line, MARGIN + index * LINE_PITCH, element);
  });
  return drawn;
}

function drawLine(drawn: Drawn, line: string, top: number, element: number): void {
  if (drawn.lines.length > 0) append(drawn, '\n', rightEdge(drawn), top - LINE_PITCH, 0);
  const start = drawn.text.length;
  const cells: TextSpan[] = [];
  for (const part of line.matchAll(/\S+(?: \S+)*/g)) {
    let x = MARGIN + part.index * CHARACTER_WIDTH;
    if (cells.length > 0) {
      const left = rightEdge(drawn);
      append(drawn, ' ', left, top, x - left);
    }
    const cellStart = drawn.text.length;
    for (const piece of part[0].split(/(\^\{[^}]*\})/)) {
      const isRaised = piece.startsWith('^{');
      const raisedStart = drawn.text.length;
      for (const character of isRaised ? piece.slice(2, -1) : piece) {
        append(drawn, character, x, top, CHARACTER_WIDTH);
        x += CHARACTER_WIDTH;
      }
      if (isRaised) drawn.superscripts.push({ start: raisedStart, end: drawn.text.length });
    }
    cells.push({ start: cellStart, end: drawn.text.length });
  }
  const end = drawn.text.length;
  const bbox = boxOf(drawn, { start, end });
  const rowCells: RowCell[] = cells.map((cell) => ({
    ...cell,
    bbox: boxOf(drawn, cell),
    line: drawn.lines.length,
  }));
  drawn.lines.push({
    start,
    end,
    bbox,
    baseline: top + 0.8 * TYPE_SIZE,
    size: TYPE_SIZE,
    direction: 0,
    element,
    cells,
  });
  drawn.rows.push({ bbox, cells: rowCells });
}

function append(drawn: Drawn, character: string, x: number, top: number, width: number): void {
  drawn.text += character;
  for (let unit = 0; unit < character.length; unit += 1) {
    drawn.boxes.push([x, top, x + width, top + TYPE_SIZE]);
  }
}

function rightEdge(drawn: Drawn): number {
  return drawn.boxes.at(-1)?.[2] ?? MARGIN;
}

function boxOf(drawn: Drawn, span: TextSpan): Bbox {
  return unionOf(drawn.boxes.slice(span.start, span.end)) ?? [0, 0, 0, 0];
}

function elementsOf(
  lines: readonly PageLine[],
  pageIndex: number,
  roles: Readonly<Record<number, ElementRole>>,
): readonly PageElement[] {
  return [...new Set(lines.map((line) => line.element))].map((element) => {
    const own = lines.filter((line) => line.element === element);
    return {
      id: `p${pageIndex}-e${element}`,
      role: roles[element] ?? 'body',
      bbox: unionOf(own.map((line) => line.bbox)) ?? [0, 0, 0, 0],
      start: own[0]?.start ?? 0,
      end: own.at(-1)?.end ?? 0,
    };
  });
}

function spansOf(text: string, part: string): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    spans.push({ start: at, end: at + part.length });
  }
  return spans;
}

function spanOf(match: RegExpMatchArray): TextSpan {
  const start = match.index ?? 0;
  return { start, end: start + match[0].length };
}
