import { describe, expect, it } from 'vitest';
import { RUN_STANDARD } from '../../src/contracts/run-options.ts';
import { digestOfText } from '../../src/evidence/canonical.ts';
import { PipelineError } from '../../src/pipeline/failure.ts';
import { createScheduleKeeper, type ScheduleKeeper } from '../../src/pipeline/keep-schedules.ts';
import type { RunStore } from '../../src/pipeline/ports.ts';
import type { Schedule, ScheduleStore } from '../../src/pipeline/schedule-ports.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { envelopeEntry, quoteEntry } from '../support/plan.ts';

/** What every store offers to schedules, opened empty for each test. */
export interface ScheduleStoreUnderTest {
  readonly schedules: ScheduleStore;
  readonly runs: RunStore;
}

type Open = () => Promise<ScheduleStoreUnderTest>;

/** The suite of schedules in a store, and of what plans by them. */
export function describeSchedules(name: string, open: Open): void {
  describe(`${name}: schedules`, () => {
    describeRecords(open);
    describeTicks(open);
  });
  describe(`${name}: runs by schedules`, () => {
    describePlanned(open);
    describeMissed(open);
  });
}

function describeRecords(open: Open): void {
  it('keeps schedules by name, one of each', async () => {
    const { schedules } = await open();
    expect(await schedules.add(scheduleOf('b'))).toBe(true);
    expect(await schedules.add(scheduleOf('a'))).toBe(true);
    expect(await schedules.add({ ...scheduleOf('b'), cron: '1 1 * * *' })).toBe(false);
    expect(await schedules.schedules()).toEqual([
      { ...scheduleOf('a'), last_tick: null },
      { ...scheduleOf('b'), last_tick: null },
    ]);
    expect(await schedules.remove('a', 1)).toBe(true);
    expect(await schedules.remove('a', 1)).toBe(false);
    expect((await schedules.schedules()).map((each) => each.name)).toEqual(['b']);
  });

  it('a schedule that is removed takes its ticks along, stops what is being planned and leaves runs', async () => {
    const { schedules, runs } = await open();
    await schedules.add(scheduleOf('a'));
    await schedules.begin(due('a', 10), runOf('done'), 99);
    await runs.changeState('done', ['planned'], 'running', { now_ms: 11 });
    await schedules.begin(due('a', 20), runOf('open'), 99);
    await schedules.remove('a', 30);
    expect((await runs.run('done'))?.state).toBe('running');
    expect((await runs.run('open'))?.state).toBe('cancelled');
    expect(await schedules.tickOf('done')).toBeNull();
    expect(await schedules.begin(due('a', 40), runOf('late'), 99)).toBeNull();
    // Another of that name begins anew, and what was due for the first is not due for it.
    await schedules.add({ ...scheduleOf('a'), created_ms: 50 });
    expect((await schedules.schedules())[0]?.last_tick).toBeNull();
    expect(await schedules.begin(due('a', 60), runOf('late'), 99)).toBeNull();
    expect(await runs.run('late')).toBeNull();
  });
}

