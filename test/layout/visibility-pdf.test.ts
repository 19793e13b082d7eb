import { describe, expect, it } from 'vitest';
import { judgeVisibility } from '../../src/layout/visibility.ts';
import type { PdfRecipe } from '../support/pdf-maker.ts';
import { drawn } from '../support/read-drawing.ts';

/** One word in a file; the rectangles around it are 20 pt high and 60 wide. */
const WORD = 'BT /F1 12 Tf 100 700 Td (word) Tj ET';
const AROUND = '90 692 60 22 re';
/** A polygon with cut corners around the word. */
const POLYGON = '95 692 m 145 692 l 150 697 l 150 709 l 145 714 l 95 714 l 90 709 l 90 697 l h';
const IMAGE = 'q 60 0 0 22 90 692 cm /Picture Do Q';

const STATES =
  '/Clear << /ca 0 /CA 0 >> /Half << /ca 0.5 >> /Times << /BM /Multiply >> ' +
  '/Dark << /SMask << /S /Luminosity /G @{black} >> >> ' +
  '/Light << /SMask << /S /Luminosity /G @{white} >> >>';

const RESOURCES =
  `/ExtGState << ${STATES} >> /Properties << /Off @{off} /On @{on} /All @{all} >> ` +
  '/XObject << /Picture @{picture} /Veiled @{veiled} /Mask @{mask} /Holed @{holed} /Faint @{faint} ' +
  '/Layered @{layered} /Cropped @{cropped} >> ' +
  '/Shading << /Sh @{shading} >> /Pattern << /P @{pattern} >>';

const FORM =
  '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 @{font:F1} >> >>';
const PICTURE = '/Type /XObject /Subtype /Image /Width 2 /Height 2';
const GREY = '/ColorSpace /DeviceGray /BitsPerComponent 8';

const OBJECTS: PdfRecipe['objects'] = {
  off: '<< /Type /OCG /Name (off) >>',
  on: '<< /Type /OCG /Name (on) >>',
  all: '<< /Type /OCMD /OCGs [@{on} @{off}] /P /AllOn >>',
  black: {
    entries: `${FORM} /Group << /S /Transparency /CS /DeviceGray >>`,
    data: '0 g 0 0 612 792 re f',
  },
  white: {
    entries: `${FORM} /Group << /S /Transparency /CS /DeviceGray >>`,
    data: '1 g 0 0 612 792 re f',
  },
  faint: { entries: `${FORM} /Group << /S /Transparency >>`, data: WORD },
  layered: { entries: `${FORM} /OC @{off}`, data: WORD },
  cropped: { entries: FORM.replace('612 792', '50 50'), data: WORD },
  picture: { entries: `${PICTURE} ${GREY}`, data: '\xff\xff\xff\xff' },
  veiled: { entries: `${PICTURE} ${GREY} /SMask @{veil}`, data: '\xff\xff\xff\xff' },
  veil: { entries: `${PICTURE} ${GREY}`, data: '\x00\xff\x80\x40' },
  mask: { entries: `${PICTURE} /ImageMask true /BitsPerComponent 1`, data: '\x00\x00' },
  holed: { entries: `${PICTURE} /ImageMask true /BitsPerComponent 1`, data: '\x40\x80' },
  shading:
    '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 100 0] /Extend [true true] ' +
    '/Function << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [1] /N 1 >> >>',
  pattern: {
    entries:
      '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>',
    data: '1 g 0 0 9 9 re f',
  },
  cover: {
    entries: '/Type /XObject /Subtype /Form /BBox [0 0 60 22]',
    data: '1 g 0 0 60 22 re f',
  },
};

const RECIPE: Omit<PdfRecipe, 'pages'> = {
  objects: OBJECTS,
  ocProperties: '<< /OCGs [@{on} @{off}] /D << /ON [@{on}] /OFF [@{off}] >> >>',
};

/** The judgement all letters of the word share, read from a made file. */
async function judge(content: string, annots: readonly string[] = []): Promise<string> {
  const page = await drawn(content, { resources: RESOURCES, annots }, RECIPE);
  expect(page.glyphs.map(({ text }) => text).join('')).toBe('word');
  const states = judgeVisibility(page).map(({ state, cause }) =>
    cause === null ? state : `${state}/${cause}`,
  );
  return [...new Set(states)].join(' ');
}

const mode = (number: number): string => WORD.replace('Td', `Td ${number} Tr`);

