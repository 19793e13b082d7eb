import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { PipelineError } from '../pipeline/failure.ts';
import { byCodePoint } from './envelope-inputs.ts';

/** Folders deeper than this are a mistake; links to folders are not followed, so no circle gets here. */
const DEPTH_MAX = 64;

/** About 200 MB of names (measured: 400 bytes a file with its keys); beyond that list the sources in a manifest. */
const FILES_MAX = 500_000;

/** Extensions of what can be a document; only these fit a source id that has no extension. */
const DOCUMENT = /\.(?:pdf|png|jpe?g|webp|tiff?)$/iu;

/** A file that fits a name. `name`: its path under the sources folder. */
export interface FoundFile {
  readonly name: string;
  readonly path: string;
}

/** The files of sources folders by the names they may be asked for. */
export interface SourceFolders {
  /** Files whose name, or path under the folder, is `id`, with or without its extension. */
  readonly bySourceId: (id: string) => readonly FoundFile[];
  /** Files whose name, or path under the folder, is exactly `document`. */
  readonly byName: (document: string) => readonly FoundFile[];
  /** All names without extension, sorted, for hints; null where there are too many to look through. */
  readonly stems: () => readonly string[] | null;
}

/**
 * Lists folders with all their subfolders, once. Names are compared in Unicode form NFC, case kept;
 * those that begin with a dot are passed over, and links to folders are not followed.
 */
export async function readSourceFolders(folders: readonly string[]): Promise<SourceFolders> {
  const files: FoundFile[] = [];
  for (const folder of folders) await walk(folder, '', 0, files);
  files.sort((a, b) => byCodePoint(a.name, b.name));
  const exact = new Map<string, FoundFile[]>();
  const stems = new Map<string, FoundFile[]>();
  for (const file of files) {
    for (const key of new Set([file.name, parse(file.name).base])) add(exact, key, file);
    for (const key of new Set([withoutExtension(file.name), parse(file.name).name])) {
      if (!exact.get(key)?.includes(file)) add(stems, key, file);
    }
  }
  return {
    bySourceId(id) {
      const named = exact.get(id.normalize('NFC')) ?? [];
      const fitting = stems.get(id.normalize('NFC')) ?? [];
      const documents = fitting.filter((file) => DOCUMENT.test(file.name));
      return [...named, ...(documents.length + named.length > 0 ? documents : fitting)];
    },
    byName: (document) => exact.get(document.normalize('NFC')) ?? [],
    stems: () => (files.length > HINT_FILES_MAX ? null : [...stems.keys()]),
  };
}

/** Comparing a name with more names than this costs more than the hint is worth. */
const HINT_FILES_MAX = 2000;

function add(map: Map<string, FoundFile[]>, key: string, file: FoundFile): void {
  const normal = key.normalize('NFC');
  const files = map.get(normal);
  if (files === undefined) map.set(normal, [file]);
  else files.push(file);
}

function withoutExtension(name: string): string {
  return name.slice(0, name.length - parse(name).ext.length);
}

async function walk(
  folder: string,
  under: string,
  depth: number,
  files: FoundFile[],
): Promise<void> {
  if (depth > DEPTH_MAX) return;
  for (const entry of await readdir(join(folder, under), { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const name = under === '' ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory()) await walk(folder, name, depth + 1, files);
    else files.push({ name, path: join(folder, name) });
    if (files.length > FILES_MAX) {
      const detail = `They hold more than ${FILES_MAX} files; list them in a manifest.`;
      throw new PipelineError('sources_unusable', { detail });
    }
  }
}
