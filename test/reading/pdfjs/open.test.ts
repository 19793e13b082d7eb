import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encryptWith } from '../../support/pdf-encryption.ts';
import { makePdf, type PdfRecipe, textPage } from '../../support/pdf-maker.ts';
import { refusalOf, textOf, withPdf } from '../../support/read-drawing.ts';

const TWO_PAGES: PdfRecipe = {
  pages: [
    textPage([{ x: 72, y: 72, text: 'First page' }]),
    textPage([{ x: 72, y: 72, text: 'Second page' }]),
  ],
};

async function pageTexts(bytes: Uint8Array, password?: string): Promise<readonly string[]> {
  return withPdf(
    bytes,
    async (pdf) => {
      const texts: string[] = [];
      for (let index = 0; index < pdf.page_count; index += 1) {
        const read = await pdf.readPage(index);
        texts.push(read.ok ? textOf(read.value) : 'unread');
      }
      return texts;
    },
    password === undefined ? {} : { password },
  );
}

function replaced(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  expect(text).toContain(from);
  return new Uint8Array(Buffer.from(text.replace(from, to), 'latin1'));
}

describe('opening a document', () => {
  test('reads the pages of a sound file without any mark', async () => {
    const bytes = makePdf(TWO_PAGES);
    expect(await pageTexts(bytes)).toEqual(['First page', 'Second page']);
    await withPdf(bytes, async (pdf) => {
      expect(pdf.page_count).toBe(2);
      expect(pdf.dictionary_labels).toBeNull();
      expect(pdf.degraded()).toEqual([]);
      expect(await pdf.readPage(0)).toMatchObject({ ok: true, value: { degraded: [] } });
    });
  });

  test('leaves the bytes of the caller alone, a Buffer included', async () => {
    const bytes = Buffer.from(makePdf(TWO_PAGES));
    const before = Buffer.from(bytes);
    expect(await pageTexts(bytes)).toEqual(['First page', 'Second page']);
    expect(bytes.equals(before)).toBe(true);
  });

  test('reads the same page twice alike, whatever was read in between', async () => {
    await withPdf(makePdf(TWO_PAGES), async (pdf) => {
      const first = await pdf.readPage(0);
      await pdf.readPage(1);
      expect(await pdf.readPage(0)).toEqual(first);
    });
  });

  test('a page outside the document is unread and not an error', async () => {
    await withPdf(makePdf(TWO_PAGES), async (pdf) => {
      expect(await pdf.readPage(2)).toMatchObject({ ok: false });
      expect(await pdf.readPage(1)).toMatchObject({ ok: true });
    });
  });

  test('gives the labels of the dictionary', async () => {
    const bytes = makePdf({
      ...TWO_PAGES,
      pageLabels: '0 << /S /r /St 4 >> 1 << /P (A-) /S /D >>',
    });
    await withPdf(bytes, async (pdf) => expect(pdf.dictionary_labels).toEqual(['iv', 'A-1']));
  });

  test('a label tree that is no tree costs the labels, not the document', async () => {
    const bytes = makePdf({ ...TWO_PAGES, pageLabels: '0 << /S /Q >>' });
    await withPdf(bytes, async (pdf) => {
      expect(pdf.dictionary_labels).toBeNull();
      expect(pdf.degraded()).toEqual(['page_labels_unreadable']);
    });
  });
});

