import { describe, expect, it, test } from 'vitest';
import type { RawPageText } from '../../../src/evidence/rendering.ts';
import { makePdf, type PdfRecipe } from '../../support/pdf-maker.ts';
import { withPdfium } from '../../support/pdfium.ts';

async function rawOf(content: string, annots: readonly string[] = []): Promise<RawPageText> {
  const recipe: PdfRecipe = {
    pages: [{ content, annots, resources: '/Properties << /Real @{real} >>' }],
    fonts: {
      F1: { base: 'Helvetica' },
      F2: { base: 'Helvetica', toUnicode: { 65: '\uf0b7', 66: 'B', 67: '\ufffd' } },
      F3: { base: 'Helvetica', toUnicode: { 65: '\u0000' } },
    },
    objects: {
      real: '<< /ActualText (other) >>',
      note: {
        entries:
          '/Type /XObject /Subtype /Form /BBox [0 0 60 22] /Resources << /Font << /F1 @{font:F1} >> >>',
        data: 'BT /F1 12 Tf 5 5 Td (note) Tj ET',
      },
      mark: { entries: '/Type /XObject /Subtype /Form /BBox [0 0 60 22]', data: '0 0 60 22 re f' },
    },
  };
  return withPdfium(makePdf(recipe), (pdf) => {
    const [raw] = pdf.readRaw([0]);
    if (raw === undefined) throw new Error('no answer');
    return raw;
  });
}

const shown = (text: string, at = 700): string => `BT /F1 12 Tf 100 ${at} Td (${text}) Tj ET`;

describe('raw text', () => {
  test('has the characters with the spaces and line ends that PDFium sets', async () => {
    const content = `${shown('Net sales')} BT /F1 12 Tf 200 700 Td (12) Tj ET ${shown('were up', 680)}`;
    expect(await rawOf(content)).toEqual({
      page_index: 0,
      text: 'Net sales 12\r\nwere up',
      is_complete: true,
    });
  });

  test('has hyphens at line ends as hyphens', async () => {
    const { text } = await rawOf(`${shown('a non-')} ${shown('current asset', 686)}`);
    expect(text).toBe('a non-current asset');
  });

  test('has the text of forms and of what is not seen', async () => {
    expect((await rawOf(`1 g ${shown('white')}`)).text).toBe('white');
  });

  test('comes in the order asked, for pages asked twice too, and is null where there is no page', async () => {
    const pages = ['one', 'two'].map((word) => ({ content: shown(word) }));
    const texts = await withPdfium(makePdf({ pages }), (pdf) => pdf.readRaw([1, 0, 1, 2]));
    expect(texts.map(({ text }) => text)).toEqual(['two', 'one', 'two', null]);
    expect(texts.map(({ page_index }) => page_index)).toEqual([1, 0, 1, 2]);
    expect(texts.at(-1)?.is_complete).toBe(false);
  });

  test('of more characters than are kept is null', async () => {
    const row = `BT /F1 2 Tf 10 700 Td (${'a'.repeat(2_000)}) Tj ET\n`;
    const content = Array.from({ length: 101 }, (_, at) => row.replace('700', `${at * 7}`));
    expect((await rawOf(content.join(''))).text).toBeNull();
  });
});

const annotation = (kind: string, entries = ''): string =>
  `<< /Type /Annot /Subtype /${kind} /Rect [90 592 150 614] ${entries} >>`;

describe('raw text is complete', () => {
  it.each([
    ['on a page with a link', shown('a'), [annotation('Link')]],
    ['on a page with a highlight', shown('a'), [annotation('Highlight', '/AP << /N @{mark} >>')]],
    [
      'with a list mark of private use that stands alone',
      'BT /F2 12 Tf 100 700 Td (A B) Tj ET',
      [],
    ],
    ['with letters that do not overlap', 'BT /F1 12 Tf 100 700 Td (1) Tj (1) Tj (1) Tj ET', []],
    ['with a text that stands for a blank', `${shown('a')} /Span /Real BDC ${shown(' ')} EMC`, []],
    ['with spaces of their own', 'BT /F1 12 Tf 100 700 Td (a) Tj ( ) Tj (b) Tj ( ) Tj ET', []],
  ])('%s', async (_name, content, annots) => {
    expect((await rawOf(content, annots)).is_complete).toBe(true);
  });
});

describe('raw text is not complete', () => {
  it.each([
    ['with a stamp', shown('a'), [annotation('Stamp', '/AP << /N @{note} >>')]],
    ['with free text', shown('a'), [annotation('FreeText', '/Contents (note) /DA (/F1 9 Tf)')]],
    ['with a field', shown('a'), [annotation('Widget', '/FT /Tx /T (a) /V (value)')]],
    ['with text in a highlight', shown('a'), [annotation('Highlight', '/AP << /N @{note} >>')]],
    ['with text in a link', shown('a'), [annotation('Link', '/AP << /N @{note} >>')]],
    ['with a private character in a word', 'BT /F2 12 Tf 100 700 Td (BA) Tj ET', []],
    ['with a replacement character', 'BT /F2 12 Tf 100 700 Td (C) Tj ET', []],
    ['with a character that maps to nothing', 'BT /F3 12 Tf 100 700 Td (A) Tj ET', []],
    ['with a text that stands for the shown one', `/Span /Real BDC ${shown('a')} EMC`, []],
    [
      'with a letter that was taken for a second print',
      `${shown('f')} ${shown('f').replace('100', '101')}`,
      [],
    ],
  ])('%s', async (_name, content, annots) => {
    expect((await rawOf(content, annots)).is_complete).toBe(false);
  });
});
