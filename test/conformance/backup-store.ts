import { describe, expect, it } from 'vitest';
import type { BackupRow } from '../../src/contracts/backup.ts';
import { digestOfText } from '../../src/evidence/canonical.ts';
import { isFailure } from '../../src/pipeline/failure.ts';
import type { Store } from '../../src/stores/sql/store.ts';
import { envelopeEntry, quoteEntry } from '../support/plan.ts';

const PROFILE = digestOfText('profile');

/** The suite of what backups are made of. `open`: two views of one new and empty store. */
export function describeBackupStore(
  name: string,
  open: () => Promise<readonly [store: Store, other: Store]>,
): void {
  describe(`${name}: backups`, () => {
    it('every row comes once, however many there are', async () => {
      const [store] = await open();
      await plan(store, 'run', 1_234);
      const tables = await dumped(store);
      const indices = tables.get('envelope')?.map((row) => row['envelope_index']) ?? [];
      expect(indices).toEqual(Array.from({ length: 1_234 }, (_, index) => index));
      expect(tables.get('claim')).toHaveLength(1_234);
      expect(tables.get('work_item')).toHaveLength(7);
    });

    it('what others write meanwhile waits for nothing and is not in it', async () => {
      const [store, other] = await open();
      await plan(store, 'before', 3);
      const tables = await dumped(store, async (table) => {
        if (table === 'run_counter') await plan(other, 'meanwhile', 3);
      });
      const runs = new Set([...tables.values()].flat().map((row) => row['run_id']));
      expect([...runs]).toEqual(['before']);
      expect(await store.runs.run('meanwhile')).not.toBeNull();
    });

    it('signs of life and page readings are left out', async () => {
      const [store] = await open();
      const tables = await dumped(store);
      expect([...tables.keys()].sort()).toEqual([
        ...['claim', 'crop', 'envelope', 'finding', 'picture', 'run', 'run_counter'],
        ...['run_source', 'schedule', 'schedule_tick', 'verdict', 'work_item'],
      ]);
    });

    it('rows from elsewhere are there as they were, and their work is taken up', async () => {
      const [store] = await open();
      await plan(store, 'run', 600);
      await store.work.take({
        ...{ run_id: 'run', profile: PROFILE, kinds: ['ingest'], owner: 'gone' },
        ...{ now_ms: 1, lease_until_ms: 2, count_max: 1 },
      });
      const tables = await dumped(store);
      const [empty] = await open();
      await empty.backup.requireEmpty();
      await empty.backup.load((table) => batches(tables.get(table) ?? []));
      expect(await dumped(empty)).toEqual(tables);
      expect(await empty.work.reclaim({ run_id: 'run', now_ms: 3, is_alone: false })).toBe(1);
    });

    it('rows that were saved before a column was added get what a migration would give them', async () => {
      const [store] = await open();
      await plan(store, 'run', 2);
      const tables = await dumped(store);
      const [empty] = await open();
      await empty.backup.load((table) => {
        const rows = (tables.get(table) ?? []).map(
          ({ losses: _losses, engine: _engine, ...row }) => row,
        );
        return batches(rows);
      });
      expect(await dumped(empty)).toEqual(tables);
    });

    it('a store that holds a run is not filled', async () => {
      const [store] = await open();
      await plan(store, 'run', 1);
      const isRefused = (error: unknown) => isFailure(error, 'store_not_empty');
      await expect(store.backup.requireEmpty()).rejects.toSatisfy(isRefused);
      await expect(store.backup.load(() => null)).rejects.toSatisfy(isRefused);
    });

    it('rows that break off leave nothing behind', async () => {
      const [store] = await open();
      await plan(store, 'run', 3);
      const tables = await dumped(store);
      const [empty] = await open();
      const load = empty.backup.load((table) => {
        if (table === 'verdict') throw new Error('broken off');
        return batches(tables.get(table) ?? []);
      });
      await expect(load).rejects.toThrow('broken off');
      await empty.backup.requireEmpty();
    });
  });
}

async function plan({ runs }: Store, runId: string, envelopes: number): Promise<void> {
  const settings = { out: null };
  await runs.createRun({ run_id: runId, profile: PROFILE, engine: '', settings, created_ms: 1 });
  const entries = Array.from({ length: envelopes }, (_, envelope_index) => ({
    envelope_index,
    entry: envelopeEntry(`s${envelope_index % 3}`, [quoteEntry('c', 0)], envelope_index + 1),
  }));
  await runs.appendPlan(runId, entries, 500);
  await runs.sealPlan(runId, digestOfText('plan'), []);
  await runs.changeState(runId, ['planned'], 'running', { now_ms: 1 });
}

/** All rows by table; `meanwhile` is called as each table begins. */
async function dumped(
  store: Store,
  meanwhile: (table: string) => Promise<void> = () => Promise.resolve(),
): Promise<ReadonlyMap<string, readonly BackupRow[]>> {
  const tables = new Map<string, readonly BackupRow[]>();
  await store.backup.dump(async (table, rows) => {
    await meanwhile(table);
    const all: BackupRow[] = [];
    for await (const batch of rows) all.push(...batch);
    tables.set(table, all);
  });
  return tables;
}

async function* batches(rows: readonly BackupRow[]): AsyncGenerator<readonly BackupRow[]> {
  for (let start = 0; start < rows.length; start += 100) yield rows.slice(start, start + 100);
}
