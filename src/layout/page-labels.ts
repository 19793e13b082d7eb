import type { Bbox } from '../contracts/locator.ts';
import { LABEL_SOURCES, type LabelSource, type PageLabel } from '../contracts/page-label.ts';
import type { LabelMap, PageGrounding, PageLine, TextSpan } from '../evidence/grounding.ts';
import { type BatesReading, readBates } from './bates.ts';
import { type FolioReading, readFolio } from './folio.ts';
import { type BandMark, findRuns, isolatedFolios, pairSpreads } from './folio-runs.ts';

/** What the header and footer bands of one page print that may be its number. */
export interface PageBands {
  readonly page_index: number;
  readonly folios: readonly BandFolio[];
  readonly stamps: readonly BandStamp[];
}

export interface BandFolio extends FolioReading, BandMark {
  /** Whether its row holds no other cell. */
  readonly is_row: boolean;
}
export interface BandStamp extends BatesReading, BandMark {}

/**
 * Rows from each end of a page that may hold a folio: running heads of three lines were the most
 * seen, and on short pages the folio follows the text wherever that ends.
 */
const ROWS = 4;
/** Rows that lie within this share of the page's height from its end count as well. */
const BAND_SHARE = 0.08;
const BAND_ROWS_MAX = 8;
/** A row with more bare numbers is a row of a table. */
const NUMBERS_MAX = 2;
/** In type sizes: taller lines are slanted marks across the page, or vertical writing. */
const LINE_HEIGHT_MAX = 3;
/** Longer pieces are body text of a page that has no line ends; not a head. */
const PIECE_MAX = 400;

/**
 * Reads what may be page numbers from the first and last rows of a page, in each writing direction
 * (a landscape table keeps its folio sideways). Small plain data: the page is not needed again.
 */
export function readBands(page: PageGrounding): PageBands {
  const folios: BandFolio[] = [];
  const stamps: BandStamp[] = [];
  for (const direction of [0, 90, 180, 270] as const) {
    const upright = uprightOf(page, direction);
    const rows = rowsOf(page, upright);
    for (const [index, row] of rows.entries()) {
      const end = endOf(rows, index, row, upright);
      if (end === null) continue;
      const is_row = row.lines.length === 1 && row.lines[0]?.cells.length === 1;
      const pieces = row.lines.flatMap((line) => piecesOf(page, line));
      const readings = pieces.flatMap((piece) => foliosOf(page, piece, upright, end, is_row));
      const numbers = readings.filter(({ form, style }) => form === 'alone' && style === 'arabic');
      if (numbers.length <= NUMBERS_MAX) folios.push(...readings);
      stamps.push(...row.lines.flatMap((line) => stampsOf(page, line, upright, end)));
    }
  }
  return { page_index: page.page_index, folios, stamps };
}

/**
 * Joins the labels of all sources. A printed folio counts where it belongs to a run of consecutive
 * numbers at a like place over at least three pages; nothing is interpolated, so a page that prints
 * no folio gets none. What looks like a folio outside every run goes to `isolated`.
 * @param unread pages whose bands are missing.
 * @returns entries by page, then dictionary, folio, stamp; sources that disagree stand side by side.
 */
export function mapPageLabels(
  bands: readonly PageBands[],
  dictionaryLabels: readonly string[] | null,
  unread: readonly number[],
): LabelMap {
  const dictionary = (dictionaryLabels ?? []).map((label, index) =>
    entry(index, label, 'pdf_dictionary'),
  );
  const folios = findRuns(
    bands.flatMap((page) => {
      const single = page.folios.map((folio) => ({
        ...folio,
        page_index: page.page_index,
        labels: [folio.label],
        series: `${folio.style} ${folio.prefix}`,
      }));
      return [...single, ...pairSpreads(single)];
    }),
  );
  const stamps = findRuns(
    bands.flatMap(({ page_index, stamps: found }) =>
      found.map((stamp) => ({
        ...stamp,
        page_index,
        labels: [stamp.label],
        series: `${stamp.width} ${stamp.prefix}`,
        form: 'alone' as const,
        decoration: '',
        is_row: false,
      })),
    ),
  );
  const printed = folios.map(({ page_index, label }) => entry(page_index, label, 'printed_folio'));
  const labelled = new Set(printed.map(({ page_index }) => page_index));
  const isolated = bands
    .filter(({ page_index }) => !labelled.has(page_index))
    .flatMap(({ page_index, folios: found }) =>
      isolatedFolios(found).map((label) => entry(page_index, label, 'printed_folio')),
    );
  return {
    labels: sorted([
      ...dictionary.filter(({ label }) => label !== ''),
      ...printed,
      ...stamps.map(({ page_index, label }) => entry(page_index, label, 'bates_stamp')),
    ]),
    isolated: sorted(isolated),
    unread: [...new Set(unread)].sort((a, b) => a - b),
  };
}

/** A page turned so that text of one direction reads upright; points. */
interface Upright {
  readonly direction: PageLine['direction'];
  readonly width: number;
  readonly height: number;
}

interface Row {
  readonly lines: readonly PageLine[];
  /** Of its first line; distances from the top of the upright page. */
  readonly top: number;
  readonly bottom: number;
}

/** The end of the page that a row is near, and how many rows lie further out. */
interface End {
  readonly edge: 'top' | 'bottom';
  readonly rank: number;
  /** From that end to the row, points. */
  readonly depth: number;
}

function uprightOf(page: PageGrounding, direction: PageLine['direction']): Upright {
  const isSideways = direction === 90 || direction === 270;
  const [width, height] = isSideways ? [page.height, page.width] : [page.width, page.height];
  return { direction, width, height };
}

