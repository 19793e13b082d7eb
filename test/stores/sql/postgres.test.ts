import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openPostgresStore } from '../../../src/stores/sql/postgres.ts';
import type { Store } from '../../../src/stores/sql/store.ts';
import { describeBackupStore } from '../../conformance/backup-store.ts';
import { describeGroundingStore } from '../../conformance/grounding-store.ts';
import { describeQueueLedger } from '../../conformance/queue-ledger.ts';
import { describeSchedules } from '../../conformance/schedules.ts';
import { describeStore } from '../../conformance/store.ts';
import { describeViews } from '../../conformance/views.ts';
import { postgresForSuite } from '../../support/databases.ts';

const server = postgresForSuite();

async function open(): Promise<Store> {
  const store = await openPostgresStore({ url: await server.createDatabase(), connectionsMax: 4 });
  onTestFinished(() => store.close());
  return store;
}

describeStore('PostgreSQL store', open);
describeQueueLedger('PostgreSQL store', open);
describeSchedules('PostgreSQL store', open);
describeGroundingStore('PostgreSQL store', async () => (await open()).groundings);

it('a run is held by one process at a time, until that lets go of it', async () => {
  const url = await server.createDatabase();
  const one = await openPostgresStore({ url, connectionsMax: 2 });
  const two = await openPostgresStore({ url, connectionsMax: 2 });
  onTestFinished(async () => {
    await one.close();
    await two.close();
  });
  const held = await one.hold('run');
  expect(held).not.toBeNull();
  expect(await two.hold('run')).toBeNull();
  const other = await two.hold('another');
  expect(other).not.toBeNull();
  await held?.release();
  const again = await two.hold('run');
  expect(again).not.toBeNull();
  await again?.release();
  await other?.release();
});

it('a server that is not there, and one that refuses, are told apart', async () => {
  const url = await server.createDatabase();
  const gone = new URL(url);
  gone.port = '9';
  await expect(openPostgresStore({ url: gone.href, connectionsMax: 1 })).rejects.toMatchObject({
    code: 'store_unreachable',
  });
  await expect(
    openPostgresStore({ url: `${url}_missing`, connectionsMax: 1 }),
  ).rejects.toMatchObject({ code: 'store_unusable' });
});

it('a database of a newer version is left alone', async () => {
  const url = await server.createDatabase();
  await (await openPostgresStore({ url, connectionsMax: 1 })).close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "insert into pagewitness.kysely_migration values ('9999-future', '2030-01-01')",
  );
  await client.end();
  await expect(openPostgresStore({ url, connectionsMax: 1 })).rejects.toMatchObject({
    code: 'store_newer',
  });
});

it('two processes that open an empty database at the same time both succeed', async () => {
  const url = await server.createDatabase();
  const stores = await Promise.all(
    Array.from({ length: 4 }, () => openPostgresStore({ url, connectionsMax: 1 })),
  );
  for (const store of stores) await store.close();
});

describeViews('PostgreSQL store', async () => {
  const url = await server.createDatabase();
  const store = await openPostgresStore({ url, connectionsMax: 4 });
  onTestFinished(() => store.close());
  const client = new pg.Client({
    connectionString: url,
    options: '-c search_path=pagewitness',
  });
  await client.connect();
  onTestFinished(() => client.end());
  return { store, query: async (text) => (await client.query(text)).rows };
});

describeBackupStore('PostgreSQL store', async () => {
  const url = await server.createDatabase();
  const store = await openPostgresStore({ url, connectionsMax: 4 });
  const other = await openPostgresStore({ url, connectionsMax: 4 });
  onTestFinished(() => store.close());
  onTestFinished(() => other.close());
  return [store, other];
});

it('processes that begin at the same time on an empty database do not hinder each other', async () => {
  const url = await server.createDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query('create schema pagewitness');
  const opening = openPostgresStore({ url, connectionsMax: 4 });
  const isWaiting = async (): Promise<boolean> => {
    const { rows } = await client.query('select 1 from pg_locks where not granted');
    return rows.length > 0;
  };
  await vi.waitUntil(isWaiting, { timeout: 30_000, interval: 20 });
  await client.query('commit');
  const store = await opening;
  onTestFinished(() => store.close());
  expect(await store.runs.runs()).toEqual([]);
});
