import { readdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

/** The name that stands for standard input. */
export const STANDARD_INPUT = '-';

/** Folders deeper than this are links in a circle or a mistake. */
const DEPTH_MAX = 64;

/** The files to read, or what is wrong with the arguments. */
export interface EnvelopeInputs {
  readonly files: readonly string[];
  /** One sentence for each argument that cannot be used; the run should not start with any. */
  readonly problems: readonly string[];
}

/**
 * Turns arguments into envelope files, in the order given. A folder stands for every `.json`,
 * `.jsonl` and `.ndjson` file in it and below, by code point order of their paths; names that begin with
 * a dot are passed over, and links to folders are not followed. `-` is standard input. A file that
 * is named itself may have any name.
 * @param passedOver files and folders that are never found below a folder: the report of an earlier run and the
 * manifest may lie among the envelopes.
 * @param folder where relative names are looked up; the working folder if it is empty.
 */
export async function listEnvelopeInputs(
  given: readonly string[],
  passedOver: readonly string[],
  folder = '',
): Promise<EnvelopeInputs> {
  const others = new Set(passedOver.map((path) => resolve(folder, path)));
  const files: string[] = [];
  const problems: string[] = [];
  for (const input of given) {
    if (input === STANDARD_INPUT) {
      if (files.includes(STANDARD_INPUT))
        problems.push('Standard input (-) can be read only once.');
      files.push(input);
      continue;
    }
    const kind = await kindOf(resolve(folder, input));
    if (kind === 'folder') {
      const found = (await walk(input, folder, 0, others)).sort(byCodePoint);
      if (found.length === 0) problems.push(`${input} holds no .json or .jsonl file.`);
      files.push(...found);
    } else if (kind === 'file') files.push(input);
    else problems.push(`${input} ${kind === 'missing' ? 'does not exist' : 'cannot be read'}.`);
  }
  return { files, problems };
}

/** Orders texts by Unicode code points; UTF-16 order differs where surrogates stand. */
export function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'missing' | 'unusable'> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? 'folder' : 'file';
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing ? 'missing' : 'unusable';
  }
}

/** Pipes, sockets and devices are passed over: to read one may never end. What is gone is told when it is read. */
async function mayHoldText(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found === null || found.isFile();
}

async function walk(
  folder: string,
  base: string,
  depth: number,
  others: ReadonlySet<string>,
): Promise<string[]> {
  if (depth > DEPTH_MAX) return [];
  const found: string[] = [];
  for (const entry of await readdir(resolve(base, folder), { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const path = folder.endsWith('/') ? `${folder}${entry.name}` : `${folder}/${entry.name}`;
    const place = resolve(base, path);
    if (others.has(place)) continue;
    if (entry.isDirectory()) found.push(...(await walk(path, base, depth + 1, others)));
    else if (/\.(?:jsonl?|ndjson)$/iu.test(entry.name) && (await mayHoldText(place)))
      found.push(path);
  }
  return found;
}