describe('what is refused', () => {
  test.each([
    ['\x89PNG\r\n\x1a\n0000', 'unsupported_media_type'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'unsupported_media_type'],
    ['II*\0\x08\0\0\0', 'unsupported_media_type'],
    ['PK\x03\x04abcd', 'unsupported_media_type'],
    ['\n<!DOCTYPE html><p>%</p>', 'unsupported_media_type'],
    ['just words', 'corrupt'],
    ['', 'corrupt'],
    ['%PDF-1.7\nand nothing else', 'corrupt'],
  ])('%j is refused as %s', async (start, reason) => {
    expect(await refusalOf(Buffer.from(start, 'latin1'))).toMatchObject({
      reason,
      is_of_machine: false,
    });
  });

  test('a header that comes late, but within the first kilobyte, is a header', async () => {
    const bytes = makePdf(TWO_PAGES);
    const late = Buffer.concat([Buffer.alloc(900, ' '), bytes]);
    expect(await pageTexts(late)).toEqual(['First page', 'Second page']);
  });

  test('files and page counts beyond the limits are refused', async () => {
    const bytes = makePdf(TWO_PAGES);
    expect(await refusalOf(bytes, { limits: { bytes_max: bytes.length } })).toBeNull();
    expect(await refusalOf(bytes, { limits: { bytes_max: bytes.length - 1 } })).toMatchObject({
      reason: 'too_large',
    });
    expect(await refusalOf(bytes, { limits: { pages_max: 2 } })).toBeNull();
    expect(await refusalOf(bytes, { limits: { pages_max: 1 } })).toMatchObject({
      reason: 'too_many_pages',
    });
  });

  test('a page with too many glyphs or operators is unread, the next one is not', async () => {
    const bytes = makePdf({
      pages: [textPage([{ x: 9, y: 9, text: 'abcdef' }]), textPage([{ x: 9, y: 9, text: 'abc' }])],
    });
    const readBoth = (limits: object): Promise<readonly boolean[]> =>
      withPdf(bytes, async (pdf) => [(await pdf.readPage(0)).ok, (await pdf.readPage(1)).ok], {
        limits,
      });
    expect(await readBoth({ glyphs_per_page_max: 6 })).toEqual([true, true]);
    expect(await readBoth({ glyphs_per_page_max: 5 })).toEqual([false, true]);
    expect(await readBoth({ operators_per_page_max: 2 })).toEqual([false, false]);
  });
});

describe('encrypted documents', () => {
  test('with an empty user password open as they are', async () => {
    const bytes = makePdf({ ...TWO_PAGES, encryption: encryptWith('', 'owner') });
    expect(await pageTexts(bytes)).toEqual(['First page', 'Second page']);
    expect(await pageTexts(bytes, 'not needed')).toEqual(['First page', 'Second page']);
  });

  test('with a user password open by it or by the owner password alone', async () => {
    const bytes = makePdf({ ...TWO_PAGES, encryption: encryptWith('open sesame', 'owner') });
    expect(await pageTexts(bytes, 'open sesame')).toEqual(['First page', 'Second page']);
    expect(await pageTexts(bytes, 'owner')).toEqual(['First page', 'Second page']);
    expect(await refusalOf(bytes)).toMatchObject({ reason: 'encrypted' });
    expect(await refusalOf(bytes, { password: 'wrong' })).toMatchObject({ reason: 'encrypted' });
  });
});

