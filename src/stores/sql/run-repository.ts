import { type CropRecord, cropRecordSchema } from '../../contracts/crop.ts';
import { claimEntrySchema } from '../../contracts/job.ts';
import { verdictSchema } from '../../contracts/verdict.ts';
import type { ClaimKey, RunStore } from '../../pipeline/ports.ts';
import { countersOf, prepareCounters } from './counter-repository.ts';
import { createFinishStore, type TransactSynced } from './finish-repository.ts';
import { createPlanStore } from './plan-repository.ts';
import { prepareQuery } from './prepare-query.ts';
import { claimsOf, machineOutcomeOf, newRunRow, runOf, sourceOf } from './run-rows.ts';
import type { LedgerDatabase, LedgerTables } from './schema.ts';

/** Runs and all that belongs to them, in a ledger database that was migrated. */
export function createRunStore(database: LedgerDatabase, transactSynced: TransactSynced): RunStore {
  const addCounters = prepareCounters();
  return {
    ...runRecords(database),
    ...createPlanStore(database, transactSynced),
    ...planReading(database),
    ...createFinishStore(database, transactSynced),
    ...verdictReading(database),
    addCounters: (runId, amounts) => addCounters(database, runId, amounts),
    counters: (runId) => countersOf(database, runId),
  };
}

function runRecords(
  database: LedgerDatabase,
): Pick<RunStore, 'createRun' | 'run' | 'runs' | 'changeState'> {
  return {
    createRun: async (run) => {
      await database.insertInto('run').values(newRunRow(run)).execute();
    },
    run: async (runId) => {
      const [row] = await database
        .selectFrom('run')
        .selectAll()
        .where('run_id', '=', runId)
        .execute();
      return row === undefined ? null : runOf(row);
    },
    runs: async () => {
      const rows = await database
        .selectFrom('run')
        .selectAll()
        .orderBy('created_ms', 'desc')
        .orderBy('run_id')
        .execute();
      return rows.map(runOf);
    },
    changeState: async (runId, from, to, at) => {
      const { numUpdatedRows } = await database
        .updateTable('run')
        .set((run) => ({
          state: to,
          failure: at.failure ?? null,
          ...(to === 'running'
            ? { started_ms: run.fn.coalesce('started_ms', run.val(at.now_ms)), finished_ms: null }
            : { finished_ms: at.now_ms }),
        }))
        .where('run_id', '=', runId)
        .where('state', 'in', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

function planReading(database: LedgerDatabase): Pick<RunStore, 'source' | 'shardClaims'> {
  const selectSource = prepareQuery(
    (ledger: LedgerDatabase, values: { readonly run_id: string; readonly source_index: number }) =>
      ledger
        .selectFrom('run_source')
        .selectAll()
        .where('run_id', '=', values.run_id)
        .where('source_index', '=', values.source_index),
  );
  const selectShard = prepareShardQuery();
  return {
    source: async (run_id, source_index) => {
      const { rows } = await selectSource(database, { run_id, source_index });
      return rows[0] === undefined ? null : sourceOf(rows[0]);
    },
    shardClaims: async (run_id, source_index, shard) => {
      const { rows } = await selectShard(database, { run_id, source_index, shard });
      return claimsOf(rows);
    },
  };
}

function prepareShardQuery() {
  type Values = Pick<LedgerTables['claim'], 'run_id' | 'source_index' | 'shard'>;
  return prepareQuery((ledger: LedgerDatabase, values: Values) =>
    ledger
      .selectFrom('claim')
      .innerJoin('envelope', (join) =>
        join
          .onRef('envelope.run_id', '=', 'claim.run_id')
          .onRef('envelope.envelope_index', '=', 'claim.envelope_index'),
      )
      .select([
        'claim.envelope_index',
        'claim.claim_index',
        'claim.entry_json',
        'envelope.place_json',
        'envelope.head_json',
      ])
      .where('claim.run_id', '=', values.run_id)
      .where('claim.source_index', '=', values.source_index)
      .where('claim.shard', '=', values.shard)
      .orderBy('claim.envelope_index')
      .orderBy('claim.claim_index'),
  );
}

function verdictReading(database: LedgerDatabase): Pick<RunStore, 'entries' | 'machineOutcomes'> {
  return {
    entries: async (runId, after, countMax) => {
      const rows = await database
        .selectFrom('verdict')
        .innerJoin('claim', (join) =>
          join
            .onRef('claim.run_id', '=', 'verdict.run_id')
            .onRef('claim.envelope_index', '=', 'verdict.envelope_index')
            .onRef('claim.claim_index', '=', 'verdict.claim_index'),
        )
        .select([
          'verdict.envelope_index',
          'verdict.claim_index',
          'verdict.verdict_json',
          'claim.entry_json',
        ])
        .where('verdict.run_id', '=', runId)
        .$if(after !== null, (query) =>
          query.where((row) =>
            row(
              row.refTuple('verdict.envelope_index', 'verdict.claim_index'),
              '>',
              row.tuple(after?.envelope_index ?? 0, after?.claim_index ?? 0),
            ),
          ),
        )
        .orderBy('verdict.envelope_index')
        .orderBy('verdict.claim_index')
        .limit(countMax)
        .execute();
      const crops = await cropsOf(database, runId, rows);
      return rows.map((row) => {
        const entry = claimEntrySchema.parse(JSON.parse(row.entry_json));
        return {
          envelope_index: row.envelope_index,
          claim_index: row.claim_index,
          verdict: verdictSchema.parse(JSON.parse(row.verdict_json)),
          claim: entry.readable ? entry.claim : null,
          crops: crops.get(keyOf(row)) ?? [],
        };
      });
    },
    machineOutcomes: async (runId) => {
      const rows = await database
        .selectFrom('verdict')
        .select([
          'envelope_index',
          'claim_index',
          'verdict_json',
          'machine_attempts',
          'machine_detail',
        ])
        .where('run_id', '=', runId)
        .where('machine_detail', 'is not', null)
        .orderBy('envelope_index')
        .orderBy('claim_index')
        .execute();
      return rows.map(machineOutcomeOf);
    },
  };
}

/** The pictures of decided claims, which follow one another in input order. */
async function cropsOf(
  database: LedgerDatabase,
  runId: string,
  claims: readonly ClaimKey[],
): Promise<ReadonlyMap<string, readonly CropRecord[]>> {
  const [first, last] = [claims.at(0), claims.at(-1)];
  const found = new Map<string, CropRecord[]>();
  if (first === undefined || last === undefined) return found;
  const rows = await database
    .selectFrom('crop')
    .select(['envelope_index', 'claim_index', 'crop_json'])
    .where('run_id', '=', runId)
    .where((row) =>
      row.and([
        row(
          row.refTuple('envelope_index', 'claim_index'),
          '>=',
          row.tuple(first.envelope_index, first.claim_index),
        ),
        row(
          row.refTuple('envelope_index', 'claim_index'),
          '<=',
          row.tuple(last.envelope_index, last.claim_index),
        ),
      ]),
    )
    .orderBy('envelope_index')
    .orderBy('claim_index')
    .orderBy('position')
    .execute();
  for (const row of rows) {
    const crop = cropRecordSchema.parse(JSON.parse(row.crop_json));
    const others = found.get(keyOf(row));
    if (others === undefined) found.set(keyOf(row), [crop]);
    else others.push(crop);
  }
  return found;
}

function keyOf({ envelope_index, claim_index }: ClaimKey): string {
  return `${envelope_index}/${claim_index}`;
}