/** A box of the page in the coordinates of the upright page. */
function turned(upright: Upright, [x0, y0, x1, y1]: Bbox): Bbox {
  const { width, height } = upright;
  switch (upright.direction) {
    case 0:
      return [x0, y0, x1, y1];
    case 90:
      return [y0, height - x1, y1, height - x0];
    case 180:
      return [width - x1, height - y1, width - x0, height - y0];
    case 270:
      return [width - y1, x0, width - y0, x1];
  }
}

function rowsOf(page: PageGrounding, upright: Upright): readonly Row[] {
  const placed = page.lines
    .filter((line) => line.direction === upright.direction && line.start < line.end)
    .map((line) => ({ line, box: turned(upright, line.bbox) }))
    .filter(({ line, box }) => box[3] - box[1] <= line.size * LINE_HEIGHT_MAX)
    .sort((a, b) => a.box[1] + a.box[3] - b.box[1] - b.box[3]);
  const rows: { readonly lines: PageLine[]; readonly top: number; readonly bottom: number }[] = [];
  for (const { line, box } of placed) {
    const row = rows[rows.length - 1];
    // Only the first line bounds its row: columns out of step would else chain the whole page.
    if (row !== undefined && (box[1] + box[3]) / 2 < row.bottom) row.lines.push(line);
    else rows.push({ lines: [line], top: box[1], bottom: box[3] });
  }
  return rows;
}

function endOf(rows: readonly Row[], index: number, row: Row, upright: Upright): End | null {
  const fromTop: End = { edge: 'top', rank: index, depth: row.top };
  const rankBelow = rows.length - 1 - index;
  const fromBottom: End = { edge: 'bottom', rank: rankBelow, depth: upright.height - row.bottom };
  const isUpper = (row.top + row.bottom) / 2 < upright.height / 2;
  const isNearTop = rankBelow === index ? isUpper : index < rankBelow;
  const { edge, rank, depth } = isNearTop ? fromTop : fromBottom;
  const isBand = rank < ROWS || (rank < BAND_ROWS_MAX && depth < upright.height * BAND_SHARE);
  return isBand ? { edge, rank, depth } : null;
}

/** The cells of a line but for marks of lists, and the line itself where it has several. */
function piecesOf(page: PageGrounding, line: PageLine): readonly TextSpan[] {
  if (line.cells.length === 1) return [line].filter(isShort);
  const cells = line.cells.filter(({ start, end }) => !/[.)]$/u.test(page.text.slice(start, end)));
  return [...cells, line].filter(isShort);
}

function isShort({ start, end }: TextSpan): boolean {
  return end - start <= PIECE_MAX;
}

function foliosOf(
  page: PageGrounding,
  piece: TextSpan,
  upright: Upright,
  end: End,
  isRow: boolean,
): readonly BandFolio[] {
  const text = page.text.slice(piece.start, piece.end);
  // A letter beside other cells heads a list or an appendix, and one at the top an index.
  const isLetterPlace = isRow && end.edge === 'bottom';
  const readings = readFolio(text).filter(
    ({ style, form }) => !style.startsWith('letter') || form === 'named' || isLetterPlace,
  );
  return readings.map((reading) => ({
    ...reading,
    ...markOf(page, upright, end, spanOf(text, reading.label, reading.is_last, piece.start)),
    is_row: isRow,
  }));
}

function stampsOf(
  page: PageGrounding,
  piece: TextSpan,
  upright: Upright,
  end: End,
): readonly BandStamp[] {
  const text = page.text.slice(piece.start, piece.end);
  return readBates(text).map((reading) => ({
    ...reading,
    ...markOf(page, upright, end, spanOf(text, reading.label, true, piece.start)),
  }));
}

/** Where a label stands in the piece it was read from; all of it where its parts stand apart. */
function spanOf(text: string, label: string, isLast: boolean, offset: number): TextSpan {
  const isWhole = (at: number): boolean =>
    !/[\p{L}\p{N}]/u.test(text.slice(Math.max(0, at - 1), at)) &&
    !/[\p{L}\p{N}]/u.test(text.slice(at + label.length, at + label.length + 1));
  const find = (from: number): number =>
    isLast ? text.lastIndexOf(label, from) : text.indexOf(label, from);
  let at = find(isLast ? text.length : 0);
  while (at > 0 && !isWhole(at)) at = find(isLast ? at - 1 : at + 1);
  if (at < 0 || !isWhole(at)) return { start: offset, end: offset + text.length };
  return { start: offset + at, end: offset + at + label.length };
}

function markOf(page: PageGrounding, upright: Upright, end: End, span: TextSpan): BandMark {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.POSITIVE_INFINITY;
  for (let at = span.start; at < span.end; at += 1) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.boxes.subarray(4 * at, 4 * at + 4);
    const box = turned(upright, [x0, y0, x1, y1]);
    left = Math.min(left, box[0]);
    right = Math.min(right, upright.width - box[2]);
  }
  return { ...end, left, right };
}

function entry(pageIndex: number, label: string, source: LabelSource): PageLabel {
  return { page_index: pageIndex, label, source };
}

function sorted(labels: readonly PageLabel[]): readonly PageLabel[] {
  const rank = ({ source }: PageLabel): number => LABEL_SOURCES.indexOf(source);
  return [...labels].sort(
    (a, b) =>
      a.page_index - b.page_index ||
      rank(a) - rank(b) ||
      (a.label < b.label ? -1 : a.label > b.label ? 1 : 0),
  );
}