describe('text in a file that no reader of the page sees', () => {
  it.each([
    ['rendering mode 3', mode(3), 'invisible_mode'],
    ['rendering mode 7', mode(7), 'invisible_mode'],
    ['no opacity', `/Clear gs ${WORD}`, 'transparent'],
    ['a group of no opacity', '/Clear gs /Faint Do', 'transparent'],
    ['a marked switched-off layer', `/OC /Off BDC ${WORD} EMC`, 'layer_off'],
    ['a form in a switched-off layer', '/Layered Do', 'layer_off'],
    ['a membership that wants all layers on', `/OC /All BDC ${WORD} EMC`, 'layer_off'],
    ['a clip elsewhere', `0 0 50 50 re W n ${WORD}`, 'clipped_away'],
    ['two clips without common area', `0 0 50 50 re W n 60 60 9 9 re W n ${WORD}`, 'clipped_away'],
    ['a form with another box', '/Cropped Do', 'clipped_away'],
    ['a place off the page', `1 0 0 1 0 200 cm ${WORD}`, 'off_page'],
    ['horizontal scaling 0', WORD.replace('Td', 'Td 0 Tz'), 'too_small'],
    ['type of 0.3 pt', WORD.replace('12 Tf', '0.3 Tf'), 'too_small'],
    ['white on white', `1 g ${WORD}`, 'same_colour'],
    ['grey on the same grey', `0.5 g ${AROUND} f ${WORD}`, 'same_colour'],
    ['black on a black polygon', `${POLYGON} f ${WORD}`, 'same_colour'],
    ['a white paint through the letters', `${mode(7)} 1 g ${AROUND} f`, 'same_colour'],
    ['a later white rectangle', `${WORD} 1 g ${AROUND} f`, 'covered'],
    ['two later halves', `${WORD} 1 g 90 692 30 22 re f 120 692 30 22 re f`, 'covered'],
    ['halves of one path', `${WORD} 1 g 90 692 30 22 re 120 692 30 22 re f`, 'covered'],
    ['a later polygon', `${WORD} 1 g ${POLYGON} f`, 'covered'],
    ['a later fat stroke', `${WORD} 1 G 22 w 90 703 m 150 703 l S`, 'covered'],
    ['a later slanted fat stroke', `${WORD} 1 G 40 w 80 700 m 160 708 l S`, 'covered'],
    ['a later opaque image', `${WORD} ${IMAGE}`, 'covered'],
    ['a later full mask', `${WORD} 1 g ${IMAGE.replace('Picture', 'Mask')}`, 'covered'],
  ])('%s', async (_name, content, cause) => {
    expect(await judge(content)).toBe(`unseen/${cause}`);
  });

  it('an annotation over it', async () => {
    const annotation =
      '<< /Type /Annot /Subtype /Stamp /Rect [90 692 150 714] /AP << /N @{cover} >> >>';
    expect(await judge(WORD, [annotation])).toBe('unseen/covered');
  });
});

describe('text that only the picture can tell of', () => {
  it.each([
    ['a black soft mask', `/Dark gs ${WORD}`],
    ['a white soft mask', `/Light gs ${WORD}`],
    ['a later shading', `${WORD} ${AROUND} W n /Sh sh`],
    ['a later pattern', `${WORD} /Pattern cs /P scn ${AROUND} f`],
    ['a pattern as ink', `/Pattern cs /P scn ${WORD}`],
    ['a later image with alpha', `${WORD} ${IMAGE.replace('Picture', 'Veiled')}`],
    ['a later mask with holes', `${WORD} 1 g ${IMAGE.replace('Picture', 'Holed')}`],
    ['a clip that is a polygon', `${POLYGON} W n ${WORD}`],
  ])('%s', async (_name, content) => {
    expect(await judge(content)).toBe('maybe');
  });
});

describe('text that is seen', () => {
  it.each([
    ['plain print', WORD],
    ['white on a black rectangle', `${AROUND} f 1 g ${WORD}`],
    ['white on a black polygon', `${POLYGON} f 1 g ${WORD}`],
    ['white on a fat black stroke', `22 w 90 703 m 150 703 l S 1 g ${WORD}`],
    ['white with a black outline', `1 g ${mode(2)}`],
    ['an outline alone', `1 g ${mode(1)}`],
    ['a black paint through the letters', `${mode(7)} ${AROUND} f`],
    ['a cover that came before', `1 g ${AROUND} f 0 g ${WORD}`],
    ['a cover of no opacity', `${WORD} /Clear gs 1 g ${AROUND} f`],
    ['a white veil of half opacity', `${WORD} /Half gs 1 g ${AROUND} f`],
    ['a highlighter', `${WORD} /Times gs 1 1 0 rg ${AROUND} f`],
    ['a layer that is on', `/OC /On BDC ${WORD} EMC`],
    ['a clip around it', `${AROUND} W n ${WORD}`],
    ['a picture behind it', `${IMAGE} ${WORD}`],
    ['white on a picture', `${IMAGE} 1 g ${WORD}`],
    ['a frame around it', `1 0 0 RG ${AROUND} S ${WORD}`],
    ['an underline after it', `${WORD} 0.7 w 90 698 m 150 698 l S`],
  ])('%s', async (_name, content) => {
    expect(await judge(content)).toBe('seen');
  });

  it('a hidden annotation over it', async () => {
    const annotation =
      '<< /Type /Annot /Subtype /Stamp /F 2 /Rect [90 692 150 714] /AP << /N @{cover} >> >>';
    expect(await judge(WORD, [annotation])).toBe('seen');
  });
});
