import type { PageRecipe } from '../../test/support/pdf-maker.ts';
import {
  breakLines,
  newSheet,
  put,
  putCentre,
  putLine,
  putRight,
  rule,
  type Sheet,
  type Style,
} from './typeset.ts';

/** A4 in points. */
export const PAGE_WIDTH = 595;
export const PAGE_HEIGHT = 842;
export const MARGIN = 64;
export const TEXT_TOP = 92;
export const TEXT_BOTTOM = 752;
export const TEXT_WIDTH = PAGE_WIDTH - 2 * MARGIN;

export const BODY: Style = { face: 'Serif', size: 12, leading: 17 };
export const SMALL: Style = { face: 'Serif', size: 8.5, leading: 11 };
export const HEADING: Style = { face: 'SansBold', size: 15, leading: 22 };
export const SUBHEADING: Style = { face: 'SansBold', size: 10.5, leading: 16 };
const FURNITURE: Style = { face: 'Sans', size: 8, leading: 10, color: '0.35 0.35 0.35' };

/** Which run of page numbers a page belongs to; each restarts at its first page. */
export type Numbering = 'cover' | 'roman' | 'arabic' | 'appendix';

/** How a sheet lies in the file. */
export type Form =
  | { readonly kind: 'upright' }
  /** Drawn wide on a tall page that the file turns by 90 degrees for display. */
  | { readonly kind: 'turned' }
  /** A larger MediaBox with printer's marks around the CropBox. */
  | { readonly kind: 'trimmed'; readonly bleed: number };

export interface BookPage {
  readonly sheet: Sheet;
  readonly numbering: Numbering;
  /** As printed and as in `/PageLabels`. */
  readonly label: string;
  readonly form: Form;
}

export interface Book {
  readonly pages: BookPage[];
  readonly edition: string;
}

/** Where text flows: a column of a page, and what to do when it is full. */
export interface Flow {
  sheet: Sheet;
  x: number;
  y: number;
  readonly width: number;
  bottom: number;
  readonly turn: (flow: Flow) => void;
}

/** Adds a page with its running header and its folio. */
export function addPage(
  book: Book,
  numbering: Numbering,
  form: Form = { kind: 'upright' },
): BookPage {
  const isWide = form.kind === 'turned';
  const sheet = isWide ? newSheet(PAGE_HEIGHT, PAGE_WIDTH) : newSheet(PAGE_WIDTH, PAGE_HEIGHT);
  const ordinal = book.pages.filter((page) => page.numbering === numbering).length + 1;
  const page = { sheet, numbering, label: labelOf(numbering, ordinal), form };
  book.pages.push(page);
  if (numbering === 'cover') return page;
  put(sheet, MARGIN, 48, 'Northwind Harbour plc', FURNITURE);
  putRight(sheet, sheet.width - MARGIN, 48, `Annual Report 2025${book.edition}`, FURNITURE);
  rule(sheet, MARGIN, sheet.width - MARGIN, 54, 0.4);
  const foot = sheet.height - 36;
  if (numbering === 'roman') putCentre(sheet, sheet.width / 2, foot, page.label, FURNITURE);
  else if (ordinal % 2 === 0) put(sheet, MARGIN, foot, page.label, FURNITURE);
  else putRight(sheet, sheet.width - MARGIN, foot, page.label, FURNITURE);
  return page;
}

/** A flow over whole pages of one numbering; it adds pages as it needs them. */
export function flowOver(book: Book, numbering: Numbering): Flow {
  const { sheet } = addPage(book, numbering);
  return {
    sheet,
    x: MARGIN,
    y: TEXT_TOP,
    width: TEXT_WIDTH,
    bottom: TEXT_BOTTOM,
    turn: (flow) => {
      flow.sheet = addPage(book, numbering).sheet;
      flow.y = TEXT_TOP;
      flow.bottom = TEXT_BOTTOM;
    },
  };
}

export function heading(flow: Flow, text: string): void {
  put(flow.sheet, flow.x, flow.y, text, HEADING);
  flow.y += HEADING.leading;
}

export function subheading(flow: Flow, text: string): void {
  if (flow.y + 3 * BODY.leading > flow.bottom) flow.turn(flow);
  flow.y += 4;
  put(flow.sheet, flow.x, flow.y, text, SUBHEADING);
  flow.y += SUBHEADING.leading;
}

/** Sets a justified paragraph, over as many columns or pages as it takes. */
export function paragraph(flow: Flow, text: string, style: Style = BODY): void {
  for (const line of breakLines(text, flow.width, style)) {
    if (flow.y > flow.bottom) flow.turn(flow);
    putLine(flow.sheet, flow.x, flow.y, line, flow.width, style);
    flow.y += style.leading;
  }
  flow.y += style.leading * 0.45;
}

/** Sets a list with its marks hanging left of the text. */
export function list(flow: Flow, items: readonly string[], mark = '•'): void {
  for (const item of items) {
    const indent = 14;
    for (const [index, line] of breakLines(item, flow.width - indent, BODY).entries()) {
      if (flow.y > flow.bottom) flow.turn(flow);
      if (index === 0) put(flow.sheet, flow.x + 3, flow.y, mark, BODY);
      const ragged = { ...line, is_last: true };
      putLine(flow.sheet, flow.x + indent, flow.y, ragged, flow.width - indent, BODY);
      flow.y += BODY.leading;
    }
    flow.y += 2;
  }
  flow.y += 4;
}

/** Notes at the foot of the page, under a short rule; each text starts with its own mark. */
export function footnotes(flow: Flow, notes: readonly string[]): void {
  const lines = notes.flatMap((note) => breakLines(note, flow.width, SMALL));
  let y = TEXT_BOTTOM + 18 - lines.length * SMALL.leading;
  rule(flow.sheet, flow.x, flow.x + 120, y - 9, 0.4);
  for (const line of lines) {
    putLine(flow.sheet, flow.x, y, { ...line, is_last: true }, flow.width, SMALL);
    y += SMALL.leading;
  }
}

/** The page as the file holds it. */
export function toRecipe(page: BookPage): PageRecipe {
  const { sheet, form } = page;
  const drawn = sheet.operators.join('\n');
  if (form.kind === 'turned') {
    return {
      width: sheet.height,
      height: sheet.width,
      rotate: 90,
      content: `q 0 1 -1 0 ${sheet.height} 0 cm\n${drawn}\nQ`,
    };
  }
  if (form.kind === 'trimmed') {
    const { bleed } = form;
    const [width, height] = [sheet.width + 2 * bleed, sheet.height + 2 * bleed];
    const slug = `BT /Sans 7 Tf 1 0 0 1 ${bleed} 9 Tm (Printer's slug: plate 4 of 4, black) Tj ET`;
    return {
      mediaBox: [0, 0, width, height],
      cropBox: [bleed, bleed, bleed + sheet.width, bleed + sheet.height],
      content: `${slug}\nq 1 0 0 1 ${bleed} ${bleed} cm\n${drawn}\nQ`,
    };
  }
  return { width: sheet.width, height: sheet.height, content: drawn };
}

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii'] as const;

function labelOf(numbering: Numbering, ordinal: number): string {
  switch (numbering) {
    case 'cover':
      return 'Cover';
    case 'roman':
      return ROMAN[ordinal - 1] ?? String(ordinal);
    case 'arabic':
      return String(ordinal);
    case 'appendix':
      return `A-${ordinal}`;
  }
}
