import type { ExpressionBuilder } from 'kysely';
import { chunksOf } from '../../pipeline/chunks.ts';
import type { WorkItem, WorkKind, WorkLedger } from '../../pipeline/ports.ts';
import { prepareQuery } from './prepare-query.ts';
import type { LedgerDatabase, LedgerTables } from './schema.ts';

/** The list of work of a ledger database that was migrated. */
export function createWorkLedger(database: LedgerDatabase): WorkLedger {
  const take = prepareTake();
  return {
    take: (request) => take(database, request),
    renew: async (owner, held, leaseUntilMs) => {
      for (const chunk of chunksOf(held, ITEMS_MAX)) {
        await database
          .updateTable('work_item')
          .set({ lease_until_ms: leaseUntilMs })
          .where('state', '=', 'active')
          .where('owner', '=', owner)
          .where((row) =>
            row(
              row.refTuple('run_id', 'kind', 'source_index', 'shard', 'generation'),
              'in',
              chunk.map((item) =>
                row.tuple(item.run_id, item.kind, item.source_index, item.shard, item.generation),
              ),
            ),
          )
          .execute();
      }
    },
    giveBack: async (item, notBeforeMs, { code, is_try }) => {
      await database
        .updateTable('work_item')
        .set({
          state: 'ready',
          owner: null,
          lease_until_ms: null,
          generation: item.generation + 1,
          not_before_ms: notBeforeMs,
          last_error: code,
          attempts: is_try ? item.attempts : item.attempts - 1,
        })
        .where('run_id', '=', item.run_id)
        .where('kind', '=', item.kind)
        .where('source_index', '=', item.source_index)
        .where('shard', '=', item.shard)
        .where('state', '=', 'active')
        .where('owner', '=', item.owner)
        .where('generation', '=', item.generation)
        .execute();
    },
    nextReadyMs: async (runId) => {
      const [row] = await database
        .selectFrom('work_item')
        .innerJoin('run', 'run.run_id', 'work_item.run_id')
        .select('work_item.not_before_ms')
        .where('work_item.run_id', '=', runId)
        .where('work_item.state', '=', 'ready')
        .where('run.state', '=', 'running')
        .orderBy('work_item.not_before_ms')
        .limit(1)
        .execute();
      return row === undefined ? null : Number(row.not_before_ms);
    },
    reclaim: async (request) => {
      const { numUpdatedRows } = await database
        .updateTable('work_item')
        .set((row) => ({
          state: 'ready',
          owner: null,
          lease_until_ms: null,
          generation: row('generation', '+', 1),
          ...(request.is_alone
            ? { attempts: 0, losses: 0, strikes: 0, not_before_ms: 0 }
            : lost(row)),
        }))
        .where('run_id', '=', request.run_id)
        .where('state', 'in', request.is_alone ? ['active', 'queued', 'ready'] : ['active'])
        .$if(!request.is_alone, (query) => query.where('lease_until_ms', '<', request.now_ms))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  };
}

/** As for other statements: nothing was gained with more values. */
const ITEMS_MAX = 500;

/** What becomes of an item whose worker was never heard of again. */
export function lost(row: ExpressionBuilder<LedgerTables, 'work_item'>) {
  const held = row
    .selectFrom('work_item as other')
    .select(row.fn.countAll().as('count'))
    .whereRef('other.owner', '=', 'work_item.owner')
    .where('other.state', '=', 'active');
  return {
    losses: row('losses', '+', 1),
    strikes: row
      .case()
      .when(held, '>', 1)
      .then(row.ref('strikes'))
      .else(row('strikes', '+', 1))
      .end(),
  };
}

type TakeRequest = Parameters<WorkLedger['take']>[0];

/** Takes the next ready items. Most looks find nothing of a kind: those write nothing. */
function prepareTake(): (
  database: LedgerDatabase,
  request: TakeRequest,
) => Promise<readonly WorkItem[]> {
  const look = prepareQuery((ledger: LedgerDatabase, values: ReadyValues) =>
    readyItems(ledger, values).limit(1),
  );
  const take = prepareTakeKind();
  return async (database, { kinds, count_max, ...request }) => {
    const taken: WorkItem[] = [];
    for (const kind of kinds) {
      const values = { ...request, kind, count_max: count_max - taken.length };
      if (values.count_max <= 0) break;
      const ready = await look(database, values);
      if (ready.rows.length > 0) taken.push(...(await take(database, values)));
    }
    return taken;
  };
}

type ReadyValues = Pick<TakeRequest, 'run_id' | 'profile' | 'now_ms'> & {
  readonly kind: WorkKind;
};

type TakeValues = ReadyValues & Pick<TakeRequest, 'owner' | 'lease_until_ms' | 'count_max'>;

/**
 * One statement, which needs no transaction. On a server with many workers an item that another one
 * takes meanwhile is no longer ready and is merely passed over.
 */
function prepareTakeKind(): (
  database: LedgerDatabase,
  values: TakeValues,
) => Promise<readonly WorkItem[]> {
  const take = prepareQuery((ledger: LedgerDatabase, values: TakeValues) =>
    ledger
      .updateTable('work_item')
      .set((row) => ({
        state: 'active',
        owner: values.owner,
        lease_until_ms: values.lease_until_ms,
        attempts: row('attempts', '+', 1),
      }))
      .where('run_id', '=', values.run_id)
      .where('kind', '=', values.kind)
      .where('state', '=', 'ready')
      .where((row) =>
        row(
          row.refTuple('source_index', 'shard'),
          'in',
          readyItems(ledger, values).limit(values.count_max).$asTuple('source_index', 'shard'),
        ),
      )
      .returning(['source_index', 'shard', 'generation', 'attempts', 'losses', 'strikes']),
  );
  return async (database, values) => {
    const { run_id, kind, owner } = values;
    const { rows } = await take(database, values);
    return rows
      .toSorted((a, b) => a.source_index - b.source_index || a.shard - b.shard)
      .map((row) => ({ run_id, kind, owner, ...row }));
  };
}

/** Items of one kind that may be taken now, by position. */
function readyItems(database: LedgerDatabase, values: ReadyValues) {
  return database
    .selectFrom('work_item as next')
    .innerJoin('run', 'run.run_id', 'next.run_id')
    .select(['next.source_index', 'next.shard'])
    .where('next.run_id', '=', values.run_id)
    .where('next.state', '=', 'ready')
    .where('next.kind', '=', values.kind)
    .where('next.not_before_ms', '<=', values.now_ms)
    .where('run.state', '=', 'running')
    .where('run.profile', '=', values.profile)
    .where('run.plan_digest', 'is not', null)
    .orderBy('next.source_index')
    .orderBy('next.shard');
}
