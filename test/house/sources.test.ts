import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, readFilesBelow, type SourceFile, trackedPaths } from './repository.ts';

const PRODUCT = readFilesBelow(['src', 'workers', 'config'], ['.ts', '.mjs']);
const ALL = readFilesBelow(
  ['src', 'workers', 'config', 'test', 'scripts', 'bench', 'examples'],
  ['.ts', '.mjs'],
);

const LINES_MAX = 400;

function lineCount(file: SourceFile): number {
  return file.text.split('\n').length - 1;
}

/** `path:line` of every line of the files that the pattern fits. */
function places(files: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return files.flatMap((file) =>
    file.text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file.path}:${index + 1}`] : [])),
  );
}

describe('the source files', () => {
  it('are there to be checked', () => {
    expect(PRODUCT.length).toBeGreaterThan(25);
  });

  it(`have at most ${LINES_MAX} lines each, tables and tests apart`, () => {
    const long = ALL.filter(
      (file) => lineCount(file) > LINES_MAX && !file.path.startsWith('test/'),
    );
    expect(long.map((file) => `${file.path}: ${lineCount(file)}`)).toEqual([]);
  });

  it('do not write to the console', () => {
    expect(
      places(PRODUCT, /\bconsole\.(?:log|error|warn|info|debug|trace|table|dir|time|assert)\b/),
    ).toEqual([]);
  });

  it('hold no notes of unfinished work', () => {
    expect(places(ALL, /\b(?:T[O]DO|FIX[M]E|X[X]X|HA[C]K)\b/)).toEqual([]);
  });

  it('silence neither the compiler nor the linter', () => {
    expect(places(ALL, /@ts-[ien]\w+|biome-ig[n]ore|eslint-dis[a]ble/)).toEqual([]);
  });

  it('contain no default exports, enums, namespaces or getters', () => {
    const pattern =
      /^\s*(?:export\s+default\b|(?:export\s+)?(?:const\s+)?(?:enum|namespace)\s+\w|get\s+\w+\(\))/;
    expect(places(PRODUCT, pattern)).toEqual([]);
  });

  it('name no utils, helpers, types or interfaces after nothing', () => {
    const vague = /(?:^|\/)(?:utils?|helpers?|common|misc|types|interfaces)(?:\.ts|\.mjs|\/)/;
    expect(ALL.map((file) => file.path).filter((path) => vague.test(path))).toEqual([]);
  });
});

describe('the tracked files', () => {
  it('name no path of a machine', () => {
    const text =
      /\.(?:ts|mjs|cjs|json|jsonl|md|yml|yaml|sh|txt|html|css)$|^(?:\.ci\/|[^.]+$|\.npmrc$)/;
    const files = trackedPaths()
      .filter((path) => text.test(path))
      .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
    expect(files.length).toBeGreaterThan(30);
    const machine = /(?:^|[\s'"`(=])\/(?:work|root|home\/\w+|Users\/\w+)\/|[A-Z]:\\{1,2}Users/;
    expect(places(files, machine)).toEqual([]);
  });
});
