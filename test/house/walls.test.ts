import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { foldersIn, ROOT, readFilesBelow } from './repository.ts';

const reportSchema = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(
      z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) }),
    ),
  }),
});

type Report = z.infer<typeof reportSchema>;

const COMMAND = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const CONFIG = '.dependency-cruiser.cjs';
const GLOB = '{src,config,workers}/**/*.{ts,mjs}';

function cruise(folder: string): Report {
  const run = spawnSync(
    process.execPath,
    [COMMAND, '--config', CONFIG, '--output-type', 'json', GLOB],
    { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  return reportSchema.parse(JSON.parse(run.stdout));
}

describe('the walls of this tree', () => {
  it('were checked with every source file in view, and nobody crosses them', () => {
    const report = cruise(ROOT);
    const seen = new Set(report.modules.map((module) => module.source));
    const files = readFilesBelow(['src', 'config', 'workers'], ['.ts', '.mjs']);
    expect(files.length).toBeGreaterThan(25);
    expect(files.map((file) => file.path).filter((path) => !seen.has(path))).toEqual([]);
    expect(report.summary.violations).toEqual([]);
  });

  it('know every folder of src', () => {
    const rules = z
      .object({ forbidden: z.array(z.object({ name: z.string() })) })
      .parse(createRequire(import.meta.url)(`../../${CONFIG}`));
    const names = rules.forbidden.map((rule) => rule.name);
    expect(foldersIn('src').filter((room) => !names.includes(`${room}-rooms`))).toEqual([]);
  });

  it('hold against types imported in passing, which the parser does not see', () => {
    const hidden = readFilesBelow(['src', 'config', 'workers'], ['.ts']).filter((file) =>
      /\bimport\((['"])[^'"]*\1\)\s*\.\s*[A-Z]/.test(file.text),
    );
    expect(hidden.map((file) => file.path)).toEqual([]);
  });
});

/** What stands in the rooms; the files of `TRESPASSERS` import these. */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  'config/limits.ts': 'export const limit = 1;',
  'src/contracts/claim.ts': "import { z } from 'zod';\nexport const claim = z.string();",
  'src/evidence/page.ts': 'export type Page = string;\nexport const page = 1;',
  'src/evidence/amount.ts':
    "import { createHash } from 'node:crypto';\nimport { Decimal } from 'decimal.js';\nexport const amount = [createHash, Decimal];",
  'src/verification/verify.ts': "export type { Page } from '../evidence/page.ts';",
  'src/reading/typescript-thread.mjs': "import { register } from 'tsx/esm/api';",
  'src/pipeline/ports.ts': 'export type Port = string;\nexport const port = 1;',
  'src/sources/file.ts':
    "import { readFileSync } from 'node:fs';\nexport const file = readFileSync;",
  'src/stores/sql/store.ts':
    "import type { Kysely } from 'kysely';\nexport type Store = Kysely<unknown>;",
  'src/wiring/open.ts':
    "import { limit } from '../../config/limits.ts';\nimport type { Store } from '../stores/sql/store.ts';\nexport const open = (store: Store) => [limit, store];",
  'src/cli/main.ts':
    "import { Command } from 'commander';\nimport { limit } from '../../config/limits.ts';\nimport { open } from '../wiring/open.ts';\nexport const main = [Command, limit, open];",
  'src/index.ts': "export { open } from './wiring/open.ts';",
  'workers/verify.ts': "import { open } from '../src/wiring/open.ts';\nexport const run = open;",
};

/** Files that each cross one wall, and the name of that wall. */
const TRESPASSERS: readonly (readonly [path: string, text: string, wall: string])[] = [
  ['src/contracts/up.ts', "import type { Page } from '../evidence/page.ts';", 'contracts-rooms'],
  ['src/contracts/disk.ts', "import { readFileSync } from 'node:fs';", 'contracts-node'],
  ['src/contracts/math.ts', "import { Decimal } from 'decimal.js';", 'contracts-libraries'],
  ['src/evidence/disk.ts', "import { readFileSync } from 'node:fs';", 'evidence-node'],
  ['src/verification/hash.ts', "import { createHash } from 'node:crypto';", 'verification-node'],
  ['src/verification/sql.ts', "import type { Kysely } from 'kysely';", 'verification-libraries'],
  ['src/verification/late.ts', "await import('../pipeline/ports.ts');", 'verification-rooms'],
  ['src/pipeline/clock.ts', "import { hrtime } from 'node:process';", 'pipeline-node'],
  ['src/layout/rule.ts', "import type { Port } from '../pipeline/ports.ts';", 'layout-rooms'],
  ['src/layout/disk.ts', "import { readFileSync } from 'node:fs';", 'layout-node'],
  ['src/reading/sql.ts', "import { Kysely } from 'kysely';", 'reading-libraries'],
  ['src/stores/sql/near.ts', "import { file } from '../../sources/file.ts';", 'stores-rooms'],
  ['src/sources/set.ts', "import { limit } from '../../config/limits.ts';", 'config-readers'],
  ['src/reporters/read.ts', "import 'pdfjs-dist';", 'reporters-libraries'],
  ['src/wiring/front.ts', "import { main } from '../cli/main.ts';", 'wiring-rooms'],
  ['src/wiring/gone.ts', "import { gone } from './gone-away.ts';", 'unresolvable'],
  ['src/evidence/ring-a.ts', "export type { B } from './ring-b.ts';", 'no-cycles'],
  ['src/evidence/ring-b.ts', "import './ring-a.ts';\nexport type B = 1;", 'no-cycles'],
  ['src/telemetry/job.ts', "import { run } from '../../workers/verify.ts';", 'telemetry-rooms'],
  ['src/cli/test.ts', "import { t } from '../../test/t.ts';", 'nothing-imports-the-ways-in'],
  ['src/utils/format.ts', "import { page } from '../evidence/page.ts';", 'no-unknown-rooms'],
  ['src/helpers/alone.ts', 'export const alone = 1;', 'no-unknown-orphans'],
  ['src/sources/use.ts', "import '../utils/format.ts';", 'no-unknown-targets'],
  ['src/reading/run.ts', "import { register } from 'tsx/esm/api';", 'tsx-bootstrap'],
  ['config/read.ts', "import { page } from '../src/evidence/page.ts';", 'config-rooms'],
];

describe('each wall', () => {
  let folder = '';
  let report: Report | null = null;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'walls-'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    for (const name of [CONFIG, 'tsconfig.json'])
      copyFileSync(join(ROOT, name), join(folder, name));
    const files = [...Object.entries(NEIGHBOURS), ...TRESPASSERS, ['test/t.ts', '', ''] as const];
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `${text}\nexport const t = 1;\n`);
    }
    report = cruise(folder);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(TRESPASSERS)('stops %s', (path, _text, wall) => {
    const walls = report?.summary.violations
      .filter((violation) => violation.from === path)
      .map((violation) => violation.rule.name);
    // A cycle is reported once, for one of its members.
    if (wall === 'no-cycles')
      expect(report?.summary.violations.map((v) => v.rule.name)).toContain(wall);
    else expect(walls).toContain(wall);
  });

  it('lets through what the table allows', () => {
    const innocent = report?.summary.violations.filter(
      (violation) => violation.from in NEIGHBOURS && violation.rule.name !== 'no-cycles',
    );
    expect(innocent).toEqual([]);
  });
});
