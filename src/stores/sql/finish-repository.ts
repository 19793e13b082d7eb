import { cropRecordSchema } from '../../contracts/crop.ts';
import { verdictSchema } from '../../contracts/verdict.ts';
import type { CounterAmounts } from '../../pipeline/counters.ts';
import { PipelineError } from '../../pipeline/failure.ts';

import type { DecidedClaim, RunStore, WorkItem } from '../../pipeline/ports.ts';
import { prepareCounters } from './counter-repository.ts';
import { type PreparedInsert, prepareInsert, prepareQuery } from './prepare-query.ts';
import { prepareReportRelease } from './release-report.ts';
import type { LedgerDatabase, LedgerTables } from './schema.ts';

/** Runs a transaction whose end, with all that was committed before, survives a loss of power. */
export type TransactSynced = (
  work: (transaction: LedgerDatabase) => Promise<void>,
) => Promise<void>;

/**
 * The ends of work items, each with its results in one transaction. Whoever ends claims adds to one row, the
 * sum of all that are decided, before the report is looked at: of the two last items the one that comes
 * second waits there for the first, and then sees it as ended, on a server with many workers, too.
 */
export function createFinishStore(
  database: LedgerDatabase,
  transactSynced: TransactSynced,
): Pick<RunStore, 'finishIngest' | 'finishVerify' | 'finishReport'> {
  const endItem = prepareEnd();
  const keepOutcome = prepareOutcome();
  const moveShards = prepareShards();
  const keepDecided = prepareDecided();
  const addCounters = prepareCounters();
  const releaseReport = prepareReportRelease();
  return {
    finishIngest: async (item, { outcome, settled }, amounts) => {
      const { run_id } = item;
      const outcome_json = JSON.stringify(outcome);
      await database.transaction().execute(async (transaction) => {
        await endItem(transaction, item, amounts);
        await keepOutcome(transaction, { ...sourceOf(item), outcome_json });
        const state = settled === null ? 'ready' : 'done';
        await moveShards(transaction, { ...sourceOf(item), state });
        await keepDecided(transaction, run_id, settled ?? []);
        const claims_decided = settled?.length ?? 0;
        await addCounters(transaction, run_id, { ...amounts, claims_decided });
        if (settled !== null) await releaseReport(transaction, { run_id });
      });
    },
    finishVerify: async (item, decided, amounts) => {
      await database.transaction().execute(async (transaction) => {
        await endItem(transaction, item, amounts);
        await keepDecided(transaction, item.run_id, decided);
        await addCounters(transaction, item.run_id, { ...amounts, claims_decided: decided.length });
        await releaseReport(transaction, { run_id: item.run_id });
      });
    },
    finishReport: async (item, end, amounts) => {
      await transactSynced(async (transaction) => {
        await endItem(transaction, item, amounts);
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

/**
 * Ends an item for its holder alone; one that counts as given up stays for a person to look at, with its
 * last failure. Fails as `lease_lost`, which undoes the transaction.
 */
function prepareEnd(): (
  database: LedgerDatabase,
  item: WorkItem,
  amounts: CounterAmounts,
) => Promise<void> {
  const end = prepareQuery((ledger: LedgerDatabase, item: EndValues) =>
    ledger
      .updateTable('work_item')
      .set({ state: item.state, owner: null, lease_until_ms: null })
      .where('run_id', '=', item.run_id)
      .where('kind', '=', item.kind)
      .where('source_index', '=', item.source_index)
      .where('shard', '=', item.shard)
      .where('state', '=', 'active')
      .where('owner', '=', item.owner)
      .where('generation', '=', item.generation),
  );
  return async (database, item, { items_given_up = 0 }) => {
    const state = items_given_up > 0 ? 'dead' : 'done';
    const { numAffectedRows } = await end(database, { ...item, state });
    if (numAffectedRows === 0n) throw new PipelineError('lease_lost');
  };
}

/** What tells an item, and one holding of it, from all others, and its new state. */
type EndValues = Pick<LedgerTables['work_item'], 'state'> &
  Readonly<Record<'run_id' | 'kind' | 'owner', string>> &
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

/** Takes the shards of a source out of their waiting. */
function prepareShards() {
  type Values = SourceKey & Pick<LedgerTables['work_item'], 'state'>;
  return prepareQuery((ledger: LedgerDatabase, values: Values) =>
    ledger
      .updateTable('work_item')
      .set({ state: values.state })
      .where('run_id', '=', values.run_id)
      .where('kind', '=', 'verify')
      .where('source_index', '=', values.source_index)
      .where('state', '=', 'waiting'),
  );
}

/** Keeps verdicts with their pictures. */
function prepareDecided(): (
  database: LedgerDatabase,
  runId: string,
  decided: readonly DecidedClaim[],
) => Promise<void> {
  const insertVerdicts = prepareVerdicts();
  const insertCrops = prepareCrops();
  return async (database, run_id, decided) => {
    const verdicts = decided.map(({ envelope_index, claim_index, verdict, machine }) => ({
      run_id,
      envelope_index,
      claim_index,
      // Parsed before it is kept, so that a verdict of a wrong form fails where it is made.
      verdict_json: JSON.stringify(verdictSchema.parse(verdict)),
      machine_attempts: machine?.attempts ?? null,
      machine_detail: machine?.detail ?? null,
    }));
    const crops = decided.flatMap(({ envelope_index, claim_index, crops: own }) =>
      own.map((crop, position) => ({
        run_id,
        envelope_index,
        claim_index,
        position,
        crop_json: JSON.stringify(cropRecordSchema.parse(crop)),
      })),
    );
    await insertVerdicts(database, verdicts);
    await insertCrops(database, crops);
  };
}

function prepareVerdicts(): PreparedInsert<LedgerTables, LedgerTables['verdict']> {
  return prepareInsert((ledger, rows) =>
    ledger.insertInto('verdict').values(
      rows.map((row) => ({
        run_id: row.run_id,
        envelope_index: row.envelope_index,
        claim_index: row.claim_index,
        verdict_json: row.verdict_json,
        machine_attempts: row.machine_attempts,
        machine_detail: row.machine_detail,
      })),
    ),
  );
}

function prepareCrops(): PreparedInsert<LedgerTables, LedgerTables['crop']> {
  return prepareInsert((ledger, rows) =>
    ledger.insertInto('crop').values(
      rows.map((row) => ({
        run_id: row.run_id,
        envelope_index: row.envelope_index,
        claim_index: row.claim_index,
        position: row.position,
        crop_json: row.crop_json,
      })),
    ),
  );
}
