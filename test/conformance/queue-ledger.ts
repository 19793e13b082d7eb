import { describe, expect, it } from 'vitest';
import type { IngestOutcome } from '../../src/contracts/job.ts';
import { digestOfText } from '../../src/evidence/canonical.ts';
import type { RunStore, WorkKind, WorkLedger } from '../../src/pipeline/ports.ts';
import type { QueueLedger, WorkKey } from '../../src/pipeline/queue-ports.ts';
import type { WatchStore } from '../../src/pipeline/watch-ports.ts';
import { anyVerdict, envelopeEntry, quoteEntry } from '../support/plan.ts';

/** What every store offers to queues with a server of their own, opened empty for each test. */
export interface QueueLedgerUnderTest {
  readonly runs: RunStore;
  readonly work: WorkLedger;
  readonly queue: QueueLedger;
  readonly watch: WatchStore;
}

const PROFILE = digestOfText('profile');
const OUTCOME: IngestOutcome = {
  outcome: 'read',
  fingerprint: digestOfText('document'),
  failed_pages: [],
};

/** The suite of the ledger's part in queues. */
export function describeQueueLedger(name: string, open: () => Promise<QueueLedgerUnderTest>): void {
  describe(`${name}: queued work`, () => {
    describeQueued(open);
    describeLosses(open);
  });
  describe(`${name}: watched work`, () => describeWatched(open));
}

function describeQueued(open: () => Promise<QueueLedgerUnderTest>): void {
  it('hands an item to one queue only, and to one worker only', async () => {
    const store = await open();
    await plan(store, 'run', 5);
    const fed = await Promise.all([queued(store, 'e', 3), queued(store, 'e', 3)]);
    const keys = fed.flat();
    expect(new Set(keys.map(({ source_index }) => source_index)).size).toBe(keys.length);
    expect(keys.length).toBeLessThanOrEqual(5);
    const [key] = keys;
    if (key === undefined) throw new Error('an item was queued');
    const taken = await Promise.all([take(store, key, 'a'), take(store, key, 'b')]);
    expect(taken.filter((item) => item !== null)).toHaveLength(1);
    expect(await take(store, key, 'c')).toBeNull();
  });

  it('serves runs in turn, so that a large one does not hold up a small one', async () => {
    const store = await open();
    await plan(store, 'large', 20);
    await plan(store, 'small', 2);
    const keys = await queued(store, 'e', 6);
    expect(keys.filter(({ run_id }) => run_id === 'small')).toHaveLength(2);
    expect(keys.filter(({ run_id }) => run_id === 'large')).toHaveLength(3);
    expect(await queued(store, 'e', 100)).toHaveLength(17);
  });

  it('hands over nothing of another engine, of a run that is not running, or before its time', async () => {
    const store = await open();
    await plan(store, 'run', 2);
    expect(await queued(store, 'another', 10)).toEqual([]);
    const [first] = await queued(store, 'e', 1);
    if (first === undefined) throw new Error('an item was queued');
    const item = await take(store, first, 'a');
    if (item === null) throw new Error('the item was taken');
    await store.work.giveBack(item, 80, { code: 'thread_crashed', is_try: true });
    await store.runs.changeState('run', ['running'], 'cancelled', { now_ms: 1 });
    expect(await queued(store, 'e', 10)).toEqual([]);
    expect(await take(store, first, 'a')).toBeNull();
    await store.runs.changeState('run', ['cancelled'], 'running', { now_ms: 1 });
    expect((await queued(store, 'e', 10)).map((key) => key.source_index)).toEqual([1]);
    const later = { ...REQUEST, scope: { engine: 'e' }, now_ms: 80, count_max: 10 };
    expect(await store.queue.queueReady(later)).toMatchObject([{ source_index: 0, generation: 1 }]);
  });

  it('knows when a run has nothing more to be done', async () => {
    const store = await open();
    await plan(store, 'run', 1);
    expect(await store.queue.isOpen('run')).toBe(true);
    await finishAll(store, 'run');
    expect(await store.queue.isOpen('run')).toBe(false);
    expect((await store.runs.run('run'))?.state).toBe('completed');
  });
}

