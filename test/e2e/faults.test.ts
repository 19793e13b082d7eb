import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openPostgresStore } from '../../src/stores/sql/postgres.ts';
import type { Store } from '../../src/stores/sql/store.ts';
import {
  ended,
  outcomeOf,
  planDrawn,
  type RunOutcome,
  startDrawnWorker,
  stopWorker,
} from '../support/fault-run.ts';
import {
  type RedisPersistence,
  startPostgres,
  startRedis,
  type TestServer,
} from '../support/servers.ts';

const SOURCES = 150;

/** As many that what the kills cost is less than a tenth of the work. */
const SOURCES_OF_KILLED = 500;

const KINDS = ['ingest', 'verify', 'report'] as const;

/** What anyone who reaches Redis may put there: no object, no key of ours, a key of no run, of a later version. */
const FOREIGN: readonly unknown[] = [
  'words',
  { run_id: 'doubled' },
  { schema: 1, run_id: 'none', kind: 'ingest', source_index: 0, shard: 0, generation: 0 },
  { schema: 2, run_id: 'doubled', kind: 'ingest', source_index: 0, shard: 0, generation: 0 },
  { schema: 1, run_id: 'doubled', kind: 'ingest', source_index: 1e9, shard: 0, generation: 0 },
];

interface StageOptions {
  readonly persistence?: RedisPersistence;
  readonly sources?: number;
}

interface Stage {
  readonly postgres: TestServer;
  readonly redis: TestServer;
  readonly store: Store;
  readonly sources: number;
  /** `stepMs`: how long each step of the work takes. */
  readonly start: (stepMs?: number) => Promise<ChildProcess>;
}

let postgres: TestServer;
/** Outcomes of runs that nothing happened to, by their number of sources. */
const undisturbed = new Map<number, RunOutcome>();

/** A run of its own on an empty Redis; all that is started ends with the test. */
async function stage(
  runId: string,
  { persistence = 'none', sources = SOURCES }: StageOptions = {},
): Promise<Stage> {
  const redis = await startRedis(persistence);
  const store = await openPostgresStore({ url: postgres.url, connectionsMax: 3 });
  const workers: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await store.close();
    await redis.stop();
  });
  await planDrawn(store, runId, sources);
  return {
    postgres,
    redis,
    store,
    sources,
    start: async (stepMs = 20) => {
      const { url } = postgres;
      const worker = await startDrawnWorker({
        database: url,
        redis: redis.url,
        sources,
        stepMs,
      });
      workers.push(worker);
      return worker;
    },
  };
}

async function expectUndisturbed({ store, sources }: Stage, runId: string): Promise<void> {
  await ended(store, runId, 120_000);
  const outcome = await outcomeOf(store, postgres.url, runId);
  const { begun, items, ...rest } = outcome;
  const before = undisturbed.get(sources);
  expect(rest).toEqual({
    state: 'completed',
    report: before?.report,
    verdicts: before?.verdicts,
    verdict_count: before?.verdict_count,
  });
  expect(items).toBe(before?.items);
  expect(begun / items).toBeLessThanOrEqual(1.1);
}

beforeAll(async () => {
  postgres = await startPostgres();
  const redis = await startRedis();
  const store = await openPostgresStore({ url: postgres.url, connectionsMax: 3 });
  for (const sources of [SOURCES, SOURCES_OF_KILLED]) {
    const runId = `undisturbed-${sources}`;
    await planDrawn(store, runId, sources);
    const { url } = postgres;
    const worker = await startDrawnWorker({ database: url, redis: redis.url, sources });
    await ended(store, runId, 120_000);
    await stopWorker(worker);
    undisturbed.set(sources, await outcomeOf(store, url, runId));
  }
  await store.close();
  await redis.stop();
}, 240_000);

afterAll(async () => {
  await postgres.stop();
});

