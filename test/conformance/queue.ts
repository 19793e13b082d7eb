import { describe, expect, it } from 'vitest';
import { digestOfText } from '../../src/evidence/canonical.ts';
import { isFailure, PipelineError } from '../../src/pipeline/failure.ts';
import type { JobQueue, RunStore, WorkItem, WorkLedger } from '../../src/pipeline/ports.ts';
import type { FakeClock } from '../support/fake-clock.ts';
import { anyVerdict, envelopeEntry, quoteEntry } from '../support/plan.ts';

/** A queue engine over an empty store, with a clock that the suite moves. */
export interface QueueUnderTest {
  readonly queue: JobQueue;
  readonly runs: RunStore;
  readonly work: WorkLedger;
  readonly clock: FakeClock;
}

const PROFILE = digestOfText('profile');
const OUTCOME = { outcome: 'read', fingerprint: digestOfText('document') } as const;

/** The suite every queue engine must pass. */
export function describeQueue(name: string, open: () => Promise<QueueUnderTest>): void {
  describe(`${name}: queue`, () => {
    describeOrder(open);
    describeFailures(open);
  });
}

function describeOrder(open: () => Promise<QueueUnderTest>): void {
  it('does every item once, sources before their claims, the report last', async () => {
    const opened = await open();
    await plan(opened, 5);
    const done: string[] = [];
    processAll(opened, (item) => {
      done.push(`${item.kind} ${item.source_index}`);
      return Promise.resolve();
    });
    await drain(opened);
    expect(done).toHaveLength(11);
    expect(new Set(done).size).toBe(11);
    for (let source = 0; source < 5; source += 1) {
      expect(done.indexOf(`ingest ${source}`)).toBeLessThan(done.indexOf(`verify ${source}`));
    }
    expect(done.at(-1)).toBe('report 0');
    expect((await opened.runs.run('run'))?.state).toBe('completed');
  });

  it('never does more items of a kind at a time than it is told', async () => {
    const opened = await open();
    await plan(opened, 9);
    let running = 0;
    let most = 0;
    processAll(
      opened,
      async (item) => {
        if (item.kind !== 'ingest') return;
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 2));
        running -= 1;
      },
      3,
    );
    await drain(opened);
    expect(most).toBe(3);
  });

  it('does not begin anything after an abort, and finishes what is at hand', async () => {
    const opened = await open();
    await plan(opened, 6);
    const abort = new AbortController();
    let begun = 0;
    const done: string[] = [];
    processAll(
      opened,
      async (item) => {
        abort.abort();
        begun += 1;
        await new Promise((resolve) => setTimeout(resolve, 2));
        done.push(item.kind);
      },
      2,
    );
    await drain(opened, abort.signal);
    // A second one may have begun at the same moment.
    expect(['ingest', 'ingest'].slice(0, begun)).toEqual(done);
    expect(begun).toBeGreaterThan(0);
    expect((await opened.runs.run('run'))?.state).toBe('running');
  });

  it('keeps the lease of an item that takes long', async () => {
    const opened = await open();
    await plan(opened, 1);
    let end: () => void = () => undefined;
    const mayEnd = new Promise<void>((resolve) => {
      end = resolve;
    });
    processAll(opened, () => mayEnd);
    const drained = drain(opened);
    for (let minute = 0; minute < 30; minute += 1) {
      await settle();
      await opened.clock.advance(20_000);
      await settle();
      const now_ms = opened.clock.nowMs();
      expect(await opened.work.reclaim({ run_id: 'run', now_ms, is_alone: false })).toBe(0);
    }
    end();
    await drained;
    expect((await opened.runs.run('run'))?.state).toBe('completed');
  });
}

