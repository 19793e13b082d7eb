import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { IngestOutcome } from '../../src/contracts/job.ts';
import { digestOfText } from '../../src/evidence/canonical.ts';
import { openPostgresStore } from '../../src/stores/sql/postgres.ts';
import { postgresForSuite } from '../support/databases.ts';
import { redisForSuite } from '../support/redis.ts';
import {
  envelopeOf,
  makeWorkspace,
  quoteOf,
  SECOND,
  SENTENCE,
  type Workspace,
} from './workspace.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** A port that nothing listens on. */
const NOWHERE = 'redis://127.0.0.1:1';

const postgres = postgresForSuite();
const redis = redisForSuite();

interface Servers {
  readonly DATABASE_URL: string;
  readonly REDIS_URL: string;
}

async function servers(redisUrl?: string): Promise<Servers> {
  return {
    DATABASE_URL: await postgres.createDatabase(),
    REDIS_URL: redisUrl ?? (await redis.emptied()),
  };
}

/** The words of a command on three claims about the document of the workspace. */
function batch(command: 'enqueue' | 'verify', workspace: Workspace): readonly string[] {
  const claims = [quoteOf('q1', 0, SENTENCE), quoteOf('q2', 1, SECOND), quoteOf('q3', 1, SENTENCE)];
  const envelopes = workspace.put('a.json', JSON.stringify(envelopeOf(workspace, claims)));
  return [command, envelopes, '--sources', join(workspace.folder, 'docs'), '--json'];
}

/** Ends the one source of a run as an item that was given up. */
async function giveUp(database: string, runId: string): Promise<void> {
  const store = await openPostgresStore({ url: database, connectionsMax: 1 });
  const request = { kind: 'ingest', now_ms: Date.now(), look_again_ms: 0, count_max: 1 } as const;
  const [key] = await store.queue.queueReady({ ...request, scope: { run_id: runId } });
  if (key === undefined) throw new Error('an item was ready');
  const item = await store.queue.takeQueued(key, { owner: 'a', lease_until_ms: Date.now() });
  if (item === null) throw new Error('the item was taken');
  const fingerprint = digestOfText('another document');
  const outcome: IngestOutcome = { outcome: 'read', fingerprint, failed_pages: [] };
  await store.runs.finishIngest(item, { outcome, settled: null }, { items_given_up: 1 });
  await store.close();
}

/** Works until the run has ended. Returns how the process ended, and the last status. */
async function work(workspace: Workspace, environment: Servers, runId: string) {
  const worker = spawn(process.execPath, ['--import', 'tsx', MAIN, 'work'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...environment,
      PAGEWITNESS_HOME: join(workspace.folder, 'home'),
      PAGEWITNESS_THREADS: '1',
      PAGEWITNESS_LOG_LEVEL: 'error',
    },
  });
  onTestFinished(() => {
    worker.kill('SIGKILL');
  });
  for (;;) {
    const { out } = await workspace.cli(['status', runId, '--json']);
    const status = JSON.parse(out);
    if (status.state !== 'running') {
      const gone = once(worker, 'exit');
      worker.kill('SIGTERM');
      return { status, exit: await gone };
    }
    expect(worker.exitCode).toBeNull();
    await wait(200);
  }
}

function bytesOf(folder: string): readonly string[] {
  return ['verdicts.jsonl', 'summary.json'].map((name) => readFileSync(join(folder, name), 'utf8'));
}

describe('work on servers', { timeout: 120_000 }, () => {
  it('takes up what was given up, and ends with the bytes of a run without servers', async () => {
    const alone = makeWorkspace();
    const verified = join(alone.folder, 'report');
    await alone.cli([...batch('verify', alone), '--out', verified]);

    const environment = await servers();
    const workspace = makeWorkspace({ ...environment });
    const enqueued = await workspace.cli(batch('enqueue', alone));
    expect(enqueued.exitCode).toBe(0);
    const { run_id: runId, claims } = JSON.parse(enqueued.out);
    expect(claims).toBe(3);

    await giveUp(environment.DATABASE_URL, runId);
    const listed = await workspace.cli(['dead', 'list', '--json']);
    const [dead] = JSON.parse(listed.out);
    expect(dead).toMatchObject({ item: `${runId}/ingest/0/0`, attempts: 1, losses: 0 });
    const shown = await workspace.cli(['dead', 'show', dead.item, '--json']);
    expect(JSON.parse(shown.out)).toEqual(dead);
    const retried = await workspace.cli(['dead', 'retry', dead.item, '--json']);
    expect(JSON.parse(retried.out)).toEqual({ retried: 1 });
    expect(JSON.parse((await workspace.cli(['dead', 'list', '--json'])).out)).toEqual([]);
    expect((await workspace.cli(['dead', 'show', dead.item])).exitCode).toBe(2);

    const { status, exit } = await work(workspace, environment, runId);
    expect(exit).toEqual([0, null]);
    expect(status).toMatchObject({
      run_id: runId,
      state: 'completed',
      claims: { decided: 3, total: 3 },
      dead: [],
    });
    const out = join(workspace.folder, 'report');
    expect((await workspace.cli(['report', runId, '--out', out])).exitCode).toBe(0);
    expect(bytesOf(out)).toEqual(bytesOf(verified));
  });

  it('without Redis enqueues, and says at once what is missing when it is to be worked on', async () => {
    const workspace = makeWorkspace({ ...(await servers(NOWHERE)) });
    const enqueued = await workspace.cli(batch('enqueue', workspace));
    expect(enqueued.exitCode).toBe(0);
    const { run_id: runId } = JSON.parse(enqueued.out);
    const status = await workspace.cli(['status', runId, '--json']);
    expect(JSON.parse(status.out)).toMatchObject({ state: 'running', claims: { decided: 0 } });
    const worked = await workspace.cli(['work']);
    expect(worked.exitCode).toBe(3);
    expect(worked.err).toContain('Check REDIS_URL');
  });
});
