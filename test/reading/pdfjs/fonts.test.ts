import { describe, expect, test } from 'vitest';
import type { PageDrawing } from '../../../src/evidence/drawing.ts';
import type { FontRecipe } from '../../support/pdf-maker.ts';
import { drawn, glyphOf, textOf } from '../../support/read-drawing.ts';

function withFont(
  font: FontRecipe,
  content: string,
  objects: Record<string, string | { entries: string; data: string }> = {},
): Promise<PageDrawing> {
  return drawn(content, {}, { fonts: { F1: font }, objects });
}

const COUNTED_CID =
  '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Made /DW 500 ' +
  '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ' +
  '/FontDescriptor << /Type /FontDescriptor /FontName /Made /Flags 4 /Ascent 800 ' +
  '/Descent -200 /CapHeight 700 /ItalicAngle 0 /StemV 80 /FontBBox [0 -200 1000 800] >> >>';

describe('what glyphs mean', () => {
  test('is told by ToUnicode, several characters and ligatures included', async () => {
    const page = await withFont(
      {
        base: 'Helvetica',
        toUnicode: { 65: 'ffi', 66: 'ﬁ', 67: '\u0000', 68: '\ufffd', 69: '\ue000' },
      },
      'BT /F1 10 Tf 9 9 Td (ABCDE) Tj ET',
    );
    expect(page.glyphs.map((glyph) => glyph.text)).toEqual([
      'ffi',
      'ﬁ',
      '\u0000',
      '\ufffd',
      '\ue000',
    ]);
    expect(page.glyphs.map((glyph) => glyph.code)).toEqual([65, 66, 67, 68, 69]);
  });

  test('is unknown for a code that ToUnicode leaves out or maps to nothing', async () => {
    const page = await withFont(
      {
        raw:
          '<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-H ' +
          '/DescendantFonts [@{cid}] /ToUnicode @{map} >>',
      },
      'BT /F1 10 Tf 9 9 Td <004100420043> Tj ET',
      {
        cid: COUNTED_CID,
        map: {
          entries: '',
          data:
            'begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ' +
            '2 beginbfchar <0041> <0078> <0042> <> endbfchar endcmap',
        },
      },
    );
    expect(page.glyphs.map((glyph) => glyph.text)).toEqual(['x', '\ufffd', '\ufffd']);
  });

  test('is not guessed from codes that count glyphs', async () => {
    const font = {
      raw:
        '<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-H ' +
        '/DescendantFonts [@{cid}] >>',
    };
    const read = async (hex: string): Promise<string> =>
      textOf(await withFont(font, `BT /F1 10 Tf 9 9 Td <${hex}> Tj ET`, { cid: COUNTED_CID }));
    // "No 5" in a font that counts its glyphs from the space as 3, as TrueType subsets do.
    expect(await read('0031005200030018')).toBe('\ufffd\ufffd\ufffd\ufffd');
    expect(await read('004e006f00200035')).toBe('No 5');
  });

  test('WinAnsi codes have their characters', async () => {
    const page = await drawn('BT /F1 10 Tf 9 9 Td (\\223q\\224 \\226 \\200) Tj ET');
    expect(textOf(page)).toBe('“q” – €');
  });

  test('fonts are told by name, once each', async () => {
    const page = await drawn('BT /F1 9 Tf (a) Tj /F3 9 Tf (b) Tj /F1 12 Tf (c) Tj ET');
    expect(page.fonts.map((font) => font.name)).toEqual(['Helvetica', 'Times-Roman']);
    expect(page.glyphs.map((glyph) => glyph.font)).toEqual([0, 1, 0]);
  });

  test('a font that is missing marks the page', async () => {
    const page = await drawn('BT /F9 10 Tf 9 9 Td (kept) Tj ET');
    expect(page.degraded).not.toEqual([]);
  });
});

