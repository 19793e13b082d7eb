import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  envelopeOf,
  makeWorkspace,
  quoteOf,
  SECOND,
  SENTENCE,
  type Workspace,
} from './workspace.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** Sources that are the same document under other names, so that there is work left when the process ends. */
function manyEnvelopes(workspace: Workspace): {
  readonly envelopes: string;
  readonly sources: string;
} {
  const names = Array.from({ length: 40 }, (_, index) => `copy-${index}`);
  const listed = names.map((source_id) => ({ source_id, location: 'docs/report.pdf' }));
  const claims = [
    quoteOf('q1', 0, SENTENCE),
    quoteOf('q2', 0, SECOND),
    quoteOf('q1', 1, 'No such words'),
  ];
  const lines = names.map((source_id) =>
    JSON.stringify({ ...envelopeOf(workspace, claims), source_id }),
  );
  return {
    envelopes: workspace.put('many.jsonl', lines.join('\n')),
    sources: workspace.put('sources.json', JSON.stringify(listed)),
  };
}

/** Starts `verify` as a process of its own and sends it a signal once the first claims are decided. */
async function interrupt(workspace: Workspace, signal: NodeJS.Signals): Promise<ChildProcess> {
  const { envelopes, sources } = manyEnvelopes(workspace);
  const argv = ['--import', 'tsx', MAIN, 'verify', envelopes, '--sources', sources];
  const child = spawn(process.execPath, [...argv, '--out', join(workspace.folder, 'out')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      PAGEWITNESS_HOME: join(workspace.folder, 'home'),
      PAGEWITNESS_THREADS: '1',
      PAGEWITNESS_LOG_LEVEL: 'debug',
    },
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stderr })) {
    const claimsDone: unknown = line.startsWith('{') ? JSON.parse(line).claims_done : null;
    if (typeof claimsDone === 'number' && claimsDone > 0 && !child.killed) child.kill(signal);
  }
  await ended;
  return child;
}

function reportOf(workspace: Workspace): readonly string[] {
  const names = ['verdicts.jsonl', 'summary.json'];
  return names.map((name) => readFileSync(join(workspace.folder, 'out', name), 'utf8'));
}

describe('a run that is cut short', { timeout: 240_000 }, () => {
  it('by kill -9 is taken up again and ends with the same bytes as one that was not', async () => {
    const workspace = makeWorkspace();
    const child = await interrupt(workspace, 'SIGKILL');
    expect(child.signalCode).toBe('SIGKILL');
    expect(JSON.parse((await workspace.cli(['runs', '--json'])).out)).toMatchObject([
      { state: 'running' },
    ]);
    const resumed = await workspace.cli(['resume', '--json']);
    expect(JSON.parse(resumed.out)).toMatchObject({ state: 'completed', summary: { claims: 120 } });
    const afterKill = reportOf(workspace);
    const run = JSON.parse(readFileSync(join(workspace.folder, 'out', 'run.json'), 'utf8'));
    expect(run.resumed).toBe(1);
    const { envelopes, sources } = manyEnvelopes(workspace);
    const out = join(workspace.folder, 'out');
    await workspace.cli(['verify', envelopes, '--sources', sources, '--out', out]);
    expect(reportOf(workspace)).toEqual(afterKill);
  });

  it('by SIGTERM gives its work back, says how to go on and ends with 3', async () => {
    const workspace = makeWorkspace();
    const child = await interrupt(workspace, 'SIGTERM');
    expect(child.exitCode).toBe(3);
    const resumed = await workspace.cli(['resume']);
    expect(resumed.out).toContain('claims verified');
    expect(resumed.exitCode).toBe(1);
  });
});
