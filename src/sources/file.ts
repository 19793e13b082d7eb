import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Digest } from '../contracts/fingerprint.ts';
import { suggestion } from '../contracts/nearest-name.ts';
import type { LocatedSource } from '../evidence/ports.ts';
import { PipelineError } from '../pipeline/failure.ts';
import type { SourceResolution, SourceResolver } from '../pipeline/ports.ts';
import { authorize, isRemote, isUnsafeName } from './access.ts';
import { type FoundFile, readSourceFolders, type SourceFolders } from './folder.ts';
import { type ListedSource, readManifest } from './manifest.ts';

/** A password is a line; a larger file is another file. */
const PASSWORD_BYTES_MAX = 4096;

export interface FileSourceOptions {
  /** Folders of documents, and manifests (`.json`, `.jsonl`), as the user gave them. */
  readonly places: readonly string[];
  /** Further folders in which the locations of manifests may lie. */
  readonly roots: readonly string[];
  /** A larger document is `too_large` and is not read. */
  readonly bytesMax: number;
  /** Gives the SHA-256 of a file, or the error of the system. */
  readonly digest: (path: string) => Promise<Digest>;
  /** Where `password_env` is looked up. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

type Failed = Extract<SourceResolution, { outcome: 'failed' }>;

/** A document that fits a request, before it is authorized. */
interface Candidate extends FoundFile {
  readonly listed: ListedSource | null;
}

/**
 * Finds documents among folders and manifests. A source id that a manifest lists is looked up there and
 * nowhere else; any other is the name, or the path under a folder, of a file, with or without its
 * extension. Every document must lie, links resolved, in one of the folders, in the folder of a
 * manifest or in one of `roots`. Each file is read once for its fingerprint while it does not change.
 * Fails as `sources_unusable` if a place cannot be read or a manifest is wrong.
 */
export async function createFileSources(options: FileSourceOptions): Promise<SourceResolver> {
  const { folders, manifests } = await sortPlaces(options.places);
  const allowed = [...folders, ...manifests.map((file) => dirname(file)), ...options.roots];
  const roots = await Promise.all(allowed.map(realRoot));
  const listed = new Map<string, ListedSource[]>();
  for (const file of manifests) {
    for (const source of await readManifest(file)) {
      const known = listed.get(source.source_id);
      if (known === undefined) listed.set(source.source_id, [source]);
      else known.push(source);
    }
  }
  const files = await readFolders(folders);
  const digests = new Map<string, Promise<Digest>>();
  const place = { roots, digests, options };
  return {
    async resolve(sourceId, document) {
      const found = await find({ listed, files, roots }, sourceId, document);
      return found.outcome === 'failed' ? found : locate(found, place);
    },
  };
}

interface Places {
  readonly listed: ReadonlyMap<string, readonly ListedSource[]>;
  readonly files: SourceFolders;
  readonly roots: readonly string[];
}

interface Found {
  readonly outcome: 'found';
  readonly candidate: Candidate;
  readonly path: string;
}

async function find(
  places: Places,
  sourceId: string,
  document: string | null,
): Promise<Found | Failed> {
  const own = places.listed.get(sourceId);
  if (own === undefined && isUnsafeName(sourceId)) return denied();
  if (document !== null && isUnsafeName(document)) return denied();
  const byId = own?.map(fromManifest) ?? places.files.bySourceId(sourceId).map(fromFolder);
  const bySource = await authorizeAll(byId, places.roots);
  if (bySource === null) return denied();
  if (document === null) return pick(bySource, () => missingSource(sourceId, own, places.files));
  const named = await authorizeAll(byDocument(document, own, places), places.roots);
  if (named === null) return denied();
  if (named.length === 0)
    return failed('source_missing', `no document of this name is among the sources: ${document}`);
  if (bySource.length === 0) return pick(named, () => missingSource(sourceId, own, places.files));
  const both = named.filter((one) => bySource.some((other) => other.path === one.path));
  return pick(both, () =>
    failed(
      'locator_conflict',
      'document and source_id name different files; keep the one that is meant',
    ),
  );
}

/** The only candidate; candidates are distinct files. */
function pick(found: readonly Found[], missing: () => Failed): Found | Failed {
  const [first] = found;
  if (first === undefined) return missing();
  if (found.length === 1) return first;
  const names = found.slice(0, 5).map((one) => one.candidate.name);
  return failed('source_ambiguous', `${found.length} files fit: ${names.join(', ')}`);
}

function missingSource(
  sourceId: string,
  own: readonly ListedSource[] | undefined,
  files: SourceFolders,
): Failed {
  const [first] = own ?? [];
  if (first !== undefined) {
    return failed(
      'source_missing',
      `nothing is at the location that the manifest gives: ${first.location}`,
    );
  }
  const hint = suggestion(sourceId, files.stems() ?? []);
  return failed('source_missing', `no file of this name is among the sources${hint}`);
}

function byDocument(
  document: string,
  own: readonly ListedSource[] | undefined,
  places: Places,
): readonly Candidate[] {
  const isNamed = (source: ListedSource): boolean =>
    source.location === document || basename(source.location) === document;
  const fromManifests = (own ?? []).filter(isNamed).map(fromManifest);
  return [...fromManifests, ...places.files.byName(document).map(fromFolder)];
}

function fromManifest(listed: ListedSource): Candidate {
  return { name: listed.location, path: listed.path, listed };
}

function fromFolder(file: FoundFile): Candidate {
  return { ...file, listed: null };
}

/** The candidates that are there, each file once; null if any of them may not be opened. */
async function authorizeAll(
  candidates: readonly Candidate[],
  roots: readonly string[],
): Promise<readonly Found[] | null> {
  const found = new Map<string, Found>();
  for (const candidate of candidates) {
    if (candidate.listed !== null && isRemote(candidate.listed.location)) return null;
    const access = await authorize(candidate.path, roots);
    if (access.outcome === 'denied') return null;
    if (access.outcome === 'missing' || found.has(access.path)) continue;
    found.set(access.path, { outcome: 'found', candidate, path: access.path });
  }
  return [...found.values()];
}

interface Locating {
  readonly roots: readonly string[];
  readonly digests: Map<string, Promise<Digest>>;
  readonly options: FileSourceOptions;
}

async function locate(found: Found, locating: Locating): Promise<SourceResolution> {
  const { bytesMax } = locating.options;
  const { name } = found.candidate;
  try {
    const before = await stat(found.path, { bigint: true });
    if (!before.isFile()) return failed('unreadable', `${name} is not a regular file`);
    const bytes = Number(before.size);
    if (bytes > bytesMax) {
      return failed('too_large', `${name} has ${bytes} bytes; the limit is ${bytesMax}`);
    }
    const version = `${before.dev}:${before.ino}:${before.size}:${before.mtimeNs}:${before.ctimeNs}`;
    const known = locating.digests.get(version) ?? locating.options.digest(found.path);
    locating.digests.set(version, known);
    const fingerprint = await known;
    const after = await stat(found.path, { bigint: true });
    if (after.size !== before.size || after.mtimeNs !== before.mtimeNs) {
      locating.digests.delete(version);
      return failed('unreadable', `${name} changed while it was read`);
    }
    const password = await passwordOf(found.candidate.listed, locating);
    if (typeof password === 'object' && password !== null) return password;
    const source: LocatedSource = { name, path: found.path, bytes, fingerprint, password };
    return { outcome: 'located', source };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return failed('unreadable', `${name} could not be read${code}`);
  }
}

/** The password, null where none is given, or why it could not be had. */
async function passwordOf(
  listed: ListedSource | null,
  locating: Locating,
): Promise<string | null | Failed> {
  if (listed === null) return null;
  if (listed.password_env !== null) {
    return locating.options.environment[listed.password_env] ?? null;
  }
  if (listed.password_path === null) return null;
  const access = await authorize(listed.password_path, locating.roots);
  if (access.outcome === 'denied') return denied();
  if (access.outcome === 'missing') return failed('unreadable', 'its password_file is not there');
  const found = await stat(access.path);
  // To open a pipe would wait until somebody writes into it.
  if (!found.isFile() || found.size > PASSWORD_BYTES_MAX) {
    return failed('unreadable', 'its password_file holds no password');
  }
  return (await readFile(access.path, 'utf8')).replace(/\r?\n$/u, '');
}

async function sortPlaces(
  places: readonly string[],
): Promise<{ readonly folders: readonly string[]; readonly manifests: readonly string[] }> {
  const folders: string[] = [];
  const manifests: string[] = [];
  for (const place of places) {
    const found = await stat(place).catch(() => null);
    if (found === null) unusable(`${place} does not exist or cannot be read.`);
    else if (found.isDirectory()) folders.push(place);
    else if (/\.jsonl?$/iu.test(place)) manifests.push(place);
    else unusable(`${place} is neither a folder nor a manifest (.json, .jsonl).`);
  }
  return { folders, manifests };
}

async function readFolders(folders: readonly string[]): Promise<SourceFolders> {
  try {
    return await readSourceFolders(folders);
  } catch (error) {
    if (error instanceof PipelineError) throw error;
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new PipelineError('sources_unusable', {
      detail: `A folder could not be read${code}.`,
      cause: error,
    });
  }
}

async function realRoot(root: string): Promise<string> {
  try {
    return await realpath(root);
  } catch (error) {
    throw new PipelineError('sources_unusable', {
      detail: `${root} does not exist.`,
      cause: error,
    });
  }
}

function unusable(detail: string): never {
  throw new PipelineError('sources_unusable', { detail });
}

/** One answer for everything outside, so that it tells nothing of what is there. */
function denied(): Failed {
  return failed('source_not_authorized', 'the source lies outside the allowed locations');
}

function failed(reason: Failed['reason'], detail: string): Failed {
  return { outcome: 'failed', reason, detail };
}
