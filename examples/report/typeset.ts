import { PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';
import type { Bbox } from '../../src/contracts/locator.ts';
import type { FontRecipe } from '../../test/support/pdf-maker.ts';
import { pdfString } from '../../test/support/pdf-maker.ts';

/** The faces of the report; the names are the resource names in the file. */
export const FACES = {
  Serif: { base: 'Times-Roman' },
  SerifBold: { base: 'Times-Bold' },
  SerifItalic: { base: 'Times-Italic' },
  Sans: { base: 'Helvetica' },
  SansBold: { base: 'Helvetica-Bold' },
} as const satisfies Record<string, FontRecipe>;

export type Face = keyof typeof FACES;

export interface Style {
  readonly face: Face;
  /** Points. */
  readonly size: number;
  /** Distance between baselines, points. */
  readonly leading: number;
  /** Grey or colour as operands of `rg`; black if absent. */
  readonly color?: string;
}

/** One line of a paragraph as it was broken. `words` keep their marks such as `[^1]`. */
export interface BrokenLine {
  readonly words: readonly string[];
  readonly is_last: boolean;
}

/** What was drawn: a run of text and its loose box, points from the top left of the page. */
export interface Run {
  readonly text: string;
  readonly bbox: Bbox;
}

/** A page being drawn. All coordinates are points of the displayed page, top-left origin, y down. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly operators: string[];
  readonly runs: Run[];
}

export function newSheet(width: number, height: number): Sheet {
  return { width, height, operators: [], runs: [] };
}

/** Draws one run with its baseline at `y`; returns the x where it ends. */
export function put(
  sheet: Sheet,
  x: number,
  y: number,
  text: string,
  style: Omit<Style, 'leading'>,
  wordSpacing = 0,
): number {
  const spaces = text.split(' ').length - 1;
  const end = x + widthOf(text, style) + spaces * wordSpacing;
  sheet.operators.push(
    `BT ${style.color ?? '0 0 0'} rg /${style.face} ${style.size} Tf ${number(wordSpacing)} Tw ` +
      `1 0 0 1 ${number(x)} ${number(sheet.height - y)} Tm ${pdfString(text)} Tj ET`,
  );
  sheet.runs.push({ text, bbox: [x, y - 0.75 * style.size, end, y + 0.22 * style.size] });
  return end;
}

export function putRight(sheet: Sheet, x: number, y: number, text: string, style: Style): void {
  put(sheet, x - widthOf(text, style), y, text, style);
}

export function putCentre(sheet: Sheet, x: number, y: number, text: string, style: Style): void {
  put(sheet, x - widthOf(text, style) / 2, y, text, style);
}

/** A horizontal rule. */
export function rule(sheet: Sheet, x0: number, x1: number, y: number, thickness = 0.5): void {
  const at = number(sheet.height - y);
  sheet.operators.push(`q 0 G ${thickness} w ${number(x0)} ${at} m ${number(x1)} ${at} l S Q`);
}

/**
 * Breaks a text into lines: greedy, with `~` as a place where a word may be hyphenated and a
 * printed hyphen as one where it may be broken.
 */
export function breakLines(text: string, width: number, style: Style): readonly BrokenLine[] {
  const lines: BrokenLine[] = [];
  let line: string[] = [];
  const rest = text.split(' ').filter((word) => word !== '');
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (fits([...line, plain(word)], width, style)) {
      line.push(plain(word));
      continue;
    }
    const broken = breakWord(word, (head) => fits([...line, head], width, style));
    if (broken !== null) line.push(broken.head);
    lines.push({ words: line, is_last: false });
    line = [];
    rest.unshift(broken === null ? word : broken.tail);
  }
  lines.push({ words: line, is_last: true });
  return lines;
}

/** Draws one broken line, justified to `width` unless it is the last one of its paragraph. */
export function putLine(
  sheet: Sheet,
  x: number,
  y: number,
  line: BrokenLine,
  width: number,
  style: Style,
): void {
  const text = line.words.join(' ');
  const slack = width - widthOfMarked(text, style);
  const gaps = line.words.length - 1;
  const wordSpacing = line.is_last || gaps === 0 ? 0 : Math.min(slack / gaps, style.size * 0.5);
  let at = x;
  for (const part of text.split(/(\[\^[^\]]+\])/)) {
    const mark = /^\[\^([^\]]+)\]$/.exec(part)?.[1];
    if (mark !== undefined) {
      at = put(sheet, at, y - style.size * 0.35, mark, { ...style, size: style.size * 0.62 });
    } else if (part !== '') at = put(sheet, at, y, part, style, wordSpacing);
  }
}

/** Width in points, without kerning: viewers of these fonts do not kern either. */
export function widthOf(
  text: string,
  style: { readonly face: Face; readonly size: number },
): number {
  let width = 0;
  for (const character of text) width += advanceOf(character, style.face);
  return (width * style.size) / 1000;
}

const advances = new Map<string, number>();
const measures = await loadMeasures();

async function loadMeasures(): Promise<Record<Face, PDFFont>> {
  const document = await PDFDocument.create();
  return {
    Serif: await document.embedFont(StandardFonts.TimesRoman),
    SerifBold: await document.embedFont(StandardFonts.TimesRomanBold),
    SerifItalic: await document.embedFont(StandardFonts.TimesRomanItalic),
    Sans: await document.embedFont(StandardFonts.Helvetica),
    SansBold: await document.embedFont(StandardFonts.HelveticaBold),
  };
}

function advanceOf(character: string, face: Face): number {
  const key = `${face} ${character}`;
  const known = advances.get(key);
  if (known !== undefined) return known;
  const advance = measures[face].widthOfTextAtSize(character, 1000);
  advances.set(key, advance);
  return advance;
}

function widthOfMarked(text: string, style: Style): number {
  const marks = [...text.matchAll(/\[\^([^\]]+)\]/g)].map((match) => match[1] ?? '').join('');
  const body = text.replace(/\[\^[^\]]+\]/g, '');
  return widthOf(body, style) + widthOf(marks, { ...style, size: style.size * 0.62 });
}

function fits(words: readonly string[], width: number, style: Style): boolean {
  return widthOfMarked(words.join(' '), style) <= width;
}

/** The longest head of the word that fits, with its hyphen, and what is left; null if none fits. */
function breakWord(
  word: string,
  headFits: (head: string) => boolean,
): { readonly head: string; readonly tail: string } | null {
  for (let at = word.length - 2; at > 1; at -= 1) {
    const isHyphen = word[at] === '-';
    if (word[at] !== '~' && !isHyphen) continue;
    const head = `${plain(word.slice(0, at))}-`;
    if (headFits(head)) return { head, tail: word.slice(at + 1) };
  }
  return null;
}

function plain(word: string): string {
  return word.replaceAll('~', '');
}

function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
