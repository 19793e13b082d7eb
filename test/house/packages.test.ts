import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROOT } from './repository.ts';

const packageSchema = z.object({
  scripts: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

const manifest = packageSchema.parse(JSON.parse(read('package.json')));
const lockText = read('package-lock.json');

function read(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8');
}

describe('package.json', () => {
  it('names exact versions only', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.length).toBeGreaterThan(10);
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('relies on no script that only a lifecycle hook would start', () => {
    const hooks = /^(?:pre|post)|^(?:prepare|install|prepublishOnly|prepack)$/;
    expect(Object.keys(manifest.scripts).filter((name) => hooks.test(name))).toEqual([]);
  });
});

describe('package-lock.json', () => {
  it('holds no address of a registry', () => {
    expect(lockText).not.toContain('"resolved"');
    expect(lockText).not.toMatch(
      /"(?:https?|git\+ssh|file):\/\/(?!opencollective|github|www\.)[^"]*\.tgz/,
    );
  });

  it('locks what package.json names', () => {
    const rootSchema = packageSchema.omit({ scripts: true });
    const lock = z
      .object({ packages: z.record(z.string(), z.unknown()) })
      .parse(JSON.parse(lockText));
    expect(rootSchema.parse(lock.packages[''])).toEqual({
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
    });
  });
});