describe('a run comes to the same end', { timeout: 240_000 }, () => {
  it('undisturbed, with every item begun once', () => {
    const outcome = undisturbed.get(SOURCES);
    expect(outcome?.state).toBe('completed');
    expect(outcome?.verdict_count).toBe(SOURCES * 3);
    expect(outcome?.begun).toBe(outcome?.items);
  });

  it('when workers are killed again and again', async () => {
    const opened = await stage('killed', { sources: SOURCES_OF_KILLED });
    let kills = 0;
    const killAndReplace = async (): Promise<void> => {
      for (; kills < 20; kills += 1) {
        const worker = await opened.start(400);
        await wait(200);
        expect((await opened.store.runs.run('killed'))?.state).toBe('running');
        worker.kill('SIGKILL');
      }
    };
    await Promise.all([killAndReplace(), killAndReplace(), killAndReplace()]);
    await Promise.all([opened.start(20), opened.start(20)]);
    await expectUndisturbed(opened, 'killed');
  });

  it('when Redis loses everything', async () => {
    const opened = await stage('flushed');
    await opened.start();
    await wait(500);
    const client = new Redis(opened.redis.url);
    await client.flushall();
    client.disconnect();
    await expectUndisturbed(opened, 'flushed');
  });

  it.each(['none', 'everysec'] as const)(
    'when Redis is killed for three seconds, persistence %s',
    async (persistence) => {
      const opened = await stage(`redis-${persistence}`, { persistence });
      await opened.start();
      await wait(500);
      await opened.redis.kill();
      await wait(3_000);
      await opened.redis.restart();
      await expectUndisturbed(opened, `redis-${persistence}`);
    },
  );

  it('when Redis is killed for twenty seconds, with persistence and without', async () => {
    const outage = async (persistence: RedisPersistence): Promise<void> => {
      const opened = await stage(`long-${persistence}`, { persistence });
      await opened.start();
      await wait(500);
      await opened.redis.kill();
      await wait(20_000);
      await opened.redis.restart();
      await expectUndisturbed(opened, `long-${persistence}`);
    };
    await Promise.all([outage('none'), outage('everysec')]);
  });

  it('when Redis is full for a while', async () => {
    const opened = await stage('full');
    const client = new Redis(opened.redis.url);
    onTestFinished(() => client.disconnect());
    await opened.start();
    for (let times = 0; times < 4; times += 1) {
      await wait(500);
      await client.config('SET', 'maxmemory', '1');
      await wait(1_000);
      await client.config('SET', 'maxmemory', '0');
    }
    await expectUndisturbed(opened, 'full');
  });

  it('when jobs come twice, and foreign ones beside them', async () => {
    const opened = await stage('doubled');
    const client = new Redis(opened.redis.url, { maxRetriesPerRequest: null });
    const queues = KINDS.map(
      (kind) => new Queue(`${kind}.drawn`, { connection: client, prefix: '{pagewitness}' }),
    );
    onTestFinished(async () => {
      for (const queue of queues) await queue.close();
      client.disconnect();
    });
    const addAgain = async (): Promise<void> => {
      for (const [position, queue] of queues.entries()) {
        const kind = KINDS[position] ?? 'ingest';
        await queue.addBulk(
          Array.from({ length: 20 }, (_, source_index) => ({
            name: kind,
            data: {
              ...{ schema: 1, run_id: 'doubled', kind, source_index, shard: 0, generation: 0 },
            },
          })),
        );
        await queue.addBulk(FOREIGN.map((data) => ({ name: 'foreign', data })));
      }
    };
    await addAgain();
    await opened.start();
    await Promise.all([opened.start(), wait(500).then(addAgain)]);
    await addAgain();
    await expectUndisturbed(opened, 'doubled');
    await addAgain();
    await expectUndisturbed(opened, 'doubled');
    await Promise.all(
      queues.map((queue) =>
        vi.waitFor(async () => expect(await queue.getWaitingCount()).toBe(0), 20_000),
      ),
    );
    await expectUndisturbed(opened, 'doubled');
  });

  it('when a worker is stopped for longer than its lease, and goes on then', async () => {
    const opened = await stage('stopped');
    const stopped = await opened.start();
    await wait(500);
    stopped.kill('SIGSTOP');
    const other = await opened.start();
    await wait(4_000);
    stopped.kill('SIGCONT');
    await expectUndisturbed(opened, 'stopped');
    await Promise.all([stopWorker(stopped), stopWorker(other)]);
  });

  it('when a worker is asked to end: it exits with 0 and holds nothing any more', async () => {
    const opened = await stage('asked');
    const worker = await opened.start();
    await wait(1_000);
    await stopWorker(worker);
    expect(worker.exitCode).toBe(0);
    const counts = await opened.store.watch.itemCounts('asked');
    expect(counts.filter(({ state }) => state === 'active')).toEqual([]);
    expect((await opened.store.runs.run('asked'))?.state).toBe('running');
    await opened.start();
    await expectUndisturbed(opened, 'asked');
  });

  it('when PostgreSQL is restarted', async () => {
    const opened = await stage('postgres');
    await opened.start();
    await wait(500);
    await opened.postgres.kill();
    await wait(500);
    await opened.postgres.restart();
    await expectUndisturbed(opened, 'postgres');
  });
});
