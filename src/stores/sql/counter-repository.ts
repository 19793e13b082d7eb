import { type CounterAmounts, RUN_COUNTERS, type RunCounter } from '../../pipeline/counters.ts';
import type { LedgerDatabase } from './schema.ts';

/** Adds amounts to the sums a run keeps; sums that do not exist yet begin at zero. */
export async function addCounters(
  database: LedgerDatabase,
  runId: string,
  amounts: CounterAmounts,
): Promise<void> {
  const rows = Object.entries(amounts)
    .filter(([, amount]) => amount !== 0)
    .map(([name, amount]) => ({ run_id: runId, name, amount: Math.round(amount) }));
  if (rows.length === 0) return;
  await database
    .insertInto('run_counter')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['run_id', 'name']).doUpdateSet((row) => ({
        amount: row('run_counter.amount', '+', row.ref('excluded.amount')),
      })),
    )
    .execute();
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
