import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { backupManifestSchema } from '../../src/contracts/backup.ts';
import { postgresForSuite } from '../support/databases.ts';
import { suiteFolder } from '../support/temporary-folder.ts';
import {
  type CliOutcome,
  envelopeOf,
  makeWorkspace,
  quoteOf,
  SECOND,
  SENTENCE,
  type Workspace,
} from './workspace.ts';

const server = postgresForSuite();
const folder = suiteFolder();

/** What a report says of the verdicts; `run.json` also says when and by what it was made. */
const REPORT = ['verdicts.jsonl', 'summary.json', 'crops.jsonl', 'verdicts.csv'];

interface Saved extends Workspace {
  readonly runId: string;
  readonly report: string;
  readonly backup: string;
}

/** A workspace with one ended run, its report and its backup. */
async function saved(): Promise<Saved> {
  const workspace = makeWorkspace();
  const claims = [quoteOf('q1', 0, SENTENCE), quoteOf('q2', 0, SECOND), quoteOf('q3', 1, 'None.')];
  const envelopes = workspace.put('a.json', JSON.stringify(envelopeOf(workspace, claims)));
  const report = join(workspace.folder, 'report');
  const options = ['--sources', join(workspace.folder, 'docs'), '--format', 'csv', '--json'];
  const ran = await workspace.cli(['verify', envelopes, '--out', report, ...options]);
  expect(ran.exitCode, ran.err).toBe(1);
  const backup = join(workspace.folder, 'backup');
  const made = await workspace.cli(['backup', backup, '--json']);
  expect(made.exitCode, made.err).toBe(0);
  return { ...workspace, runId: JSON.parse(ran.out).run_id, report, backup };
}

/** The command line on an empty home, with the store that the environment names. */
function elsewhere(environment: Readonly<Record<string, string>> = {}): Workspace {
  return makeWorkspace(environment);
}

async function expectSameReport(of: Saved, place: Workspace): Promise<void> {
  const out = join(place.folder, 'again');
  const made = await place.cli(['report', of.runId, '--out', out]);
  expect(made.exitCode, made.err).toBe(0);
  expect(made.err).toBe('');
  for (const name of REPORT) {
    expect(readFileSync(join(out, name)).equals(readFileSync(join(of.report, name))), name).toBe(
      true,
    );
  }
  const pictures = (root: string) => readdirSync(join(root, 'crops')).sort();
  expect(pictures(of.report).length).toBeGreaterThan(0);
  expect(pictures(out)).toEqual(pictures(of.report));
}

