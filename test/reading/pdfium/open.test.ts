import { describe, expect, test } from 'vitest';
import type { Bbox } from '../../../src/contracts/locator.ts';
import { unionOf } from '../../../src/evidence/geometry.ts';
import type { CropArea, GreyImage } from '../../../src/evidence/rendering.ts';
import { layOutPage } from '../../../src/layout/page.ts';
import { type OpenPdfium, openPdfium } from '../../../src/reading/pdfium/open.ts';
import { formBomb } from '../../support/form-bomb.ts';
import { encryptWith } from '../../support/pdf-encryption.ts';
import { makePdf, type PageRecipe, textPage } from '../../support/pdf-maker.ts';
import { withPdfium } from '../../support/pdfium.ts';
import { drawingOf } from '../../support/read-drawing.ts';

const SOUND = makePdf({ pages: [textPage([{ x: 100, y: 92, text: 'still here' }])] });

async function refusalOf(
  bytes: Uint8Array,
  password: string | null = null,
): Promise<string | null> {
  const opened = await openPdfium(bytes, { name: 'made.pdf', password, heapMegabytes: 256 });
  return opened.ok ? null : opened.failure.reason;
}

function rawOf(pdf: OpenPdfium, pageIndex = 0): string | null | undefined {
  return pdf.readRaw([pageIndex])[0]?.text;
}

/** The share of pixels that are darker than middle grey. */
function inkOf(image: GreyImage | null): number {
  if (image === null) throw new Error('not drawn');
  return image.pixels.filter((value) => value < 128).length / image.pixels.length;
}

function area(bbox: Bbox, user_unit = 1): CropArea {
  return { page_index: 0, bbox, dpi: 144, user_unit };
}

describe('opening', () => {
  test('a protected document opens with the empty or the given password only', async () => {
    const pages = [textPage([{ x: 9, y: 9, text: 'secret' }])];
    const open = makePdf({ pages, encryption: encryptWith('', 'owner', 'StdCF') });
    expect(await withPdfium(open, rawOf)).toBe('secret');
    const closed = makePdf({ pages, encryption: encryptWith('open sesame', 'owner', 'StdCF') });
    expect(await withPdfium(closed, rawOf, { password: 'open sesame' })).toBe('secret');
    expect(await refusalOf(closed)).toBe('encrypted');
    expect(await refusalOf(closed, 'wrong')).toBe('encrypted');
  });

  test('a password with letters beyond ASCII opens an older document in Latin-1', async () => {
    const pages = [textPage([{ x: 9, y: 9, text: 'secret' }])];
    const bytes = makePdf({ pages, encryption: encryptWith('\u00fcber', 'owner', 'StdCF') });
    expect(await withPdfium(bytes, rawOf, { password: '\u00fcber' })).toBe('secret');
  });

  test('what is cut short or is no PDF is refused as corrupt', async () => {
    expect(await refusalOf(new Uint8Array(0))).toBe('corrupt');
    expect(await refusalOf(Buffer.from('<html><body>no</body></html>'))).toBe('corrupt');
    expect(await refusalOf(SOUND.subarray(0, 60))).toBe('corrupt');
  });

  test('a document that fills its memory ends alone', async () => {
    await withPdfium(SOUND, async (sound) => {
      const before = sound.draw(area([90, 70, 200, 110]));
      await withPdfium(
        formBomb([textPage([{ x: 9, y: 9, text: 'a' }])]),
        (bomb) => {
          expect(bomb.hasEnded()).toBe(false);
          expect(bomb.draw(area([0, 0, 9, 9]))).toBeNull();
          expect(bomb.hasEnded()).toBe(true);
          const query = { page_index: 1, glyphs: [[0, 0, 9, 9] as const], user_unit: 1 };
          expect(bomb.testSight([query])).toEqual([
            { state: 'not_proved', cause: 'renderer_failed' },
          ]);
          expect(bomb.readRaw([1])).toEqual([{ page_index: 1, text: null, is_complete: false }]);
        },
        { heapMegabytes: 40 },
      );
      expect(sound.hasEnded()).toBe(false);
      expect(sound.draw(area([90, 70, 200, 110]))).toEqual(before);
      expect(rawOf(sound)).toBe('still here');
    });
  });

  test('a closed document answers as one that has ended', async () => {
    const opened = await openPdfium(SOUND, { name: 'a', password: null, heapMegabytes: 256 });
    if (!opened.ok) throw new Error('not opened');
    opened.value.close();
    expect(opened.value.draw(area([0, 0, 9, 9]))).toBeNull();
    expect(opened.value.hasEnded()).toBe(true);
  });
});

