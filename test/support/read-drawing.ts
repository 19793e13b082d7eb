import type { DrawnGlyph, PageDrawing } from '../../src/evidence/drawing.ts';
import type { ReadFailure } from '../../src/evidence/ports.ts';
import { type OpenPdf, openPdf, type ReadLimits } from '../../src/reading/pdfjs/open.ts';
import { makePdf, type PageRecipe, type PdfRecipe } from './pdf-maker.ts';

export const WIDE_LIMITS: ReadLimits = {
  bytes_max: 100_000_000,
  pages_max: 1_000,
  glyphs_per_page_max: 100_000,
  operators_per_page_max: 1_000_000,
  image_pixels_max: 10_000_000,
};

interface Opening {
  readonly password?: string;
  readonly limits?: Partial<ReadLimits>;
}

/** Opens bytes in this thread, does something with the document, and closes it. */
export async function withPdf<T>(
  bytes: Uint8Array,
  use: (pdf: OpenPdf) => Promise<T>,
  opening: Opening = {},
): Promise<T> {
  const opened = await open(bytes, opening);
  if (!opened.ok) throw new Error(`not opened: ${opened.failure.reason}`);
  try {
    return await use(opened.value);
  } finally {
    await opened.value.close();
  }
}

/** Why bytes cannot be opened, or null if they can. */
export async function refusalOf(
  bytes: Uint8Array,
  opening: Opening = {},
): Promise<ReadFailure | null> {
  const opened = await open(bytes, opening);
  if (!opened.ok) return opened.failure;
  await opened.value.close();
  return null;
}

/** What one page of a recipe draws. */
export async function drawingOf(recipe: PdfRecipe, pageIndex = 0): Promise<PageDrawing> {
  return withPdf(makePdf(recipe), async (pdf) => {
    const read = await pdf.readPage(pageIndex);
    if (!read.ok) throw new Error(`not read: ${read.detail}`);
    return read.value;
  });
}

/** What one page with the given content draws. */
export async function drawn(
  content: string,
  page: Omit<PageRecipe, 'content'> = {},
  recipe: Omit<PdfRecipe, 'pages'> = {},
): Promise<PageDrawing> {
  return drawingOf({ ...recipe, pages: [{ ...page, content }] });
}

export function textOf(drawing: PageDrawing): string {
  return drawing.glyphs.map((glyph) => glyph.text).join('');
}

/** The glyphs that show `text`, which stands once in drawing order. */
export function glyphsOf(drawing: PageDrawing, text: string): readonly DrawnGlyph[] {
  const at = textOf(drawing).indexOf(text);
  if (at < 0) throw new Error(`not drawn: ${text}`);
  return drawing.glyphs.slice(at, at + text.length);
}

/** The first glyph of `text`. */
export function glyphOf(drawing: PageDrawing, text: string): DrawnGlyph {
  const [first] = glyphsOf(drawing, text);
  if (first === undefined) throw new Error(`not drawn: ${text}`);
  return first;
}

function open(bytes: Uint8Array, opening: Opening): ReturnType<typeof openPdf> {
  return openPdf(bytes, {
    name: 'made.pdf',
    password: opening.password ?? null,
    limits: { ...WIDE_LIMITS, ...opening.limits },
  });
}
