import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import S3rver from 's3rver';
import { describe, expect, it, onTestFinished } from 'vitest';
import { postgresForSuite } from '../support/databases.ts';
import { redisForSuite } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { makeWorkspace } from './workspace.ts';

const postgres = postgresForSuite();
const redis = redisForSuite();

interface Check {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** What `doctor` says of servers, and how it ends. */
async function doctor(environment: Readonly<Record<string, string>>): Promise<{
  readonly exitCode: number;
  readonly checks: Readonly<Record<string, Check>>;
}> {
  const { cli } = makeWorkspace(environment);
  const { exitCode, out } = await cli(['doctor', '--json']);
  const { checks }: { readonly checks: readonly Check[] } = JSON.parse(out);
  return { exitCode, checks: Object.fromEntries(checks.map((check) => [check.check, check])) };
}

async function startS3(): Promise<string> {
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory: temporaryFolder() },
    configureBuckets: [{ name: 'pictures', configs: [] }],
  });
  const { port } = await server.run();
  onTestFinished(async () => {
    await server.close();
  });
  return `http://127.0.0.1:${port}`;
}

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

describe('doctor', { timeout: 120_000 }, () => {
  it('looks at all servers it is given, and makes no table', async () => {
    const database = await postgres.createDatabase();
    const { exitCode, checks } = await doctor({
      DATABASE_URL: database,
      REDIS_URL: await redis.emptied(),
      ARTIFACTS_URL: `s3://pictures/deep?endpoint=${await startS3()}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    });
    expect(exitCode).toBe(0);
    expect(checks['redis']?.detail).toMatch(
      /^Redis [\d.]+; it evicts nothing; it keeps no append-only file.*; its clock agrees/,
    );
    expect(checks['postgres']?.detail).toMatch(/^PostgreSQL [\d.]+; it holds no store yet/);
    expect(checks['artifacts']?.detail).toContain('takes bytes and gives them back');
    const { rows } = await query(
      database,
      "select 1 from pg_namespace where nspname = 'pagewitness'",
    );
    expect(rows).toEqual([]);
  });

  it('knows a store of this version, of one before and of one to come', async () => {
    const database = await postgres.createDatabase();
    const { cli } = makeWorkspace({ DATABASE_URL: database });
    expect((await cli(['runs'])).exitCode).toBe(0);
    const own = await doctor({ DATABASE_URL: database });
    expect(own.checks['postgres']?.detail).toContain('the schema of this version');
    const table = 'pagewitness.kysely_migration';
    await query(database, `delete from ${table} where name = (select max(name) from ${table})`);
    const old = await doctor({ DATABASE_URL: database });
    expect(old.checks['postgres']?.detail).toContain('1 migrations behind');
    await query(database, `insert into ${table} values ('9999-future', '2030-01-01')`);
    const newer = await doctor({ DATABASE_URL: database });
    expect(newer.exitCode).toBe(3);
    expect(newer.checks['postgres']).toMatchObject({ ok: false });
    expect(newer.checks['postgres']?.detail).toContain('newer version');
  });

  it('says what is wrong with a server, and no password', async () => {
    const url = await redis.emptied();
    const client = new Redis(url);
    onTestFinished(() => client.disconnect());
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const { exitCode, checks } = await doctor({
      REDIS_URL: url,
      DATABASE_URL: 'postgresql://me:hush@127.0.0.1:9/pagewitness',
      ARTIFACTS_URL: `file://${file}`,
    });
    await client.config('SET', 'maxmemory-policy', 'noeviction');
    expect(exitCode).toBe(3);
    expect(checks['redis']).toMatchObject({ ok: false });
    expect(checks['redis']?.detail).toContain('allkeys-lru and must be noeviction');
    expect(checks['postgres']).toMatchObject({ ok: false });
    expect(checks['postgres']?.detail).toContain('ECONNREFUSED');
    expect(checks['artifacts']).toMatchObject({ ok: false });
    expect(JSON.stringify(checks)).not.toContain('hush');
  });

  it('says that nobody answers where no server is', async () => {
    const { exitCode, checks } = await doctor({ REDIS_URL: 'redis://:hush@127.0.0.1:9' });
    expect(exitCode).toBe(3);
    expect(checks['redis']?.detail).toContain('The queue cannot be reached.');
    expect(checks['redis']?.detail).not.toContain('hush');
  });

  it('writes where a folder keeps pictures', async () => {
    const folder = join(temporaryFolder(), 'pictures');
    mkdirSync(folder);
    const { exitCode, checks } = await doctor({ ARTIFACTS_URL: `file://${folder}` });
    expect(exitCode).toBe(0);
    expect(checks['artifacts']?.detail).toContain(folder);
  });

  it('looks at no server where none is named', async () => {
    const { checks } = await doctor({});
    expect(Object.keys(checks)).toEqual(['node', 'store', 'reader', 'home', 'lock']);
  });
});
