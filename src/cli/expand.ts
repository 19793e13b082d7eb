import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { byCodePoint, listEnvelopeInputs, STANDARD_INPUT } from '../sources/envelope-inputs.ts';
import { UsageError } from './exit.ts';

/**
 * Turns arguments into the envelope files they name, in order: files, folders, globs (by code point order of their
 * paths; for shells that expand none) and `-`. Fails as `UsageError` naming every argument that
 * cannot be used.
 * @param passedOver and `folder`: see `listEnvelopeInputs`.
 */
export async function expandEnvelopes(
  given: readonly string[],
  passedOver: readonly string[],
  folder = '',
): Promise<readonly string[]> {
  const paths: string[] = [];
  const problems: string[] = [];
  for (const input of given) {
    if (input === STANDARD_INPUT || (await isThere(resolve(folder, input)))) {
      paths.push(input);
      continue;
    }
    // Loaded when a pattern may have come: shells mostly expand them.
    const { glob, isDynamicPattern } = await import('tinyglobby');
    if (!isDynamicPattern(input)) {
      paths.push(input);
      continue;
    }
    const found = await glob(input, {
      cwd: resolve(folder),
      onlyFiles: true,
      expandDirectories: false,
    });
    if (found.length === 0) problems.push(`${input} matches no file.`);
    paths.push(...found.sort(byCodePoint));
  }
  const inputs = await listEnvelopeInputs(paths, passedOver, folder);
  problems.push(...inputs.problems);
  if (problems.length > 0) throw new UsageError(problems.join(' '));
  return inputs.files;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