describe('Type 3 fonts', () => {
  const type3 = (matrix: string, box: string, widths: string): FontRecipe => ({
    raw:
      `<< /Type /Font /Subtype /Type3 /FontMatrix [${matrix}] /FontBBox [${box}] ` +
      '/FirstChar 65 /LastChar 67 /CharProcs << /a @{square} /b @{empty} >> /Resources << >> ' +
      `/Encoding << /Type /Encoding /Differences [65 /a /b /c] >> /Widths [${widths}] ` +
      '/ToUnicode @{map} >>',
  });
  const objects = {
    square: { entries: '', data: '750 0 0 0 750 750 d1 0 0 750 750 re f' },
    empty: { entries: '', data: '500 0 d0' },
    map: {
      entries: '',
      data:
        'begincmap 1 begincodespacerange <00> <ff> endcodespacerange ' +
        '3 beginbfchar <41> <0041> <42> <0042> <43> <0043> endbfchar endcmap',
    },
  };

  test('advance by their own matrix and have the height of their box', async () => {
    const page = await withFont(
      type3('0.002 0 0 0.002 0 0', '0 -100 750 400', '750 500 500'),
      'BT /F1 10 Tf 1 0 0 1 100 700 Tm (AB) Tj ET',
      objects,
    );
    const [first, second] = page.glyphs;
    expect(first).toMatchObject({ text: 'A', x: 100, advance: 15, size: 10 });
    expect(first?.bbox).toEqual([100, 84, 115, 94]);
    expect(second?.x).toBe(115);
    expect(page.fonts[0]).toMatchObject({ type3: true });
  });

  test('whose unit is the point have the size of what they draw', async () => {
    const page = await withFont(
      type3('1 0 0 1 0 0', '0 -10 30 40', '30 20 20'),
      'BT /F1 1 Tf 1 0 0 1 100 700 Tm (A) Tj ET',
      { ...objects, square: { entries: '', data: '30 0 0 -10 30 40 d1 0 -10 30 50 re f' } },
    );
    expect(page.glyphs[0]).toMatchObject({ size: 50, advance: 30, bbox: [100, 52, 130, 102] });
  });

  test('say which glyphs draw nothing: empty procedures and missing ones', async () => {
    const page = await withFont(
      type3('0.001 0 0 0.001 0 0', '0 0 750 750', '750 500 500'),
      'BT /F1 10 Tf 100 700 Td (ABC) Tj ET',
      objects,
    );
    expect(page.glyphs.map((glyph) => glyph.draws_nothing === true)).toEqual([false, true, true]);
  });
});

describe('vertical writing', () => {
  const vertical: FontRecipe = {
    raw:
      '<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-V ' +
      '/DescendantFonts [@{cid}] /ToUnicode @{map} >>',
  };
  const objects = {
    cid:
      '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Made /DW 1000 /DW2 [880 -900] /W [2 [500]] ' +
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ' +
      '/FontDescriptor << /Type /FontDescriptor /FontName /Made /Flags 4 /Ascent 800 ' +
      '/Descent -200 /CapHeight 700 /ItalicAngle 0 /StemV 80 /FontBBox [0 -200 1000 800] >> >>',
    map: {
      entries: '',
      data:
        'begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ' +
        '2 beginbfchar <0001> <65e5> <0002> <672c> endbfchar endcmap',
    },
  };

  test('runs downwards by the vertical advance, centred on the pen', async () => {
    const page = await withFont(
      vertical,
      'BT /F1 10 Tf 2 Tc 1 0 0 1 100 700 Tm <00010002> Tj ET',
      objects,
    );
    const [first, second] = page.glyphs;
    expect(textOf(page)).toBe('日本');
    expect(first).toMatchObject({
      x: 100,
      y: 92,
      dx: 0,
      dy: 1,
      advance: 9,
      spacing: 2,
      vertical: true,
    });
    expect(second).toMatchObject({ x: 100, y: 103 });
    expect([first?.bbox[0], first?.bbox[2]]).toEqual([95, 105]);
    expect([second?.bbox[0], second?.bbox[2]]).toEqual([97.5, 102.5]);
    // The glyph hangs 0.88 em below the pen, and stands 0.8 em high on its own baseline.
    expect([first?.bbox[1], first?.bbox[3]]).toEqual([92 + 8.8 - 8, 92 + 8.8 + 2]);
    expect(page.fonts[0]).toMatchObject({ vertical: true });
  });

  test('kerning numbers move along the column', async () => {
    const page = await withFont(
      vertical,
      'BT /F1 10 Tf 1 0 0 1 100 700 Tm [<0001> 500 <0002>] TJ ET',
      objects,
    );
    expect(glyphOf(page, '本').y).toBe(92 + 9 + 5);
  });
});
