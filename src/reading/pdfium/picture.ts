import type { Bbox } from '../../contracts/locator.ts';
import type { CropArea, GreyImage } from '../../evidence/rendering.ts';
import type { Pdfium } from './engine.ts';
import type { PdfiumPage } from './page.ts';

/** A part of a page in pixels. The whole page would be `page_width` by `page_height` of them. */
export interface PixelFrame {
  readonly page_width: number;
  readonly page_height: number;
  /** Of the upper left pixel of the part; negative left of or above the page. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Pixels a point of PDFium: nearly the scale asked for, since a page has whole pixels. */
  readonly across: number;
  readonly down: number;
}

/** A drawn part of a page in the memory of the instance; to be freed. */
export interface Picture {
  readonly handle: number;
  /** Where its pixels begin, and the bytes a row. */
  readonly start: number;
  readonly stride: number;
  readonly bytes_per_pixel: number;
}

/** How the pixels of a picture are kept (`FPDFBitmap_Gray` and `FPDFBitmap_BGRx` of fpdfview.h). */
export const GREY = { format: 1, bytes_per_pixel: 1 } as const;
export const COLOUR = { format: 3, bytes_per_pixel: 4 } as const;

export type PixelKind = typeof GREY | typeof COLOUR;

/**
 * Draws a part of the page in grey, annotations and form fields too, as on white paper; white past
 * the page's edges. The same part gives the same pixels, and the pixels of the whole page there.
 * Null for a part without area, of more than `PICTURE_PIXELS_MAX` pixels, or without memory for it.
 */
export function drawArea(page: PdfiumPage, area: CropArea): GreyImage | null {
  const scale = (area.dpi / 72) * area.user_unit;
  const frame = frameOf(page, toPdfiumPoints(area.bbox, area.user_unit), scale, PICTURE_PIXELS_MAX);
  const picture = frame === null ? null : drawFrame(page, frame, GREY);
  if (frame === null || picture === null) return null;
  const pixels = copyOf(page.pdfium, picture, frame);
  page.pdfium.calls.FPDFBitmap_Destroy(picture.handle);
  return { width: frame.width, height: frame.height, pixels };
}

/** A box of the displayed page in the points of PDFium, which ignores UserUnit. */
export function toPdfiumPoints(box: Bbox, userUnit: number): Bbox {
  return [box[0] / userUnit, box[1] / userUnit, box[2] / userUnit, box[3] / userUnit];
}

/**
 * The pixels that an area (points of PDFium) touches at about `scale` pixels a point; null for an area
 * without extent, beyond the whole numbers PDFium takes, or of more than `pixelsMax` pixels.
 */
export function frameOf(
  page: PdfiumPage,
  area: Bbox,
  scale: number,
  pixelsMax: number,
): PixelFrame | null {
  const page_width = Math.max(1, Math.round(page.width * scale));
  const page_height = Math.max(1, Math.round(page.height * scale));
  const across = page_width / page.width;
  const down = page_height / page.height;
  const left = Math.floor(area[0] * across);
  const top = Math.floor(area[1] * down);
  const width = Math.ceil(area[2] * across) - left;
  const height = Math.ceil(area[3] * down) - top;
  const largest = Math.max(page_width, page_height, Math.abs(left), Math.abs(top));
  if (!(width > 0 && height > 0 && largest <= COORDINATE_MAX)) return null;
  if (width * height > pixelsMax) return null;
  return { page_width, page_height, left, top, width, height, across, down };
}

/** Draws a frame; null if there is no memory for it. Who calls destroys the bitmap. */
export function drawFrame(page: PdfiumPage, frame: PixelFrame, kind: PixelKind): Picture | null {
  const { calls } = page.pdfium;
  const { width, height } = frame;
  const handle = calls.FPDFBitmap_CreateEx(width, height, kind.format, 0, 0);
  if (handle === 0) return null;
  calls.FPDFBitmap_FillRect(handle, 0, 0, width, height, WHITE);
  const place = [-frame.left, -frame.top, frame.page_width, frame.page_height, 0, WITH_ANNOTATIONS];
  calls.FPDF_RenderPageBitmap(handle, page.handle, ...place);
  if (page.fields !== 0) calls.FPDF_FFLDraw(page.fields, handle, page.handle, ...place);
  return {
    handle,
    start: calls.FPDFBitmap_GetBuffer(handle),
    stride: calls.FPDFBitmap_GetStride(handle),
    bytes_per_pixel: kind.bytes_per_pixel,
  };
}

/** An A0 sheet at 150 dpi has 35 million pixels; as many bytes, a sixth of the usual memory. */
const PICTURE_PIXELS_MAX = 40_000_000;

/** PDFium takes 32-bit whole numbers and adds some of them. */
const COORDINATE_MAX = 1 << 29;

const WHITE = 0xffffffff;

/** `FPDF_ANNOT` of fpdfview.h. */
const WITH_ANNOTATIONS = 1;

function copyOf(pdfium: Pdfium, picture: Picture, frame: PixelFrame): Uint8Array {
  const memory = pdfium.bytes();
  const pixels = new Uint8Array(frame.width * frame.height);
  for (let row = 0; row < frame.height; row += 1) {
    const start = picture.start + row * picture.stride;
    pixels.set(memory.subarray(start, start + frame.width), row * frame.width);
  }
  return pixels;
}
