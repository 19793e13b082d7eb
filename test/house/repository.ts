import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A file of the repository; `path` is relative to its root, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** All files below the given folders whose name has one of the endings; folders may be missing. */
export function readFilesBelow(
  folders: readonly string[],
  endings: readonly string[],
): readonly SourceFile[] {
  return folders
    .flatMap(listBelow)
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** Paths of all files that git tracks, or would track. */
export function trackedPaths(): readonly string[] {
  const arguments_ = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  return execFileSync('git', arguments_, { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '');
}

/** Names of the folders directly below `folder`. */
export function foldersIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

function listBelow(folder: string): readonly string[] {
  const absolute = join(ROOT, folder);
  try {
    return readdirSync(absolute, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort();
  } catch {
    return [];
  }
}
