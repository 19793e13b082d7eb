import { onTestFinished } from 'vitest';
import { createEmbeddedQueue } from '../../../src/queues/embedded/queue.ts';
import { openSqliteStore } from '../../../src/stores/sql/sqlite.ts';
import { describeQueue } from '../../conformance/queue.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describeQueue('embedded', async () => {
  const store = await openSqliteStore(temporaryFolder());
  onTestFinished(() => store.close());
  const clock = createFakeClock();
  const queue = createEmbeddedQueue({ work: store.work, clock, owner: 'one' });
  return { queue, clock, runs: store.runs, work: store.work };
});
