import { type Kysely, type MigrationProvider, Migrator, sql } from 'kysely';
import { PipelineError } from '../../pipeline/failure.ts';

/**
 * Brings a database to the newest schema. Fails as `store_newer` where it holds migrations that
 * this program does not know: working on it could damage what a newer version wrote.
 * @param family sets of tables in one database are migrated apart, under names of their own.
 */
export async function migrate<Tables>(
  database: Kysely<Tables>,
  provider: MigrationProvider,
  family = 'kysely',
): Promise<void> {
  const known = await provider.getMigrations();
  const table = `${family}_migration`;
  const applied = await appliedMigrations(database, table);
  if (applied.some((name) => !(name in known))) throw new PipelineError('store_newer');
  const { error } = await new Migrator({
    db: database,
    provider,
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** Names in the table where Kysely's `Migrator` notes what it has run. */
async function appliedMigrations<Tables>(
  database: Kysely<Tables>,
  table: string,
): Promise<readonly string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === table)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(
    database,
  );
  return rows.map((row) => row.name);
}
