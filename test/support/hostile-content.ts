import { deflateSync } from 'node:zlib';
import {
  form,
  type HostileCase,
  hostile,
  LIMITED,
  SOUND,
  STOPPED,
  shownWith,
} from './hostile-case.ts';
import { type Box, pdfString, type StreamRecipe } from './pdf-maker.ts';

/** Pages whose drawing never ends, holds more than memory does, or stands nowhere. */
export function contentCases(): readonly HostileCase[] {
  return [...formCases(), ...packedCases(), ...operatorCases(), ...boxCases(), ...imageCases()];
}

const READ = [...SOUND, ...LIMITED];

/** Forms that each draw the next one ten times: a billion drawings out of two kilobytes. */
function formBomb(): Uint8Array {
  const objects: Record<string, StreamRecipe> = { level9: form('0 0 m f') };
  for (let level = 0; level < 9; level += 1) {
    objects[`level${level}`] = form(
      '/Fm Do '.repeat(10),
      `/XObject << /Fm @{level${level + 1}} >>`,
    );
  }
  return shownWith({
    objects,
    content: '/Fm Do',
    page: { resources: '/XObject << /Fm @{level0} >>' },
  });
}

function formCases(): readonly HostileCase[] {
  const drawing = (
    content: string,
    resources: string,
    objects: Record<string, string | StreamRecipe>,
  ): Uint8Array => shownWith({ content, page: { resources }, objects });
  const tile = (data: string): StreamRecipe => ({
    entries:
      '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 ' +
      '/Resources << /Pattern << /P @{tile} >> >>',
    data,
  });
  return [
    hostile('forms-that-multiply', formBomb(), STOPPED),
    hostile(
      'form-that-draws-itself',
      drawing('/Fm Do', '/XObject << /Fm @{f} >>', {
        f: form('/Fm Do', '/XObject << /Fm @{f} >>'),
      }),
      READ,
    ),
    hostile(
      'forms-that-draw-each-other',
      drawing('/A Do', '/XObject << /A @{a} >>', {
        a: form('/B Do', '/XObject << /B @{b} >>'),
        b: form('/A Do', '/XObject << /A @{a} >>'),
      }),
      READ,
    ),
    hostile(
      'form-that-is-the-page',
      drawing('/Fm Do', '/XObject << /Fm @{content:0} >>', {}),
      READ,
    ),
    hostile(
      'pattern-that-paints-itself',
      drawing('/Pattern cs /P scn 0 0 9 9 re f', '/Pattern << /P @{tile} >>', {
        tile: tile('/Pattern cs /P scn 0 0 9 9 re f'),
      }),
      [...READ, ...STOPPED],
    ),
    hostile(
      'mask-that-masks-itself',
      drawing('/G gs 0 0 9 9 re f', '/ExtGState << /G @{g} >>', {
        g: '<< /SMask << /S /Alpha /G @{m} >> >>',
        m: {
          ...form('/G gs 0 0 9 9 re f', '/ExtGState << /G @{g} >>'),
          entries: `${form('', '/ExtGState << /G @{g} >>').entries} /Group << /S /Transparency >>`,
        },
      }),
      READ,
    ),
    hostile(
      'function-that-stitches-itself',
      drawing(
        '/S sh',
        '/Shading << /S << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 9] /Function @{fn} >> >>',
        {
          fn: '<< /FunctionType 3 /Domain [0 1] /Functions [@{fn} @{fn}] /Bounds [0.5] /Encode [0 1 0 1] >>',
        },
      ),
      READ,
    ),
    hostile(
      'function-of-a-huge-sample',
      drawing(
        '/S sh',
        '/Shading << /S << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 9] /Function @{fn} >> >>',
        {
          fn: {
            entries:
              '/FunctionType 0 /Domain [0 1 0 1 0 1] /Range [0 1] /Size [4096 4096 4096] /BitsPerSample 32',
            data: 'x',
          },
        },
      ),
      READ,
    ),
    hostile(
      'colour-space-that-is-its-own-base',
      drawing('/C cs 0 sc 0 0 9 9 re f', '/ColorSpace << /C @{c} >>', {
        c: '[/Indexed @{c} 255 (abc)]',
      }),
      READ,
    ),
  ];
}

