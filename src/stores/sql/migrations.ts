import {
  type ColumnDataType,
  type Expression,
  type Kysely,
  type Migration,
  type MigrationProvider,
  sql,
} from 'kysely';
import { createViews, type VerdictMembers } from './views.ts';

/** What a dialect calls a column of bytes. */
export type BytesColumnType = ColumnDataType | Expression<unknown>;

/** Migrations of the ledger, oldest first. A migration that was ever released never changes. */
export function ledgerMigrations(verdicts: VerdictMembers): MigrationProvider {
  return provide({
    '0001-ledger': { up: createLedger },
    '0002-crops': { up: createCrops },
    '0003-queues': { up: addQueues },
    '0004-schedules': { up: createSchedules },
    '0005-views': { up: (db) => createViews(db, verdicts) },
  });
}

/** Migrations of the kept readings. `bytes`: `blob` for SQLite, `bytea` for PostgreSQL. */
export function readingMigrations(bytes: BytesColumnType): MigrationProvider {
  return provide({
    '0001-readings': { up: (db) => createReadings(db, bytes) },
    '0002-pictures': { up: (db) => createPictures(db, bytes) },
  });
}

/** Grows with every migration of the ledger: workers of another schema never work on its runs. */
export const LEDGER_SCHEMA = 5;

function provide(migrations: Record<string, Migration>): MigrationProvider {
  return { getMigrations: () => Promise.resolve(migrations) };
}

