import type { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { connectRedis } from '../../../src/queues/bullmq/connection.ts';
import { checkServer } from '../../../src/queues/bullmq/server-check.ts';
import { startRedis } from '../../support/servers.ts';

async function serverWith(...options: readonly string[]): Promise<Redis> {
  const server = await startRedis('none', options);
  const redis = connectRedis(server.url, () => {});
  onTestFinished(async () => {
    redis.disconnect();
    await server.stop();
  });
  return redis;
}

it('a server that keeps nothing when it ends is told of', async () => {
  expect(await checkServer(await serverWith())).toEqual(['not_persistent']);
  expect(await checkServer(await serverWith('--appendonly', 'yes'))).toEqual([]);
});

it('a server that would throw jobs away when it is full is refused', async () => {
  const redis = await serverWith('--maxmemory-policy', 'allkeys-lru');
  await expect(checkServer(redis)).rejects.toMatchObject({
    code: 'queue_unusable',
    message: expect.stringContaining('allkeys-lru and must be noeviction'),
  });
});

it('a server that is not there is out of reach within seconds', async () => {
  const redis = connectRedis('redis://127.0.0.1:9', () => {});
  onTestFinished(() => redis.disconnect());
  await expect(checkServer(redis)).rejects.toMatchObject({ code: 'queue_unreachable' });
});