function describeTicks(open: Open): void {
  it('of any number that begin a tick one does, and none begins an earlier one', async () => {
    const { schedules, runs } = await open();
    await schedules.add(scheduleOf('a'));
    const begun = await Promise.all(
      ['1', '2', '3', '4'].map((run) => schedules.begin(due('a', 20), runOf(run), 99)),
    );
    const [own] = begun.filter((tick) => tick !== null);
    expect(begun.filter((tick) => tick !== null)).toHaveLength(1);
    expect((await runs.runs()).map(({ run_id }) => run_id)).toEqual([own?.run_id]);
    expect(await schedules.miss(due('a', 20), 'gone')).toBe(false);
    expect(await schedules.begin(due('a', 10), runOf('early'), 99)).toBeNull();
    expect(await schedules.miss(due('a', 30), 'gone')).toBe(true);
    const missed = { run_id: null, run_state: null, failure: 'gone' };
    expect((await schedules.schedules())[0]?.last_tick).toEqual({
      name: 'a',
      due_ms: 30,
      ...missed,
    });
    expect(await schedules.tickOf(own?.run_id ?? '')).toMatchObject({ name: 'a', due_ms: 20 });
  });

  it('a tick is taken over when its lease has run out, by one, and never after its run was started', async () => {
    const { schedules, runs } = await open();
    await schedules.add(scheduleOf('a'));
    const tick = await schedules.begin(due('a', 10), runOf('first'), 100);
    if (tick === null) throw new Error('the tick was begun');
    expect(await schedules.abandoned(100)).toEqual([]);
    expect(await schedules.renew(tick, 200)).toBe(true);
    expect(await schedules.takeOver(tick, runOf('x'), { now_ms: 150, until_ms: 300 })).toBeNull();
    expect(await schedules.abandoned(201)).toEqual([tick]);
    const lease = { now_ms: 201, until_ms: 300 };
    const taken = await Promise.all(
      ['second', 'third'].map((run) => schedules.takeOver(tick, runOf(run), lease)),
    );
    const [own] = taken.filter((each) => each !== null);
    if (own === undefined) throw new Error('the tick was taken over');
    expect(taken).toContain(null);
    expect(await schedules.renew(tick, 400)).toBe(false);
    // The first planner lives after all.
    expect(await runs.changeState('first', ['planned'], 'running', { now_ms: 202 })).toBe(false);
    expect(await runs.changeState(own.run_id, ['planned'], 'running', { now_ms: 202 })).toBe(true);
    expect(await schedules.abandoned(999)).toEqual([]);
    expect(await schedules.takeOver(own, runOf('x'), { now_ms: 999, until_ms: 1_999 })).toBeNull();
    expect(await schedules.giveUp(own, 'why', 999)).toBe(false);
    expect((await runs.run(own.run_id))?.state).toBe('running');
    expect((await schedules.tickOf(own.run_id))?.failure).toBeNull();
  });

  it('a tick that is given up says why, and its run never starts', async () => {
    const { schedules, runs } = await open();
    await schedules.add(scheduleOf('a'));
    const tick = await schedules.begin(due('a', 10), runOf('first'), 100);
    if (tick === null) throw new Error('the tick was begun');
    expect(await schedules.giveUp(tick, 'why', 20)).toBe(true);
    expect(await schedules.giveUp(tick, 'why not', 20)).toBe(false);
    expect(await schedules.tickOf('first')).toMatchObject({
      run_state: 'cancelled',
      failure: 'why',
    });
    expect(await runs.changeState('first', ['planned'], 'running', { now_ms: 21 })).toBe(false);
  });
}

/** Due times of the keeper under test: every hundredth millisecond. */
const EVERY_MS = 100;
const LEASE_MS = 30;

interface KeeperUnderTest {
  readonly keeper: ScheduleKeeper;
  readonly clock: FakeClock;
  /** What was told, in order: `planned` or the code of the failure, and the due time. */
  readonly told: string[];
}

/** A keeper over the store; `files` and `read` stand for the world it reads. */
function keeperOf(
  { schedules, runs }: ScheduleStoreUnderTest,
  clock: FakeClock,
  world: { readonly files?: () => void; readonly read?: () => void | Promise<void> } = {},
): KeeperUnderTest {
  const told: string[] = [];
  let count = 0;
  const keeper = createScheduleKeeper({
    schedules,
    runs,
    clock,
    leaseMs: LEASE_MS,
    dueAtOrBefore: (nowMs) => Math.floor(nowMs / EVERY_MS) * EVERY_MS,
    newRun: async (schedule, nowMs) => {
      world.files?.();
      count += 1;
      return runOf(`${schedule.name}-${nowMs}-${count}-${keepers}`);
    },
    read: () => ({
      entries: (async function* () {
        yield envelopeEntry('s', [quoteEntry('c', 0)]);
        await world.read?.();
        yield envelopeEntry('t', [quoteEntry('c', 0)]);
      })(),
      inputs: () => [],
    }),
    observer: {
      onPlanned: ({ due_ms }) => told.push(`planned ${due_ms}`),
      onMissed: ({ due_ms }, error) =>
        told.push(`${error instanceof PipelineError ? error.code : String(error)} ${due_ms}`),
    },
  });
  keepers += 1;
  return { keeper, clock, told };
}

