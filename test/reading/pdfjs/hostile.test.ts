import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { createThreadPool, ThreadFailure } from '../../../src/reading/thread-pool.ts';
import { formBomb } from '../../support/form-bomb.ts';
import { makePdf, type StreamRecipe, textPage } from '../../support/pdf-maker.ts';
import { WIDE_LIMITS } from '../../support/read-drawing.ts';

const pool = createThreadPool({
  entry: new URL('../../support/thread-entry.ts', import.meta.url),
  threads: 1,
  heapMegabytes: 256,
  residentMegabytes: 1024,
});

afterAll(() => pool.close());

async function readAll(bytes: Uint8Array, stallMs: number): Promise<unknown> {
  const task = { name: 'read all pages', input: { bytes, limits: WIDE_LIMITS } };
  try {
    return await pool.run(task, { stallMs });
  } catch (error) {
    return error instanceof ThreadFailure ? error.kind : error;
  }
}

const SOUND = makePdf({ pages: [textPage([{ x: 9, y: 9, text: 'still here' }])] });

describe('hostile documents', () => {
  test('a bomb of forms costs its own reading and nothing after it', async () => {
    // The first task of a thread loads pdf.js, which takes seconds on a loaded machine.
    expect(await readAll(SOUND, 60_000)).toEqual([10]);
    expect(['stalled', 'out_of_memory']).toContain(await readAll(formBomb(), 3_000));
    expect(await readAll(SOUND, 60_000)).toEqual([10]);
  });

  test('a page that draws itself, and a tree of pages in a circle, come to an end', async () => {
    const self = makePdf({
      pages: [{ content: '/Fm Do', resources: '/XObject << /Fm @{form} >>' }],
      objects: {
        form: {
          entries:
            '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /Fm @{form} >> >>',
          data: '/Fm Do',
        },
      },
    });
    expect(await readAll(self, 60_000)).toEqual([0]);
    const circle = makePdf({
      pages: [textPage([{ x: 9, y: 9, text: 'a' }])],
      pagesEntries: '/Kids [@{pages}] /Count 3',
    });
    expect(await readAll(circle, 60_000)).toEqual([null]);
  });

  test('a font file, a picture and a mapping that are garbage cost no glyph its place', async () => {
    const garbage = deflateSync(Buffer.alloc(5_000, 0xa5));
    const packed = (entries: string): StreamRecipe => ({
      entries: `${entries} /Filter /FlateDecode`,
      data: garbage,
    });
    const bytes = makePdf({
      pages: [
        {
          content: 'BT /F1 10 Tf 9 9 Td (abc) Tj ET q 9 0 0 9 0 0 cm /Im Do Q',
          resources: '/XObject << /Im @{image} >>',
        },
      ],
      fonts: {
        F1: {
          raw:
            '<< /Type /Font /Subtype /TrueType /BaseFont /Made /FirstChar 97 /LastChar 99 ' +
            '/Widths [500 500 500] /Encoding /WinAnsiEncoding /ToUnicode @{map} ' +
            '/FontDescriptor << /Type /FontDescriptor /FontName /Made /Flags 32 /FontFile2 @{file} ' +
            '/FontBBox [0 0 9 9] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 >> >>',
        },
      },
      objects: {
        map: packed(''),
        file: packed('/Length1 5000'),
        image: packed(
          '/Type /XObject /Subtype /Image /Width 9000 /Height 9000 /ColorSpace /DeviceRGB /BitsPerComponent 8',
        ),
      },
    });
    expect(await readAll(bytes, 60_000)).toEqual([3]);
  });
});
