import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createFileArtifacts } from '../../src/stores/artifacts/file.ts';
import { restoreBackup } from '../../src/stores/backup/read-backup.ts';
import { writeBackup } from '../../src/stores/backup/write-backup.ts';
import { openPostgresStore } from '../../src/stores/sql/postgres.ts';
import type { Store } from '../../src/stores/sql/store.ts';
import { ended, outcomeOf, planDrawn, startDrawnWorker, stopWorker } from '../support/fault-run.ts';
import { startPostgres, startRedis } from '../support/servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SOURCES = 120;

it('a run saved in the middle ends elsewhere as it ends at home', {
  timeout: 180_000,
}, async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const folder = temporaryFolder();
  const artifacts = createFileArtifacts(join(folder, 'artifacts'));
  const home = await openStore(postgres.url);
  await planDrawn(home, 'run', SOURCES);
  await startWorker(postgres.url);
  await vi.waitUntil(async () => (await decidedOf(home)) > SOURCES, {
    timeout: 60_000,
    interval: 50,
  });
  const backup = join(folder, 'backup');
  const ledgerSchema = 1;
  const source = { store: home.backup, artifacts, program: '0', ledgerSchema, nowMs: 0 };
  await writeBackup(backup, source);
  await ended(home, 'run', 120_000);
  const expected = await outcomeOf(home, postgres.url, 'run');
  expect(expected).toMatchObject({ state: 'completed', verdict_count: 3 * SOURCES });
  // Whoever saves it keeps nobody from working, and costs no item a try.
  expect(expected.begun).toBe(expected.items);

  const url = await createDatabase(postgres.url);
  const elsewhere = await openStore(url);
  await restoreBackup(backup, { store: elsewhere.backup, artifacts, ledgerSchema });
  const restored = await outcomeOf(elsewhere, url, 'run');
  expect(restored.state).toBe('running');
  expect(restored.verdict_count).toBeGreaterThanOrEqual(SOURCES);
  expect(restored.verdict_count).toBeLessThan(3 * SOURCES);
  await startWorker(url);
  await ended(elsewhere, 'run', 120_000);
  const { begun, ...outcome } = await outcomeOf(elsewhere, url, 'run');
  expect({ ...outcome, begun: expected.begun }).toEqual(expected);
  expect(begun / outcome.items).toBeLessThanOrEqual(1.1);
});

async function openStore(url: string): Promise<Store> {
  const store = await openPostgresStore({ url, connectionsMax: 3 });
  onTestFinished(() => store.close());
  return store;
}

/** A worker with an empty Redis of its own. */
async function startWorker(database: string): Promise<void> {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const options = { database, redis: redis.url, sources: SOURCES, stepMs: 20 };
  const worker = await startDrawnWorker(options);
  onTestFinished(() => stopWorker(worker));
}

async function decidedOf({ runs }: Store): Promise<number> {
  return (await runs.counters('run')).claims_decided ?? 0;
}

async function createDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create database elsewhere');
  await client.end();
  return url.replace(/postgres$/, 'elsewhere');
}
