import type { ExpressionBuilder } from 'kysely';
import type { WorkKind } from '../../pipeline/ports.ts';
import type { DeadItem, ItemCount, WatchStore } from '../../pipeline/watch-ports.ts';
import { prepareCounters } from './counter-repository.ts';
import { retryDeadItem } from './retry-dead.ts';
import type { LedgerDatabase, LedgerTables } from './schema.ts';

/** Reads of the ledger for those who watch it, and the signs of life of workers. */
export function createWatchStore(database: LedgerDatabase): WatchStore {
  const addCounters = prepareCounters();
  return {
    ...workerRecords(database),
    itemCounts: async (runId) => {
      const rows = await database
        .selectFrom('work_item')
        .select(['kind', 'state', countAll])
        .where('run_id', '=', runId)
        .groupBy(['kind', 'state'])
        .orderBy('kind')
        .orderBy('state')
        .execute();
      return rows.map(countOf);
    },
    openCounts: async () => {
      const rows = await database
        .selectFrom('work_item')
        .select(['kind', 'state', countAll])
        .where(
          'run_id',
          'in',
          database.selectFrom('run').select('run_id').where('state', '=', 'running'),
        )
        .where('state', 'in', ['waiting', 'ready', 'queued', 'active'])
        .groupBy(['kind', 'state'])
        .orderBy('kind')
        .orderBy('state')
        .execute();
      return rows.map(countOf);
    },
    dead: async (runId) => {
      const rows = await database
        .selectFrom('work_item')
        .select([
          'run_id',
          'kind',
          'source_index',
          'shard',
          'attempts',
          'losses',
          'strikes',
          'last_error',
        ])
        .where('state', '=', 'dead')
        .$if(runId !== null, (query) => query.where('run_id', '=', runId ?? ''))
        .orderBy('run_id')
        .orderBy('source_index')
        .orderBy('kind')
        .orderBy('shard')
        .execute();
      return rows.map((row): DeadItem => ({ ...row, kind: row.kind as WorkKind }));
    },
    retryDead: (item) =>
      database
        .transaction()
        .execute((transaction) => retryDeadItem(transaction, item, addCounters)),
  };
}

function countAll(row: ExpressionBuilder<LedgerTables, 'work_item'>) {
  return row.fn.countAll().as('count');
}

function countOf(row: {
  readonly kind: string;
  readonly state: ItemCount['state'];
  readonly count: number | string | bigint;
}): ItemCount {
  return { kind: row.kind as WorkKind, state: row.state, count: Number(row.count) };
}

function workerRecords(
  database: LedgerDatabase,
): Pick<WatchStore, 'beat' | 'forget' | 'forgetSilent' | 'workers'> {
  return {
    beat: async ({ stages, ...worker }) => {
      await database
        .insertInto('worker')
        .values({ ...worker, stages: stages.join(',') })
        .onConflict((conflict) => conflict.column('owner').doUpdateSet({ seen_ms: worker.seen_ms }))
        .execute();
    },
    forget: async (owner) => {
      await database.deleteFrom('worker').where('owner', '=', owner).execute();
    },
    forgetSilent: async (sinceMs) => {
      await database.deleteFrom('worker').where('seen_ms', '<', sinceMs).execute();
    },
    workers: async () => {
      const rows = await database
        .selectFrom('worker')
        .selectAll()
        .orderBy('host')
        .orderBy('pid')
        .execute();
      return rows.map((row) => ({
        ...row,
        stages: row.stages.split(','),
        started_ms: Number(row.started_ms),
        seen_ms: Number(row.seen_ms),
      }));
    },
  };
}
