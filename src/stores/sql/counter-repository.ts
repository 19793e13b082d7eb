import { type CounterAmounts, RUN_COUNTERS, type RunCounter } from '../../pipeline/counters.ts';
import { prepareInsert } from './prepare-query.ts';
import type { LedgerDatabase, LedgerTables } from './schema.ts';

/** Adds amounts to the sums a run keeps; sums that do not exist yet begin at zero. */
export type AddCounters = (
  database: LedgerDatabase,
  runId: string,
  amounts: CounterAmounts,
) => Promise<void>;

/** Counters of databases of one dialect. */
export function prepareCounters(): AddCounters {
  const add = prepareInsert(
    (ledger: LedgerDatabase, rows: readonly LedgerTables['run_counter'][]) =>
      ledger
        .insertInto('run_counter')
        .values(rows.map(({ run_id, name, amount }) => ({ run_id, name, amount })))
        .onConflict((conflict) =>
          conflict.columns(['run_id', 'name']).doUpdateSet((row) => ({
            amount: row('run_counter.amount', '+', row.ref('excluded.amount')),
          })),
        ),
  );
  return async (database, run_id, amounts) => {
    // Always in one order: two that add at the same time would else wait for each other.
    const sorted = Object.entries(amounts).sort(([a], [b]) => (a < b ? -1 : 1));
    const rows = sorted.map(([name, amount]) => ({
      run_id,
      name,
      amount: Math.round(amount),
    }));
    await add(
      database,
      rows.filter(({ amount }) => amount !== 0),
    );
  };
}

/** All sums of a run; names that this program does not know are left out. */
export async function countersOf(database: LedgerDatabase, runId: string): Promise<CounterAmounts> {
  const rows = await database
    .selectFrom('run_counter')
    .select(['name', 'amount'])
    .where('run_id', '=', runId)
    .execute();
  const amounts: Partial<Record<RunCounter, number>> = {};
  for (const name of RUN_COUNTERS) {
    const row = rows.find((candidate) => candidate.name === name);
    if (row !== undefined) amounts[name] = Number(row.amount);
  }
  return amounts;
}
