import { onTestFinished } from 'vitest';
import { createBullmqQueue } from '../../../src/queues/bullmq/queue.ts';
import { openSqliteStore } from '../../../src/stores/sql/sqlite.ts';
import { describeQueue } from '../../conformance/queue.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { redisForSuite } from '../../support/redis.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const redis = redisForSuite();

describeQueue('BullMQ', async () => {
  const store = await openSqliteStore(temporaryFolder());
  onTestFinished(() => store.close());
  const clock = createFakeClock();
  const queue = createBullmqQueue({
    redisUrl: await redis.emptied(),
    work: store.work,
    ledger: store.queue,
    clock,
    owner: 'one',
    leaseMs: 60_000,
    windowMax: 4,
    observer: {
      onTrouble: (error) => {
        throw error;
      },
      onItem: () => {},
      onDepth: () => {},
    },
  });
  return { queue, clock, runs: store.runs, work: store.work };
});