describe('pictures', () => {
  const LINES = textPage([
    { x: 100, y: 92, text: 'Revenue was 12.4 million' },
    { x: 100, y: 120, text: 'in the third quarter' },
  ]);

  test('the same area is drawn the same twice, and as that part of the whole page', async () => {
    await withPdfium(makePdf({ pages: [LINES] }), (pdf) => {
      const part = pdf.draw(area([95, 80, 240, 130]));
      expect(pdf.draw(area([95, 80, 240, 130]))).toEqual(part);
      const whole = pdf.draw(area([0, 0, 612, 792]));
      if (part === null || whole === null) throw new Error('not drawn');
      expect([part.width, part.height]).toEqual([290, 100]);
      expect([whole.width, whole.height]).toEqual([1224, 1584]);
      for (let row = 0; row < part.height; row += 1) {
        const at = (row + 160) * whole.width + 190;
        expect(part.pixels.subarray(row * part.width, (row + 1) * part.width)).toEqual(
          whole.pixels.subarray(at, at + part.width),
        );
      }
      expect(inkOf(part)).toBeGreaterThan(0.02);
    });
  });

  test('paper past the edges of the page is white', async () => {
    const content = '0 g 0 0 612 792 re f';
    await withPdfium(makePdf({ pages: [{ content }] }), (pdf) => {
      expect(inkOf(pdf.draw(area([-20, -20, 0, 0])))).toBe(0);
      expect(inkOf(pdf.draw(area([612, 100, 632, 120])))).toBe(0);
      expect(inkOf(pdf.draw(area([-10, 100, 10, 120])))).toBeCloseTo(0.5, 2);
      expect(inkOf(pdf.draw(area([592, 772, 612, 792])))).toBe(1);
    });
  });

  test('an area without extent, of too many pixels, or of a page that is not there is not drawn', async () => {
    await withPdfium(SOUND, (pdf) => {
      expect(pdf.draw(area([10, 10, 10, 20]))).toBeNull();
      expect(pdf.draw({ ...area([0, 0, 612, 792]), dpi: 4000 })).toBeNull();
      expect(pdf.draw({ ...area([0, 0, 1e12, 1e-9]), dpi: 4000 })).toBeNull();
      expect(pdf.draw({ ...area([0, 0, 10, 10]), page_index: 1 })).toBeNull();
      expect(pdf.hasEnded()).toBe(false);
    });
  });

  test('annotations and form fields are drawn, hidden ones are not', async () => {
    const stamp = '<< /Type /Annot /Subtype /Stamp /Rect [90 692 150 714] /AP << /N @{black} >> >>';
    const field =
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (IIIIIIII) /DA (/F1 12 Tf 0 g) ' +
      '/Rect [90 592 150 614] /F 4 >>';
    const black = {
      entries: '/Type /XObject /Subtype /Form /BBox [0 0 60 22]',
      data: '0 0 60 22 re f',
    };
    const bytes = makePdf({
      pages: [
        {
          content: '',
          annots: [stamp, stamp.replace('/Rect', '/F 2 /Rect').replaceAll('9', '8'), field],
        },
      ],
      objects: { black },
      catalog:
        '/AcroForm << /Fields [@{annot:0:2}] /DR << /Font << /F1 @{font:F1} >> >> /DA (/F1 12 Tf 0 g) >>',
    });
    await withPdfium(bytes, (pdf) => {
      expect(inkOf(pdf.draw(area([91, 79, 149, 99])))).toBe(1);
      expect(inkOf(pdf.draw(area([80, 104, 150, 125])))).toBe(0);
      expect(inkOf(pdf.draw(area([90, 178, 150, 200])))).toBeGreaterThan(0.02);
    });
  });
});

describe('boxes of our reader and pixels of PDFium are of one page', () => {
  const PAGES: readonly (readonly [string, Omit<PageRecipe, 'content'>])[] = [
    ['upright', {}],
    ['turned by 90', { rotate: 90 }],
    ['turned by 180', { rotate: 180 }],
    ['turned by 270', { rotate: 270 }],
    ['turned back by 90', { rotate: -90 }],
    ['with a CropBox', { cropBox: [60, 500, 460, 760] }],
    ['with a CropBox, turned', { cropBox: [60, 500, 460, 760], rotate: 90 }],
    ['with a negative origin', { mediaBox: [-90, -50, 390, 750] }],
    ['with a negative origin, turned', { mediaBox: [-90, -50, 390, 750], rotate: 270 }],
    [
      'with a CropBox past the MediaBox',
      { mediaBox: [0, 0, 400, 720], cropBox: [-50, 600, 900, 900] },
    ],
    ['with UserUnit 2', { userUnit: 2 }],
    [
      'with UserUnit 2, cropped and turned',
      { userUnit: 2, cropBox: [60, 500, 460, 760], rotate: 90 },
    ],
    ['of odd size', { width: 595.276, height: 841.89 }],
  ];

  test.each(PAGES)('%s', async (_name, page) => {
    const recipe = {
      pages: [{ ...page, content: 'BT /F1 12 Tf 1 0 0 1 150 700 Tm (MMMM) Tj ET' }],
    };
    const grounding = layOutPage(await drawingOf(recipe));
    expect(grounding.text).toBe('MMMM');
    const box = unionOf(grounding.lines.map(({ bbox }) => bbox));
    if (box === null) throw new Error('no line');
    const [x0, y0, x1, y1] = box;
    await withPdfium(makePdf(recipe), (pdf) => {
      const inside = pdf.draw(area(box, grounding.user_unit));
      expect(inkOf(inside)).toBeGreaterThan(0.2);
      const [across, down] = [x1 - x0, y1 - y0];
      for (const [dx, dy] of [
        [across, 0],
        [-across, 0],
        [0, down],
        [0, -down],
      ] as const) {
        const beside: Bbox = [x0 + dx, y0 + dy, x1 + dx, y1 + dy];
        expect(inkOf(pdf.draw(area(beside, grounding.user_unit)))).toBe(0);
      }
    });
  });
});
