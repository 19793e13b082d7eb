import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest } from '../../contracts/fingerprint.ts';
import { PipelineError } from '../../pipeline/failure.ts';
import type { ArtifactStore } from '../../pipeline/kept-ports.ts';

/**
 * Keeps bytes in a folder under their SHA-256: `ab/abcd….png` would be a lie for other bytes, so the
 * names have no ending. Files are put in place whole, readable by the owner only (0600, folders
 * 0700). Bytes that no longer have their digest count as not kept. Fails as `artifacts_unusable`.
 */
export function createFileArtifacts(folder: string): ArtifactStore {
  return {
    put: (bytes) =>
      translated(async () => {
        const digest = digestOfBytes(bytes);
        const { shelf, path } = placeOf(folder, digest);
        if (await isThere(path, bytes.length)) return digest;
        await mkdir(shelf, { recursive: true, mode: 0o700 });
        const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
        try {
          await writeFile(temporary, bytes, { mode: 0o600, flag: 'wx' });
          await rename(temporary, path);
        } catch (error) {
          await rm(temporary, { force: true });
          throw error;
        }
        return digest;
      }),
    get: (digest) =>
      translated(async () => {
        const bytes = await readIfThere(placeOf(folder, digest).path);
        return bytes !== null && digestOfBytes(bytes) === digest ? bytes : null;
      }),
  };
}

function placeOf(
  folder: string,
  digest: Digest,
): { readonly shelf: string; readonly path: string } {
  const hex = digest.slice('sha256:'.length);
  const shelf = join(folder, hex.slice(0, 2));
  return { shelf, path: join(shelf, hex) };
}

function digestOfBytes(bytes: Uint8Array): Digest {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** A file of another length was cut short by a crash of the machine, and is written again. */
async function isThere(path: string, bytes: number): Promise<boolean> {
  try {
    return (await stat(path)).size === bytes;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function readIfThere(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause)) throw cause;
    throw new PipelineError('artifacts_unusable', {
      detail: `The disk says ${String(cause.code)}.`,
      cause,
    });
  }
}