describe('damaged documents', () => {
  const bytes = makePdf(TWO_PAGES);

  test('a wrong cross-reference table is mended and said', async () => {
    const start = /startxref\n(\d+)/.exec(Buffer.from(bytes).toString('latin1'))?.[1] ?? '';
    const damaged = replaced(bytes, `startxref\n${start}`, 'startxref\n7');
    await withPdf(damaged, async (pdf) => expect(pdf.degraded()).toEqual(['file_mended']));
    expect(await pageTexts(damaged)).toEqual(['First page', 'Second page']);
  });

  test('a page count that is too high is mended and said', async () => {
    const damaged = makePdf({ ...TWO_PAGES, pagesEntries: '/Count 5' });
    await withPdf(damaged, async (pdf) => {
      expect(pdf.page_count).toBe(2);
      expect(pdf.degraded()).toContain('page_tree_mended');
    });
  });

  test('pages beyond a page count that is too low are told of, though not read', async () => {
    const damaged = makePdf({ ...TWO_PAGES, pagesEntries: '/Count 1' });
    await withPdf(damaged, async (pdf) => {
      expect(pdf.page_count).toBe(1);
      expect(pdf.degraded()).toEqual(['pages_uncounted']);
    });
  });

  test('a page that was taken out of the tree but left in the file is no page', async () => {
    const orphan = { orphan: '<< /Type /Page /Parent @{pages} /MediaBox [0 0 9 9] >>' };
    await withPdf(makePdf({ ...TWO_PAGES, objects: orphan }), async (pdf) => {
      expect(pdf.page_count).toBe(2);
      expect(pdf.degraded()).toEqual([]);
    });
  });

  test('a page whose dictionary is missing is unread, and the others are read', async () => {
    const damaged = makePdf({ ...TWO_PAGES, pagesEntries: '/Kids [@{page:0} 999 0 R] ' });
    await withPdf(damaged, async (pdf) => {
      expect(await pdf.readPage(0)).toMatchObject({ ok: true });
      expect(pdf.degraded()).not.toEqual([]);
    });
  });

  test('content that breaks off is marked on its page, each time and on no other', async () => {
    const broken = makePdf({
      pages: [
        { content: 'BT /F1 10 Tf 72 700 Td (kept) Tj ET /Form Do' },
        textPage([{ x: 72, y: 72, text: 'sound' }]),
        { content: 'BT /F1 10 Tf 72 700 Td (kept too) Tj ET /Form Do' },
      ],
    });
    await withPdf(broken, async (pdf) => {
      const marks: (readonly string[])[] = [];
      for (const index of [0, 1, 2, 0, 2]) {
        const read = await pdf.readPage(index);
        marks.push(read.ok ? read.value.degraded : ['unread']);
      }
      const incomplete = ['content_incomplete'];
      expect(marks).toEqual([incomplete, [], incomplete, incomplete, incomplete]);
      expect(pdf.degraded()).toEqual([]);
    });
  });

  test('compressed content that breaks off, anywhere, is marked', async () => {
    const lines = Array.from(
      { length: 60 },
      (_, line) => `BT /F1 9 Tf 9 ${line} Td (${line}) Tj ET`,
    );
    const sound = deflateSync(Buffer.from(lines.join('\n')));
    const marks = async (data: Uint8Array): Promise<readonly string[]> => {
      const page = { content: '', entries: '/Contents @{packed}' };
      const objects = { packed: { entries: '/Filter /FlateDecode', data } };
      return withPdf(makePdf({ pages: [page], objects }), async (pdf) => {
        const read = await pdf.readPage(0);
        return read.ok ? read.value.degraded : ['unread'];
      });
    };
    expect(await marks(sound)).toEqual([]);
    for (const share of [0.02, 0.1, 0.5, 0.9]) {
      const length = Math.ceil(sound.length * share);
      expect(await marks(sound.subarray(0, length))).not.toEqual([]);
      const garbled = Buffer.from(sound);
      garbled.fill(0xff, length, length + 4);
      expect(await marks(garbled)).not.toEqual([]);
    }
  });

  test('damage in an object that two pages share is marked on both', async () => {
    const shared = makePdf({
      pages: [0, 1].map(() => ({
        content: 'BT /F1 10 Tf 72 700 Td (page) Tj ET /Form Do',
        resources: '/XObject << /Form @{form} >>',
      })),
      objects: {
        form: {
          entries: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Filter /FlateDecode',
          data: 'this was never deflated',
        },
      },
    });
    await withPdf(shared, async (pdf) => {
      for (const index of [0, 1]) {
        const read = await pdf.readPage(index);
        expect(read.ok && read.value.degraded.length > 0).toBe(true);
      }
    });
  });

  test('whatever bytes are damaged or cut off, opening and reading never throws', async () => {
    const damage = fc.record({
      length: fc.integer({ min: 0, max: bytes.length }),
      changes: fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ length, changes }) => {
        const damaged = bytes.slice();
        for (const [at, value] of changes) damaged[at] = value;
        const refusal = await refusalOf(damaged.subarray(0, length));
        if (refusal === null) await pageTexts(damaged.subarray(0, length));
      }),
      { numRuns: 60, seed: 5 },
    );
  });
});
