import { describe, expect, it, test } from 'vitest';
import type { SightObservation } from '../../../src/evidence/rendering.ts';
import { makePdf, type PageRecipe, type PdfRecipe } from '../../support/pdf-maker.ts';
import { withPdfium } from '../../support/pdfium.ts';
import { drawingOf } from '../../support/read-drawing.ts';

/** One word in a file; the rectangles around it are 20 pt high and 60 wide. */
const WORD = 'BT /F1 12 Tf 100 700 Td (word) Tj ET';
const AROUND = '90 692 60 22 re';
const IMAGE = 'q 60 0 0 22 90 692 cm /Picture Do Q';

const STATES =
  '/Clear << /ca 0 /CA 0 >> /Half << /ca 0.5 >> /Times << /BM /Multiply >> ' +
  '/Dark << /SMask << /S /Luminosity /G @{black} >> >> ' +
  '/Light << /SMask << /S /Luminosity /G @{white} >> >>';

const RESOURCES =
  `/ExtGState << ${STATES} >> /Properties << /Off @{off} /On @{on} /All @{all} >> ` +
  '/XObject << /Picture @{picture} /Faint @{faint} /Layered @{layered} /Cropped @{cropped} ' +
  '/Written @{written} >> /Pattern << /White @{whitePattern} /Black @{blackPattern} >>';

const FORM =
  '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 @{font:F1} >> >>';
const TILE =
  '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>';
const GROUP = '/Group << /S /Transparency /CS /DeviceGray >>';

/** A Type 3 font whose `w`, `o`, `r`, `d` are squares, or paint nothing. */
function typeThree(procedure: string): string {
  const glyphs = ['w', 'o', 'r', 'd'].map((name) => `/${name} @{${procedure}}`).join(' ');
  return (
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 600 700] /FontMatrix [0.001 0 0 0.001 0 0] ' +
    `/CharProcs << ${glyphs} >> /Encoding << /Type /Encoding /Differences [100 /d 111 /o 114 /r 119 /w] >> ` +
    `/FirstChar 100 /LastChar 119 /Widths [${Array.from({ length: 20 }, () => 700).join(' ')}] ` +
    '/ToUnicode @{names} /Resources << >> >>'
  );
}

/** A Japanese font that is not in the file. */
const CID_FONT =
  '<< /Type /Font /Subtype /Type0 /BaseFont /KozMinPro-Regular /Encoding /UniJIS-UCS2-H ' +
  '/DescendantFonts [@{descendant}] >>';
const DESCENDANT =
  '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /KozMinPro-Regular /DW 1000 ' +
  '/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 4 >> ' +
  '/FontDescriptor @{descriptor} >>';
const DESCRIPTOR =
  '<< /Type /FontDescriptor /FontName /KozMinPro-Regular /Flags 6 /FontBBox [0 -120 1000 880] ' +
  '/ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>';

const NAMES =
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /N def /CMapType 2 def ' +
  '1 begincodespacerange <00> <ff> endcodespacerange 4 beginbfchar <64> <0064> <6f> <006f> ' +
  '<72> <0072> <77> <0077> endbfchar endcmap end end';

const RECIPE: Omit<PdfRecipe, 'pages'> = {
  ocProperties: '<< /OCGs [@{on} @{off}] /D << /ON [@{on}] /OFF [@{off}] >> >>',
  fonts: {
    F1: { base: 'Helvetica' },
    F2: { raw: typeThree('square') },
    F3: { raw: typeThree('nothing') },
    F4: { raw: CID_FONT },
    F5: { base: 'ArialMT' },
  },
  objects: {
    off: '<< /Type /OCG /Name (off) >>',
    on: '<< /Type /OCG /Name (on) >>',
    all: '<< /Type /OCMD /OCGs [@{on} @{off}] /P /AllOn >>',
    black: { entries: `${FORM} ${GROUP}`, data: '0 g 0 0 612 792 re f' },
    white: { entries: `${FORM} ${GROUP}`, data: '1 g 0 0 612 792 re f' },
    faint: { entries: `${FORM} /Group << /S /Transparency >>`, data: WORD },
    layered: { entries: `${FORM} /OC @{off}`, data: WORD },
    cropped: { entries: FORM.replace('612 792', '50 50'), data: WORD },
    written: { entries: `${FORM} /Matrix [1 0 0 1 30 -40]`, data: WORD },
    picture: {
      entries:
        '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8',
      data: '\xff\xff\xff\xff',
    },
    whitePattern: { entries: TILE, data: '1 g 0 0 9 9 re f' },
    blackPattern: { entries: TILE, data: '0 g 0 0 9 9 re f' },
    square: { entries: '', data: '700 0 0 0 600 700 d1 0 0 600 700 re f' },
    nothing: { entries: '', data: '700 0 0 0 600 700 d1' },
    names: { entries: '', data: NAMES },
    cover: {
      entries: '/Type /XObject /Subtype /Form /BBox [0 0 60 22]',
      data: '1 g 0 0 60 22 re f',
    },
    note: { entries: FORM.replace('612 792', '60 22'), data: 'BT /F1 12 Tf 10 8 Td (word) Tj ET' },
    descendant: DESCENDANT,
    descriptor: DESCRIPTOR,
  },
};

