import { onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../src/stores/sql/postgres.ts';
import type { Store } from '../../../src/stores/sql/store.ts';
import { describeGroundingStore } from '../../conformance/grounding-store.ts';
import { describeQueueLedger } from '../../conformance/queue-ledger.ts';
import { describeSchedules } from '../../conformance/schedules.ts';
import { describeStore } from '../../conformance/store.ts';
import { postgresForSuite } from '../../support/databases.ts';

const server = postgresForSuite();

async function open(): Promise<Store> {
  const store = await openPostgresStore({ url: await server.createDatabase(), connectionsMax: 4 });
  onTestFinished(() => store.close());
  return store;
}

describeStore('PostgreSQL store', open);
describeQueueLedger('PostgreSQL store', open);
describeSchedules('PostgreSQL store', open);
describeGroundingStore('PostgreSQL store', async () => (await open()).groundings);
