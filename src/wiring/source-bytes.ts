import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { LocatedSource, Read } from '../evidence/ports.ts';

/**
 * Reads the bytes of a source, for one thread. They must still be those of its fingerprint: a file
 * that changed meanwhile is `unreadable`, one above `bytesMax` is `too_large`.
 */
export async function readSourceBytes(
  source: LocatedSource,
  bytesMax: number,
): Promise<Read<Uint8Array>> {
  const { name, fingerprint } = source;
  if (source.bytes > bytesMax) {
    const detail = `${name} has ${source.bytes} bytes; the limit is ${bytesMax}.`;
    return { ok: false, failure: { reason: 'too_large', detail, is_of_machine: false } };
  }
  const bytes = await bytesAt(source.path);
  if (bytes === null || fingerprintOf(bytes) !== fingerprint) {
    const detail = `${name} ${bytes === null ? 'could not be read again' : 'changed'} during the run.`;
    return { ok: false, failure: { reason: 'unreadable', detail, is_of_machine: true } };
  }
  return { ok: true, value: bytes };
}

async function bytesAt(path: string): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await readFile(path));
  } catch {
    // Whatever the cause, the caller says which file it was and that it was there before.
    return null;
  }
}

function fingerprintOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