function describeLosses(open: () => Promise<QueueLedgerUnderTest>): void {
  it('an item that the queue lost is ready again, and its old key opens nothing', async () => {
    const store = await open();
    await plan(store, 'run', 2);
    const keys = await queued(store, 'e', 2);
    const scope = { engine: 'e' };
    expect(await store.queue.overdue({ scope, now_ms: 100, count_max: 10 })).toEqual([]);
    const overdue = await store.queue.overdue({ scope, now_ms: 201, count_max: 10 });
    expect(new Set(overdue.map(({ source_index }) => source_index))).toEqual(new Set([0, 1]));
    const [kept, gone] = keys;
    if (kept === undefined || gone === undefined) throw new Error('two items were queued');
    await store.queue.keepQueued([kept], 900);
    await store.queue.unqueue([gone]);
    expect(await store.queue.overdue({ scope, now_ms: 201, count_max: 10 })).toEqual([]);
    expect(await take(store, gone, 'a')).toBeNull();
    expect(await queued(store, 'e', 10)).toEqual([{ ...gone, generation: 1 }]);
    expect(await store.queue.unqueueAll(scope)).toBe(2);
    expect(await take(store, kept, 'a')).toBeNull();
  });

  it('an item that its owner does not have at hand is not kept from others', async () => {
    const store = await open();
    await plan(store, 'run', 2);
    const [first, second] = await queued(store, 'e', 2);
    if (first === undefined || second === undefined) throw new Error('two items were queued');
    const held = await take(store, first, 'a');
    // Its owner never heard of it: the answer was lost with the connection.
    await take(store, second, 'a');
    if (held === null) throw new Error('the item was taken');
    await store.work.renew('a', [held], 400);
    expect(await store.queue.reclaimExpired(301)).toBe(1);
    expect(await queued(store, 'e', 2)).toMatchObject([{ source_index: second.source_index }]);
  });

  it('an item whose worker is gone is ready again, and the loss is not counted as a try', async () => {
    const store = await open();
    await plan(store, 'run', 1);
    const [key] = await queued(store, 'e', 1);
    if (key === undefined) throw new Error('an item was queued');
    const late = await take(store, key, 'a');
    if (late === null) throw new Error('the item was taken');
    expect(await store.queue.reclaimExpired(100)).toBe(0);
    await store.work.renew('a', [late], 400);
    expect(await store.queue.reclaimExpired(301)).toBe(0);
    expect(await store.queue.reclaimExpired(401)).toBe(1);
    const [again] = await queued(store, 'e', 1);
    if (again === undefined) throw new Error('the item was queued again');
    expect(await take(store, again, 'b')).toMatchObject({
      attempts: 2,
      losses: 1,
      strikes: 1,
      generation: 1,
    });
    await expect(
      store.runs.finishIngest(late, { outcome: OUTCOME, settled: null }, {}),
    ).rejects.toMatchObject({ code: 'lease_lost' });
  });
}

