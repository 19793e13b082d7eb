import { registerStages } from '../../src/pipeline/work-run.ts';
import { createBullmqQueue } from '../../src/queues/bullmq/queue.ts';
import { openPostgresStore } from '../../src/stores/sql/postgres.ts';
import { createBatch, createCollectingSink, machineClock } from '../../test/support/batch.ts';
import { createScaleLibrary } from './scale-library.ts';

/**
 * A worker of the dry run: `scale-worker.ts DATABASE_URL REDIS_URL FEEDS`. All stages, until SIGTERM. Documents
 * are made, and checked on the main thread; queue, store and pipeline are those of the product.
 */
const [database = '', redisUrl = '', feeds = 'feed'] = process.argv.slice(2);

/** Items of a kind at a time: what they wait for is Redis and PostgreSQL. */
const CONCURRENCY = 4;

const store = await openPostgresStore({ url: database, connectionsMax: 2 * CONCURRENCY + 4 });
const { parts } = createBatch({
  store,
  library: createScaleLibrary(),
  sink: createCollectingSink(),
  search: 'none',
  threads: CONCURRENCY,
});
const queue = createBullmqQueue({
  redisUrl,
  work: store.work,
  ledger: store.queue,
  clock: machineClock,
  owner: `scale.${process.pid}`,
  leaseMs: 60_000,
  windowMax: 2_000,
  observer: {
    onTrouble: (error) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    },
    onItem: () => {},
    onDepth: () => {},
  },
});
const places = { report: 1, verify: CONCURRENCY, ingest: CONCURRENCY };
registerStages(() => Promise.resolve(parts), queue, places);
const ended = new AbortController();
process.on('SIGTERM', () => ended.abort());
process.stdout.write('ready\n');
await Promise.all([
  queue.serve('scale', ended.signal),
  ...(feeds === 'feed' ? [queue.feed('scale', ended.signal)] : []),
]);
await store.close();
