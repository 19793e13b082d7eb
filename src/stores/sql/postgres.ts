import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import { PipelineError } from '../../pipeline/failure.ts';
import { createGroundingStore } from './grounding-repository.ts';
import { createFindingStore, createPictureStore } from './kept-repository.ts';
import { migrate } from './migrate.ts';
import { ledgerMigrations, readingMigrations } from './migrations.ts';
import { translatePostgres } from './postgres-failure.ts';
import { createQueueLedger } from './queue-repository.ts';
import { createRunStore } from './run-repository.ts';
import { createScheduleStore } from './schedule-repository.ts';
import type { LedgerDatabase, LedgerTables, ReadingTables } from './schema.ts';
import type { Store } from './store.ts';
import { createWatchStore } from './watch-repository.ts';
import { createWorkLedger } from './work-repository.ts';

export interface PostgresOptions {
  /** `postgresql://user:password@host:port/database?sslmode=…`, as `pg` reads it. */
  readonly url: string;
  /** Connections this process may hold at a time. */
  readonly connectionsMax: number;
}

/** All tables are in a schema of this name, beside whatever else the database holds. */
const SCHEMA = 'pagewitness';

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
    await sql`create schema if not exists ${sql.id(SCHEMA)}`.execute(ledger);
    await migrate(ledger, ledgerMigrations);
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
    aheadMs: () => aheadMs(ledger),
    close: () => pool.end(),
  };
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

async function requireVersion(database: LedgerDatabase): Promise<void> {
  const { rows } = await database.executeQuery<{ readonly version: number }>(
    CompiledQuery.raw("select current_setting('server_version_num')::int as version"),
  );
  const version = rows[0]?.version ?? 0;
  if (version >= VERSION_MIN) return;
  const detail = `PostgreSQL ${VERSION_MIN / 10_000} or newer is needed; the server says ${version}.`;
  throw new PipelineError('store_unusable', { detail });
}
