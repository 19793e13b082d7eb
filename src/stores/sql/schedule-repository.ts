import { runStateSchema } from '../../contracts/report.ts';
import { runSettingsSchema } from '../../contracts/run-settings.ts';
import type {
  DueTick,
  OpenTick,
  Schedule,
  ScheduleStore,
  ScheduleTick,
} from '../../pipeline/schedule-ports.ts';
import { newRunRow } from './run-rows.ts';
import type { LedgerDatabase, LedgerTables } from './schema.ts';

/** Schedules and their ticks, in a ledger database that was migrated. */
export function createScheduleStore(database: LedgerDatabase): ScheduleStore {
  return { ...scheduleRecords(database), ...tickWriting(database), ...tickEnding(database) };
}

function scheduleRecords(
  database: LedgerDatabase,
): Pick<ScheduleStore, 'add' | 'remove' | 'schedules' | 'tickOf'> {
  return {
    add: async ({ run, ...schedule }) => {
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('schedule')
        .values({ ...schedule, run_json: JSON.stringify(run) })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    remove: async (name, nowMs) =>
      await database.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('schedule')
          .where('name', '=', name)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        const open = await selectTicks(transaction)
          .where('schedule_tick.name', '=', name)
          .where('run.state', '=', 'planned')
          .execute();
        await transaction.deleteFrom('schedule_tick').where('name', '=', name).execute();
        for (const { run_id } of open) await cancelPlanned(transaction, run_id ?? '', nowMs);
        return true;
      }),
    schedules: async () => {
      const rows = await database.selectFrom('schedule').selectAll().orderBy('name').execute();
      const ticks = await selectTicks(database)
        .where((row) =>
          row(
            'schedule_tick.due_ms',
            '=',
            row
              .selectFrom('schedule_tick as other')
              .select(({ fn }) => fn.max('other.due_ms').as('due_ms'))
              .whereRef('other.name', '=', 'schedule_tick.name'),
          ),
        )
        .execute();
      const byName = new Map(ticks.map((row) => [row.name, tickOf(row)]));
      return rows.map((row) => ({
        ...scheduleOf(row),
        last_tick: byName.get(row.name) ?? null,
      }));
    },
    tickOf: async (runId) => {
      const [row] = await selectTicks(database).where('schedule_tick.run_id', '=', runId).execute();
      return row === undefined ? null : tickOf(row);
    },
  };
}

function tickWriting(
  database: LedgerDatabase,
): Pick<ScheduleStore, 'begin' | 'miss' | 'abandoned' | 'takeOver'> {
  return {
    begin: async (due, run, lease_until_ms) =>
      await database.transaction().execute(async (transaction) => {
        const { run_id } = run;
        const row = { run_id, lease_until_ms, failure: null };
        if (!(await insertTick(transaction, due, row))) return null;
        await transaction.insertInto('run').values(newRunRow(run)).execute();
        return { name: due.name, due_ms: due.due_ms, run_id };
      }),
    miss: async (due, failure) =>
      await database
        .transaction()
        .execute((transaction) =>
          insertTick(transaction, due, { run_id: null, lease_until_ms: 0, failure }),
        ),
    abandoned: async (nowMs) => {
      const rows = await selectTicks(database)
        .where('run.state', '=', 'planned')
        .where('schedule_tick.lease_until_ms', '<', nowMs)
        .orderBy('schedule_tick.name')
        .orderBy('schedule_tick.due_ms')
        .execute();
      return rows.map(({ name, due_ms, run_id }) => ({
        name,
        due_ms: Number(due_ms),
        run_id: run_id ?? '',
      }));
    },
    takeOver: async (tick, run, { now_ms, until_ms }) =>
      await database.transaction().execute(async (transaction) => {
        const { name, due_ms, run_id } = tick;
        const { numUpdatedRows } = await transaction
          .updateTable('schedule_tick')
          .set({ lease_until_ms: until_ms })
          .where('name', '=', name)
          .where('due_ms', '=', due_ms)
          .where('run_id', '=', run_id)
          .where('lease_until_ms', '<', now_ms)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return null;
        // Its planner may have ended the plan just now; then it is that run.
        if (!(await cancelPlanned(transaction, run_id, now_ms))) return null;
        await changeTick(transaction, tick, { run_id: run.run_id });
        await transaction.insertInto('run').values(newRunRow(run)).execute();
        return { name, due_ms, run_id: run.run_id };
      }),
  };
}

function tickEnding(database: LedgerDatabase): Pick<ScheduleStore, 'renew' | 'giveUp'> {
  return {
    renew: async (tick, leaseUntilMs) =>
      await changeTick(database, tick, { lease_until_ms: leaseUntilMs }),
    giveUp: async (tick, failure, nowMs) =>
      await database.transaction().execute(async (transaction) => {
        if (!(await changeTick(transaction, tick, { lease_until_ms: nowMs }))) return false;
        if (!(await cancelPlanned(transaction, tick.run_id, nowMs))) return false;
        return await changeTick(transaction, tick, { failure });
      }),
  };
}

async function changeTick(
  database: LedgerDatabase,
  { name, due_ms, run_id }: OpenTick,
  change: Partial<Omit<LedgerTables['schedule_tick'], 'name' | 'due_ms'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('schedule_tick')
    .set(change)
    .where('name', '=', name)
    .where('due_ms', '=', due_ms)
    .where('run_id', '=', run_id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** In a transaction: false if the schedule is not there any more, or the tick or a later one is. */
async function insertTick(
  database: LedgerDatabase,
  { name, created_ms, due_ms }: DueTick,
  tick: Omit<LedgerTables['schedule_tick'], 'name' | 'due_ms'>,
): Promise<boolean> {
  // Changes nothing but holds the row: it cannot be removed meanwhile, and ticks of it come in turn.
  const { numUpdatedRows } = await database
    .updateTable('schedule')
    .set({ name })
    .where('name', '=', name)
    .where('created_ms', '=', created_ms)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const later = await database
    .selectFrom('schedule_tick')
    .select('due_ms')
    .where('name', '=', name)
    .where('due_ms', '>', due_ms)
    .limit(1)
    .execute();
  if (later.length > 0) return false;
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('schedule_tick')
    .values({ name, due_ms, ...tick })
    .onConflict((conflict) => conflict.columns(['name', 'due_ms']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function cancelPlanned(
  database: LedgerDatabase,
  runId: string,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('run')
    .set({ state: 'cancelled', finished_ms: nowMs })
    .where('run_id', '=', runId)
    .where('state', '=', 'planned')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function selectTicks(database: LedgerDatabase) {
  return database
    .selectFrom('schedule_tick')
    .leftJoin('run', 'run.run_id', 'schedule_tick.run_id')
    .select([
      'schedule_tick.name',
      'schedule_tick.due_ms',
      'schedule_tick.run_id',
      'schedule_tick.failure',
      'run.state',
    ]);
}

interface TickRow extends Omit<LedgerTables['schedule_tick'], 'lease_until_ms'> {
  readonly state: string | null;
}

function tickOf({ name, due_ms, run_id, state, failure }: TickRow): ScheduleTick {
  const run_state = state === null ? null : runStateSchema.parse(state);
  return { name, due_ms: Number(due_ms), run_id, run_state, failure };
}

function scheduleOf({ run_json, created_ms, ...row }: LedgerTables['schedule']): Schedule {
  return {
    ...row,
    run: runSettingsSchema.parse(JSON.parse(run_json)),
    created_ms: Number(created_ms),
  };
}
