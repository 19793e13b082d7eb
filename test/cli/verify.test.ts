import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { summarySchema } from '../../src/contracts/report.ts';
import { type Verdict, verdictSchema } from '../../src/contracts/verdict.ts';
import { lockHome } from '../../src/stores/sql/home-lock.ts';
import { CLOCK } from '../../src/wiring/clock.ts';
import {
  envelopeOf,
  makeWorkspace,
  quoteOf,
  SECOND,
  SENTENCE,
  type Workspace,
} from './workspace.ts';

function verdictsOf(folder: string): readonly Verdict[] {
  const text = readFileSync(join(folder, 'verdicts.jsonl'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => verdictSchema.parse(JSON.parse(line)));
}

function argumentsOf(
  workspace: Workspace,
  envelopes: string,
  ...more: readonly string[]
): readonly string[] {
  return [
    'verify',
    envelopes,
    '--sources',
    join(workspace.folder, 'docs'),
    '--out',
    join(workspace.folder, 'out'),
    ...more,
  ];
}

describe('verify', { timeout: 120_000 }, () => {
  it('ends with 0 when every claim may be released, and writes the report', async () => {
    const workspace = makeWorkspace();
    const claims = [quoteOf('q1', 0, SENTENCE), quoteOf('q2', 1, SECOND)];
    const file = workspace.put('a.jsonl', JSON.stringify(envelopeOf(workspace, claims)));
    const { exitCode, out, err } = await workspace.cli(argumentsOf(workspace, file));
    expect(err).toBe('');
    expect(out).toContain('2 of 2 claims verified');
    expect(exitCode).toBe(0);
    expect(verdictsOf(join(workspace.folder, 'out')).map(({ status }) => status)).toEqual([
      'verified',
      'verified',
    ]);
  });

  it('ends with 1 when some may not, naming the first problems, and tells the summary as JSON', async () => {
    const workspace = makeWorkspace();
    const claims = [
      quoteOf('q1', 0, SENTENCE),
      quoteOf('q2', 0, SECOND),
      { ...quoteOf('q3', 0, SENTENCE), pge: 1 },
    ];
    const file = workspace.put(
      'a.jsonl',
      `${JSON.stringify(envelopeOf(workspace, claims))}\nbroken\n`,
    );
    const { exitCode, out } = await workspace.cli(argumentsOf(workspace, file, '--json'));
    expect(exitCode).toBe(1);
    const told = JSON.parse(out);
    expect(told).toMatchObject({ state: 'completed', report: join(workspace.folder, 'out') });
    const summary = summarySchema.parse(told.summary);
    expect(summary.by_reason).toEqual({ evidence_on_other_page: 1, schema: 1, unknown_field: 1 });
    const verdicts = verdictsOf(join(workspace.folder, 'out'));
    expect(verdicts[1]).toMatchObject({
      claim_id: 'q2',
      reason: 'evidence_on_other_page',
      proposal: { action: 'repoint', page_index: 1 },
    });
    expect(verdicts[3]).toMatchObject({
      claim_id: null,
      request_id: null,
      input: { file, line: 2 },
    });
  });

  it('reads envelopes from standard input, folders and globs', async () => {
    const workspace = makeWorkspace();
    const line = JSON.stringify(envelopeOf(workspace, [quoteOf('q1', 0, SENTENCE)]));
    workspace.put('b.jsonl', line);
    workspace.put('a.jsonl', line);
    const piped = await workspace.cli(argumentsOf(workspace, '-', '--json'), line);
    expect(piped.exitCode).toBe(0);
    expect(JSON.parse(piped.out).summary.inputs).toMatchObject([{ file: '-', claims: 1 }]);
    const globbed = await workspace.cli(
      argumentsOf(workspace, join(workspace.folder, '*.jsonl'), '--json'),
    );
    expect(JSON.parse(globbed.out).summary.inputs).toMatchObject([
      { file: expect.stringMatching(/a\.jsonl$/) },
      { file: expect.stringMatching(/b\.jsonl$/) },
    ]);
  });

  it('ends with 2 when no envelope can be read, but reports each', async () => {
    const workspace = makeWorkspace();
    const file = workspace.put('a.jsonl', 'broken\n[]\n');
    const { exitCode, err } = await workspace.cli(argumentsOf(workspace, file));
    expect(exitCode).toBe(2);
    expect(err).toContain('No envelope could be read');
    expect(verdictsOf(join(workspace.folder, 'out'))).toHaveLength(2);
  });

  it('ends with 1 when the envelope can be read and all its claims are invalid', async () => {
    const workspace = makeWorkspace();
    const file = workspace.put(
      'a.jsonl',
      JSON.stringify(envelopeOf(workspace, [{ id: 'x', kind: 'quote' }])),
    );
    expect((await workspace.cli(argumentsOf(workspace, file))).exitCode).toBe(1);
  });

  it('requires a fingerprint unless told otherwise', async () => {
    const workspace = makeWorkspace();
    const { document_fingerprint: _, ...silent } = envelopeOf(workspace, [
      quoteOf('q1', 0, SENTENCE),
    ]);
    const file = workspace.put('a.jsonl', JSON.stringify(silent));
    const strict = await workspace.cli(argumentsOf(workspace, file, '--json'));
    expect(JSON.parse(strict.out).summary.by_reason).toEqual({ fingerprint_missing: 1 });
    const lenient = await workspace.cli(
      argumentsOf(workspace, file, '--json', '--allow-missing-fingerprint'),
    );
    expect(JSON.parse(lenient.out).summary.by_limitation).toEqual({ fingerprint_not_given: 1 });
    expect(lenient.exitCode).toBe(0);
  });

  it.each([
    ['envelopes that are not there', ['none.jsonl'], 'none.jsonl does not exist'],
    ['a glob without a match', ['none-*.jsonl'], 'none-*.jsonl matches no file'],
    [
      'a thread count that is none',
      ['-', '--threads', '0'],
      '--threads must be a whole number from 1',
    ],
  ])('ends with 2 for %s, and says so in text and JSON', async (_name, args, message) => {
    const workspace = makeWorkspace();
    const argv = ['verify', ...args, '--sources', join(workspace.folder, 'docs')];
    const plain = await workspace.cli(argv);
    expect(plain).toMatchObject({ exitCode: 2, out: '' });
    expect(plain.err).toContain(message);
    const json = await workspace.cli([...argv, '--json']);
    expect(JSON.parse(json.out)).toMatchObject({
      error: { code: 'usage', message: expect.stringContaining(message) },
    });
  });

  it('ends with 2 for sources that cannot be used', async () => {
    const workspace = makeWorkspace();
    const { exitCode, err } = await workspace.cli([
      'verify',
      '-',
      '--sources',
      join(workspace.folder, 'none'),
    ]);
    expect(exitCode).toBe(2);
    expect(err).toContain('none does not exist');
  });
});

describe('runs and resume', { timeout: 120_000 }, () => {
  it('list what was run, and write the report of an ended run anew, byte by byte', async () => {
    const workspace = makeWorkspace();
    expect((await workspace.cli(['runs'])).err).toContain('There are no runs');
    const file = workspace.put(
      'a.jsonl',
      JSON.stringify(envelopeOf(workspace, [quoteOf('q1', 0, SENTENCE)])),
    );
    const first = JSON.parse((await workspace.cli(argumentsOf(workspace, file, '--json'))).out);
    const [run] = JSON.parse((await workspace.cli(['runs', '--json'])).out);
    expect(run).toMatchObject({
      run_id: first.run_id,
      state: 'completed',
      claims: 1,
      report: join(workspace.folder, 'out'),
    });
    expect((await workspace.cli(['runs'])).out).toContain(`${first.run_id}  completed`);
    const names = ['verdicts.jsonl', 'summary.json'];
    const before = names.map((name) => readFileSync(join(workspace.folder, 'out', name), 'utf8'));
    rmSync(join(workspace.folder, 'out'), { recursive: true });
    const again = await workspace.cli(['resume', first.run_id]);
    expect(again.exitCode).toBe(0);
    expect(names.map((name) => readFileSync(join(workspace.folder, 'out', name), 'utf8'))).toEqual(
      before,
    );
  });

  it('end with 2 for a run that does not exist', async () => {
    const workspace = makeWorkspace();
    for (const argv of [['resume'], ['resume', 'nope'], ['cancel', 'nope']]) {
      const { exitCode, err } = await workspace.cli(argv);
      expect(exitCode).toBe(2);
      expect(err).toContain('There is no such run.');
    }
  });
});

describe('a home that another process holds', () => {
  it('makes a run end with 3 and say who holds it, while reading it needs no lock', async () => {
    const workspace = makeWorkspace();
    const lock = await lockHome(join(workspace.folder, 'home'), { clock: CLOCK, waitMs: 0 });
    try {
      const { exitCode, err } = await workspace.cli(argumentsOf(workspace, '-'), '');
      expect(exitCode).toBe(3);
      expect(err).toContain(
        `Another process works on this PAGEWITNESS_HOME. Its process id is ${process.pid}.`,
      );
      expect((await workspace.cli(['runs'])).exitCode).toBe(0);
    } finally {
      lock.release();
    }
  });
});