/** `data` deflated `times` times over. */
function packed(data: Buffer, times: number): Buffer {
  let result = data;
  for (let time = 0; time < times; time += 1) result = deflateSync(result, { level: 9 });
  return result;
}

function packedCases(): readonly HostileCase[] {
  const content = (entries: string, data: Buffer): Uint8Array =>
    shownWith({
      page: { entries: '/Contents [@{bomb} @{content:0}]' },
      objects: { bomb: { entries, data } },
    });
  const filters = (name: string, count: number): string => `/Filter [${`/${name} `.repeat(count)}]`;
  const spaces = Buffer.alloc(200_000_000, ' ');
  return [
    hostile(
      'deflated-200-megabytes-of-spaces',
      content('/Filter /FlateDecode', packed(spaces, 1)),
      [...STOPPED, ...READ],
    ),
    hostile('deflated-three-times', content(filters('FlateDecode', 3), packed(spaces, 3)), [
      ...STOPPED,
      ...READ,
    ]),
    hostile(
      'filters-a-thousand',
      content(filters('ASCIIHexDecode', 1_000), Buffer.from('20>')),
      READ,
    ),
    hostile('filter-unknown', content('/Filter /NoSuchDecode', Buffer.from('xyz')), READ),
    hostile(
      'filter-with-a-huge-predictor',
      content(
        '/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 2000000000 /Colors 32 /BitsPerComponent 16 >>',
        packed(Buffer.from('q Q'), 1),
      ),
      [...READ, ...STOPPED],
    ),
    hostile(
      'run-lengths-of-100-megabytes',
      content(
        `${filters('FlateDecode', 1).replace(']', '/RunLengthDecode]')}`,
        packed(Buffer.alloc(1_600_000, Buffer.from([129, 32])), 1),
      ),
      [...READ, ...STOPPED],
    ),
    hostile(
      'stream-that-breaks-off',
      content(
        '/Filter /FlateDecode',
        packed(Buffer.from('0 0 m 9 9 l S '.repeat(9_999)), 1).subarray(0, 90),
      ),
      READ,
    ),
  ];
}

function operatorCases(): readonly HostileCase[] {
  const content = (data: string): Uint8Array => shownWith({ content: data });
  const glyphs = `BT /F1 1 Tf 9 9 Td ${pdfString('x'.repeat(1_000))} Tj ET `;
  return [
    hostile('operators-300000', content('0 g '.repeat(300_000)), [...LIMITED, ...STOPPED]),
    hostile('glyphs-210000', content(glyphs.repeat(210)), LIMITED),
    hostile('states-saved-200000-times', content('q '.repeat(200_000)), [...READ, ...STOPPED]),
    hostile('states-restored-200000-times', content('Q '.repeat(200_000)), READ),
    hostile('texts-begun-within-texts', content('BT '.repeat(100_000)), READ),
    hostile('marks-100000-deep', content('/Span BMC '.repeat(100_000)), READ),
    hostile('operand-arrays-100000-deep', content('['.repeat(100_000)), [...READ, ...STOPPED]),
    hostile('operands-a-million', content('1 '.repeat(1_000_000)), READ),
    hostile('numbers-of-a-million-digits', content(`${'9'.repeat(1_000_000)} 0 m`), READ),
    hostile(
      'numbers-out-of-range',
      content('1e999 -1e999 m 9e99999 0 l S 1 0 0 1 99999999999999999999 0 cm'),
      [
        'not_found/text_not_found',
        'inconsistent/hidden_text',
        'capability_limited/no_text_layer',
        ...LIMITED,
      ],
    ),
    hostile('scale-of-zero', content('0 0 0 0 0 0 cm'), [
      'not_found/text_not_found',
      'inconsistent/hidden_text',
      'capability_limited/no_text_layer',
      ...LIMITED,
    ]),
    hostile('dashes-a-million', content(`[${'1 '.repeat(1_000_000)}] 0 d 0 0 m 9 9 l S`), READ),
    hostile('image-inline-without-end', content('BI /W 9 /H 9 /CS /G /BPC 8 ID xxxxxxxxxx'), [
      ...LIMITED,
      'not_found/text_not_found',
      'capability_limited/no_text_layer',
    ]),
  ];
}

