import { Redis } from 'ioredis';
import { afterAll, beforeAll } from 'vitest';
import { startRedis, type TestServer } from './servers.ts';

/**
 * A Redis server for all tests of a file. To be called outside of tests.
 * @returns empties it and gives its URL.
 */
export function redisForSuite(): { readonly emptied: () => Promise<string> } {
  let server: TestServer | null = null;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(async () => {
    await server?.stop();
  });
  return {
    emptied: async () => {
      if (server === null) throw new Error('the server was not started');
      const client = new Redis(server.url);
      await client.flushall();
      client.disconnect();
      return server.url;
    },
  };
}