const mode = (number: number): string => WORD.replace('Td', `Td ${number} Tr`);

/** What is seen of all glyphs of a page, as our own reader places them. */
async function look(
  content: string,
  page: Omit<PageRecipe, 'content'> = {},
): Promise<SightObservation> {
  const recipe = { ...RECIPE, pages: [{ resources: RESOURCES, ...page, content }] };
  const drawing = await drawingOf(recipe);
  const glyphs = drawing.glyphs.filter(({ is_space }) => !is_space).map(({ bbox }) => bbox);
  expect(glyphs.length).toBeGreaterThanOrEqual(1);
  const query = { page_index: 0, glyphs, user_unit: drawing.user_unit };
  return withPdfium(makePdf(recipe), (pdf) => {
    const [observation] = pdf.testSight([query]);
    if (observation === undefined) throw new Error('no answer');
    return observation;
  });
}

const UNSEEN: SightObservation = { state: 'unseen', unseen_count: 4 };
const SEEN: SightObservation = { state: 'seen' };

describe('text whose removal changes no pixel is unseen', () => {
  it.each([
    ['rendering mode 3', mode(3)],
    ['rendering mode 3 over a picture', `${IMAGE} ${mode(3)}`],
    ['rendering mode 7', mode(7)],
    ['no opacity', `/Clear gs ${WORD}`],
    ['a group of no opacity', '/Clear gs /Faint Do'],
    ['a marked switched-off layer', `/OC /Off BDC ${WORD} EMC`],
    ['a form in a switched-off layer', '/Layered Do'],
    ['a membership that wants all layers on', `/OC /All BDC ${WORD} EMC`],
    ['a clip elsewhere', `0 0 50 50 re W n ${WORD}`],
    ['a form with another box', '/Cropped Do'],
    ['a place off the page', `1 0 0 1 0 200 cm ${WORD}`],
    ['white on white', `1 g ${WORD}`],
    ['white on a white picture', `${IMAGE} 1 g ${WORD}`],
    ['nearly white on white', `0.98 g ${WORD}`],
    ['grey on the same grey', `0.5 g ${AROUND} f ${WORD}`],
    ['a later white rectangle', `${WORD} 1 g ${AROUND} f`],
    ['a later opaque picture', `${WORD} ${IMAGE}`],
    ['a black soft mask', `/Dark gs ${WORD}`],
    ['a white pattern as ink', `/Pattern cs /White scn ${WORD}`],
    ['a later white pattern', `${WORD} /Pattern cs /White scn ${AROUND} f`],
    ['black under its own fat white outline', `5 w 1 G ${mode(2)}`],
    ['Type 3 glyphs that paint nothing', WORD.replace('F1', 'F3')],
    ['a font that is not in the file but has a substitute', `1 g ${WORD.replace('F1', 'F5')}`],
  ])('%s', async (_name, content) => {
    expect(await look(content)).toEqual(UNSEEN);
  });

  it('an annotation over it', async () => {
    const annotation =
      '<< /Type /Annot /Subtype /Square /Rect [90 692 150 714] /AP << /N @{cover} >> >>';
    expect(await look(WORD, { annots: [annotation] })).toEqual(UNSEEN);
  });

  it('one covered letter among seen ones', async () => {
    const word = await look(`${WORD} 1 g 109 692 6.2 22 re f`);
    expect(word).toEqual({ state: 'unseen', unseen_count: 1 });
  });

  it('a blank letter between black ones of the same object', async () => {
    const page = `BT /F1 12 Tf 100 700 Td (wo) Tj 1 g (r) Tj 0 g (d) Tj ET`;
    expect(await look(page)).toEqual({ state: 'unseen', unseen_count: 1 });
  });

  it('hidden text under a visible watermark', async () => {
    const watermark = 'BT /F1 90 Tf 0.7 0.7 -0.7 0.7 60 640 Tm (DRAFT) Tj ET';
    const page = `${watermark} 3 Tr BT /F1 12 Tf 100 700 Td (word) Tj ET`;
    expect((await look(page)).state).toBe('unseen');
  });
});