let keepers = 0;
const going = new AbortController().signal;

function describePlanned(open: Open): void {
  it('plans a due time once, however often and by however many it is told', async () => {
    const store = await open();
    const clock = createFakeClock(150);
    await store.schedules.add(scheduleOf('a', 140));
    const one = keeperOf(store, clock);
    const other = keeperOf(store, clock);
    await one.keeper.look(null, going);
    expect(await store.runs.runs()).toEqual([]);
    await clock.advance(60);
    await Promise.all([
      one.keeper.look(null, going),
      one.keeper.look('a', going),
      other.keeper.look('a', going),
      other.keeper.look('b', going),
    ]);
    await other.keeper.look(null, going);
    expect([...one.told, ...other.told]).toEqual(['planned 200']);
    expect(await store.runs.runs()).toMatchObject([{ state: 'running', claim_count: 2 }]);
    await clock.advance(100);
    await other.keeper.look('a', going);
    expect(other.told.at(-1)).toBe('planned 300');
  });

  it('after a time without anybody it catches up with one run, for the latest due time', async () => {
    const store = await open();
    await store.schedules.add(scheduleOf('a', 140));
    const { keeper, told } = keeperOf(store, createFakeClock(1_234));
    await keeper.look(null, going);
    await keeper.look(null, going);
    expect(told).toEqual(['planned 1200']);
    expect(await store.runs.runs()).toHaveLength(1);
  });

  it('a plan that was left in the middle is planned anew, and its first planner can do no harm', async () => {
    const store = await open();
    const clock = createFakeClock(210);
    await store.schedules.add(scheduleOf('a', 140));
    const other = keeperOf(store, clock);
    let isHeld = true;
    const first = keeperOf(store, clock, {
      read: () => {
        if (isHeld) throw new PipelineError('store_unreachable');
      },
    });
    await expect(first.keeper.look(null, going)).rejects.toMatchObject({
      code: 'store_unreachable',
    });
    const [half] = await store.runs.runs();
    expect(half).toMatchObject({ state: 'planned', plan_digest: null, claim_count: 0 });
    await other.keeper.look(null, going);
    expect(other.told).toEqual([]);
    await clock.advance(LEASE_MS + 1);
    await other.keeper.look(null, going);
    isHeld = false;
    await first.keeper.look(null, going);
    expect([...first.told, ...other.told]).toEqual(['planned 200']);
    expect((await store.runs.run(half?.run_id ?? ''))?.state).toBe('cancelled');
    expect((await store.schedules.schedules())[0]?.last_tick).toMatchObject({
      due_ms: 200,
      run_state: 'running',
    });
  });

  it('a plan that is stopped with its process is planned anew by the next at once', async () => {
    const store = await open();
    const clock = createFakeClock(210);
    await store.schedules.add(scheduleOf('a', 140));
    const ended = new AbortController();
    const first = keeperOf(store, clock, { read: () => ended.abort() });
    await first.keeper.look(null, ended.signal);
    const next = keeperOf(store, clock);
    await next.keeper.look(null, going);
    expect([...first.told, ...next.told]).toEqual(['planned 200']);
    expect(await store.runs.runs()).toMatchObject([{}, {}]);
  });

  it('a plan that lasts longer than its lease is kept by its planner', async () => {
    const store = await open();
    const clock = createFakeClock(210);
    await store.schedules.add(scheduleOf('a', 140));
    const other = keeperOf(store, clock);
    const first = keeperOf(store, clock, {
      read: async () => {
        for (let third = 0; third < 5; third += 1) {
          await clock.advance(LEASE_MS / 3);
          await renewed(clock);
          await other.keeper.look(null, going);
        }
      },
    });
    await first.keeper.look(null, going);
    expect([...first.told, ...other.told]).toEqual(['planned 200']);
    expect(clock.sleepers()).toBe(0);
  });
}

