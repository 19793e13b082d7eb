import { type HostileCase, hostile, LIMITED, SOUND, STOPPED, shownWith } from './hostile-case.ts';
import type { StreamRecipe } from './pdf-maker.ts';

/** Fonts whose maps lie, have no end, or lead in circles. */
export function fontCases(): readonly HostileCase[] {
  return [...mapCases(), ...dictionaryCases()];
}

const READ = [...SOUND, ...LIMITED];
const LIED = [
  'not_found/text_not_found',
  'mismatch/text_mismatch',
  'capability_limited/glyphs_unmapped',
  ...LIMITED,
];

function simple(entries: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding ${entries} >>`;
}

/** The page in Helvetica with a ToUnicode map. */
function mapped(map: string | StreamRecipe): Uint8Array {
  const stream = typeof map === 'string' ? { entries: '', data: map } : map;
  return shownWith({
    fonts: { F1: { raw: simple('/ToUnicode @{map}') } },
    objects: { map: stream },
  });
}

const CODES = '1 begincodespacerange <00> <FF> endcodespacerange';

function mapCases(): readonly HostileCase[] {
  const megabyte = '0041'.repeat(250_000);
  const rows = Array.from({ length: 200_000 }, () => '<31> <0039>').join('\n');
  return [
    hostile('map-that-is-garbage', mapped('\u0000\u00ff((((<<<<'), [...READ, ...LIED]),
    hostile('map-that-says-nothing', mapped(''), [...READ, ...LIED]),
    hostile(
      'map-that-turns-digits',
      mapped(`${CODES} 10 beginbfrange <30> <39> <0038> endbfrange`),
      LIED,
    ),
    hostile(
      'map-of-a-digit-to-a-megabyte',
      mapped(`${CODES} 1 beginbfchar <31> <${megabyte}> endbfchar`),
      [...READ, ...LIED, ...STOPPED],
    ),
    hostile(
      'map-of-four-billion-codes',
      mapped(
        '1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange 1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange',
      ),
      [...READ, ...LIED, ...STOPPED],
    ),
    hostile(
      'map-of-ranges-back-to-front',
      mapped(`${CODES} 1 beginbfrange <FF> <00> <0041> endbfrange`),
      [...READ, ...LIED],
    ),
    hostile(
      'map-of-200000-rows-for-one-code',
      mapped(`${CODES} 1 beginbfchar ${rows} endbfchar`),
      LIED,
    ),
    hostile(
      'map-of-half-surrogates',
      mapped(`${CODES} 1 beginbfrange <20> <7E> <D800> endbfrange`),
      LIED,
    ),
    hostile('map-to-nul', mapped(`${CODES} 1 beginbfrange <20> <7E> <0000> endbfrange`), LIED),
    hostile(
      'map-that-uses-itself',
      mapped({ entries: '/Type /CMap /UseCMap @{map}', data: '/Me usecmap' }),
      [...READ, ...LIED, ...STOPPED],
    ),
    hostile(
      'map-that-is-the-font',
      shownWith({ fonts: { F1: { raw: simple('/ToUnicode @{font:F1}') } } }),
      [...READ, ...LIED],
    ),
  ];
}

function dictionaryCases(): readonly HostileCase[] {
  const font = (raw: string, objects: Record<string, string | StreamRecipe> = {}): Uint8Array =>
    shownWith({ fonts: { F1: { raw } }, objects });
  const any = [...READ, ...LIED, 'capability_limited/no_text_layer'];
  const descriptor = (file: string): string =>
    `/FontDescriptor << /Type /FontDescriptor /FontName /Helvetica /Flags 32 ${file} /FontBBox [0 0 9 9] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 >>`;
  const procedures = `/CharProcs << /R @{glyph} >> /Encoding << /Differences [32 ${'/R '.repeat(95)}] >>`;
  return [
    hostile('font-that-is-missing', font('null'), any),
    hostile('font-that-is-a-number', font('7'), any),
    hostile(
      'font-that-descends-from-itself',
      font(
        '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [@{font:F1}] >>',
      ),
      any,
    ),
    hostile(
      'font-without-descendants',
      font(
        '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [] >>',
      ),
      any,
    ),
    hostile(
      'font-whose-glyphs-draw-themselves',
      font(
        `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 32 /LastChar 126 /Widths [${'9 '.repeat(95)}] ${procedures} /Resources << /Font << /F1 @{font:F1} >> >> >>`,
        { glyph: { entries: '', data: '9 0 d0 BT /F1 1 Tf (RRRR) Tj ET' } },
      ),
      any,
    ),
    hostile(
      'font-with-a-matrix-of-zeros',
      font(
        `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0 0 0 0 0 0] /FirstChar 32 /LastChar 126 /Widths [${'9 '.repeat(95)}] ${procedures} >>`,
        { glyph: { entries: '', data: '9 0 d0 0 0 9 9 re f' } },
      ),
      any,
    ),
    hostile(
      'font-of-a-million-widths',
      font(simple(`/FirstChar 32 /LastChar 1000031 /Widths [${'500 '.repeat(1_000_000)}]`)),
      any,
    ),
    hostile(
      'font-of-widths-out-of-range',
      font(simple('/FirstChar -2147483648 /LastChar 2147483647 /Widths [500]')),
      any,
    ),
    hostile(
      'font-of-endless-widths',
      font(simple(`/FirstChar 32 /LastChar 126 /Widths [${`${'9'.repeat(300)} `.repeat(95)}]`)),
      [...any, 'inconsistent/hidden_text'],
    ),
    hostile(
      'font-of-a-million-differences',
      font(
        `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [0 ${'/A '.repeat(1_000_000)}] >> >>`,
      ),
      any,
    ),
    hostile(
      'font-file-of-garbage',
      font(
        simple(
          `/FirstChar 32 /LastChar 126 /Widths [${'500 '.repeat(95)}] ${descriptor('/FontFile2 @{file}')}`,
        ),
        { file: { entries: '/Length1 700', data: 'garbage'.repeat(100) } },
      ),
      any,
    ),
    hostile(
      'font-file-of-two-billion',
      font(
        simple(
          `/FirstChar 32 /LastChar 126 /Widths [${'500 '.repeat(95)}] ${descriptor('/FontFile @{file}')}`,
        ),
        { file: { entries: '/Length1 2147483647 /Length2 2147483647 /Length3 0', data: '%!PS' } },
      ),
      any,
    ),
    hostile(
      'font-map-of-four-billion-codes',
      font(
        '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding @{map} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 >>] >>',
        {
          map: {
            entries: '/Type /CMap /CMapName /X',
            data: '1 begincodespacerange <00> <FF> endcodespacerange 1 begincidrange <00000000> <FFFFFFFF> 0 endcidrange',
          },
        },
      ),
      [...any, ...STOPPED],
    ),
    hostile(
      'font-of-huge-widths-table',
      font(
        '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /W [0 2000000000 500] >>] >>',
      ),
      [...any, ...STOPPED],
    ),
  ];
}
