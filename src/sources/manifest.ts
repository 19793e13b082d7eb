import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readSourceEntry, type SourceEntry } from '../contracts/source-manifest.ts';
import { PipelineError } from '../pipeline/failure.ts';
import { splitLines } from './byte-lines.ts';
import { foreignEncoding, isBlank, parseJsonBytes } from './json-text.ts';

/** A manifest is held in memory; a million entries of 250 bytes fit. */
const BYTES_MAX = 256 * 1024 * 1024;

/** This many problems tell what is wrong with a manifest. */
const PROBLEMS_TOLD_MAX = 5;

/** One source of a manifest with its paths made absolute. */
export interface ListedSource {
  readonly source_id: string;
  /** As the manifest writes it. */
  readonly location: string;
  /** Absolute, not yet authorized. */
  readonly path: string;
  readonly password_env: string | null;
  /** Absolute, not yet authorized. */
  readonly password_path: string | null;
}

/**
 * Reads a manifest: `.jsonl` has one source a line; `.json` is a list of sources or `{ "sources": [...] }`.
 * Fails as `sources_unusable`, with the first problems named by line or position, unless all is well.
 */
export async function readManifest(file: string): Promise<readonly ListedSource[]> {
  const bytes = await bytesOf(file);
  const encoding = foreignEncoding(bytes);
  if (encoding !== null) fail(file, [`the file is ${encoding}; save it as UTF-8`]);
  const values = /\.jsonl$/iu.test(file) ? await readLines(file, bytes) : readList(file, bytes);
  const problems: string[] = [];
  const sources: ListedSource[] = [];
  for (const { place, value } of values) {
    const read = readSourceEntry(value);
    if (read.entry === null)
      problems.push(...read.problems.map((problem) => `${place}: ${problem}`));
    else sources.push(listed(read.entry, dirname(resolve(file))));
  }
  if (problems.length > 0) fail(file, problems);
  return sources;
}

interface PlacedValue {
  readonly place: string;
  readonly value: unknown;
}

function listed(entry: SourceEntry, folder: string): ListedSource {
  return {
    source_id: entry.source_id,
    location: entry.location,
    path: resolve(folder, entry.location),
    password_env: entry.password_env ?? null,
    password_path: entry.password_file === undefined ? null : resolve(folder, entry.password_file),
  };
}

async function readLines(file: string, bytes: Uint8Array): Promise<readonly PlacedValue[]> {
  const values: PlacedValue[] = [];
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  for await (const line of splitLines(whole(), BYTES_MAX)) {
    if (line.bytes === null || isBlank(line.bytes)) continue;
    const json = parseJsonBytes(line.bytes);
    if (!json.ok) fail(file, [`line ${line.number} ${json.problem}`]);
    else values.push({ place: `line ${line.number}`, value: json.value });
  }
  return values;
}

function readList(file: string, bytes: Uint8Array): readonly PlacedValue[] {
  const json = parseJsonBytes(bytes);
  if (!json.ok) return fail(file, [`the file ${json.problem}`]);
  const { value } = json;
  const isWrapped = typeof value === 'object' && value !== null && 'sources' in value;
  const list: unknown = isWrapped ? value.sources : value;
  if (!Array.isArray(list))
    return fail(file, ['the file must be a list of sources, or an object with the list "sources"']);
  return list.map((entry: unknown, index) => ({ place: `[${index}]`, value: entry }));
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size > BYTES_MAX) fail(file, [`the file is longer than ${BYTES_MAX} bytes`]);
    return await readFile(file);
  } catch (error) {
    if (error instanceof PipelineError) throw error;
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return fail(file, [`the file could not be read${code}`], error);
  }
}

function fail(file: string, problems: readonly string[], cause?: unknown): never {
  const rest = problems.length - PROBLEMS_TOLD_MAX;
  const told = problems.slice(0, PROBLEMS_TOLD_MAX).join('; ');
  const detail = `${file}: ${told}${rest > 0 ? `; and ${rest} more` : ''}.`;
  throw new PipelineError('sources_unusable', { detail, cause });
}