function describeFailures(open: () => Promise<QueueUnderTest>): void {
  it('does an item again later when its failure may pass', async () => {
    const opened = await open();
    await plan(opened, 1);
    const tries: number[] = [];
    processAll(opened, (item) => {
      if (item.kind !== 'ingest') return Promise.resolve();
      tries.push(opened.clock.nowMs());
      return tries.length < 3
        ? Promise.reject(new PipelineError('thread_crashed'))
        : Promise.resolve();
    });
    const drained = drain(opened);
    let isDrained = false;
    void drained.then(() => {
      isDrained = true;
    });
    while (!isDrained) {
      await settle();
      await opened.clock.advance(100);
    }
    await drained;
    expect(tries).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = tries;
    expect(second - first).toBeGreaterThanOrEqual(1_000);
    expect(third - second).toBeGreaterThanOrEqual(2_000);
    expect((await opened.runs.run('run'))?.state).toBe('completed');
  });

  it('ends with the first failure that cannot pass, after the items at hand', async () => {
    const opened = await open();
    await plan(opened, 4);
    const done: number[] = [];
    processAll(
      opened,
      async (item) => {
        if (item.source_index === 0) throw new PipelineError('report_unwritable');
        await new Promise((resolve) => setTimeout(resolve, 5));
        done.push(item.source_index);
      },
      2,
    );
    await expect(drain(opened)).rejects.toSatisfy((error) => isFailure(error, 'report_unwritable'));
    // What had begun beside it was finished; nothing was begun after it.
    expect(done.filter((source) => source !== 1)).toEqual([]);
    expect((await opened.runs.run('run'))?.state).toBe('running');
  });

  it('lets go of an item that another worker was given', async () => {
    const opened = await open();
    await plan(opened, 2);
    let lost = 0;
    processAll(opened, async (item) => {
      if (item.kind !== 'ingest' || item.source_index !== 0 || lost > 0) return;
      lost += 1;
      await opened.work.reclaim({ run_id: 'run', now_ms: 0, is_alone: true });
    });
    await drain(opened);
    expect(lost).toBe(1);
    expect((await opened.runs.run('run'))?.state).toBe('completed');
    expect(await opened.runs.entries('run', null, 10)).toHaveLength(2);
  });

  it('leaves a run alone that is not running', async () => {
    const opened = await open();
    await plan(opened, 2);
    await opened.runs.changeState('run', ['running'], 'cancelled', { now_ms: 1 });
    const done: string[] = [];
    processAll(opened, (item) => {
      done.push(item.kind);
      return Promise.resolve();
    });
    await drain(opened);
    expect(done).toEqual([]);
  });
}

/** A run of so many sources with one claim each, ready to be worked on. */
async function plan({ runs }: QueueUnderTest, sources: number): Promise<void> {
  await runs.createRun({
    run_id: 'run',
    profile: PROFILE,
    engine: '',
    settings: null,
    created_ms: 1,
  });
  const envelopes = Array.from({ length: sources }, (_, envelope_index) => ({
    envelope_index,
    entry: envelopeEntry(`s${envelope_index}`, [quoteEntry('a', 0)]),
  }));
  await runs.appendPlan('run', envelopes, 500);
  await runs.sealPlan('run', digestOfText('plan'), []);
  await runs.changeState('run', ['planned'], 'running', { now_ms: 1 });
}

/** Registers all kinds: `before` is awaited, then the item is finished as its stage would. */
function processAll(
  { queue, runs }: QueueUnderTest,
  before: (item: WorkItem) => Promise<void>,
  concurrency = 4,
): void {
  queue.process(
    'report',
    async (item) => {
      await before(item);
      const end = { state: 'completed', digest: digestOfText('report'), now_ms: 2 } as const;
      await runs.finishReport(item, end, {});
    },
    { concurrency },
  );
  queue.process(
    'verify',
    async (item) => {
      await before(item);
      const claims = await runs.shardClaims(item.run_id, item.source_index, item.shard);
      const decided = claims.map(({ envelope_index, claim_index }) => ({
        envelope_index,
        claim_index,
        verdict: anyVerdict('a'),
        machine: null,
        crops: [],
      }));
      await runs.finishVerify(item, decided, {});
    },
    { concurrency },
  );
  queue.process(
    'ingest',
    async (item) => {
      await before(item);
      const outcome = { ...OUTCOME, failed_pages: [] };
      await runs.finishIngest(item, { outcome, settled: null }, {});
    },
    { concurrency },
  );
}

async function drain(
  { queue }: QueueUnderTest,
  signal = new AbortController().signal,
): Promise<void> {
  await queue.drain('run', PROFILE, signal);
}

/** Lets everything run that does not wait for the clock. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
