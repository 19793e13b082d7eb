import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline as connect, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type BackupRow, backupRowSchema } from '../../contracts/backup.ts';
import type { Digest } from '../../contracts/fingerprint.ts';
import type { BackupRows } from '../../pipeline/backup-ports.ts';
import { PipelineError } from '../../pipeline/failure.ts';

/** One row a line, gzipped; on the disk when the promise is. Returns how many, and the file's digest. */
export async function writeTableFile(
  path: string,
  rows: BackupRows,
): Promise<{ readonly rows: number; readonly sha256: Digest }> {
  let count = 0;
  const hash = createHash('sha256');
  async function* lines(): AsyncGenerator<string> {
    for await (const batch of rows) {
      count += batch.length;
      yield batch.map((row) => `${JSON.stringify(row)}\n`).join('');
    }
  }
  await pipeline(
    Readable.from(lines(), { objectMode: true }),
    createGzip(),
    async function* hashed(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
  );
  return { rows: count, sha256: `sha256:${hash.digest('hex')}` };
}

/** Of the file as it lies there. */
export async function digestOfTableFile(path: string): Promise<Digest> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return `sha256:${hash.digest('hex')}`;
}

/** The rows of a file, as many at a time as the writer of a store likes. Fails as `backup_unusable`. */
export async function* readTableFile(path: string): AsyncGenerator<readonly BackupRow[]> {
  let batch: BackupRow[] = [];
  for await (const line of linesOf(path)) {
    batch.push(rowOf(line));
    if (batch.length < ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const ROWS = 500;

function rowOf(line: string): BackupRow {
  try {
    return backupRowSchema.parse(JSON.parse(line));
  } catch (cause) {
    throw new PipelineError('backup_unusable', { detail: 'A table holds what is no row.', cause });
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  // Its failure reaches the reader of the last stream, too.
  const text = connect(createReadStream(path), createGunzip(), () => {}).setEncoding('utf8');
  let rest = '';
  for await (const chunk of text) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
