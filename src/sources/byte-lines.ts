/** One line of a byte stream. */
export interface ByteLine {
  /** Counts from 1. */
  readonly number: number;
  /** Without its line end; null where it is longer than the limit. */
  readonly bytes: Uint8Array | null;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Splits a stream into lines at LF or CRLF, holding one line at a time. A line over `bytesMax` is
 * passed over without being held. The last line needs no line end.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  bytesMax: number,
): AsyncIterable<ByteLine> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  const line = (): ByteLine => ({
    number,
    bytes: size > bytesMax ? null : withoutReturn(Buffer.concat(parts)),
  });
  for await (const chunk of chunks) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      const part = chunk.subarray(start, end === -1 ? chunk.length : end);
      size += part.length;
      if (size <= bytesMax) parts.push(part);
      else parts = [];
      if (end === -1) break;
      yield line();
      parts = [];
      size = 0;
      number += 1;
      start = end + 1;
    }
  }
  if (size > 0) yield line();
}

function withoutReturn(bytes: Uint8Array): Uint8Array {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
}
