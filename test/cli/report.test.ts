import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../../config/env.ts';
import { runReportSchema } from '../../src/contracts/report.ts';
import { openSqliteStore } from '../../src/stores/sql/sqlite.ts';
import { profileOf } from '../../src/wiring/run-profile.ts';
import {
  envelopeOf,
  makeWorkspace,
  quoteOf,
  SECOND,
  SENTENCE,
  type Workspace,
} from './workspace.ts';

interface EndedRun extends Workspace {
  readonly runId: string;
  readonly report: string;
}

/** A workspace with one ended run: one claim verified, one on another page. */
async function endedRun(options: readonly string[] = []): Promise<EndedRun> {
  const workspace = makeWorkspace();
  const claims = [quoteOf('q1', 0, SENTENCE), quoteOf('q2', 0, SECOND)];
  const envelopes = workspace.put('a.json', JSON.stringify(envelopeOf(workspace, claims)));
  const report = join(workspace.folder, 'report');
  const sources = join(workspace.folder, 'docs');
  const argv = ['verify', envelopes, '--sources', sources, '--out', report, '--json', ...options];
  const { out, exitCode } = await workspace.cli(argv);
  expect(exitCode).toBe(1);
  return { ...workspace, runId: JSON.parse(out).run_id, report };
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

describe('report', { timeout: 120_000 }, () => {
  it('writes what verify has written, byte for byte, wherever it is asked to', async () => {
    const { cli, runId, report, folder } = await endedRun(['--format', 'html,csv']);
    const out = join(folder, 'again');
    const outcome = await cli(['report', runId, '--out', out, '--json']);
    expect(outcome.exitCode).toBe(0);
    expect(JSON.parse(outcome.out)).toMatchObject({
      run_id: runId,
      state: 'completed',
      report: out,
      formats: ['html', 'csv'],
      is_redacted: false,
      pictures: { missing: 0 },
    });
    const files = readdirSync(report, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => name.endsWith('.png')).length).toBeGreaterThan(0);
    expect(readdirSync(out, { recursive: true, encoding: 'utf8' }).sort()).toEqual(files.sort());
    for (const name of ['verdicts.jsonl', 'summary.json', 'crops.jsonl', 'verdicts.csv']) {
      expect(read(out, name)).toBe(read(report, name));
    }
  });

  it('takes a beginning of the run id that no other run has', async () => {
    const { cli, runId, folder } = await endedRun();
    const out = join(folder, 'again');
    expect((await cli(['report', runId.slice(0, 10), '--out', out])).exitCode).toBe(0);
    const none = await cli(['report', 'nothing', '--out', out]);
    expect(none.err).toContain('There is no such run.');
    expect(none.exitCode).toBe(2);
    const empty = await cli(['report', '', '--out', out]);
    expect(empty.exitCode).toBe(2);
  });

  it('adds views to the folder of the run without taking any away', async () => {
    const { cli, runId, report } = await endedRun(['--format', 'html']);
    expect((await cli(['report', runId, '--format', 'md'])).exitCode).toBe(0);
    expect(readdirSync(report)).toEqual(expect.arrayContaining(['report.html', 'summary.md']));
    expect(readdirSync(report)).not.toContain('verdicts.csv');
  });

  it('leaves out document text and pictures, but never in place of the whole report', async () => {
    const { cli, runId, report, folder } = await endedRun();
    const refused = await cli(['report', runId, '--redact']);
    expect(refused.exitCode).toBe(2);
    expect(refused.err).toContain('--out');
    expect(read(report, 'verdicts.jsonl')).toContain(SENTENCE);
    const out = join(folder, 'redacted');
    const argv = ['report', runId, '--redact', '--out', out, '--format', 'html,csv,md'];
    expect((await cli(argv)).exitCode).toBe(0);
    expect(readdirSync(out).sort()).toEqual([
      'report.html',
      'run.json',
      'summary.json',
      'summary.md',
      'verdicts.csv',
      'verdicts.jsonl',
    ]);
    for (const name of readdirSync(out)) {
      for (const word of ['Revenue', '12.4', 'The reserve', '90 days']) {
        expect(read(out, name).includes(word), `${word} in ${name}`).toBe(false);
      }
    }
  });

  it('keeps a run redacted that was begun so', async () => {
    const { cli, runId, folder } = await endedRun(['--redact']);
    const out = join(folder, 'again');
    expect((await cli(['report', runId, '--out', out])).exitCode).toBe(0);
    expect(read(out, 'verdicts.jsonl')).not.toContain('Revenue');
  });

  it('goes without pictures that are no longer kept, and says so', async () => {
    const { cli, runId, folder } = await endedRun();
    rmSync(join(folder, 'home', 'artifacts'), { recursive: true });
    const out = join(folder, 'again');
    const outcome = await cli(['report', runId, '--out', out]);
    expect(outcome.exitCode).toBe(0);
    expect(outcome.err).toMatch(/\d+ pictures? (?:is|are) no longer kept/u);
    const { pictures } = runReportSchema.parse(JSON.parse(read(out, 'run.json')));
    expect(pictures.listed).toBe(0);
    expect(pictures.missing).toBeGreaterThan(0);
  });

  it('refuses a run that has not ended, and one of another profile', async () => {
    const { cli, folder } = makeWorkspace();
    const home = join(folder, 'home');
    const read = readEnvironment({ PAGEWITNESS_HOME: home });
    if (!read.ok) throw new Error(read.problems.join(' '));
    const own = profileOf({ is_fingerprint_optional: false, search: 'document' }, read.settings);
    const store = await openSqliteStore(home);
    const settings = {
      envelopes: [],
      folder,
      sources: [],
      out: join(folder, 'report'),
      is_fingerprint_optional: false,
    };
    const engine = '';
    const of = (run_id: string, profile: string) => ({
      run_id,
      profile,
      engine,
      settings,
      created_ms: 0,
    });
    await store.runs.createRun(of('open', own.digest));
    await store.runs.createRun(of('other', `sha256:${'0'.repeat(64)}`));
    await store.close();
    const open = await cli(['report', 'open']);
    expect(open.err).toContain('pagewitness resume');
    expect(open.exitCode).toBe(3);
    const other = await cli(['report', 'other']);
    expect(other.err).toContain('another verification profile');
    expect(other.exitCode).toBe(2);
    expect(readdirSync(folder)).not.toContain('report');
  });

  it('refuses a form that there is none of', async () => {
    const { cli } = makeWorkspace();
    const { exitCode, err } = await cli(['report', 'x', '--format', 'pdf']);
    expect(exitCode).toBe(2);
    expect(err).toContain('"pdf" is none of html, csv, md, json');
  });
});
