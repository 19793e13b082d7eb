import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { startPostgres, type TestServer } from './servers.ts';

/**
 * A PostgreSQL server for all tests of a file. To be called outside of tests.
 * @returns makes an empty database and gives its URL.
 */
export function postgresForSuite(): { readonly createDatabase: () => Promise<string> } {
  let server: TestServer | null = null;
  let count = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await server?.stop();
  });
  return {
    createDatabase: async () => {
      if (server === null) throw new Error('the server was not started');
      count += 1;
      const name = `test_${count}`;
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return server.url.replace(/postgres$/, name);
    },
  };
}
