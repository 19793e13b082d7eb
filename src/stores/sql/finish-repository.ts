import { cropRecordSchema } from '../../contracts/crop.ts';
import { verdictSchema } from '../../contracts/verdict.ts';
import { chunksOf } from '../../pipeline/chunks.ts';
import { PipelineError } from '../../pipeline/failure.ts';
import type { DecidedClaim, RunStore, WorkItem } from '../../pipeline/ports.ts';
import { prepareCounters } from './counter-repository.ts';
import { prepareQuery } from './prepare-query.ts';
import { prepareReportRelease } from './release-report.ts';
import type { LedgerDatabase, LedgerTables } from './schema.ts';

/** Rows an insert carries: nothing was gained above 1,000, and 500 keep the values well in bounds. */
const ROWS_MAX = 500;

/** Runs a transaction whose end, with all that was committed before, survives a loss of power. */
export type TransactSynced = (
  work: (transaction: LedgerDatabase) => Promise<void>,
) => Promise<void>;

/** The ends of work items, each with its results in one transaction. */
export function createFinishStore(
  database: LedgerDatabase,
  transactSynced: TransactSynced,
): Pick<RunStore, 'finishIngest' | 'finishVerify' | 'finishReport'> {
  const endItem = prepareEnd();
  const keepOutcome = prepareOutcome();
  const releaseShards = prepareShardRelease();
  const addCounters = prepareCounters();
  const releaseReport = prepareReportRelease();
  return {
    finishIngest: async (item, outcome, amounts) => {
      const outcome_json = JSON.stringify(outcome);
      await database.transaction().execute(async (transaction) => {
        await endItem(transaction, item);
        await keepOutcome(transaction, { ...sourceOf(item), outcome_json });
        await releaseShards(transaction, sourceOf(item));
        await addCounters(transaction, item.run_id, amounts);
      });
    },
    finishVerify: async (item, decided, amounts) => {
      await database.transaction().execute(async (transaction) => {
        await endItem(transaction, item);
        await insertVerdicts(transaction, item.run_id, decided);
        await insertCrops(transaction, item.run_id, decided);
        await addCounters(transaction, item.run_id, { ...amounts, claims_decided: decided.length });
        await releaseReport(transaction, { run_id: item.run_id });
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

/** A source of a run. */
type SourceKey = Pick<LedgerTables['run_source'], 'run_id' | 'source_index'>;

function sourceOf({ run_id, source_index }: WorkItem): SourceKey {
  return { run_id, source_index };
}

/** Ends an item for its holder alone. Fails as `lease_lost`, which undoes the transaction. */
function prepareEnd(): (database: LedgerDatabase, item: WorkItem) => Promise<void> {
  const end = prepareQuery((ledger: LedgerDatabase, item: WorkItemKey) =>
    ledger
      .updateTable('work_item')
      .set({ state: 'done', owner: null, lease_until_ms: null, last_error: null })
      .where('run_id', '=', item.run_id)
      .where('kind', '=', item.kind)
      .where('source_index', '=', item.source_index)
      .where('shard', '=', item.shard)
      .where('state', '=', 'active')
      .where('owner', '=', item.owner)
      .where('generation', '=', item.generation),
  );
  return async (database, item) => {
    const { numAffectedRows } = await end(database, { ...item });
    if (numAffectedRows === 0n) throw new PipelineError('lease_lost');
  };
}

/** What tells an item, and one holding of it, from all others. */
type WorkItemKey = Readonly<Record<'run_id' | 'kind' | 'owner', string>> &
  Readonly<Record<'source_index' | 'shard' | 'generation', number>>;

function prepareOutcome() {
  type Values = SourceKey & { readonly outcome_json: string };
  return prepareQuery((ledger: LedgerDatabase, values: Values) =>
    ledger
      .updateTable('run_source')
      .set({ outcome_json: values.outcome_json })
      .where('run_id', '=', values.run_id)
      .where('source_index', '=', values.source_index),
  );
}

function prepareShardRelease() {
  return prepareQuery((ledger: LedgerDatabase, values: SourceKey) =>
    ledger
      .updateTable('work_item')
      .set({ state: 'ready' })
      .where('run_id', '=', values.run_id)
      .where('kind', '=', 'verify')
      .where('source_index', '=', values.source_index)
      .where('state', '=', 'waiting'),
  );
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