describe('backup and restore', { timeout: 180_000 }, () => {
  it('a run comes back byte for byte, from SQLite to SQLite, to PostgreSQL, and back', async () => {
    const first = await saved();
    const second = elsewhere();
    expect((await second.cli(['restore', first.backup])).exitCode).toBe(0);
    await expectSameReport(first, second);

    const database = { DATABASE_URL: await server.createDatabase() };
    const third = elsewhere(database);
    const restored = await third.cli(['restore', first.backup]);
    expect(restored.exitCode, restored.err).toBe(0);
    await expectSameReport(first, third);

    const again = join(third.folder, 'backup');
    const made = await third.cli(['backup', again]);
    expect(made.exitCode, made.err).toBe(0);
    const fourth = elsewhere();
    const back = await fourth.cli(['restore', again]);
    expect(back.exitCode, back.err).toBe(0);
    await expectSameReport(first, fourth);
    const tables = (root: string) =>
      readdirSync(join(root, 'tables')).map((name) => [
        name,
        rowsOf(join(root, 'tables', name)).sort(),
      ]);
    expect(tables(again)).toEqual(tables(first.backup));
  });

  it('verdicts are taken over after a restore, without a document being opened', async () => {
    const first = await saved();
    const second = elsewhere();
    await second.cli(['restore', first.backup]);
    const claims = [quoteOf('q1', 0, SENTENCE), quoteOf('q2', 0, SECOND)];
    const envelopes = second.put('a.json', JSON.stringify(envelopeOf(second, claims)));
    const out = join(second.folder, 'report');
    const options = ['--sources', join(second.folder, 'docs'), '--out', out, '--json'];
    await second.cli(['verify', envelopes, ...options]);
    const run = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'));
    expect(run.verdicts.reused).toBe(2);
    expect(run.pages.read).toBe(0);
  });

  it('belongs to its owner alone and names what it holds', async () => {
    const { backup } = await saved();
    expect(statSync(backup).mode & 0o077).toBe(0);
    for (const name of readdirSync(backup, { recursive: true, encoding: 'utf8' })) {
      expect(statSync(join(backup, name)).mode & 0o077, name).toBe(0);
    }
    const manifest = backupManifestSchema.parse(
      JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')),
    );
    const rows = Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]));
    expect(rows).toMatchObject({ run: 1, verdict: 3, finding: 3, work_item: 3 });
    expect(Object.keys(rows)).not.toContain('page_reading');
    expect(manifest.artifacts.count).toBeGreaterThan(0);
    expect(manifest.artifacts.missing).toBe(0);
  });

  it('refuses a store that is not empty, and leaves it as it is', async () => {
    const first = await saved();
    const { exitCode, err } = await first.cli(['restore', first.backup]);
    expect(exitCode).toBe(2);
    expect(err).toContain('not empty');
    const runs = JSON.parse((await first.cli(['runs', '--json'])).out);
    expect(runs).toHaveLength(1);
  });

  it('refuses to write where something is', async () => {
    const first = await saved();
    const { exitCode, err } = await first.cli(['backup', first.backup]);
    expect(exitCode).toBe(3);
    expect(err).toContain('not empty');
  });

  it('tells of pictures that are no longer kept', async () => {
    const first = await saved();
    rmSync(join(first.folder, 'home', 'artifacts'), { recursive: true });
    const outcome = await first.cli(['backup', join(first.folder, 'late'), '--json']);
    expect(outcome.exitCode).toBe(0);
    expect(JSON.parse(outcome.out).artifacts).toMatchObject({ count: 0 });
    expect(JSON.parse(outcome.out).artifacts.missing).toBeGreaterThan(0);
    expect(outcome.err).toContain('no longer kept');
  });

  it('finds every kind of damage before anything is written', async () => {
    const first = await saved();
    const [shelf = ''] = readdirSync(join(first.backup, 'artifacts'));
    const [picture = ''] = readdirSync(join(first.backup, 'artifacts', shelf));
    const inPicture = join('artifacts', shelf, picture);
    const verdicts = join('tables', 'verdict.jsonl.gz');
    const damages: Readonly<Record<string, (backup: string) => void>> = {
      'a bit of a table': (backup) => flip(join(backup, verdicts)),
      'the end of a table': (backup) => cut(join(backup, verdicts)),
      'a table that is gone': (backup) => rmSync(join(backup, verdicts)),
      'a bit of a picture': (backup) => flip(join(backup, inPicture)),
      'a picture that is gone': (backup) => rmSync(join(backup, inPicture)),
      'no manifest': (backup) => rmSync(join(backup, 'manifest.json')),
      'half a manifest': (backup) => cut(join(backup, 'manifest.json')),
      'no pictures at all': (backup) => rmSync(join(backup, 'artifacts'), { recursive: true }),
    };
    for (const [name, damage] of Object.entries(damages)) {
      const { place, outcome } = await restoreDamaged(first, name, damage);
      expect(outcome.exitCode, name).toBe(3);
      expect(outcome.err, name).toContain('The backup cannot be used.');
      expect((await place.cli(['runs', '--json'])).out.trim(), name).toBe('[]');
      expect(existsSync(join(place.folder, 'home', 'artifacts')), name).toBe(false);
    }
  });

  it('leaves the store empty where rows are missing though their file is whole', async () => {
    const first = await saved();
    const { place, outcome } = await restoreDamaged(first, 'rows', (backup) => {
      const path = join(backup, 'tables', 'verdict.jsonl.gz');
      writeFileSync(path, gzipSync(`${rowsOf(path).slice(1).join('\n')}\n`));
      const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
      changeManifest(backup, (manifest) => {
        for (const table of manifest.tables) {
          if (table.name === 'verdict') table.sha256 = `sha256:${digest}`;
        }
      });
    });
    expect(outcome.err).toContain('another number of rows');
    expect((await place.cli(['runs', '--json'])).out.trim()).toBe('[]');
    expect((await place.cli(['restore', first.backup])).exitCode).toBe(0);
    await expectSameReport(first, place);
  });

  it('refuses a backup of a newer program, also one whose manifest it does not know', async () => {
    const first = await saved();
    for (const change of [{ format: 2, more: true }, { ledger_schema: 999 }]) {
      const { outcome } = await restoreDamaged(first, Object.keys(change).join(''), (backup) =>
        changeManifest(backup, (manifest) => Object.assign(manifest, change)),
      );
      expect(outcome.exitCode).toBe(3);
      expect(outcome.err).toContain('newer version');
    }
  });
});

async function restoreDamaged(
  first: Saved,
  name: string,
  damage: (backup: string) => void,
): Promise<{ readonly place: Workspace; readonly outcome: CliOutcome }> {
  const backup = join(folder, `${first.runId}-${name.replaceAll(' ', '-')}`);
  cpSync(first.backup, backup, { recursive: true });
  damage(backup);
  const place = elsewhere();
  return { place, outcome: await place.cli(['restore', backup]) };
}

function flip(path: string): void {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

function cut(path: string): void {
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.subarray(0, bytes.length - 20));
}

function rowsOf(path: string): string[] {
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => canonical(line));
}

/** The columns of a table have another order where another database made it. */
function canonical(line: string): string {
  const row: Record<string, unknown> = JSON.parse(line);
  return JSON.stringify(Object.fromEntries(Object.entries(row).sort()));
}

type Manifest = ReturnType<typeof backupManifestSchema.parse>;

function changeManifest(backup: string, change: (manifest: Manifest) => void): void {
  const path = join(backup, 'manifest.json');
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'));
  change(manifest);
  writeFileSync(path, JSON.stringify(manifest));
}
