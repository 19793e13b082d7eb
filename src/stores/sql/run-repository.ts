import { type CropRecord, cropRecordSchema } from '../../contracts/crop.ts';
import { claimEntrySchema } from '../../contracts/job.ts';
import { verdictSchema } from '../../contracts/verdict.ts';
import { PipelineError } from '../../pipeline/failure.ts';
import type { ClaimKey, DecidedClaim, RunStore, WorkItem } from '../../pipeline/ports.ts';
import { chunksOf } from './chunks.ts';
import { addCounters, countersOf } from './counter-repository.ts';
import { createPlanStore } from './plan-repository.ts';
import { releaseReport } from './release-report.ts';
import { claimsOf, machineOutcomeOf, runOf, sourceOf } from './run-rows.ts';
import type { LedgerDatabase } from './schema.ts';

/** Rows an insert carries: nothing was gained above 1,000, and 500 keep the values well in bounds. */
const ROWS_MAX = 500;

/** Runs a transaction whose end, with all that was committed before, survives a loss of power. */
export type TransactSynced = (
  work: (transaction: LedgerDatabase) => Promise<void>,
) => Promise<void>;

/** Runs and all that belongs to them, in a ledger database that was migrated. */
export function createRunStore(database: LedgerDatabase, transactSynced: TransactSynced): RunStore {
  return {
    ...runRecords(database),
    ...createPlanStore(database, transactSynced),
    ...planReading(database),
    ...finishing(database, transactSynced),
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
      await database
        .insertInto('run')
        .values({
          run_id: run.run_id,
          plan_digest: null,
          profile: run.profile,
          state: 'planned',
          settings_json: JSON.stringify(run.settings ?? null),
          inputs_json: '[]',
          envelope_count: 0,
          readable_envelope_count: 0,
          claim_count: 0,
          source_count: 0,
          created_ms: run.created_ms,
          started_ms: null,
          finished_ms: null,
          report_digest: null,
          failure: null,
        })
        .execute();
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
  return {
    source: async (runId, sourceIndex) => {
      const [row] = await database
        .selectFrom('run_source')
        .selectAll()
        .where('run_id', '=', runId)
        .where('source_index', '=', sourceIndex)
        .execute();
      return row === undefined ? null : sourceOf(row);
    },
    shardClaims: async (runId, sourceIndex, shard) => {
      const rows = await database
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
        .where('claim.run_id', '=', runId)
        .where('claim.source_index', '=', sourceIndex)
        .where('claim.shard', '=', shard)
        .orderBy('claim.envelope_index')
        .orderBy('claim.claim_index')
        .execute();
      return claimsOf(rows);
    },
  };
}

function finishing(
  database: LedgerDatabase,
  transactSynced: TransactSynced,
): Pick<RunStore, 'finishIngest' | 'finishVerify' | 'finishReport'> {
  return {
    finishIngest: async (item, outcome, amounts) => {
      await database.transaction().execute(async (transaction) => {
        await endItem(transaction, item);
        await transaction
          .updateTable('run_source')
          .set({ outcome_json: JSON.stringify(outcome) })
          .where('run_id', '=', item.run_id)
          .where('source_index', '=', item.source_index)
          .execute();
        await transaction
          .updateTable('work_item')
          .set({ state: 'ready' })
          .where('run_id', '=', item.run_id)
          .where('kind', '=', 'verify')
          .where('source_index', '=', item.source_index)
          .where('state', '=', 'waiting')
          .execute();
        await addCounters(transaction, item.run_id, amounts);
      });
    },
    finishVerify: async (item, decided, amounts) => {
      await database.transaction().execute(async (transaction) => {
        await endItem(transaction, item);
        await insertVerdicts(transaction, item.run_id, decided);
        await insertCrops(transaction, item.run_id, decided);
        await addCounters(transaction, item.run_id, { ...amounts, claims_decided: decided.length });
        await releaseReport(transaction, item.run_id);
      });
    },
    finishReport: async (item, end, amounts) => {
      await transactSynced(async (transaction) => {
        await endItem(transaction, item);
        await transaction
          .updateTable('run')
          .set({ state: end.state, report_digest: end.digest, finished_ms: end.now_ms })
          .where('run_id', '=', item.run_id)
          .execute();
        await addCounters(transaction, item.run_id, amounts);
      });
    },
  };
}

/** Ends an item for its holder alone. Fails as `lease_lost`, which undoes the transaction. */
async function endItem(database: LedgerDatabase, item: WorkItem): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('work_item')
    .set({ state: 'done', owner: null, lease_until_ms: null, last_error: null })
    .where('run_id', '=', item.run_id)
    .where('kind', '=', item.kind)
    .where('source_index', '=', item.source_index)
    .where('shard', '=', item.shard)
    .where('state', '=', 'active')
    .where('owner', '=', item.owner)
    .where('generation', '=', item.generation)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new PipelineError('lease_lost');
}

async function insertVerdicts(
  database: LedgerDatabase,
  runId: string,
  decided: readonly DecidedClaim[],
): Promise<void> {
  for (const chunk of chunksOf(decided, ROWS_MAX)) {
    await database
      .insertInto('verdict')
      .values(
        chunk.map((claim) => ({
          run_id: runId,
          envelope_index: claim.envelope_index,
          claim_index: claim.claim_index,
          // Parsed before it is kept, so that a verdict of a wrong form fails where it is made.
          verdict_json: JSON.stringify(verdictSchema.parse(claim.verdict)),
          machine_attempts: claim.machine?.attempts ?? null,
          machine_detail: claim.machine?.detail ?? null,
        })),
      )
      .execute();
  }
}

async function insertCrops(
  database: LedgerDatabase,
  runId: string,
  decided: readonly DecidedClaim[],
): Promise<void> {
  const rows = decided.flatMap(({ envelope_index, claim_index, crops }) =>
    crops.map((crop, position) => ({
      run_id: runId,
      envelope_index,
      claim_index,
      position,
      crop_json: JSON.stringify(cropRecordSchema.parse(crop)),
    })),
  );
  for (const chunk of chunksOf(rows, ROWS_MAX)) {
    await database.insertInto('crop').values(chunk).execute();
  }
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
