import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import { PipelineError } from '../../pipeline/failure.ts';
import { createBackupStore } from './backup-repository.ts';
import { createGroundingStore } from './grounding-repository.ts';
import { createFindingStore, createPictureStore } from './kept-repository.ts';
import { migrate } from './migrate.ts';
import { ledgerMigrations, readingMigrations } from './migrations.ts';
import { translatePostgres } from './postgres-failure.ts';
import { createQueueLedger } from './queue-repository.ts';
import { createRunStore } from './run-repository.ts';
import { createScheduleStore } from './schedule-repository.ts';
import type { LedgerDatabase, LedgerTables, ReadingTables } from './schema.ts';
import type { RunHold, Store } from './store.ts';
import { POSTGRES_VERDICTS } from './views.ts';
import { createWatchStore } from './watch-repository.ts';
import { createWorkLedger } from './work-repository.ts';

export interface PostgresOptions {
  /** `postgresql://user:password@host:port/database?sslmode=…`, as `pg` reads it. */
  readonly url: string;
  /** Connections this process may hold at a time. */
  readonly connectionsMax: number;
}

/** All tables are in a schema of this name, beside whatever else the database holds. */
export const SCHEMA = 'pagewitness';

/** The oldest version that is tested for; older ones are out of support anyhow. */
const VERSION_MIN = 130_000;

/** How long a new connection may take, milliseconds: a server that is there answers at once. */
const CONNECT_MS = 5_000;

/**
 * Opens the store of a PostgreSQL server, which any number of processes share: ledger and readings in
 * one database. What is committed survives any end of a client. As with SQLite only the plan of a run
 * and its end wait for the disk: if the server's machine loses power, it may forget the last second of
 * verdicts, whole items of work at a time, which are then done again.
 * Fails as `store_unusable`, `store_unreachable` or `store_newer`.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const pool = createPool(options);
  const ledger = new Kysely<LedgerTables>({ dialect: dialectOf(pool) });
  const readings = new Kysely<ReadingTables>({ dialect: dialectOf(pool) });
  try {
    await requireVersion(ledger);
    await makeSchema(ledger);
    await migrate(ledger, ledgerMigrations(POSTGRES_VERDICTS));
    await migrate(readings, readingMigrations('bytea'), 'reading');
  } catch (error) {
    await pool.end();
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
    hold: (runId) => holdRun(pool, runId),
    backup: createBackupStore({
      ledger,
      readings,
      beginSnapshot: 'begin isolation level repeatable read read only',
      transactSynced: (work) => transactSynced(ledger, work),
    }),
    aheadMs: () => aheadMs(ledger),
    close: () => pool.end(),
  };
}

/**
 * An advisory lock of a connection of its own: the server lets it go when the connection ends. Should it end
 * while the process lives, the leases of items still keep two workers apart.
 */
async function holdRun(pool: pg.Pool, runId: string): Promise<RunHold | null> {
  return await translatePostgres(async () => {
    const client = await pool.connect();
    client.on('error', ignore);
    const release = (): Promise<void> => {
      client.off('error', ignore);
      // Closed, not handed on: with it goes the lock.
      client.release(true);
      return Promise.resolve();
    };
    const { rows } = await client.query<{ readonly is_held: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('pagewitness.run.' || $1, 0)) as is_held",
      [runId],
    );
    if (rows[0]?.is_held === true) return { release };
    await release();
    return null;
  });
}

/** Of several tries the fastest tells it best: the answer is as old as half its way there and back. */
async function aheadMs(ledger: LedgerDatabase): Promise<number> {
  let best = { tookMs: Number.POSITIVE_INFINITY, aheadMs: 0 };
  for (let times = 0; times < CLOCK_TRIES; times += 1) {
    const beforeMs = Date.now();
    const { rows } = await ledger.executeQuery<{ readonly now_ms: number }>(
      CompiledQuery.raw('select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms'),
    );
    const tookMs = Date.now() - beforeMs;
    const serverMs = rows[0]?.now_ms ?? beforeMs;
    if (tookMs < best.tookMs) best = { tookMs, aheadMs: serverMs - beforeMs - tookMs / 2 };
  }
  return Math.round(best.aheadMs);
}

const CLOCK_TRIES = 3;

/** Runs a transaction that is on the disk of the server when it ends. */
async function transactSynced(
  ledger: LedgerDatabase,
  work: (transaction: LedgerDatabase) => Promise<void>,
): Promise<void> {
  await ledger.transaction().execute(async (transaction) => {
    await sql`set local synchronous_commit = on`.execute(transaction);
    await work(transaction);
  });
}

function createPool({ url, connectionsMax }: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'pagewitness',
    options: `-c search_path=${SCHEMA} -c synchronous_commit=off`,
  });
  // A connection that is lost while nobody uses it: the next query makes another.
  pool.on('error', () => {});
  return pool;
}

/** Kysely's dialect over a pool that it shares, with the failures of the driver named. */
function dialectOf(pool: pg.Pool): PostgresDialect {
  const connect = (): Promise<PostgresPoolClient> =>
    translatePostgres(async () => clientOf(await pool.connect()));
  return new PostgresDialect({ pool: { connect, end: () => Promise.resolve() } });
}

function clientOf(client: pg.PoolClient): PostgresPoolClient {
  // A connection that is lost while somebody holds it: the query at hand says so.
  client.on('error', ignore);
  const query = (text: string, parameters: readonly unknown[]): Promise<unknown> =>
    translatePostgres(() => client.query(text, [...parameters]));
  return {
    // Kysely asks for a cursor only where it is given a class for it.
    query: query as PostgresPoolClient['query'],
    release: (isBroken) => {
      client.off('error', ignore);
      client.release(isBroken);
    },
  };
}

function ignore(): void {}

/**
 * PostgreSQL's own `if not exists` fails where two processes begin at the same time, and where a user who may
 * only use the schema asks.
 */
async function makeSchema(database: LedgerDatabase): Promise<void> {
  if (await hasSchema(database)) return;
  try {
    await sql`create schema ${sql.id(SCHEMA)}`.execute(database);
  } catch (error) {
    if (!(await hasSchema(database))) throw error;
  }
}

async function hasSchema(database: LedgerDatabase): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_namespace where nspname = ${SCHEMA}`.execute(
    database,
  );
  return rows.length > 0;
}

async function requireVersion(database: LedgerDatabase): Promise<void> {
  const { rows } = await database.executeQuery<{ readonly version: number }>(
    CompiledQuery.raw("select current_setting('server_version_num')::int as version"),
  );
  requirePostgresVersion(rows[0]?.version ?? 0);
}

/** `version` as the server counts it, 150008 for 15.8. Fails as `store_unusable`. */
export function requirePostgresVersion(version: number): void {
  if (version >= VERSION_MIN) return;
  const detail = `PostgreSQL ${VERSION_MIN / 10_000} or newer is needed; the server says ${version}.`;
  throw new PipelineError('store_unusable', { detail });
}
