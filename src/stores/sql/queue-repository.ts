import type { ExpressionBuilder } from 'kysely';
import { chunksOf } from '../../pipeline/chunks.ts';
import type { WorkKind } from '../../pipeline/ports.ts';
import type { QueueLedger, QueueScope, WorkKey } from '../../pipeline/queue-ports.ts';
import { prepareQuery } from './prepare-query.ts';
import type { LedgerDatabase, LedgerTables } from './schema.ts';
import { lost } from './work-repository.ts';

/** Runs that one look serves in turn; others come into their turn when these have what they may. */
const RUNS_MAX = 100;

/** As for other statements: nothing was gained with more values. */
const KEYS_MAX = 500;

/** The ledger's part in a queue that has a server of its own. */
export function createQueueLedger(database: LedgerDatabase): QueueLedger {
  const takeQueued = prepareTakeQueued();
  return {
    queueReady: (request) => queueReady(database, request),
    takeQueued: async (key, { owner, lease_until_ms }) => {
      const { rows } = await takeQueued(database, { ...key, owner, lease_until_ms });
      const [row] = rows;
      return row === undefined ? null : { ...key, owner, ...row };
    },
    overdue: async ({ scope, now_ms, count_max }) => {
      const rows = await database
        .selectFrom('work_item')
        .select(['run_id', 'kind', 'source_index', 'shard', 'generation'])
        .where('state', '=', 'queued')
        .where('lease_until_ms', '<', now_ms)
        .where('run_id', 'in', runsIn(database, scope))
        .orderBy('lease_until_ms')
        .limit(count_max)
        .execute();
      return rows.map(keyOf);
    },
    keepQueued: async (keys, lookAgainMs) => {
      for (const chunk of chunksOf(keys, KEYS_MAX)) {
        await database
          .updateTable('work_item')
          .set({ lease_until_ms: lookAgainMs })
          .where((row) => areQueued(row, chunk))
          .execute();
      }
    },
    unqueue: async (keys) => {
      for (const chunk of chunksOf(keys, KEYS_MAX)) {
        await database
          .updateTable('work_item')
          .set(readyAgain)
          .where((row) => areQueued(row, chunk))
          .execute();
      }
    },
    unqueueAll: async (scope) => {
      const { numUpdatedRows } = await database
        .updateTable('work_item')
        .set(readyAgain)
        .where('state', '=', 'queued')
        .where('run_id', 'in', runsIn(database, scope))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    reclaimExpired: async (nowMs) => {
      const { numUpdatedRows } = await database
        .updateTable('work_item')
        .set((row) => ({ ...readyAgain(row), ...lost(row) }))
        .where('state', '=', 'active')
        .where('lease_until_ms', '<', nowMs)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    isOpen: async (runId) => {
      const [row] = await database
        .selectFrom('work_item')
        .innerJoin('run', 'run.run_id', 'work_item.run_id')
        .select('work_item.run_id')
        .where('work_item.run_id', '=', runId)
        .where('work_item.state', 'in', ['waiting', 'ready', 'queued', 'active'])
        .where('run.state', '=', 'running')
        .limit(1)
        .execute();
      return row !== undefined;
    },
  };
}

type ItemRow = ExpressionBuilder<LedgerTables, 'work_item'>;

function readyAgain(row: ItemRow) {
  return {
    state: 'ready',
    owner: null,
    lease_until_ms: null,
    generation: row('generation', '+', 1),
  } as const;
}

function areQueued(row: ItemRow, keys: readonly WorkKey[]) {
  return row.and([
    row('state', '=', 'queued'),
    row(
      row.refTuple('run_id', 'kind', 'source_index', 'shard', 'generation'),
      'in',
      keys.map((key) =>
        row.tuple(key.run_id, key.kind, key.source_index, key.shard, key.generation),
      ),
    ),
  ]);
}

/** Runs of the scope that may be worked on. */
function runsIn(database: LedgerDatabase, scope: QueueScope) {
  const runs = database.selectFrom('run').select('run_id').where('state', '=', 'running');
  const sealed = runs.where('plan_digest', 'is not', null);
  return 'run_id' in scope
    ? sealed.where('run_id', '=', scope.run_id)
    : sealed.where('engine', '=', scope.engine);
}

type ReadyRequest = Parameters<QueueLedger['queueReady']>[0];

async function queueReady(
  database: LedgerDatabase,
  request: ReadyRequest,
): Promise<readonly WorkKey[]> {
  const { scope, kind, now_ms, count_max } = request;
  const runs = await runsIn(database, scope)
    .where(({ exists, selectFrom, ref }) =>
      exists(
        selectFrom('work_item')
          .select('work_item.run_id')
          .where('work_item.run_id', '=', ref('run.run_id'))
          .where('work_item.state', '=', 'ready')
          .where('work_item.kind', '=', kind)
          .where('work_item.not_before_ms', '<=', now_ms),
      ),
    )
    .orderBy('created_ms')
    .orderBy('run_id')
    .limit(RUNS_MAX)
    .execute();
  const queued: WorkKey[] = [];
  for (const [position, { run_id }] of runs.entries()) {
    // What a run leaves of its share goes to those after it.
    const share = Math.ceil((count_max - queued.length) / (runs.length - position));
    if (share > 0) queued.push(...(await queueOfRun(database, run_id, request, share)));
  }
  return queued;
}

/** Of two feeders that mark the same items one does so in vain, and is not given their keys. */
async function queueOfRun(
  database: LedgerDatabase,
  runId: string,
  { kind, now_ms, look_again_ms }: ReadyRequest,
  countMax: number,
): Promise<readonly WorkKey[]> {
  const rows = await database
    .updateTable('work_item')
    .set({ state: 'queued', lease_until_ms: look_again_ms })
    .where('run_id', '=', runId)
    .where('kind', '=', kind)
    .where('state', '=', 'ready')
    .where((row) =>
      row(
        row.refTuple('source_index', 'shard'),
        'in',
        database
          .selectFrom('work_item as next')
          .select(['next.source_index', 'next.shard'])
          .where('next.run_id', '=', runId)
          .where('next.state', '=', 'ready')
          .where('next.kind', '=', kind)
          .where('next.not_before_ms', '<=', now_ms)
          .orderBy('next.source_index')
          .orderBy('next.shard')
          .limit(countMax)
          .$asTuple('source_index', 'shard'),
      ),
    )
    .returning(['run_id', 'kind', 'source_index', 'shard', 'generation'])
    .execute();
  return rows.map(keyOf).sort((a, b) => a.source_index - b.source_index || a.shard - b.shard);
}

type TakeValues = WorkKey & { readonly owner: string; readonly lease_until_ms: number };

function prepareTakeQueued() {
  return prepareQuery((ledger: LedgerDatabase, values: TakeValues) =>
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
      .where('source_index', '=', values.source_index)
      .where('shard', '=', values.shard)
      .where('generation', '=', values.generation)
      .where('state', '=', 'queued')
      .where('run_id', 'in', runsIn(ledger, { run_id: values.run_id }))
      .returning(['attempts', 'losses', 'strikes']),
  );
}

function keyOf(row: Pick<LedgerTables['work_item'], keyof WorkKey>): WorkKey {
  // The plan writes no other kinds.
  return { ...row, kind: row.kind as WorkKind };
}
