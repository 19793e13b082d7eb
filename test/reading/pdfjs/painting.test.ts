import { describe, expect, test } from 'vitest';
import type { Paint } from '../../../src/evidence/drawing.ts';
import { drawn, glyphOf, textOf } from '../../support/read-drawing.ts';

const TEXT = 'BT /F1 10 Tf 100 700 Td (text) Tj ET';
const STATES =
  '/ExtGState << /Half << /ca 0.5 /CA 0.25 >> /Clear << /ca 0 >> /Multiply << /BM /Multiply >> ' +
  '/Burn << /BM /ColorBurn >> /Masked << /SMask << /S /Luminosity /G @{mask} >> >> ' +
  '/Bare << /SMask /None >> >>';
const GROUP = '/Group << /S /Transparency >>';

function form(content: string, extra = '', box = '0 0 612 792'): object {
  return {
    entries: `/Type /XObject /Subtype /Form /BBox [${box}] ${extra} /Resources << /Font << /F1 @{font:F1} >> >>`,
    data: content,
  };
}

const OBJECTS = {
  group: form('0 0 1 rg 10 10 20 20 re f BT /F1 10 Tf 100 700 Td (inside) Tj ET', GROUP),
  mask: form('BT /F1 10 Tf 100 700 Td (mask) Tj ET 0 0 612 792 re f', GROUP),
  tight: form(TEXT, '', '0 0 50 50'),
} as Record<string, { entries: string; data: string }>;

function page(content: string, resources = ''): ReturnType<typeof drawn> {
  return drawn(
    content,
    { resources: `${STATES} /XObject << /Gr @{group} /Tight @{tight} >> ${resources}` },
    { objects: OBJECTS },
  );
}

async function paintsOf(content: string, resources = ''): Promise<readonly Paint[]> {
  return (await page(content, resources)).paints;
}

describe('render mode and colour', () => {
  test('are told as they are for each glyph', async () => {
    const drawing = await page(
      '1 0 0 rg 0 1 0 RG BT /F1 10 Tf 100 700 Td (a) Tj 1 Tr (b) Tj 2 Tr (c) Tj 3 Tr (d) Tj ET',
    );
    expect(drawing.glyphs.map((glyph) => glyph.render_mode)).toEqual([0, 1, 2, 3]);
    expect(glyphOf(drawing, 'a')).toMatchObject({ fill: '#ff0000', stroke: '#00ff00' });
  });

  test('a pattern has no colour, and says so', async () => {
    const drawing = await drawn(
      `/Pattern cs /P scn ${TEXT}`,
      { resources: '/Pattern << /P @{pattern} >>' },
      {
        objects: {
          pattern: {
            entries:
              '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>',
            data: '0 0 4 4 re f',
          },
        },
      },
    );
    expect(glyphOf(drawing, 'text').fill).toBeNull();
    expect(drawing.degraded).toEqual([]);
  });

  test('text drawn by a pattern is not read, and the page says so', async () => {
    const drawing = await drawn(
      '/Pattern cs /P scn 0 0 99 99 re f',
      { resources: '/Pattern << /P @{pattern} >>' },
      {
        objects: {
          pattern: {
            entries:
              '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 ' +
              '/Resources << /Font << /F1 @{font:F1} >> >>',
            data: 'BT /F1 5 Tf (p) Tj ET',
          },
        },
      },
    );
    expect(textOf(drawing)).toBe('');
    expect(drawing.degraded).toEqual(['text_in_pattern']);
    expect(drawing.paints[0]).toMatchObject({ kind: 'pattern', color: null, opaque: false });
  });

  test('an operand of the wrong type leaves the state, and marks the page', async () => {
    const drawing = await page('BT /F1 10 Tf /Wrong Tc 100 700 Td (ab) Tj ET');
    expect(drawing.glyphs[0]?.spacing).toBe(0);
    expect(drawing.degraded).toEqual(['bad_operand']);
  });
});

