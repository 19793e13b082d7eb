import { join } from 'node:path';
import {
  type Dialect,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
  sql,
} from 'kysely';
import type Database from 'libsql';
import { PipelineError } from '../../pipeline/failure.ts';
import { createBackupStore } from './backup-repository.ts';
import { createGroundingStore } from './grounding-repository.ts';
import { createFindingStore, createPictureStore } from './kept-repository.ts';
import { migrate } from './migrate.ts';
import { ledgerMigrations, readingMigrations } from './migrations.ts';
import { createQueueLedger } from './queue-repository.ts';
import { createRunStore } from './run-repository.ts';
import { createScheduleStore } from './schedule-repository.ts';
import type { LedgerDatabase, LedgerTables, ReadingTables } from './schema.ts';
import { LEDGER_FILE, makePrivateFolder, openDatabaseFile } from './sqlite-file.ts';
import type { Store } from './store.ts';
import { SQLITE_VERDICTS } from './views.ts';
import { createWatchStore } from './watch-repository.ts';
import { createWorkLedger } from './work-repository.ts';

/**
 * How long a statement waits for another process's write, milliseconds. Only short writes ever
 * compete (a `cancel`, a second reader's migration), so that waiting longer means trouble.
 */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens the store of one home folder: `ledger.db`, the truth about runs, and `readings.db`, which can
 * be made again from the documents. Both belong to the owner alone. What is committed survives any
 * end of this process. A loss of power may take the end of the log, never its middle: the plan of a
 * run and its end are synced, and verdicts between them that were lost are made again by `resume`. To
 * sync each commit made one of them take 10 ms instead of 0.5 (measured under load), four to a document.
 * Fails as `store_unusable` or `store_newer`.
 */
export async function openSqliteStore(folder: string): Promise<Store> {
  makePrivateFolder(folder);
  const ledger = new Kysely<LedgerTables>({ dialect: dialectOf(join(folder, LEDGER_FILE)) });
  const readings = new Kysely<ReadingTables>({ dialect: dialectOf(join(folder, 'readings.db')) });
  const close = async () => {
    await ledger.destroy();
    await readings.destroy();
  };
  try {
    await migrate(ledger, ledgerMigrations(SQLITE_VERDICTS));
    await migrate(readings, readingMigrations('blob'));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    runs: createRunStore(ledger, (work) => transactSynced(ledger, work)),
    work: createWorkLedger(ledger),
    queue: createQueueLedger(ledger),
    watch: createWatchStore(ledger),
    schedules: createScheduleStore(ledger),
    groundings: createGroundingStore(readings),
    findings: createFindingStore(readings),
    pictures: createPictureStore(readings),
    // Whoever works on a home folder holds it as a whole.
    hold: () => Promise.resolve({ release: () => Promise.resolve() }),
    backup: createBackupStore({
      ledger,
      readings,
      beginSnapshot: 'begin deferred',
      transactSynced: (work) => transactSynced(ledger, work),
    }),
    aheadMs: () => Promise.resolve(0),
    close,
  };
}

/**
 * Runs a transaction that is on the disk when it ends, and with it all that was committed before:
 * they share one log, which SQLite syncs at the end of a transaction under FULL.
 */
async function transactSynced<T>(
  database: LedgerDatabase,
  work: (transaction: LedgerDatabase) => Promise<T>,
): Promise<T> {
  return await database.connection().execute(async (connection) => {
    await sql`pragma synchronous = full`.execute(connection);
    try {
      return await connection.transaction().execute(work);
    } finally {
      await sql`pragma synchronous = normal`.execute(connection);
    }
  });
}

/**
 * Kysely's dialect, but for one claim of its adapter: SQLite can change its schema inside a
 * transaction, and must, so that a process killed in a migration leaves the old schema or the new.
 */
function dialectOf(path: string): Dialect {
  const dialect = new SqliteDialect({
    database: () => Promise.resolve(openDatabase(path)),
  });
  return {
    createDriver: () => dialect.createDriver(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (database) => dialect.createIntrospector(database),
    createAdapter: () => ({
      supportsCreateIfNotExists: true,
      supportsTransactionalDdl: true,
      supportsReturning: true,
      acquireMigrationLock: () => Promise.resolve(),
      releaseMigrationLock: () => Promise.resolve(),
    }),
  };
}

/** Statements that are kept ready; the repositories have some sixty. */
const STATEMENTS_MAX = 200;

/** An insert of many rows is longer, differs with their number, and is not worth keeping. */
const STATEMENT_CHARACTERS_MAX = 2_000;

function openDatabase(path: string): SqliteDatabase {
  const file = openDatabaseFile(path);
  const kept = new Map<string, SqliteStatement>();
  translated(() => {
    file.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    file.exec('pragma journal_mode = wal');
    file.exec('pragma synchronous = normal');
    file.exec('pragma foreign_keys = on');
  });
  return {
    close: () => {
      file.close();
    },
    prepare: (text) => {
      const known = kept.get(text);
      if (known !== undefined) return known;
      const made = translated(() => statementOf(file.prepare<unknown[]>(immediate(text))));
      if (text.length <= STATEMENT_CHARACTERS_MAX && kept.size < STATEMENTS_MAX) {
        kept.set(text, made);
      }
      return made;
    },
  };
}

/**
 * Every transaction of ours writes. One that begins by reading would fail at its first write, with
 * no way to wait, if another process wrote meanwhile; so each takes the write lock at once.
 */
function immediate(text: string): string {
  return text === 'begin' ? 'begin immediate' : text;
}

function statementOf(statement: Database.Statement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => translated(() => statement.all(parameters)),
    run: (parameters) => translated(() => statement.run(parameters)),
    iterate: (parameters) => statement.iterate(parameters),
  };
}

/** Runs a call into the driver and names its failures; a broken constraint stays our own fault. */
function translated<T>(call: () => T): T {
  try {
    return call();
  } catch (cause) {
    const code = codeOf(cause);
    if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
      throw new PipelineError('store_busy', { cause });
    }
    if (/^SQLITE_(CORRUPT|NOTADB|FULL|IOERR|CANTOPEN|READONLY|PERM|AUTH)/.test(code)) {
      throw new PipelineError('store_unusable', { detail: `SQLite says ${code}.`, cause });
    }
    throw cause;
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