/** Waits until the lease was renewed: then its keeper sleeps again. */
async function renewed(clock: FakeClock): Promise<void> {
  while (clock.sleepers() === 0) await new Promise((resolve) => setImmediate(resolve));
}

function describeMissed(open: Open): void {
  it('files that are gone are seen, and the schedule goes on', async () => {
    const store = await open();
    const clock = createFakeClock(210);
    await store.schedules.add(scheduleOf('a', 140));
    await store.schedules.add(scheduleOf('b', 140));
    let isGone = true;
    const { keeper, told } = keeperOf(store, clock, {
      files: () => {
        if (isGone) throw new PipelineError('envelopes_unusable', { detail: 'a.jsonl is gone.' });
      },
    });
    await keeper.look(null, going);
    await keeper.look(null, going);
    expect(told).toEqual(['envelopes_unusable 200', 'envelopes_unusable 200']);
    const [a] = await store.schedules.schedules();
    expect(a?.last_tick).toMatchObject({ due_ms: 200, run_id: null });
    expect(a?.last_tick?.failure).toContain('a.jsonl is gone.');
    isGone = false;
    await clock.advance(100);
    await keeper.look('a', going);
    expect(told.at(-1)).toBe('planned 300');
    expect((await store.schedules.schedules())[0]?.last_tick?.failure).toBeNull();
  });

  it('what nobody planned before the next due time is given up for it', async () => {
    const store = await open();
    const clock = createFakeClock(210);
    await store.schedules.add(scheduleOf('a', 140));
    await store.schedules.begin(
      { name: 'a', created_ms: 140, due_ms: 200 },
      runOf('left'),
      210 + LEASE_MS,
    );
    await clock.advance(100);
    const { keeper, told } = keeperOf(store, clock);
    await keeper.look(null, going);
    expect(told).toEqual(['null 200', 'planned 300']);
    expect((await store.runs.run('left'))?.state).toBe('cancelled');
    expect((await store.schedules.tickOf('left'))?.failure).toContain('next due time');
  });

  it('an error of ours in one schedule is told, and the others go on', async () => {
    const store = await open();
    await store.schedules.add(scheduleOf('a', 140));
    await store.schedules.add(scheduleOf('b', 140));
    let count = 0;
    const { keeper, told } = keeperOf(store, createFakeClock(210), {
      read: () => {
        count += 1;
        if (count === 1) throw new RangeError('ours');
      },
    });
    await keeper.look(null, going);
    expect(told).toEqual(['RangeError: ours 200', 'planned 200']);
    const [a] = await store.schedules.schedules();
    expect(a?.last_tick).toMatchObject({ run_state: 'cancelled' });
    expect(a?.last_tick?.failure).not.toBeNull();
  });
}

function scheduleOf(name: string, created_ms = 1): Schedule {
  return {
    name,
    cron: '0 2 * * *',
    timezone: 'Europe/Berlin',
    run: {
      envelopes: ['answers'],
      folder: '/srv',
      sources: ['/srv/filings'],
      out: null,
      is_fingerprint_optional: false,
      search: RUN_STANDARD.search,
      crops: RUN_STANDARD.crops,
      is_reuse_allowed: true,
      formats: ['html'],
      is_redacted: false,
    },
    created_ms,
  };
}

function due(name: string, due_ms: number) {
  return { name, created_ms: 1, due_ms };
}

function runOf(run_id: string) {
  return {
    run_id,
    profile: digestOfText('profile'),
    engine: 'e',
    settings: null,
    created_ms: 1,
  };
}
