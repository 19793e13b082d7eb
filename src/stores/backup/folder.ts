import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest } from '../../contracts/fingerprint.ts';
import { PipelineError } from '../../pipeline/failure.ts';

/** Where things are in the folder of a backup. */
export function placesIn(folder: string): {
  readonly manifest: string;
  readonly tables: string;
  readonly artifacts: string;
  readonly table: (name: string) => string;
} {
  const tables = join(folder, 'tables');
  return {
    manifest: join(folder, 'manifest.json'),
    tables,
    artifacts: join(folder, 'artifacts'),
    table: (name) => join(tables, `${name}.jsonl.gz`),
  };
}

/** Digests of all artifacts in the folder where they are kept, ascending. */
export async function* digestsIn(folder: string): AsyncGenerator<Digest> {
  for (const shelf of await namesIn(folder, /^[0-9a-f]{2}$/)) {
    for (const name of await namesIn(join(folder, shelf), /^[0-9a-f]{64}$/)) {
      yield `sha256:${name}`;
    }
  }
}

/** How many artifacts there are, and the digest of their digests, ascending, one a line. */
export async function digestOfArtifacts(
  folder: string,
): Promise<{ readonly count: number; readonly sha256: Digest }> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const digest of digestsIn(folder)) {
    hash.update(`${digest}\n`);
    count += 1;
  }
  return { count, sha256: `sha256:${hash.digest('hex')}` };
}

/** Errors of Node's files and of zlib; those of databases have codes of other forms. */
const OF_DISK = /^(?:E[A-Z]+|Z_[A-Z_]+)$/;

/** Names the failures of the disk; what is not of the disk passes. */
export async function onDisk<T>(
  code: 'backup_unwritable' | 'backup_unusable',
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const word = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (!OF_DISK.test(word)) throw cause;
    throw new PipelineError(code, { detail: `The disk says ${word}.`, cause });
  }
}

async function namesIn(folder: string, pattern: RegExp): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.filter((name) => pattern.test(name)).sort();
}
