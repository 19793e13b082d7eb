import pg from 'pg';
import { ledgerMigrations } from './migrations.ts';
import { requirePostgresVersion, SCHEMA } from './postgres.ts';
import { translatePostgres } from './postgres-failure.ts';
import { POSTGRES_VERDICTS } from './views.ts';

/** What a PostgreSQL server says of itself. */
export interface DatabaseFacts {
  /** `15.8`. */
  readonly version: string;
  readonly aheadMs: number;
  /** Migrations of the ledger that it does not have yet; null where there is no ledger yet. */
  readonly behind: number | null;
  /** Whether it has migrations that this program does not know. */
  readonly isNewer: boolean;
  /** Whether this user may make what is missing. */
  readonly mayCreate: boolean;
}

/** How long the server may take to answer, milliseconds. */
const CONNECT_MS = 5_000;

/**
 * Looks at a PostgreSQL server once and changes nothing there: to open it as a store would bring it to this
 * program's schema, under workers of another. Fails as `store_unreachable` or `store_unusable`.
 */
export async function inspectPostgres(url: string): Promise<DatabaseFacts> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => {});
  try {
    return await translatePostgres(async () => {
      await client.connect();
      return await askFacts(client);
    });
  } finally {
    await client.end().catch(() => {});
  }
}

async function askFacts(client: pg.Client): Promise<DatabaseFacts> {
  const beforeMs = Date.now();
  const { rows } = await client.query<FactsRow>(FACTS, [SCHEMA]);
  const nowMs = (beforeMs + Date.now()) / 2;
  const [row] = rows;
  requirePostgresVersion(row?.number ?? 0);
  const known = Object.keys(await ledgerMigrations(POSTGRES_VERDICTS).getMigrations());
  const applied = row?.has_ledger === true ? await appliedMigrations(client) : null;
  return {
    version: row?.version ?? '',
    aheadMs: Math.round((row?.now_ms ?? nowMs) - nowMs),
    behind: applied === null ? null : known.filter((name) => !applied.includes(name)).length,
    isNewer: applied?.some((name) => !known.includes(name)) ?? false,
    mayCreate: row?.may_create === true,
  };
}

interface FactsRow {
  readonly number: number;
  readonly version: string;
  readonly now_ms: number;
  readonly has_ledger: boolean;
  readonly may_create: boolean;
}

const FACTS = `select
  current_setting('server_version_num')::int as number,
  split_part(current_setting('server_version'), ' ', 1) as version,
  extract(epoch from clock_timestamp())::float8 * 1000 as now_ms,
  to_regclass(quote_ident($1) || '.kysely_migration') is not null as has_ledger,
  case when exists (select 1 from pg_namespace where nspname = $1)
    then has_schema_privilege($1, 'create')
    else has_database_privilege(current_database(), 'create')
  end as may_create`;

async function appliedMigrations(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly name: string }>(
    `select name from ${SCHEMA}.kysely_migration`,
  );
  return rows.map(({ name }) => name);
}
