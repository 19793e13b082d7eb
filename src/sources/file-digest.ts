import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Digest } from '../contracts/fingerprint.ts';

/** Read in pieces of this size, so that memory stays flat whatever the size of the document. */
const CHUNK_BYTES = 1024 * 1024;

/** If a pipe has come into the file's place, it is read without waiting for somebody to write into it. */
export const OPEN_FLAGS: number = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** SHA-256 of the bytes of a file, streamed. Throws the error of the system. */
export async function digestOfFile(path: string): Promise<Digest> {
  const file = await open(path, OPEN_FLAGS);
  try {
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) return `sha256:${hash.digest('hex')}`;
      hash.update(chunk.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
