import { join } from 'node:path';
import {
  type Dialect,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely';
import type Database from 'libsql';
import { PipelineError } from '../../pipeline/failure.ts';
import type {
  FindingStore,
  GroundingStore,
  PictureStore,
  RunStore,
  WorkLedger,
} from '../../pipeline/ports.ts';
import { createGroundingStore } from './grounding-repository.ts';
import { createFindingStore, createPictureStore } from './kept-repository.ts';
import { migrate } from './migrate.ts';
import { ledgerMigrations, readingMigrations } from './migrations.ts';
import { createRunStore } from './run-repository.ts';
import type { LedgerTables, ReadingTables } from './schema.ts';
import { makePrivateFolder, openDatabaseFile } from './sqlite-file.ts';
import { createWorkLedger } from './work-repository.ts';

/** Everything an engine keeps. */
export interface Store {
  readonly runs: RunStore;
  readonly work: WorkLedger;
  readonly groundings: GroundingStore;
  readonly findings: FindingStore;
  readonly pictures: PictureStore;
  readonly close: () => Promise<void>;
}

/**
 * How long a statement waits for another process's write, milliseconds. Only short writes ever
 * compete (a `cancel`, a second reader's migration), so that waiting longer means trouble.
 */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens the store of one home folder: `ledger.db`, which must never lose a verdict, and
 * `readings.db`, which can be read again from the documents. Both belong to the owner alone.
 * Fails as `store_unusable` or `store_newer`.
 */
export async function openSqliteStore(folder: string): Promise<Store> {
  makePrivateFolder(folder);
  // FULL: an acknowledged verdict survives the loss of power, for 0-25 % of the write rate.
  const ledger = new Kysely<LedgerTables>({
    dialect: dialectOf(join(folder, 'ledger.db'), 'full'),
  });
  // NORMAL: a lost reading is read again; the file itself stays sound either way.
  const readings = new Kysely<ReadingTables>({
    dialect: dialectOf(join(folder, 'readings.db'), 'normal'),
  });
  const close = async () => {
    await ledger.destroy();
    await readings.destroy();
  };
  try {
    await migrate(ledger, ledgerMigrations);
    await migrate(readings, readingMigrations('blob'));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    runs: createRunStore(ledger),
    work: createWorkLedger(ledger),
    groundings: createGroundingStore(readings),
    findings: createFindingStore(readings),
    pictures: createPictureStore(readings),
    close,
  };
}

/**
 * Kysely's dialect, but for one claim of its adapter: SQLite can change its schema inside a
 * transaction, and must, so that a process killed in a migration leaves the old schema or the new.
 */
function dialectOf(path: string, synchronous: 'full' | 'normal'): Dialect {
  const dialect = new SqliteDialect({
    database: () => Promise.resolve(openDatabase(path, synchronous)),
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

function openDatabase(path: string, synchronous: 'full' | 'normal'): SqliteDatabase {
  const file = openDatabaseFile(path);
  translated(() => {
    file.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    file.exec('pragma journal_mode = wal');
    file.exec(`pragma synchronous = ${synchronous}`);
    file.exec('pragma foreign_keys = on');
  });
  return {
    close: () => {
      file.close();
    },
    prepare: (sql) => translated(() => statementOf(file.prepare<unknown[]>(immediate(sql)))),
  };
}

/**
 * Every transaction of ours writes. One that begins by reading would fail at its first write, with
 * no way to wait, if another process wrote meanwhile; so each takes the write lock at once.
 */
function immediate(sql: string): string {
  return sql === 'begin' ? 'begin immediate' : sql;
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
