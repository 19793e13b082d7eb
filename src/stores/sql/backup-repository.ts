import { type Kysely, sql } from 'kysely';
import type { BackupRow } from '../../contracts/backup.ts';
import type { BackupRows, BackupStore } from '../../pipeline/backup-ports.ts';
import { PipelineError } from '../../pipeline/failure.ts';
import type { TransactSynced } from './finish-repository.ts';
import type { LedgerDatabase, LedgerTables, ReadingDatabase, ReadingTables } from './schema.ts';

/** For each table the columns of its key, in order; null for a table that a backup goes without. */
type TableKeys<Tables> = {
  readonly [Name in keyof Tables]: readonly (keyof Tables[Name])[] | null;
};

const LEDGER_KEYS = {
  run: ['run_id'],
  run_counter: ['run_id', 'name'],
  run_source: ['run_id', 'source_index'],
  envelope: ['run_id', 'envelope_index'],
  claim: ['run_id', 'envelope_index', 'claim_index'],
  work_item: ['run_id', 'kind', 'source_index', 'shard'],
  verdict: ['run_id', 'envelope_index', 'claim_index'],
  crop: ['run_id', 'envelope_index', 'claim_index', 'position'],
  schedule: ['name'],
  schedule_tick: ['name', 'due_ms'],
  // Signs of life of processes.
  worker: null,
} as const satisfies TableKeys<LedgerTables>;

const READING_KEYS = {
  document_grounding: null,
  page_reading: null,
  label_map: null,
  raw_page: null,
  finding: ['key'],
  picture: ['key'],
} as const satisfies TableKeys<ReadingTables>;

interface Table {
  readonly name: string;
  readonly key: readonly string[];
}

function tablesOf(keys: Readonly<Record<string, readonly string[] | null>>): readonly Table[] {
  return Object.entries(keys).flatMap(([name, key]) => (key === null ? [] : [{ name, key }]));
}

const LEDGER_TABLES = tablesOf(LEDGER_KEYS);
const READING_TABLES = tablesOf(READING_KEYS);

/** Rows read and written at a time; a row has up to 17 columns, a statement at most 32,766 values. */
const ROWS = 500;

export interface BackupOptions {
  readonly ledger: LedgerDatabase;
  readonly readings: ReadingDatabase;
  /** Begins a transaction that reads one state of a database and keeps nobody from writing. */
  readonly beginSnapshot: string;
  readonly transactSynced: TransactSynced;
}

export function createBackupStore(options: BackupOptions): BackupStore {
  const { ledger, readings, beginSnapshot, transactSynced } = options;
  return {
    dump: async (keep) => {
      await dumpTables(ledger, LEDGER_TABLES, beginSnapshot, keep);
      await dumpTables(readings, READING_TABLES, beginSnapshot, keep);
    },
    requireEmpty: () => requireEmpty(ledger),
    load: async (rowsOf) => {
      await requireEmpty(ledger);
      // Kept by what they rest on: a second try finds those of the first, and they are right.
      await loadTables(readings, READING_TABLES, rowsOf, 'on conflict do nothing');
      await transactSynced(async (transaction) => {
        await requireEmpty(transaction);
        await loadTables(transaction, LEDGER_TABLES, rowsOf, '');
      });
    },
  };
}

async function dumpTables<Tables>(
  database: Kysely<Tables>,
  tables: readonly Table[],
  beginSnapshot: string,
  keep: (table: string, rows: BackupRows) => Promise<void>,
): Promise<void> {
  const numbers = await numberColumns(database);
  await database.connection().execute(async (connection) => {
    await sql.raw(beginSnapshot).execute(connection);
    try {
      for (const table of tables) await keep(table.name, rowsIn(connection, table, numbers));
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

/** `table.column` of those that hold whole numbers, which a driver may give as text. */
async function numberColumns<Tables>(database: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const tables = await database.introspection.getTables();
  return new Set(
    tables.flatMap((table) =>
      table.columns
        .filter(({ dataType }) => /int/i.test(dataType))
        .map((column) => `${table.name}.${column.name}`),
    ),
  );
}

/** In the order of the key, each part found by the last row of the one before. */
async function* rowsIn<Tables>(
  database: Kysely<Tables>,
  { name, key }: Table,
  numbers: ReadonlySet<string>,
): AsyncGenerator<readonly BackupRow[]> {
  let last: BackupRow | null = null;
  for (;;) {
    const rows: readonly BackupRow[] = await readRows(database, { name, key }, last);
    const plain: readonly BackupRow[] = rows.map((row) => plainRow(name, row, numbers));
    if (plain.length > 0) yield plain;
    last = plain.at(-1) ?? null;
    if (rows.length < ROWS) return;
  }
}

async function readRows<Tables>(
  database: Kysely<Tables>,
  { name, key }: Table,
  last: BackupRow | null,
): Promise<readonly BackupRow[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const after =
    last === null
      ? sql``
      : sql`where (${columns}) > (${sql.join(key.map((column) => last[column]))})`;
  const { rows } = await sql<BackupRow>`
    select * from ${sql.table(name)} ${after} order by ${columns} limit ${sql.lit(ROWS)}
  `.execute(database);
  return rows;
}

function plainRow(table: string, row: BackupRow, numbers: ReadonlySet<string>): BackupRow {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value !== null && numbers.has(`${table}.${column}`) ? Number(value) : value,
    ]),
  );
}

async function requireEmpty<Tables>(database: Kysely<Tables>): Promise<void> {
  for (const { name } of LEDGER_TABLES) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(database);
    if (rows.length > 0) throw new PipelineError('store_not_empty');
  }
}

async function loadTables<Tables>(
  database: Kysely<Tables>,
  tables: readonly Table[],
  rowsOf: (table: string) => BackupRows | null,
  onConflict: string,
): Promise<void> {
  for (const { name } of tables) {
    for await (const rows of rowsOf(name) ?? []) await insert(database, name, rows, onConflict);
  }
}

/** A column that the backup was made without gets what a migration gave the rows that were there. */
async function insert<Tables>(
  database: Kysely<Tables>,
  table: string,
  rows: readonly BackupRow[],
  onConflict: string,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const values = rows.map(
    (row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`,
  );
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)} ${sql.raw(onConflict)}
  `.execute(database);
}
