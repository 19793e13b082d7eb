import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './repository.ts';

/** Statements that load another module before the first line runs; types load nothing. */
const STATIC_IMPORT = /^(?:import|export)\s(?!type\b)(?:[^;']*\sfrom\s)?'([^']+)';/gmu;

/** The packages that a module and all it imports need before its first line runs. */
function packagesOf(file: string, seen: Set<string> = new Set()): Set<string> {
  const packages = new Set<string>();
  seen.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT)) {
    const path = join(dirname(file), name);
    if (!name.startsWith('.')) packages.add(name);
    else if (!seen.has(path)) for (const each of packagesOf(path, seen)) packages.add(each);
  }
  return packages;
}

function foreign(packages: ReadonlySet<string>): readonly string[] {
  return [...packages].filter((name) => !name.startsWith('node:')).sort();
}

describe('starting', () => {
  it('loads nothing of the engine to show a help text or to refuse arguments', () => {
    expect(foreign(packagesOf(join(ROOT, 'src/cli/main.ts')))).toEqual(['commander']);
  });

  it('loads little before the first reader starts', () => {
    expect(foreign(packagesOf(join(ROOT, 'src/wiring/engine.ts')))).toEqual(['libsql']);
  });

  it('sees the packages of what is loaded later', () => {
    expect(foreign(packagesOf(join(ROOT, 'src/stores/sql/sqlite.ts')))).toEqual(
      expect.arrayContaining(['kysely', 'zod']),
    );
  });
});
