import {
  breakLines,
  FACES,
  newSheet,
  put,
  putLine,
  type Sheet,
  type Style,
} from '../../examples/report/typeset.ts';
import type { Bbox } from '../../src/contracts/locator.ts';
import { makePdf, type PageRecipe, type PdfRecipe } from '../support/pdf-maker.ts';
import type { MatrixDocument } from './case.ts';

/** How the pages of a made document look. Points. */
export interface Look {
  readonly style: Style;
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

/** Six looks: other faces, sizes, measures and page formats. */
export const LOOKS: readonly [Look, Look, Look, Look, Look, Look] = [
  { style: { face: 'Serif', size: 11, leading: 15 }, width: 595, height: 842, margin: 70 },
  { style: { face: 'Sans', size: 9, leading: 13 }, width: 612, height: 792, margin: 54 },
  { style: { face: 'SansBold', size: 12, leading: 18 }, width: 792, height: 612, margin: 60 },
  { style: { face: 'SerifItalic', size: 14, leading: 20 }, width: 612, height: 1008, margin: 80 },
  { style: { face: 'Serif', size: 8, leading: 10 }, width: 420, height: 595, margin: 40 },
  { style: { face: 'SerifBold', size: 10, leading: 12.5 }, width: 500, height: 700, margin: 90 },
];

export function lookOf(seed: number): Look {
  return LOOKS[seed % LOOKS.length] ?? LOOKS[0];
}

/** How a page lies in the file; what is drawn is always given as it is displayed. */
export interface Lie {
  readonly rotate?: 0 | 90 | 180 | 270;
  /** Where the displayed area starts in user space; the MediaBox reaches `margin` further. */
  readonly crop?: { readonly x: number; readonly y: number; readonly margin: number };
  readonly userUnit?: number;
}

export interface PageSpec {
  /** Each is set justified over as many lines as it takes. */
  readonly paragraphs?: readonly string[];
  /** Each is one line as it stands, above the paragraphs. */
  readonly lines?: readonly string[];
  readonly header?: string;
  readonly footer?: string;
  /** Draws more, after the text. */
  readonly draw?: (sheet: Sheet, look: Look) => void;
  /** Draws more, before the text. */
  readonly prepare?: (sheet: Sheet, look: Look) => void;
  readonly lie?: Lie;
  readonly resources?: string;
}

export interface MadeDocument extends MatrixDocument {
  readonly sheets: readonly Sheet[];
  readonly look: Look;
}

/** Sets the pages in one look and makes the file. */
export function makeDocument(
  look: Look,
  pages: readonly PageSpec[],
  more: Omit<PdfRecipe, 'pages'> = {},
): MadeDocument {
  const sheets = pages.map((page) => setPage(look, page));
  const recipes = sheets.map((sheet, index) => toRecipe(sheet, pages[index] ?? {}));
  const bytes = makePdf({ fonts: FACES, ...more, pages: recipes });
  return { bytes, sheets, look };
}

/** Paragraphs alone, one list for each page. */
export function plainDocument(look: Look, pages: readonly (readonly string[])[]): MadeDocument {
  return makeDocument(
    look,
    pages.map((paragraphs) => ({ paragraphs })),
  );
}

/** The loose box of all runs that `text` touches, in displayed points, `grow` points wider. */
export function boxOf(
  document: MadeDocument,
  pageIndex: number,
  text: string,
  grow = 1.5,
): [number, number, number, number] {
  const runs = document.sheets[pageIndex]?.runs ?? [];
  const joined = runs.map((run) => run.text).join(' ');
  const start = joined.indexOf(text);
  if (start < 0) throw new Error(`page ${pageIndex} of the recipe does not hold: ${text}`);
  const boxes: Bbox[] = [];
  let at = 0;
  for (const run of runs) {
    if (at < start + text.length && at + run.text.length > start) boxes.push(run.bbox);
    at += run.text.length + 1;
  }
  const round = (value: number): number => Math.round(value * 100) / 100;
  return [
    round(Math.min(...boxes.map((box) => box[0])) - grow),
    round(Math.min(...boxes.map((box) => box[1])) - grow),
    round(Math.max(...boxes.map((box) => box[2])) + grow),
    round(Math.max(...boxes.map((box) => box[3])) + grow),
  ];
}

function setPage(look: Look, page: PageSpec): Sheet {
  const sheet = newSheet(look.width, look.height);
  const { style, margin } = look;
  const furniture = { ...style, size: Math.min(8, style.size) };
  page.prepare?.(sheet, look);
  if (page.header !== undefined) put(sheet, margin, 28, page.header, furniture);
  let y = margin + style.size;
  for (const line of page.lines ?? []) {
    put(sheet, margin, y, line, style);
    y += style.leading;
  }
  const width = look.width - 2 * margin;
  for (const text of page.paragraphs ?? []) {
    for (const line of breakLines(text, width, style)) {
      putLine(sheet, margin, y, line, width, style);
      y += style.leading;
    }
    y += style.leading * 0.6;
  }
  if (y > look.height - 40) throw new Error('the recipe sets more than the page holds');
  if (page.footer !== undefined)
    put(sheet, look.width / 2, look.height - 24, page.footer, furniture);
  page.draw?.(sheet, look);
  return sheet;
}

function toRecipe(sheet: Sheet, page: PageSpec): PageRecipe {
  const { rotate = 0, crop, userUnit } = page.lie ?? {};
  const scale = userUnit ?? 1;
  const [width, height] = [sheet.width / scale, sheet.height / scale];
  const isSideways = rotate === 90 || rotate === 270;
  const [wide, high] = isSideways ? [height, width] : [width, height];
  const turns = {
    0: '1 0 0 1 0 0',
    90: `0 1 -1 0 ${height} 0`,
    180: `-1 0 0 -1 ${width} ${height}`,
    270: `0 -1 1 0 0 ${width}`,
  } as const;
  const shift = `1 0 0 1 ${crop?.x ?? 0} ${crop?.y ?? 0} cm`;
  const shrink = userUnit === undefined ? '' : `${1 / scale} 0 0 ${1 / scale} 0 0 cm`;
  const content = `q ${shift} ${turns[rotate]} cm ${shrink}\n${sheet.operators.join('\n')}\nQ`;
  const boxes =
    crop === undefined
      ? { width: wide, height: high }
      : {
          mediaBox: [
            crop.x - crop.margin,
            crop.y - crop.margin,
            crop.x + wide + crop.margin,
            crop.y + high + crop.margin,
          ] as const,
          cropBox: [crop.x, crop.y, crop.x + wide, crop.y + high] as const,
        };
  return {
    ...boxes,
    ...(rotate === 0 ? {} : { rotate }),
    ...(userUnit === undefined ? {} : { userUnit }),
    ...(page.resources === undefined ? {} : { resources: page.resources }),
    content,
  };
}
