import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { EnvelopeEntry, InputPlace } from '../contracts/envelope.ts';
import { brokenEntry, isForeignClaim, readEnvelope } from '../contracts/read-envelope.ts';
import type { RunInput } from '../pipeline/ports.ts';
import { splitLines } from './byte-lines.ts';
import { STANDARD_INPUT } from './envelope-inputs.ts';
import { foreignEncoding, isBlank, parseJsonBytes } from './json-text.ts';

export interface EnvelopeFileOptions {
  /** Where relative names are looked up; the working folder where it is not given. */
  readonly folder?: string;
  /** Read for the file named `-`. */
  readonly stdin: AsyncIterable<Uint8Array>;
  /** A longer line is one broken entry. */
  readonly lineBytesMax: number;
  /** A file that is one JSON value is held in memory as a whole, up to this size. */
  readonly jsonBytesMax: number;
}

/** The envelopes of files, in order; see `readEnvelopeFiles`. */
export interface EnvelopeFiles extends AsyncIterable<EnvelopeEntry> {
  /** The files that were read to their end, with the digest of their bytes and what they held. */
  readonly inputs: () => readonly RunInput[];
}

/**
 * Reads envelopes file by file. `.jsonl` and `.ndjson` hold one envelope a line and are streamed,
 * one line in memory at a time. Any other file, and standard input, may be that too, or one JSON
 * value: an envelope or a list of them. Lines that are blank are passed over. Whatever cannot be
 * read (a broken line, a wrong encoding, an empty or unreadable file) is one unreadable entry that names its place.
 */
export function readEnvelopeFiles(
  files: readonly string[],
  options: EnvelopeFileOptions,
): EnvelopeFiles {
  const inputs: RunInput[] = [];
  async function* all(): AsyncGenerator<EnvelopeEntry> {
    for (const file of files) {
      const hash = createHash('sha256');
      let envelopes = 0;
      let claims = 0;
      for await (const entry of readFile(file, hashed(bytesOf(file, options), hash), options)) {
        envelopes += 1;
        claims += entry.claims.length;
        yield entry;
      }
      inputs.push({ file, sha256: `sha256:${hash.digest('hex')}`, envelopes, claims });
    }
  }
  return { [Symbol.asyncIterator]: all, inputs: () => inputs };
}

function bytesOf(file: string, options: EnvelopeFileOptions): AsyncIterable<Uint8Array> {
  return file === STANDARD_INPUT
    ? options.stdin
    : createReadStream(resolve(options.folder ?? '', file));
}