describe('transparency', () => {
  test('alpha is told for fill and stroke', async () => {
    const drawing = await page(`/Half gs ${TEXT}`);
    expect(glyphOf(drawing, 'text')).toMatchObject({ fill_alpha: 0.5, stroke_alpha: 0.25 });
  });

  test('a group gives its alpha to all inside and takes it back afterwards', async () => {
    const drawing = await page(`/Half gs q /Half gs /Gr Do Q ${TEXT}`);
    expect(glyphOf(drawing, 'inside').fill_alpha).toBe(0.5);
    expect(drawing.paints[0]).toMatchObject({ alpha: 0.5, color: '#0000ff' });
    expect(glyphOf(drawing, 'text').fill_alpha).toBe(0.5);
  });

  test('a group at alpha 0 hides what it draws', async () => {
    expect(glyphOf(await page('/Clear gs /Gr Do'), 'inside').fill_alpha).toBe(0);
  });

  test('blend modes have their names, and a group hands its own on', async () => {
    const paints = await paintsOf('/Multiply gs 0 0 9 9 re f /Gr Do /Burn gs 0 0 9 9 re f');
    expect(paints.map((paint) => paint.blend_mode)).toEqual(['Multiply', 'Multiply', 'ColorBurn']);
  });

  test('a soft mask is told, and what draws the mask is not on the page', async () => {
    const drawing = await page(`/Masked gs ${TEXT} /Gr Do /Bare gs BT /F1 9 Tf (bare) Tj ET`);
    expect(textOf(drawing)).toBe('textinsidebare');
    expect(glyphOf(drawing, 'text').soft_mask).toBe(true);
    expect(glyphOf(drawing, 'inside').soft_mask).toBe(true);
    expect(glyphOf(drawing, 'bare').soft_mask).toBe(false);
    expect(drawing.paints.map((paint) => paint.opaque)).toEqual([false]);
  });
});

describe('clips', () => {
  test('without one the page itself is the clip', async () => {
    expect(glyphOf(await page(TEXT), 'text')).toMatchObject({
      clip: [0, 0, 612, 792],
      clip_exact: true,
    });
  });

  test('a rectangle clips exactly, until restored', async () => {
    const drawing = await page(`q 90 690 20 20 re W n ${TEXT} Q BT /F1 9 Tf (after) Tj ET`);
    expect(glyphOf(drawing, 'text')).toMatchObject({ clip: [90, 82, 110, 102], clip_exact: true });
    expect(glyphOf(drawing, 'after').clip).toEqual([0, 0, 612, 792]);
  });

  test('another shape clips by its box, and says that it is no more', async () => {
    const drawing = await page(`90 690 m 110 690 l 100 710 l h W* n ${TEXT}`);
    expect(glyphOf(drawing, 'text')).toMatchObject({ clip: [90, 82, 110, 102], clip_exact: false });
  });

  test('clips that do not meet leave nothing', async () => {
    const drawing = await page(`0 0 10 10 re W n 20 20 10 10 re W n ${TEXT} 0 0 99 99 re f`);
    expect(glyphOf(drawing, 'text').clip).toBeNull();
    expect(drawing.paints).toEqual([]);
  });

  test('an empty path leaves nothing', async () => {
    expect(glyphOf(await page(`W n ${TEXT}`), 'text').clip).toBeNull();
  });

  test('the box of a form clips what it draws', async () => {
    expect(glyphOf(await page('/Tight Do'), 'text').clip).toEqual([0, 742, 50, 792]);
  });

  test('a clip turned by 45 degrees is not exact', async () => {
    const drawing = await page(
      `q 0.7071 0.7071 -0.7071 0.7071 100 600 cm 0 0 99 99 re W n ${TEXT} Q`,
    );
    expect(glyphOf(drawing, 'text').clip_exact).toBe(false);
  });

  test('text as a clip is seen only where something is painted through it', async () => {
    const clipText = 'BT /F1 10 Tf 7 Tr 100 700 Td (ab) Tj ET';
    const painted = await page(`q ${clipText} 1 0 0 rg 99 690 4 30 re f Q`);
    expect(painted.glyphs.map((glyph) => glyph.painted_through)).toEqual([true, false]);
    expect(glyphOf(painted, 'a').fill).toBe('#ff0000');
    expect(painted.paints[0]).toMatchObject({ opaque: false, is_rectangle: false });
    const unpainted = await page(`q ${clipText} Q 99 690 40 30 re f`);
    expect(unpainted.glyphs.map((glyph) => glyph.painted_through)).toEqual([false, false]);
    expect(unpainted.paints[0]).toMatchObject({ opaque: true, is_rectangle: true });
  });
});

