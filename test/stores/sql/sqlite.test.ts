import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { digestOfText } from '../../../src/evidence/canonical.ts';
import { isFailure } from '../../../src/pipeline/failure.ts';
import { openSqliteStore } from '../../../src/stores/sql/sqlite.ts';
import type { Store } from '../../../src/stores/sql/store.ts';
import { describeBackupStore } from '../../conformance/backup-store.ts';
import { describeGroundingStore } from '../../conformance/grounding-store.ts';
import { describeQueueLedger } from '../../conformance/queue-ledger.ts';
import { describeSchedules } from '../../conformance/schedules.ts';
import { describeStore } from '../../conformance/store.ts';
import { describeViews } from '../../conformance/views.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function open(folder = temporaryFolder()): Promise<Store> {
  const store = await openSqliteStore(folder);
  onTestFinished(() => store.close());
  return store;
}

describeStore('SQLite store', open);
describeQueueLedger('SQLite store', open);
describeSchedules('SQLite store', open);
describeGroundingStore('SQLite store', async () => (await open()).groundings);
describeViews('SQLite store', async () => {
  const folder = temporaryFolder();
  const store = await open(folder);
  const file = new Database(join(folder, 'ledger.db'), { readonly: true });
  onTestFinished(() => {
    file.close();
  });
  return {
    store,
    query: (text) =>
      Promise.resolve(z.array(z.record(z.string(), z.unknown())).parse(file.prepare(text).all([]))),
  };
});

describeBackupStore('SQLite store', async () => {
  const folder = temporaryFolder();
  return [await open(folder), await open(folder)];
});

const RUN = {
  run_id: 'run',
  profile: digestOfText('p'),
  engine: '',
  settings: { a: [1] },
  created_ms: 7,
};

it('a store that was closed is found as it was', async () => {
  const folder = temporaryFolder();
  const first = await openSqliteStore(folder);
  await first.runs.createRun(RUN);
  await first.close();
  const second = await open(folder);
  expect(await second.runs.runs()).toMatchObject([{ run_id: 'run', settings: { a: [1] } }]);
});

it('its folder and files belong to the owner alone', async () => {
  const folder = join(temporaryFolder(), 'deep', 'home');
  const store = await open(folder);
  await store.runs.createRun(RUN);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of ['ledger.db', 'ledger.db-wal', 'readings.db', 'readings.db-wal']) {
    expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
  }
});

it('two connections to one home can write in turn', async () => {
  const folder = temporaryFolder();
  const [one, two] = [await open(folder), await open(folder)];
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? one : two).runs.createRun({ ...RUN, run_id: `run-${index}` }),
    ),
  );
  expect(await one.runs.runs()).toHaveLength(20);
});

it('a store of a newer version is left alone', async () => {
  const folder = temporaryFolder();
  await (await openSqliteStore(folder)).close();
  const file = new Database(join(folder, 'ledger.db'));
  file.exec("insert into kysely_migration values ('9999-future', '2030-01-01')");
  file.close();
  await expect(openSqliteStore(folder)).rejects.toSatisfy((error) =>
    isFailure(error, 'store_newer'),
  );
});

it('a file that is no database is named as such, not overwritten', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'ledger.db'), 'no database at all '.repeat(100));
  await expect(openSqliteStore(folder)).rejects.toSatisfy((error) =>
    isFailure(error, 'store_unusable'),
  );
});

it('looking for work that is not there waits for no other writer', async () => {
  const folder = temporaryFolder();
  const store = await open(folder);
  await store.runs.createRun(RUN);
  const other = new Database(join(folder, 'ledger.db'));
  onTestFinished(() => {
    other.close();
  });
  other.exec('begin immediate');
  const taken = await store.work.take({
    run_id: RUN.run_id,
    profile: RUN.profile,
    kinds: ['report', 'verify', 'ingest'],
    owner: 'one',
    now_ms: 1,
    lease_until_ms: 2,
    count_max: 1,
  });
  expect(taken).toEqual([]);
});
