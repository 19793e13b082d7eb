import { inflateSync } from 'node:zlib';

/** The part of a `DecompressionStream` that pdf.js 5.6 uses. */
interface Decompression {
  readonly readable: AsyncIterable<Uint8Array>;
  readonly writable: { readonly getWriter: () => DecompressionWriter };
}

interface DecompressionWriter {
  readonly ready: Promise<void>;
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Room for the result at first: text operators grow about fivefold (17 to 86 kB, measured). */
const GROWTH = 5;

/**
 * What pdf.js may call with `new` in place of `DecompressionStream`: inflates the one piece that it
 * writes at once, in this thread. The streams of Node hand each piece to another thread and back:
 * 1.4 ms of CPU time for a content stream of 86 kB against 0.2 ms here, and waiting besides
 * (measured). Damaged and broken-off data fails as with them.
 */
export function inflateAtOnce(format: string): Decompression {
  if (format !== 'deflate') throw new TypeError(`the format "${format}" is not inflated here`);
  const written: Uint8Array[] = [];
  const writer: DecompressionWriter = {
    ready: Promise.resolve(),
    write: async (bytes) => {
      written.push(bytes);
    },
    close: async () => {},
  };
  return { writable: { getWriter: () => writer }, readable: inflated(written) };
}

async function* inflated(written: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const bytes of written) {
    yield inflateSync(bytes, { chunkSize: Math.max(MIN_CHUNK, bytes.length * GROWTH) });
  }
}

/** The smallest piece that zlib may be told to work in is 64 bytes. */
const MIN_CHUNK = 1024;
