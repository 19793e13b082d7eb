import type { WorkItem, WorkKind, WorkLedger } from '../../pipeline/ports.ts';
import type { LedgerDatabase, LedgerTables } from './schema.ts';

/** The list of work of a ledger database that was migrated. */
export function createWorkLedger(database: LedgerDatabase): WorkLedger {
  return {
    take: (request) => take(database, request),
    renew: async (runId, owner, leaseUntilMs) => {
      await database
        .updateTable('work_item')
        .set({ lease_until_ms: leaseUntilMs })
        .where('run_id', '=', runId)
        .where('state', '=', 'active')
        .where('owner', '=', owner)
        .execute();
    },
    giveBack: async (item, notBeforeMs, error) => {
      await database
        .updateTable('work_item')
        .set({
          state: 'ready',
          owner: null,
          lease_until_ms: null,
          generation: item.generation + 1,
          not_before_ms: notBeforeMs,
          last_error: error,
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
          ...(request.is_alone ? { attempts: 0, not_before_ms: 0 } : {}),
        }))
        .where('run_id', '=', request.run_id)
        .where('state', 'in', request.is_alone ? ['active', 'ready'] : ['active'])
        .$if(!request.is_alone, (query) => query.where('lease_until_ms', '<', request.now_ms))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  };
}

/**
 * Takes the next ready items. Most looks find nothing of a kind: those write nothing, and so need no
 * transaction.
 */
async function take(
  database: LedgerDatabase,
  request: Parameters<WorkLedger['take']>[0],
): Promise<readonly WorkItem[]> {
  const taken: WorkItem[] = [];
  for (const kind of request.kinds) {
    const countMax = request.count_max - taken.length;
    if (countMax <= 0) break;
    if ((await readyRows(database, request, kind, 1)).length === 0) continue;
    const items = await database
      .transaction()
      .execute((transaction) => takeKind(transaction, request, kind, countMax));
    taken.push(...items);
  }
  return taken;
}

/**
 * Reads the next ready items of a kind and takes each by compare and set, so that on a server with
 * many workers an item that another one takes meanwhile is merely passed over.
 */
async function takeKind(
  database: LedgerDatabase,
  request: Parameters<WorkLedger['take']>[0],
  kind: WorkKind,
  countMax: number,
): Promise<readonly WorkItem[]> {
  const taken: WorkItem[] = [];
  for (const row of await readyRows(database, request, kind, countMax)) {
    const { numUpdatedRows } = await database
      .updateTable('work_item')
      .set({
        state: 'active',
        owner: request.owner,
        lease_until_ms: request.lease_until_ms,
        attempts: row.attempts + 1,
      })
      .where('run_id', '=', request.run_id)
      .where('kind', '=', kind)
      .where('source_index', '=', row.source_index)
      .where('shard', '=', row.shard)
      .where('state', '=', 'ready')
      .where('generation', '=', row.generation)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) continue;
    taken.push({
      run_id: request.run_id,
      kind,
      source_index: row.source_index,
      shard: row.shard,
      generation: row.generation,
      attempts: row.attempts + 1,
      owner: request.owner,
    });
  }
  return taken;
}

async function readyRows(
  database: LedgerDatabase,
  request: Parameters<WorkLedger['take']>[0],
  kind: WorkKind,
  countMax: number,
): Promise<
  readonly Pick<LedgerTables['work_item'], 'source_index' | 'shard' | 'generation' | 'attempts'>[]
> {
  return await database
    .selectFrom('work_item')
    .innerJoin('run', 'run.run_id', 'work_item.run_id')
    .select([
      'work_item.source_index',
      'work_item.shard',
      'work_item.generation',
      'work_item.attempts',
    ])
    .where('work_item.run_id', '=', request.run_id)
    .where('work_item.state', '=', 'ready')
    .where('work_item.kind', '=', kind)
    .where('work_item.not_before_ms', '<=', request.now_ms)
    .where('run.state', '=', 'running')
    .where('run.profile', '=', request.profile)
    .where('run.plan_digest', 'is not', null)
    .orderBy('work_item.source_index')
    .orderBy('work_item.shard')
    .limit(countMax)
    .execute();
}
