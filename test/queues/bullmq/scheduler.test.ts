import { type Job, Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { expect, it, onTestFinished, vi } from 'vitest';
import { RUN_STANDARD } from '../../../src/contracts/run-options.ts';
import { digestOfText } from '../../../src/evidence/canonical.ts';
import { createScheduleKeeper } from '../../../src/pipeline/keep-schedules.ts';
import { createBullmqQueue } from '../../../src/queues/bullmq/queue.ts';
import { dueAtOrBefore } from '../../../src/queues/due-time.ts';
import { openSqliteStore } from '../../../src/stores/sql/sqlite.ts';
import type { Store } from '../../../src/stores/sql/store.ts';
import { machineClock } from '../../support/batch.ts';
import { envelopeEntry, quoteEntry } from '../../support/plan.ts';
import { redisForSuite } from '../../support/redis.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const redis = redisForSuite();
const ENGINE = 'drawn';
/** For what comes within a few seconds on an idle machine. */
const SOON = { timeout: 30_000, interval: 50 };

interface Fed {
  readonly store: Store;
  readonly url: string;
  /** Due times of the runs that were planned. */
  readonly planned: number[];
  /** Another feeder beside it. */
  readonly feed: () => { readonly stop: () => Promise<void> };
  /** The queue of the calls, as Redis holds it. */
  readonly calls: Queue;
}

async function openFed(): Promise<Fed> {
  const url = await redis.emptied();
  const store = await openSqliteStore(temporaryFolder());
  onTestFinished(() => store.close());
  const planned: number[] = [];
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  const calls = new Queue(`schedule.${ENGINE}`, { connection, prefix: '{pagewitness}' });
  onTestFinished(async () => {
    await calls.close();
    connection.disconnect();
  });
  const feed = () => {
    const ended = new AbortController();
    const fed = feederOf(store, url, planned).feed(ENGINE, ended.signal);
    const stop = async () => {
      ended.abort();
      await fed;
    };
    onTestFinished(stop);
    return { stop };
  };
  return { store, url, planned, feed, calls };
}

let runs = 0;

function feederOf(store: Store, redisUrl: string, planned: number[]) {
  const schedules = createScheduleKeeper({
    schedules: store.schedules,
    runs: store.runs,
    clock: machineClock,
    leaseMs: 5_000,
    dueAtOrBefore,
    newRun: async () => {
      runs += 1;
      const profile = digestOfText('profile');
      return { run_id: `run-${runs}`, profile, engine: 'e', settings: null, created_ms: 1 };
    },
    read: () => ({
      entries: (async function* () {
        yield envelopeEntry('s', [quoteEntry('c', 0)]);
      })(),
      inputs: () => [],
    }),
    observer: {
      onPlanned: ({ due_ms }) => planned.push(due_ms),
      onMissed: (_tick, error) => {
        throw error;
      },
    },
  });
  return createBullmqQueue({
    redisUrl,
    work: store.work,
    ledger: store.queue,
    clock: machineClock,
    owner: 'one',
    leaseMs: 60_000,
    windowMax: 4,
    schedules,
    observer: {
      onTrouble: (error) => {
        throw error;
      },
      onItem: () => {},
      onDepth: () => {},
    },
  });
}

function scheduleOf(name: string, cron: string, created_ms = Date.now()) {
  const { search, crops } = RUN_STANDARD;
  const own = { envelopes: ['a'], folder: '/', sources: ['/'], out: null, formats: [] };
  const run = {
    ...own,
    is_fingerprint_optional: false,
    is_reuse_allowed: true,
    is_redacted: false,
  };
  return { name, cron, timezone: 'Europe/Berlin', run: { ...run, search, crops }, created_ms };
}

const YEARLY = '0 3 1 1 *';
const YEAR_MS = 365 * 86_400_000;

it('plans a run each time a schedule is due, once with two feeders', async () => {
  const { store, planned, feed } = await openFed();
  await store.schedules.add(scheduleOf('often', '* * * * * *'));
  feed();
  feed();
  await vi.waitFor(() => expect(planned.length).toBeGreaterThanOrEqual(4), SOON);
  const times = [...planned];
  expect(new Set(times).size).toBe(times.length);
  expect(times.every((at) => at % 1_000 === 0)).toBe(true);
  const found = await store.runs.runs();
  expect(found.filter(({ state }) => state === 'running').length).toBeGreaterThanOrEqual(4);
});

it('Redis holds a caller for each schedule of the store and for no other, with its name alone', async () => {
  const { store, feed, calls } = await openFed();
  await store.schedules.add(scheduleOf('one', YEARLY));
  await store.schedules.add(scheduleOf('two', YEARLY));
  feed();
  const names = async () => (await calls.getJobSchedulers()).map(({ key }) => key).sort();
  await vi.waitFor(async () => expect(await names()).toEqual(['one', 'two']), SOON);
  const [one] = await calls.getJobSchedulers();
  expect(one).toMatchObject({ pattern: YEARLY, tz: 'Europe/Berlin' });
  const jobs: Job[] = await calls.getDelayed();
  expect(jobs.map(({ data }) => JSON.stringify(data)).sort()).toEqual([
    '{"schedule":"one"}',
    '{"schedule":"two"}',
  ]);
  await store.schedules.remove('one', 1);
  await vi.waitFor(async () => expect(await names()).toEqual(['two']), SOON);
  expect(await calls.getDelayedCount()).toBe(1);
  await store.schedules.remove('two', 1);
  await store.schedules.add(scheduleOf('two', '0 4 1 1 *'));
  await vi.waitFor(
    async () => expect(await calls.getJobSchedulers()).toMatchObject([{ pattern: '0 4 1 1 *' }]),
    SOON,
  );
});

it('Redis that has lost its callers gets them again', async () => {
  const { store, feed, calls, url } = await openFed();
  await store.schedules.add(scheduleOf('one', YEARLY));
  feed();
  const count = () => calls.getJobSchedulersCount();
  await vi.waitFor(async () => expect(await count()).toBe(1), SOON);
  const client = new Redis(url);
  await client.flushall();
  client.disconnect();
  await vi.waitFor(async () => expect(await count()).toBe(1), SOON);
  expect(await calls.getDelayedCount()).toBe(1);
});

it('calls that come twice, for nothing or in another form plan nothing', async () => {
  const { store, planned, feed, calls } = await openFed();
  await store.schedules.add(scheduleOf('missed', YEARLY, Date.now() - 2 * YEAR_MS));
  await calls.addBulk(
    [
      { schedule: 'missed' },
      { schedule: 'missed' },
      { schedule: 'unknown' },
      { schedule: 'missed', due_ms: 1 },
      { schedule: '../missed' },
      'missed',
    ].map((data) => ({ name: 'schedule', data })),
  );
  feed();
  await vi.waitFor(async () => {
    expect(await calls.getJobCounts('waiting', 'active', 'failed')).toMatchObject({
      waiting: 0,
      active: 0,
      failed: 3,
    });
    expect(planned).toHaveLength(1);
  }, SOON);
  await calls.add('schedule', { schedule: 'missed' });
  await vi.waitFor(async () => expect(await calls.getWaitingCount()).toBe(0), SOON);
  expect(await store.runs.runs()).toHaveLength(1);
});

it('after a time without feeders one run makes up for all that was due', async () => {
  const { store, planned, feed } = await openFed();
  const schedule = scheduleOf('yearly', YEARLY, Date.now() - 5 * YEAR_MS);
  await store.schedules.add(schedule);
  const first = feed();
  await vi.waitFor(() => expect(planned).toEqual([dueAtOrBefore(Date.now(), schedule)]), SOON);
  await first.stop();
  await store.schedules.add(scheduleOf('later', '* * * * * *'));
  feed();
  // What is due each second shows that the second feeder has looked.
  await vi.waitFor(() => expect(planned.length).toBeGreaterThan(1), SOON);
  const ticks = await store.schedules.schedules();
  expect(ticks.find(({ name }) => name === 'yearly')?.last_tick?.due_ms).toBe(planned[0]);
  expect(planned.filter((at) => at === planned[0])).toHaveLength(1);
});
