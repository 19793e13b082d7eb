import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROOT } from '../house/repository.ts';

const packedSchema = z.array(
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
);

/** Packing and installing took 12 s on an idle machine with two cores. */
const INSTALL_TIMEOUT_MS = 300_000;

let folder = '';
let app = '';
let packed: readonly string[] = [];

// The package is that of the last build; "npm test" builds first.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'package-'));
  app = join(folder, 'app');
  mkdirSync(app);
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const [archive] = packedSchema.parse(JSON.parse(output));
  packed = archive?.files.map((file) => file.path) ?? [];
  writeFileSync(
    join(app, 'package.json'),
    '{ "name": "app", "private": true, "type": "module" }\n',
  );
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', [...install, join(folder, archive?.filename ?? '')], {
    cwd: app,
    stdio: 'pipe',
  });
}, INSTALL_TIMEOUT_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed package, installed in an empty folder', () => {
  it('holds the program, its types and its schemas, and no tests or tools', () => {
    for (const path of [
      'dist/src/cli/main.js',
      'dist/src/index.js',
      'dist/src/index.d.ts',
      'dist/src/wiring/thread.js',
      'docs/schema/envelope.schema.json',
      'LICENSE',
      'README.md',
    ]) {
      expect(packed).toContain(path);
    }
    const allowed =
      /^(?:dist\/(?:src|config|workers)\/|docs\/schema\/|[A-Z]+(?:\.md)?$|package\.json$)/;
    expect(packed.filter((path) => !allowed.test(path))).toEqual([]);
  });

  it('verifies envelopes by its command', () => {
    const run = spawnSync(
      join(app, 'node_modules/.bin/pagewitness'),
      [
        'verify',
        join(ROOT, 'examples/envelopes.jsonl'),
        '--sources',
        join(ROOT, 'examples/sources'),
        '--out',
        'report',
      ],
      { cwd: app, encoding: 'utf8' },
    );
    expect(run.status, run.stderr).toBe(1);
    const report = readFileSync(join(app, 'report/verdicts.jsonl'), 'utf8');
    expect(report).toContain('"status":"verified"');
    expect(report).toContain('"status":"mismatch"');
  });

  it('can be imported', () => {
    const script = "import { verify } from 'pagewitness';\nconsole.log(typeof verify);\n";
    writeFileSync(join(app, 'use.mjs'), script);
    const output = execFileSync(process.execPath, ['use.mjs'], { cwd: app, encoding: 'utf8' });
    expect(output).toBe('function\n');
  });

  it('gives its importer types that are checked', () => {
    expect(typeErrorsOf('export const run: typeof verify = verify;')).toBe('');
    expect(typeErrorsOf('export const run = verify(42);')).toMatch(/error TS2345/);
  });
});

/** What the compiler says of a module that imports the package and has one more line. */
function typeErrorsOf(line: string): string {
  writeFileSync(join(app, 'use.ts'), `import { verify } from 'pagewitness';\n${line}\n`);
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
  const run = spawnSync(process.execPath, [compiler, ...options, '--skipLibCheck', 'use.ts'], {
    cwd: app,
    encoding: 'utf8',
  });
  return run.stdout;
}