describe('text whose removal changes pixels is seen', () => {
  it.each([
    ['plain print', WORD],
    ['in a form with a matrix', '/Written Do'],
    ['in a form inside a scaled space', '0.5 0 0 0.5 10 20 cm /Written Do'],
    ['white on a black rectangle', `${AROUND} f 1 g ${WORD}`],
    ['an outline alone', `1 g ${mode(1)}`],
    ['a black paint through the letters', WORD],
    ['a cover that came before', `1 g ${AROUND} f 0 g ${WORD}`],
    ['a cover of no opacity', `${WORD} /Clear gs 1 g ${AROUND} f`],
    ['a white veil of half opacity', `${WORD} /Half gs 1 g ${AROUND} f`],
    ['a highlighter', `${WORD} /Times gs 1 1 0 rg ${AROUND} f`],
    ['a layer that is on', `/OC /On BDC ${WORD} EMC`],
    ['a white soft mask', `/Light gs ${WORD}`],
    ['a black pattern as ink', `/Pattern cs /Black scn ${WORD}`],
    ['Type 3 glyphs that paint squares', WORD.replace('F1', 'F2')],
    ['a colour as light as the ground', `0 0.5 0 rg ${AROUND} f 0.968 0 0 rg ${WORD}`],
    ['light grey of 5 pt', `0.8 g ${WORD.replace('12 Tf', '5 Tf')}`],
    ['thin marks', WORD.replace('word', "l i . , ' : ; | 1")],
    ['an underscore', WORD.replace('word', '_')],
    ['brackets and quotes', WORD.replace('word', '[L] "\\(J\\)"')],
    ['a second print at the same place', `${WORD} ${WORD}`],
    ['a second print shifted by a little', `${WORD} ${WORD.replace('100', '100.4')}`],
    ['a second print in another grey', `0.6 g ${WORD} 0 g ${WORD}`],
    ['sideways writing', 'BT /F1 12 Tf 0 1 -1 0 300 400 Tm (word) Tj ET'],
    ['slanted writing', 'BT /F1 12 Tf 0.8 0.6 -0.6 0.8 300 400 Tm (word) Tj ET'],
    ['letters drawn one by one', 'BT /F1 12 Tf 100 700 Td (a) Tj (f) Tj (f) Tj (l) Tj ET'],
  ])('%s', async (_name, content) => {
    expect(await look(content)).toEqual(SEEN);
  });

  it.each([90, 180, 270])('on a page turned by %i degrees', async (rotate) => {
    expect(await look(WORD, { rotate })).toEqual(SEEN);
    expect(await look(`1 g ${WORD}`, { rotate })).toEqual(UNSEEN);
  });

  it('on a page with UserUnit and a CropBox away from the origin', async () => {
    const page = {
      userUnit: 2,
      mediaBox: [-50, -20, 500, 780],
      cropBox: [60, 500, 460, 760],
    } as const;
    expect(await look(WORD, page)).toEqual(SEEN);
    expect(await look(`1 g ${WORD}`, page)).toEqual(UNSEEN);
  });
});

describe('what the renderer cannot tell is not proved', () => {
  it('for a font that it has no program for', async () => {
    const content = 'BT /F4 12 Tf 100 700 Td <65E5672C> Tj ET';
    expect(await look(content)).toEqual({ state: 'not_proved', cause: 'font_not_drawable' });
  });

  it('where an annotation may show the text', async () => {
    const annotation =
      '<< /Type /Annot /Subtype /Stamp /Rect [90 692 150 714] /AP << /N @{note} >> >>';
    const observed = await look('', { annots: [annotation] });
    expect(observed).toEqual({ state: 'not_proved', cause: 'no_text_object' });
  });

  it("where an annotation may show another text over the page's own", async () => {
    const annotation =
      '<< /Type /Annot /Subtype /Stamp /Rect [90 692 150 714] /AP << /N @{note} >> >>';
    const observed = await look(WORD, { annots: [annotation] });
    expect(observed).toEqual({ state: 'not_proved', cause: 'no_text_object' });
  });

  it('where a hidden text lies on another one that is seen', async () => {
    const content = `${WORD} 3 Tr ${WORD.replace('word', 'ward')}`;
    expect(await look(content)).toEqual({ state: 'not_proved', cause: 'overlapping_text' });
  });

  test('for a place without any text object', async () => {
    const bytes = makePdf({ pages: [{ content: `${AROUND} f` }] });
    const query = { page_index: 0, glyphs: [[100, 80, 107, 92] as const], user_unit: 1 };
    const answer = await withPdfium(bytes, (pdf) => pdf.testSight([query]));
    expect(answer).toEqual([{ state: 'not_proved', cause: 'no_text_object' }]);
  });

  test('for a page that the document lacks', async () => {
    const bytes = makePdf({ pages: [{ content: WORD }] });
    const query = { page_index: 7, glyphs: [[100, 80, 107, 92] as const], user_unit: 1 };
    const answer = await withPdfium(bytes, (pdf) => pdf.testSight([query]));
    expect(answer).toEqual([{ state: 'not_proved', cause: 'page_not_drawable' }]);
  });
});