describe('optional content', () => {
  const LAYERS = {
    ocProperties: '<< /OCGs [@{on} @{off}] /D << /ON [@{on}] /OFF [@{off}] >> >>',
    objects: {
      on: '<< /Type /OCG /Name (on) >>',
      off: '<< /Type /OCG /Name (off) >>',
      both: '<< /Type /OCMD /OCGs [@{on} @{off}] /P /AllOn >>',
      hidden: form('BT /F1 9 Tf (form) Tj ET', '/OC @{off}'),
    } as Record<string, string | { entries: string; data: string }>,
  };
  const RESOURCES =
    '/Properties << /On @{on} /Off @{off} /Both @{both} >> /XObject << /Hidden @{hidden} >>';

  test('that is off by default is told for text and paints, and nested content stays off', async () => {
    const drawing = await drawn(
      'BT /F1 9 Tf /OC /On BDC (on) Tj EMC /OC /Off BDC (off) Tj /OC /On BDC (in) Tj EMC ET ' +
        '0 0 9 9 re f EMC /OC /Both BDC BT (both) Tj ET EMC /Hidden Do BT (end) Tj ET',
      { resources: RESOURCES },
      LAYERS,
    );
    const layer = (text: string): boolean => glyphOf(drawing, text).layer_on;
    expect(['on', 'off', 'in', 'both', 'form', 'end'].map(layer)).toEqual([
      true,
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(drawing.paints[0]?.layer_on).toBe(false);
  });
});

describe('paints', () => {
  test('a filled rectangle is told in points of the page', async () => {
    const [paint] = await paintsOf('0.5 g 100 600 50 20 re f');
    expect(paint).toMatchObject({
      kind: 'fill',
      bbox: [100, 172, 150, 192],
      color: '#808080',
      alpha: 1,
      opaque: true,
      is_rectangle: true,
      outline: null,
    });
  });

  test('several rectangles of one path are paints of their own', async () => {
    const paints = await paintsOf('0 0 10 10 re 5 5 10 10 re 50 0 10 10 re f');
    expect(paints.map((paint) => paint.bbox)).toEqual([
      [0, 782, 10, 792],
      [5, 777, 15, 787],
      [50, 782, 60, 792],
    ]);
  });

  test('a rectangle with a hole is one shape, by either rule', async () => {
    const [nonzero] = await paintsOf('0 0 90 90 re 10 10 m 10 80 l 80 80 l 80 10 l h f');
    expect(nonzero).toMatchObject({ is_rectangle: false, bbox: [0, 702, 90, 792] });
    expect(nonzero?.outline).toHaveLength(2);
    expect(nonzero?.even_odd).toBeUndefined();
    const [evenOdd] = await paintsOf('0 0 90 90 re 10 10 70 70 re f*');
    expect(evenOdd).toMatchObject({ is_rectangle: false, even_odd: true });
  });

  test('a curve is flattened into its outline', async () => {
    const [circle] = await paintsOf(
      '110 700 m 110 705.52 105.52 710 100 710 c 94.48 710 90 705.52 90 700 c ' +
        '90 694.48 94.48 690 100 690 c 105.52 690 110 694.48 110 700 c f',
    );
    expect(circle?.bbox).toEqual([90, 82, 110, 102]);
    const points = circle?.outline?.[0] ?? [];
    for (let at = 0; at + 1 < points.length; at += 2) {
      const radius = Math.hypot((points[at] ?? 0) - 100, (points[at + 1] ?? 0) - 92);
      expect(Math.abs(radius - 10)).toBeLessThan(0.05);
    }
  });

  test('a stroked line is a rectangle of its width, scaled as the page is', async () => {
    const [line] = await paintsOf('q 2 0 0 3 0 0 cm 4 w 10 100 m 50 100 l S Q');
    expect(line).toMatchObject({ kind: 'stroke', bbox: [20, 486, 100, 498], is_rectangle: true });
  });

  test('a stroked rectangle is four lines', async () => {
    const paints = await paintsOf('2 w 10 10 80 40 re S');
    expect(paints.map((paint) => paint.bbox)).toEqual([
      [10, 781, 90, 783],
      [89, 742, 91, 782],
      [10, 741, 90, 743],
      [9, 742, 11, 782],
    ]);
  });

  test('a line of width 0, and a rectangle without height, are thin and not lost', async () => {
    for (const content of ['0 w 10 100 m 90 100 l S', '10 100 80 0 re f']) {
      const [line] = await paintsOf(content);
      expect(line?.bbox[0]).toBe(10);
      expect(line?.bbox[2]).toBe(90);
      expect((line?.bbox[3] ?? 0) - (line?.bbox[1] ?? 0)).toBeCloseTo(0.24, 2);
    }
  });

  test('a slanted or dashed line does not cover its box', async () => {
    const [slanted] = await paintsOf('5 w 10 10 m 90 90 l S');
    expect(slanted).toMatchObject({ is_rectangle: false, line_width: 5 });
    expect(slanted?.outline).toEqual([[10, 782, 90, 702]]);
    const [dashed] = await paintsOf('5 w [3 3] 0 d 10 10 m 90 10 l S');
    expect(dashed?.opaque).toBe(false);
  });

  test('fill and stroke in one are two paints in their order', async () => {
    const paints = await paintsOf('1 0 0 rg 0 0 1 RG 10 10 m 90 10 l 50 90 l b');
    expect(paints.map((paint) => [paint.kind, paint.color])).toEqual([
      ['fill', '#ff0000'],
      ['stroke', '#0000ff'],
    ]);
  });

  test('paints are cut to the clip, and left out where nothing of them remains', async () => {
    const paints = await paintsOf('0 0 50 50 re W n 25 25 100 100 re f 200 200 9 9 re f');
    expect(paints.map((paint) => paint.bbox)).toEqual([[25, 742, 50, 767]]);
  });

  test('order is shared between glyphs and paints', async () => {
    const drawing = await page(`0 0 9 9 re f ${TEXT} 0 0 9 9 re f`);
    const [before, after] = drawing.paints;
    const glyph = glyphOf(drawing, 'text');
    expect((before?.order ?? 0) < glyph.order && glyph.order < (after?.order ?? 0)).toBe(true);
  });
});

describe('pictures', () => {
  const image = (entries: string, data: string): { entries: string; data: string } => ({
    entries: `/Type /XObject /Subtype /Image /Width 2 /Height 2 ${entries}`,
    data,
  });
  const PICTURES = {
    opaque: image('/ColorSpace /DeviceGray /BitsPerComponent 8', '\x10\x20\x30\x40'),
    veiled: image('/ColorSpace /DeviceGray /BitsPerComponent 8 /SMask @{veil}', '\x10\x20\x30\x40'),
    veil: image('/ColorSpace /DeviceGray /BitsPerComponent 8', '\x00\xff\x80\x40'),
    stencil: image('/ImageMask true /BitsPerComponent 1', '\x40\x80'),
    full: image('/ImageMask true /BitsPerComponent 1', '\x3f\x00'),
    fullTurned: image('/ImageMask true /BitsPerComponent 1 /Decode [1 0]', '\xff\xc0'),
    broken: image('/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode', 'no jpeg'),
  };
  const place = async (name: string, at = '40 0 0 20 100 600'): ReturnType<typeof drawn> =>
    drawn(
      `1 0 0 rg q ${at} cm /Im Do Q ${TEXT}`,
      { resources: `/XObject << /Im @{${name}} >>` },
      { objects: PICTURES },
    );

  test('an image fills the unit square of its matrix', async () => {
    expect((await place('opaque')).paints).toMatchObject([
      { kind: 'image', bbox: [100, 172, 140, 192], opaque: true, is_rectangle: true, color: null },
    ]);
  });

  test('a turned image is not its box', async () => {
    const [paint] = (await place('opaque', '20 20 -20 20 100 600')).paints;
    expect(paint).toMatchObject({ bbox: [80, 152, 120, 192], is_rectangle: false });
    expect(paint?.outline?.[0]).toHaveLength(10);
  });

  test('an image with a mask of its own may be seen through', async () => {
    expect((await place('veiled')).paints).toMatchObject([{ kind: 'image', opaque: false }]);
  });

  test('a stencil has the colour of the fill and holes', async () => {
    expect((await place('stencil')).paints).toMatchObject([
      { kind: 'image_mask', color: '#ff0000', opaque: false },
    ]);
  });

  test('a stencil without holes covers, whichever way its bits are read', async () => {
    for (const name of ['full', 'fullTurned']) {
      expect((await place(name)).paints).toMatchObject([{ color: '#ff0000', opaque: true }]);
    }
  });

  test('an image that cannot be decoded marks its page and hides no text', async () => {
    const drawing = await place('broken');
    expect(drawing.degraded).toContain('unreadable_image');
    expect(drawing.paints).toEqual([]);
    expect(textOf(drawing)).toBe('text');
  });

  test('an inline image is a picture like any other', async () => {
    const drawing = await drawn(
      'q 10 0 0 10 50 50 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \x10\x20\x30\x40 EI Q',
    );
    expect(drawing.paints).toMatchObject([
      { kind: 'image', bbox: [50, 732, 60, 742], opaque: true },
    ]);
  });

  test('a shading covers the clip in a way that is not known', async () => {
    const drawing = await drawn(
      '10 10 80 80 re W n /Sh sh',
      { resources: '/Shading << /Sh @{shading} >>' },
      {
        objects: {
          shading:
            '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 100 0] ' +
            '/Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >> >>',
        },
      },
    );
    expect(drawing.paints).toMatchObject([
      { kind: 'shading', bbox: [10, 702, 90, 782], opaque: false, color: null },
    ]);
  });
});
