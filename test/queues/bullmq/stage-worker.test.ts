import { Queue } from 'bullmq';
import { expect, it, onTestFinished, vi } from 'vitest';
import { connectRedis } from '../../../src/queues/bullmq/connection.ts';
import { PREFIX, queueName } from '../../../src/queues/bullmq/job.ts';
import { startStageWorker } from '../../../src/queues/bullmq/stage-worker.ts';
import { redisForSuite } from '../../support/redis.ts';

const server = redisForSuite();

it('a worker to whom no job comes though one waits knows that it is stuck, until one comes', async () => {
  const redis = connectRedis(await server.emptied(), () => {});
  const scope = { engine: 'e' };
  const queue = new Queue(queueName('verify', scope), { connection: redis, prefix: PREFIX });
  const taken: unknown[] = [];
  const worker = startStageWorker({
    redis,
    ledger: {
      takeQueued: (key) => {
        taken.push(key);
        return Promise.resolve(null);
      },
      unqueue: () => Promise.resolve(),
    },
    ...{ scope, kind: 'verify', concurrency: 1, owner: 'a' },
    leaseUntilMs: () => 0,
    work: () => Promise.resolve(true),
    mustStop: () => false,
    onTrouble: () => {},
  });
  onTestFinished(async () => {
    await worker.close(5_000);
    await queue.close();
    redis.disconnect();
  });
  // Nothing waits: it has nothing to be stuck at, however long it has been idle.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(Math.round(await worker.stuckMs())).toBe(0);
  // A queue at rest hands out nothing, as a dead connection would.
  await queue.pause();
  const key = { run_id: 'r', kind: 'verify', source_index: 0, shard: 0, generation: 0 };
  await queue.add('verify', { schema: 1, ...key });
  await vi.waitFor(async () => expect(await worker.stuckMs()).toBeGreaterThan(500), 20_000);
  expect(taken).toEqual([]);
  await queue.resume();
  await vi.waitFor(() => expect(taken).toEqual([key]), 20_000);
  expect(Math.round(await worker.stuckMs())).toBe(0);
});
