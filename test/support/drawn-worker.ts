import { registerStages } from '../../src/pipeline/work-run.ts';
import { createBullmqQueue } from '../../src/queues/bullmq/queue.ts';
import { openPostgresStore } from '../../src/stores/sql/postgres.ts';
import { createBatch, createCollectingSink, machineClock } from './batch.ts';
import { drawnBatch } from './drawn-batch.ts';
import { createDrawnLibrary } from './drawn-library.ts';

/**
 * Child process: works on the runs of the engine `drawn` until SIGTERM. Arguments: URLs of PostgreSQL and
 * Redis, number of documents, lease in milliseconds, milliseconds that each step of the work takes, whether
 * it feeds the queue. Says `ready` when it works.
 */
const [database = '', redisUrl = '', sources = '1', lease = '5000', stepMs = '0', feeds = 'feed'] =
  process.argv.slice(2);

const slow = async (): Promise<null> => {
  if (Number(stepMs) > 0) await machineClock.sleep(Number(stepMs));
  return null;
};

const store = await openPostgresStore({ url: database, connectionsMax: 6 });
const { documents } = drawnBatch(Number(sources));
const library = createDrawnLibrary(documents, {
  onOpen: slow,
  onCheck: async () => {
    await slow();
  },
});
const { parts } = createBatch({ store, library, sink: createCollectingSink(), threads: 2 });
const queue = createBullmqQueue({
  redisUrl,
  work: store.work,
  ledger: store.queue,
  clock: machineClock,
  owner: `drawn.${process.pid}.${Date.now()}`,
  leaseMs: Number(lease),
  windowMax: 50,
  observer: {
    onTrouble: (error) => {
      const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      process.stderr.write(`trouble ${said}\n`);
    },
    onItem: () => {},
    onDepth: () => {},
  },
});
registerStages(() => Promise.resolve(parts), queue, { report: 1, verify: 2, ingest: 2 });
const ended = new AbortController();
process.on('SIGTERM', () => ended.abort());
process.stdout.write('ready\n');
await Promise.all([
  queue.serve('drawn', ended.signal),
  ...(feeds === 'feed' ? [queue.feed('drawn', ended.signal)] : []),
]);
await store.close();
