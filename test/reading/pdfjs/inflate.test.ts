import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inflateAtOnce } from '../../../src/reading/pdfjs/inflate.ts';

/** As pdf.js 5.6 uses a `DecompressionStream`: one piece in, all pieces out; null where it fails. */
async function decompress(
  bytes: Uint8Array,
  stream: typeof inflateAtOnce | ((format: 'deflate') => DecompressionStream),
): Promise<Buffer | null> {
  const { readable, writable } = stream('deflate');
  const writer = writable.getWriter();
  await writer.ready;
  writer
    .write(bytes)
    .then(() => writer.close())
    .catch(() => {});
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of readable) pieces.push(piece);
  } catch {
    return null;
  }
  return Buffer.concat(pieces);
}

const streamOfNode = (format: 'deflate'): DecompressionStream => new DecompressionStream(format);

describe('inflating at once', () => {
  test('gives back what was deflated, much larger results included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), fc.nat(200), async (bytes, times) => {
        const whole = Buffer.concat(Array<Uint8Array>(times).fill(bytes));
        expect(await decompress(deflateSync(whole), inflateAtOnce)).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  test('fails and succeeds with damaged data as the stream of Node does', async () => {
    const sound = deflateSync(Buffer.from('the same words again and again '.repeat(100)));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(sound.length),
        fc.nat(sound.length - 1),
        fc.nat(255),
        fc.uint8Array({ maxLength: 5 }),
        async (length, at, value, rest) => {
          const damaged = Buffer.from(sound);
          damaged[at] = value;
          for (const start of [damaged, sound.subarray(0, length)]) {
            const bytes = Buffer.concat([start, rest]);
            expect(await decompress(bytes, inflateAtOnce)).toEqual(
              await decompress(bytes, streamOfNode),
            );
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  test('refuses what is not deflated', () => {
    expect(() => inflateAtOnce('brotli')).toThrow(TypeError);
  });
});