async function createLedger(db: Kysely<unknown>): Promise<void> {
  await createRunTables(db);
  await createPlanTables(db);
  await db.schema
    .createTable('work_item')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('source_index', 'integer', (column) => column.notNull())
    .addColumn('shard', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('not_before_ms', 'bigint', (column) => column.notNull())
    .addColumn('lease_until_ms', 'bigint')
    .addColumn('owner', 'text')
    .addColumn('last_error', 'text')
    .addPrimaryKeyConstraint('work_item_key', ['run_id', 'kind', 'source_index', 'shard'])
    .execute();
  await db.schema
    .createIndex('work_item_by_state')
    .on('work_item')
    .columns(['run_id', 'state', 'kind', 'source_index', 'shard'])
    .execute();
  await db.schema
    .createTable('verdict')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('envelope_index', 'integer', (column) => column.notNull())
    .addColumn('claim_index', 'integer', (column) => column.notNull())
    .addColumn('verdict_json', 'text', (column) => column.notNull())
    .addColumn('machine_attempts', 'integer')
    .addColumn('machine_detail', 'text')
    .addPrimaryKeyConstraint('verdict_key', ['run_id', 'envelope_index', 'claim_index'])
    .execute();
}

async function createRunTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('run')
    .addColumn('run_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('plan_digest', 'text')
    .addColumn('profile', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('settings_json', 'text', (column) => column.notNull())
    .addColumn('inputs_json', 'text', (column) => column.notNull())
    .addColumn('envelope_count', 'integer', (column) => column.notNull())
    .addColumn('readable_envelope_count', 'integer', (column) => column.notNull())
    .addColumn('claim_count', 'integer', (column) => column.notNull())
    .addColumn('source_count', 'integer', (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('started_ms', 'bigint')
    .addColumn('finished_ms', 'bigint')
    .addColumn('report_digest', 'text')
    .addColumn('failure', 'text')
    .execute();
  await db.schema
    .createTable('run_counter')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_counter_key', ['run_id', 'name'])
    .execute();
}

async function createPlanTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('run_source')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('source_index', 'integer', (column) => column.notNull())
    .addColumn('request_digest', 'text', (column) => column.notNull())
    .addColumn('request_json', 'text', (column) => column.notNull())
    .addColumn('claim_count', 'integer', (column) => column.notNull())
    .addColumn('shard_count', 'integer', (column) => column.notNull())
    .addColumn('outcome_json', 'text')
    .addPrimaryKeyConstraint('run_source_key', ['run_id', 'source_index'])
    .addUniqueConstraint('run_source_request', ['run_id', 'request_digest'])
    .execute();
  await db.schema
    .createTable('envelope')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('envelope_index', 'integer', (column) => column.notNull())
    .addColumn('place_json', 'text', (column) => column.notNull())
    .addColumn('head_json', 'text')
    .addPrimaryKeyConstraint('envelope_key', ['run_id', 'envelope_index'])
    .execute();
  await db.schema
    .createTable('claim')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('envelope_index', 'integer', (column) => column.notNull())
    .addColumn('claim_index', 'integer', (column) => column.notNull())
    .addColumn('source_index', 'integer', (column) => column.notNull())
    .addColumn('shard', 'integer', (column) => column.notNull())
    .addColumn('entry_json', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('claim_key', ['run_id', 'envelope_index', 'claim_index'])
    .execute();
  await db.schema
    .createIndex('claim_by_source')
    .on('claim')
    .columns(['run_id', 'source_index', 'shard', 'envelope_index', 'claim_index'])
    .execute();
}

async function createReadings(db: Kysely<unknown>, bytes: BytesColumnType): Promise<void> {
  await db.schema
    .createTable('document_grounding')
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('profile', 'text', (column) => column.notNull())
    .addColumn('grounding_json', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('document_grounding_key', ['fingerprint', 'profile'])
    .execute();
  await db.schema
    .createTable('page_reading')
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('profile', 'text', (column) => column.notNull())
    .addColumn('page_index', 'integer', (column) => column.notNull())
    .addColumn('payload', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('page_reading_key', ['fingerprint', 'profile', 'page_index'])
    .execute();
  await db.schema
    .createTable('label_map')
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('profile', 'text', (column) => column.notNull())
    .addColumn('labels_json', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('label_map_key', ['fingerprint', 'profile'])
    .execute();
}

async function createCrops(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('crop')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('envelope_index', 'integer', (column) => column.notNull())
    .addColumn('claim_index', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('crop_json', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('crop_key', ['run_id', 'envelope_index', 'claim_index', 'position'])
    .execute();
}

/** What engines with workers on several hosts need. */
async function addQueues(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('run')
    .addColumn('engine', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('work_item')
    .addColumn('losses', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('work_item')
    .addColumn('strikes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('worker')
    .addColumn('owner', 'text', (column) => column.primaryKey().notNull())
    .addColumn('engine', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('pid', 'integer', (column) => column.notNull())
    .addColumn('stages', 'text', (column) => column.notNull())
    .addColumn('started_ms', 'bigint', (column) => column.notNull())
    .addColumn('seen_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('work_item_by_owner')
    .on('work_item')
    .column('owner')
    .where(sql.ref('owner'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('work_item_by_lease')
    .on('work_item')
    .columns(['state', 'lease_until_ms'])
    .where(sql.ref('lease_until_ms'), 'is not', null)
    .execute();
}

/** `run_id` is null and `failure` is not where a tick came to nothing. */
async function createSchedules(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('schedule')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('cron', 'text', (column) => column.notNull())
    .addColumn('timezone', 'text', (column) => column.notNull())
    .addColumn('run_json', 'text', (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('schedule_tick')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('due_ms', 'bigint', (column) => column.notNull())
    .addColumn('run_id', 'text')
    .addColumn('lease_until_ms', 'bigint', (column) => column.notNull())
    .addColumn('failure', 'text')
    .addPrimaryKeyConstraint('schedule_tick_key', ['name', 'due_ms'])
    .execute();
  await db.schema
    .createIndex('schedule_tick_by_run')
    .on('schedule_tick')
    .column('run_id')
    .execute();
}

/** Page readings get their geometry; those without it are read again from the documents. */
async function createPictures(db: Kysely<unknown>, bytes: BytesColumnType): Promise<void> {
  await db.schema.dropTable('page_reading').execute();
  await db.schema
    .createTable('page_reading')
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('profile', 'text', (column) => column.notNull())
    .addColumn('page_index', 'integer', (column) => column.notNull())
    .addColumn('geometry_json', 'text', (column) => column.notNull())
    .addColumn('payload', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('page_reading_key', ['fingerprint', 'profile', 'page_index'])
    .execute();
  await db.schema
    .createTable('raw_page')
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('profile', 'text', (column) => column.notNull())
    .addColumn('page_index', 'integer', (column) => column.notNull())
    .addColumn('raw_json', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('raw_page_key', ['fingerprint', 'profile', 'page_index'])
    .execute();
  await db.schema
    .createTable('finding')
    .addColumn('key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('finding_json', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('picture')
    .addColumn('key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('png_sha256', 'text', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .execute();
}