function boxCases(): readonly HostileCase[] {
  const box = (text: string, extra = ''): Uint8Array =>
    shownWith({ page: { entries: `/MediaBox ${text} ${extra}` } });
  const unseen = [
    'not_found/text_not_found',
    'inconsistent/hidden_text',
    'capability_limited/no_text_layer',
    ...READ,
  ];
  const wide: Box = [0, 0, 1_000_000, 1_000_000];
  return [
    hostile('page-of-a-million-points', shownWith({ page: { mediaBox: wide } }), READ),
    hostile('page-of-a-hundredth-of-a-point', box('[0 0 0.01 0.01]'), unseen),
    hostile('page-that-is-empty', box('[0 0 0 0]'), unseen),
    hostile('page-of-names', box('[/a /b /c /d]'), unseen),
    hostile('page-of-two-numbers', box('[0 0]'), unseen),
    hostile('page-turned-inside-out', box('[612 792 0 0]'), unseen),
    hostile('page-left-of-everything', box('[-900000 -900000 -800000 -800000]'), unseen),
    hostile('page-beyond-numbers', box(`[0 0 ${'9'.repeat(320)} ${'9'.repeat(320)}]`), LIMITED),
    hostile('unit-of-a-billion', box('[0 0 612 792]', '/UserUnit 1000000000'), unseen),
    hostile('unit-below-zero', box('[0 0 612 792]', '/UserUnit -1'), unseen),
    hostile('page-turned-by-45-degrees', box('[0 0 612 792]', '/Rotate 45'), unseen),
    hostile(
      'page-cropped-to-nothing',
      shownWith({ page: { cropBox: [700, 800, 700, 800] } }),
      unseen,
    ),
  ];
}

function imageCases(): readonly HostileCase[] {
  const image = (entries: string, data: string | Buffer): Uint8Array =>
    shownWith({
      content: 'q 9 0 0 9 0 0 cm /Im Do Q',
      page: { resources: '/XObject << /Im @{im} >>' },
      objects: { im: { entries: `/Type /XObject /Subtype /Image ${entries}`, data } },
    });
  const size = (width: number, height = width): string =>
    `/Width ${width} /Height ${height} /ColorSpace /DeviceGray`;
  const garbage = 'garbage'.repeat(100);
  return [
    hostile(
      'image-of-900-million-pixels',
      image(
        `${size(30_000)} /BitsPerComponent 1 /Filter /FlateDecode`,
        packed(Buffer.alloc(112_500_000), 1),
      ),
      READ,
    ),
    hostile(
      'image-of-a-million-by-a-million',
      image(`${size(1_000_000)} /BitsPerComponent 8`, garbage),
      READ,
    ),
    hostile(
      'image-of-two-billion-by-one',
      image(`${size(2_147_483_647, 1)} /BitsPerComponent 16`, garbage),
      READ,
    ),
    hostile('image-below-zero', image(`${size(-9)} /BitsPerComponent 8`, garbage), READ),
    hostile(
      'image-that-masks-itself',
      image(`${size(9)} /BitsPerComponent 8 /SMask @{im} /Mask @{im}`, garbage),
      READ,
    ),
    hostile(
      'image-of-jpeg-garbage',
      image(`${size(90)} /BitsPerComponent 8 /Filter /DCTDecode`, `\u00ff\u00d8\u00ff${garbage}`),
      READ,
    ),
    hostile(
      'image-of-jpeg2000-garbage',
      image('/Width 90 /Height 90 /Filter /JPXDecode', garbage),
      READ,
    ),
    hostile(
      'image-of-jbig2-garbage',
      image(`${size(90)} /BitsPerComponent 1 /Filter /JBIG2Decode`, garbage),
      READ,
    ),
    hostile(
      'image-of-fax-garbage',
      image(
        `${size(90)} /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 2000000000 /Rows 2000000000 >>`,
        garbage,
      ),
      [...READ, ...STOPPED],
    ),
    hostile(
      'images-a-hundred-thousand-times',
      shownWith({
        content: '/Im Do '.repeat(100_000),
        page: { resources: '/XObject << /Im @{im} >>' },
        objects: {
          im: {
            entries: `/Type /XObject /Subtype /Image ${size(9)} /BitsPerComponent 8`,
            data: 'x'.repeat(81),
          },
        },
      }),
      READ,
    ),
  ];
}