function describeWatched(open: () => Promise<QueueLedgerUnderTest>): void {
  it('counts items by kind and state', async () => {
    const store = await open();
    await plan(store, 'run', 3);
    await queued(store, 'e', 1);
    const counts = await store.watch.itemCounts('run');
    expect(counts).toContainEqual({ kind: 'ingest', state: 'queued', count: 1 });
    expect(counts).toContainEqual({ kind: 'ingest', state: 'ready', count: 2 });
    expect(counts).toContainEqual({ kind: 'verify', state: 'waiting', count: 3 });
    expect(await store.watch.openCounts()).toEqual(counts);
  });

  it('shows the workers that gave a sign of life', async () => {
    const store = await open();
    const worker = {
      owner: 'one',
      engine: 'e',
      host: 'h',
      pid: 7,
      stages: ['ingest', 'feed'],
      started_ms: 1,
      seen_ms: 1,
    };
    await store.watch.beat(worker);
    await store.watch.beat({ ...worker, seen_ms: 50 });
    await store.watch.beat({ ...worker, owner: 'two', pid: 9, seen_ms: 20 });
    expect(await store.watch.workers()).toMatchObject([{ pid: 7, seen_ms: 50 }, { pid: 9 }]);
    await store.watch.forgetSilent(30);
    expect(await store.watch.workers()).toEqual([{ ...worker, seen_ms: 50 }]);
    await store.watch.forget('one');
    expect(await store.watch.workers()).toEqual([]);
  });

  it('what was given up is kept apart, and can be taken up again as if nothing had been', async () => {
    const store = await open();
    await plan(store, 'run', 2);
    const [key] = await queued(store, 'e', 1);
    if (key === undefined) throw new Error('an item was queued');
    const item = await take(store, key, 'a');
    if (item === null) throw new Error('the item was taken');
    const spent = { items_given_up: 1, ingest_items: 1 };
    await store.runs.finishIngest(item, { outcome: OUTCOME, settled: null }, spent);
    await finishAll(store, 'run');
    expect(await store.watch.dead(null)).toMatchObject([{ kind: 'ingest', source_index: 0 }]);
    expect(await store.runs.entries('run', null, 10)).toHaveLength(2);
    const [dead] = await store.watch.dead('run');
    if (dead === undefined) throw new Error('an item was given up');
    expect(await store.watch.retryDead(dead)).toBe(true);
    expect(await store.watch.retryDead(dead)).toBe(false);
    expect(await store.watch.dead('run')).toEqual([]);
    expect(await store.runs.run('run')).toMatchObject({ state: 'running', report_digest: null });
    expect(await store.runs.entries('run', null, 10)).toHaveLength(1);
    expect((await store.runs.counters('run')).claims_decided).toBe(1);
    await finishAll(store, 'run');
    expect(await store.runs.entries('run', null, 10)).toHaveLength(2);
    expect(await store.runs.run('run')).toMatchObject({ state: 'completed' });
    expect((await store.runs.counters('run')).items_given_up ?? 0).toBe(0);
  });
}

const REQUEST = { kind: 'ingest', now_ms: 10, look_again_ms: 200 } as const;

function queued(
  { queue }: QueueLedgerUnderTest,
  engine: string,
  countMax: number,
  kind: WorkKind = 'ingest',
): Promise<readonly WorkKey[]> {
  return queue.queueReady({ ...REQUEST, kind, scope: { engine }, count_max: countMax });
}

function take({ queue }: QueueLedgerUnderTest, key: WorkKey, owner: string) {
  return queue.takeQueued(key, { owner, lease_until_ms: 300 });
}

/** Does all that is open, as the stages would. */
async function finishAll(store: QueueLedgerUnderTest, runId: string): Promise<void> {
  await store.queue.unqueueAll({ run_id: runId });
  for (const kind of ['ingest', 'verify', 'report'] as const) {
    for (const key of await queued(store, 'e', 100, kind)) {
      const item = await take(store, key, 'all');
      if (item === null) continue;
      if (kind === 'ingest') {
        await store.runs.finishIngest(item, { outcome: OUTCOME, settled: null }, {});
      } else if (kind === 'verify') {
        const claims = await store.runs.shardClaims(runId, item.source_index, item.shard);
        const decided = claims.map(({ envelope_index, claim_index }) => ({
          envelope_index,
          claim_index,
          verdict: anyVerdict('a'),
          machine: null,
          crops: [],
        }));
        await store.runs.finishVerify(item, decided, {});
      } else {
        const digest = digestOfText('report');
        await store.runs.finishReport(item, { state: 'completed', digest, now_ms: 2 }, {});
      }
    }
  }
}

async function plan({ runs }: QueueLedgerUnderTest, runId: string, sources: number): Promise<void> {
  const run = { run_id: runId, profile: PROFILE, engine: 'e', settings: null, created_ms: 1 };
  await runs.createRun(run);
  const envelopes = Array.from({ length: sources }, (_, envelope_index) => ({
    envelope_index,
    entry: envelopeEntry(`s${envelope_index}`, [quoteEntry('a', 0)]),
  }));
  await runs.appendPlan(runId, envelopes, 500);
  await runs.sealPlan(runId, digestOfText('plan'), []);
  await runs.changeState(runId, ['planned'], 'running', { now_ms: 1 });
}
