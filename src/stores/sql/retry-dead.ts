import type { ExpressionBuilder } from 'kysely';
import type { DeadItem } from '../../pipeline/watch-ports.ts';
import type { AddCounters } from './counter-repository.ts';
import type { LedgerDatabase, LedgerTables } from './schema.ts';

type DeadKey = Pick<DeadItem, 'run_id' | 'kind' | 'source_index' | 'shard'>;

/**
 * Takes up a dead item again, in a transaction. A source that was given up had all its claims decided, so
 * that they wait again; the report comes after whatever is open now.
 */
export async function retryDeadItem(
  database: LedgerDatabase,
  item: DeadKey,
  addCounters: AddCounters,
): Promise<boolean> {
  const { run_id, kind } = item;
  if (!(await reopen(database, item))) return false;
  if (kind === 'ingest') {
    await database
      .updateTable('work_item')
      .set((row) => ({ ...untried(row), state: 'waiting' }))
      .where('run_id', '=', run_id)
      .where('kind', '=', 'verify')
      .where('source_index', '=', item.source_index)
      .execute();
    await database
      .updateTable('run_source')
      .set({ outcome_json: null })
      .where('run_id', '=', run_id)
      .where('source_index', '=', item.source_index)
      .execute();
  }
  if (kind !== 'report') {
    const forgotten = await forgetVerdicts(database, item);
    await addCounters(database, run_id, { claims_decided: -forgotten });
    await database
      .updateTable('work_item')
      .set((row) => ({ ...untried(row), state: 'waiting' }))
      .where('run_id', '=', run_id)
      .where('kind', '=', 'report')
      .execute();
  }
  await addCounters(database, run_id, { items_given_up: -1, resumed: 1 });
  await database
    .updateTable('run')
    .set({ state: 'running', finished_ms: null, report_digest: null, failure: null })
    .where('run_id', '=', run_id)
    .execute();
  return true;
}

/** As if it had never been taken, but that nobody who holds it still can end it. */
function untried(row: ExpressionBuilder<LedgerTables, 'work_item'>) {
  return { attempts: 0, losses: 0, strikes: 0, generation: row('generation', '+', 1) };
}

async function reopen(database: LedgerDatabase, item: DeadKey): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('work_item')
    .set((row) => ({ ...untried(row), state: 'ready', not_before_ms: 0, last_error: null }))
    .where('run_id', '=', item.run_id)
    .where('kind', '=', item.kind)
    .where('source_index', '=', item.source_index)
    .where('shard', '=', item.shard)
    .where('state', '=', 'dead')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Verdicts of the source, or of one shard of it, with their pictures. Returns how many. */
async function forgetVerdicts(database: LedgerDatabase, item: DeadKey): Promise<number> {
  const claims = database
    .selectFrom('claim')
    .select(['envelope_index', 'claim_index'])
    .where('run_id', '=', item.run_id)
    .where('source_index', '=', item.source_index)
    .$if(item.kind === 'verify', (query) => query.where('shard', '=', item.shard))
    .$asTuple('envelope_index', 'claim_index');
  await database
    .deleteFrom('crop')
    .where('run_id', '=', item.run_id)
    .where((row) => row(row.refTuple('envelope_index', 'claim_index'), 'in', claims))
    .execute();
  const { numDeletedRows } = await database
    .deleteFrom('verdict')
    .where('run_id', '=', item.run_id)
    .where((row) => row(row.refTuple('envelope_index', 'claim_index'), 'in', claims))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