async function* hashed(
  chunks: AsyncIterable<Uint8Array>,
  hash: { update: (chunk: Uint8Array) => unknown },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* readFile(
  file: string,
  chunks: AsyncGenerator<Uint8Array>,
  options: EnvelopeFileOptions,
): AsyncGenerator<EnvelopeEntry> {
  const whole: InputPlace = { file, line: null };
  let entries = 0;
  try {
    const head = await takeHead(chunks);
    const encoding = foreignEncoding(head);
    if (encoding !== null) {
      for await (const _rest of chunks);
      yield brokenEntry(whole, `the file is ${encoding}; save it as UTF-8`);
      return;
    }
    const all = prepended(head, chunks);
    const isLines = /\.(?:jsonl|ndjson)$/iu.test(file);
    const found = isLines ? readLines(file, all, options) : readValueOrLines(file, all, options);
    for await (const entry of found) {
      entries += 1;
      yield entry;
    }
    if (entries === 0) yield brokenEntry(whole, 'the file is empty; it holds no envelope');
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    yield brokenEntry(
      whole,
      `the file could not be read${entries > 0 ? ' to its end' : ''} (${code})`,
    );
  } finally {
    await chunks.return(undefined);
  }
}

/** At least the first four bytes, if there are that many. */
async function takeHead(chunks: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array(0);
  while (head.length < 4) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  return head;
}

async function* prepended(
  head: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* chunks;
}

async function* readLines(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  options: EnvelopeFileOptions,
): AsyncGenerator<EnvelopeEntry> {
  for await (const line of splitLines(chunks, options.lineBytesMax)) {
    const place = { file, line: line.number };
    if (line.bytes === null) {
      const limit = `${options.lineBytesMax} bytes`;
      yield brokenEntry(place, `the line is longer than ${limit}; split its envelope`);
    } else if (!isBlank(line.bytes)) {
      const json = parseJsonBytes(line.bytes);
      yield json.ok
        ? readEnvelope(json.value, place)
        : brokenEntry(place, `the line ${json.problem}`);
    }
  }
}

/**
 * A file without a telling name: lines if the first line with anything in it is a JSON object of its own, or
 * if the whole is no JSON but some line is an envelope; otherwise one JSON value.
 */
async function* readValueOrLines(
  file: string,
  chunks: AsyncGenerator<Uint8Array>,
  options: EnvelopeFileOptions,
): AsyncGenerator<EnvelopeEntry> {
  const { start, isLines } = await lookAhead(chunks, options.lineBytesMax);
  const all = prepended(start, chunks);
  if (isLines) {
    yield* readLines(file, all, options);
    return;
  }
  const bytes = await collect(all, options.jsonBytesMax);
  const place = { file, line: null };
  if (bytes === null) {
    const limit = `${options.jsonBytesMax} bytes`;
    yield brokenEntry(
      place,
      `the file is longer than ${limit}; write one envelope a line (.jsonl)`,
    );
    return;
  }
  if (isBlank(bytes)) return;
  const json = parseJsonBytes(bytes);
  if (json.ok) yield* readValue(json.value, place);
  else if (await holdsEnvelopeLine(bytes, options)) yield* readLines(file, inOne(bytes), options);
  else yield brokenEntry(place, `the file ${json.problem}`);
}

function* readValue(value: unknown, place: InputPlace): Generator<EnvelopeEntry> {
  if (!Array.isArray(value) || value.some(isForeignClaim)) {
    yield readEnvelope(value, place);
    return;
  }
  if (value.length === 0)
    yield brokenEntry(place, 'the file is an empty list; it holds no envelope');
  for (const [index, envelope] of value.entries()) {
    yield readEnvelope(envelope, place, `[${index}]`);
  }
}

/** Takes chunks until the first line with anything in it is whole, and says whether it is an object. */
async function lookAhead(
  chunks: AsyncGenerator<Uint8Array>,
  lineBytesMax: number,
): Promise<{ readonly start: Uint8Array; readonly isLines: boolean }> {
  const taken: Uint8Array[] = [];
  let size = 0;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    taken.push(next.value);
    size += next.value.length;
    const hasLineEnd = next.value.includes(0x0a);
    if (!hasLineEnd && size <= lineBytesMax) continue;
    const start = Buffer.concat(taken);
    const first = firstLine(start);
    if (first === null && size <= lineBytesMax) continue;
    return { start, isLines: first !== null && isObject(parseJsonBytes(first)) };
  }
  return { start: Buffer.concat(taken), isLines: false };
}

/** The first line that is not blank, if its line end is there. */
function firstLine(bytes: Uint8Array): Uint8Array | null {
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, start)) {
    const line = bytes.subarray(start, end);
    if (!isBlank(line)) return line;
    start = end + 1;
  }
  return null;
}

async function holdsEnvelopeLine(
  bytes: Uint8Array,
  options: EnvelopeFileOptions,
): Promise<boolean> {
  for await (const line of splitLines(inOne(bytes), options.lineBytesMax)) {
    const json = line.bytes === null ? null : parseJsonBytes(line.bytes);
    if (json !== null && isEnvelopeLike(json)) return true;
  }
  return false;
}

function isEnvelopeLike(json: ReturnType<typeof parseJsonBytes>): boolean {
  return json.ok && typeof json.value === 'object' && json.value !== null && 'claims' in json.value;
}

function isObject(json: ReturnType<typeof parseJsonBytes>): boolean {
  return (
    json.ok && typeof json.value === 'object' && json.value !== null && !Array.isArray(json.value)
  );
}

/** All bytes in one piece, or null if there are more than `bytesMax`; the rest is read and dropped. */
async function collect(
  chunks: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array | null> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size <= bytesMax) parts.push(chunk);
    else parts = [];
  }
  return size > bytesMax ? null : Buffer.concat(parts);
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
