import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EnvelopeEntry } from '../../src/contracts/envelope.ts';
import { digestOfText } from '../../src/evidence/canonical.ts';
import { isFailure } from '../../src/pipeline/failure.ts';
import type {
  DecidedClaim,
  RunStore,
  WorkItem,
  WorkKind,
  WorkLedger,
} from '../../src/pipeline/ports.ts';
import { anyVerdict, brokenEntry, envelopeEntry, quoteEntry } from '../support/plan.ts';

/** What every store engine offers, opened empty for each test and closed by `close`. */
export interface StoreUnderTest {
  readonly runs: RunStore;
  readonly work: WorkLedger;
}

const PROFILE = digestOfText('profile');
const FINGERPRINT = digestOfText('document');

/** The suite every store engine must pass. `open` gives a new empty store. */
export function describeStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name}: plan`, () => describePlan(open));
  describe(`${name}: work`, () => describeWork(open));
  describe(`${name}: verdicts`, () => describeVerdicts(open));
}

function describePlan(open: () => Promise<StoreUnderTest>): void {
  it('a thousand envelopes whose claims share one id lose no claim', async () => {
    const store = await open();
    const entries = Array.from({ length: 1000 }, (_, index) =>
      envelopeEntry(`source-${index % 3}`, [quoteEntry('c1', index)], index + 1),
    );
    await plan(store, 'run', entries, 100);
    const run = await store.runs.run('run');
    expect(run).toMatchObject({ envelope_count: 1000, claim_count: 1000, source_count: 3 });
    const pages: number[] = [];
    for (let source = 0; source < 3; source += 1) {
      const planned = await store.runs.source('run', source);
      expect(planned?.shard_count).toBe(4);
      for (let shard = 0; shard < 4; shard += 1) {
        for (const claim of await store.runs.shardClaims('run', source, shard)) {
          if (claim.entry.readable) pages.push(claim.entry.claim.page_index ?? -1);
          expect(claim.claim_index).toBe(0);
          expect(claim.place.line).toBe(claim.envelope_index + 1);
        }
      }
    }
    expect(pages.sort((a, b) => a - b)).toEqual(entries.map((_, index) => index));
  });

  it('claims of one source stay in input order over shards and batches', async () => {
    const store = await open();
    await store.runs.createRun(newRun('run'));
    const entries = Array.from({ length: 12 }, (_, index) =>
      envelopeEntry('s', [quoteEntry('a', 2 * index), quoteEntry('b', 2 * index + 1)], index + 1),
    );
    for (const [envelope_index, entry] of entries.entries()) {
      await store.runs.appendPlan('run', [{ envelope_index, entry }], 5);
    }
    const pages: (number | undefined)[] = [];
    for (let shard = 0; shard < 5; shard += 1) {
      const claims = await store.runs.shardClaims('run', 0, shard);
      expect(claims.length).toBeLessThanOrEqual(5);
      pages.push(...claims.map(({ entry }) => (entry.readable ? entry.claim.page_index : -1)));
    }
    expect(pages).toEqual(Array.from({ length: 24 }, (_, index) => index));
  });

  it('claims that cannot be read need no document and can be verified at once', async () => {
    const store = await open();
    const broken: EnvelopeEntry = {
      place: { file: '-', line: 2 },
      head: null,
      claims: [brokenEntry('no JSON')],
    };
    await plan(store, 'run', [
      envelopeEntry('s', [quoteEntry('a', 0), brokenEntry('"pag_index"')]),
      broken,
    ]);
    const items = await takeAll(store, ['ingest', 'verify', 'report']);
    expect(items.map(({ kind, source_index }) => [kind, source_index])).toEqual([
      ['ingest', 0],
      ['verify', 1],
    ]);
    expect(await store.runs.source('run', 1)).toMatchObject({ request: null });
    const claims = await store.runs.shardClaims('run', 1, 0);
    expect(claims.map(({ head }) => head?.source_id ?? null)).toEqual(['s', null]);
  });

  it('documents named in two ways are two sources, and an empty run has only its report', async () => {
    const store = await open();
    const plain = envelopeEntry('s', [quoteEntry('a', 0)]);
    const head = plain.head;
    if (head === null) throw new Error('the entry has a head');
    await plan(store, 'run', [plain, { ...plain, head: { ...head, document: 's.pdf' } }]);
    expect((await store.runs.run('run'))?.source_count).toBe(2);
    await plan(store, 'empty', []);
    const items = await takeAll(store, ['ingest', 'verify', 'report'], 'empty');
    expect(items.map(({ kind }) => kind)).toEqual(['report']);
  });

  it('a plan that was dropped can be written anew without a trace of the first', async () => {
    const store = await open();
    await store.runs.createRun(newRun('run'));
    const entry = envelopeEntry('old', [quoteEntry('a', 0)]);
    await store.runs.appendPlan('run', [{ envelope_index: 0, entry }], 500);
    await store.runs.dropPlan('run');
    await store.runs.appendPlan(
      'run',
      [{ envelope_index: 0, entry: envelopeEntry('new', [quoteEntry('b', 1)]) }],
      500,
    );
    expect(await store.runs.run('run')).toMatchObject({ claim_count: 1, source_count: 1 });
    expect((await store.runs.source('run', 0))?.request?.source_id).toBe('new');
  });

  it('whatever a producer wrote in metadata, ids and quotes comes back as it was', async () => {
    const store = await open();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.trim() !== ''),
        async (metadata, text) => {
          count += 1;
          const runId = `run-${count}`;
          const entry = envelopeEntry(text, [quoteEntry(text, 3, text)]);
          const given = { ...entry, head: entry.head && { ...entry.head, metadata } };
          await plan(store, runId, [given]);
          const [claim] = await store.runs.shardClaims(runId, 0, 0);
          expect(claim?.head).toEqual(JSON.parse(JSON.stringify(given.head)));
          expect(claim?.entry).toEqual(entry.claims[0]);
          expect(await store.runs.source(runId, 0)).toMatchObject({
            request: { source_id: text, document: null },
          });
        },
      ),
      { numRuns: 30 },
    );
  });
}

function describeWork(open: () => Promise<StoreUnderTest>): void {
  it('no item is handed out before its run is sealed and running, or to another profile', async () => {
    const store = await open();
    await store.runs.createRun(newRun('run'));
    const entry = envelopeEntry('s', [quoteEntry('a', 0)]);
    await store.runs.appendPlan('run', [{ envelope_index: 0, entry }], 500);
    await store.runs.changeState('run', ['planned'], 'running', { now_ms: 1 });
    expect(await takeAll(store, ['ingest'])).toEqual([]);
    await store.runs.sealPlan('run', digestOfText('plan'), []);
    expect(await takeAll(store, ['ingest'], 'run', digestOfText('another'))).toEqual([]);
    await store.runs.changeState('run', ['running'], 'cancelled', { now_ms: 2 });
    expect(await takeAll(store, ['ingest'])).toEqual([]);
    await store.runs.changeState('run', ['cancelled'], 'running', { now_ms: 3 });
    expect(await takeAll(store, ['ingest'])).toHaveLength(1);
  });

  it('an item is held by one owner only, and the wanted kind comes first', async () => {
    const store = await open();
    await plan(store, 'run', [
      envelopeEntry('a', [quoteEntry('a', 0), brokenEntry('x')]),
      envelopeEntry('b', [quoteEntry('a', 0)]),
    ]);
    const first = await store.work.take({ ...request('one'), kinds: ['verify', 'ingest'] });
    expect(first.map(({ kind }) => kind)).toEqual(['verify']);
    const others = await Promise.all(
      ['two', 'three', 'four'].map((owner) =>
        store.work.take({ ...request(owner), kinds: ['verify', 'ingest'] }),
      ),
    );
    expect(others.flat().map(({ source_index }) => source_index)).toEqual([0, 2]);
  });

  it('claims wait for their source, and the report for all claims', async () => {
    const store = await open();
    await plan(store, 'run', [envelopeEntry('s', [quoteEntry('a', 0)])]);
    const [ingest] = await takeAll(store, ['ingest', 'verify', 'report']);
    expect(ingest?.kind).toBe('ingest');
    await finishIngest(store, ingest);
    const [verify] = await takeAll(store, ['report', 'verify', 'ingest']);
    expect(verify?.kind).toBe('verify');
    if (verify === undefined) throw new Error('a verify item was ready');
    await store.runs.finishVerify(verify, [decided(0, 0)], {});
    const [report] = await takeAll(store, ['report', 'verify', 'ingest']);
    if (report?.kind !== 'report') throw new Error('the report was ready');
    const digest = digestOfText('report');
    await store.runs.finishReport(report, { state: 'completed', digest, now_ms: 9 }, {});
    expect(await store.work.nextReadyMs('run')).toBeNull();
    expect(await store.runs.run('run')).toMatchObject({
      state: 'completed',
      report_digest: digest,
      finished_ms: 9,
    });
  });

  it('claims that are settled with their source are never handed out', async () => {
    const store = await open();
    await plan(store, 'run', [
      envelopeEntry('s', [quoteEntry('a', 0), quoteEntry('b', 1)]),
      envelopeEntry('t', [quoteEntry('c', 0)]),
    ]);
    const [first, second] = await takeAll(store, ['ingest']);
    if (first === undefined || second === undefined) throw new Error('two items were ready');
    const outcome = { outcome: 'read', fingerprint: FINGERPRINT, failed_pages: [] } as const;
    const end = { outcome: { ...outcome, failed_pages: [] } };
    const settled = [decided(0, 1), decided(0, 0)];
    await store.runs.finishIngest(first, { ...end, settled }, { claims_reused: 2 });
    expect(await takeAll(store, ['report', 'verify'])).toEqual([]);
    expect((await store.runs.source('run', 0))?.outcome).toEqual(outcome);
    await store.runs.finishIngest(second, { ...end, settled: [decided(1, 0)] }, {});
    expect((await takeAll(store, ['verify', 'report'])).map(({ kind }) => kind)).toEqual([
      'report',
    ]);
    const entries = await store.runs.entries('run', null, 10);
    expect(entries.map(({ verdict }) => verdict.claim_id)).toEqual(['0.0', '0.1', '1.0']);
    expect(await store.runs.counters('run')).toEqual({ claims_decided: 3, claims_reused: 2 });
  });

  it('who lost a source settles nothing with it', async () => {
    const store = await open();
    await plan(store, 'run', [envelopeEntry('s', [quoteEntry('a', 0)])]);
    const [late] = await takeAll(store, ['ingest']);
    if (late === undefined) throw new Error('an ingest item was ready');
    await store.work.reclaim({ run_id: 'run', now_ms: 150, is_alone: false });
    const outcome = { outcome: 'read', fingerprint: FINGERPRINT, failed_pages: [] } as const;
    const end = { outcome: { ...outcome, failed_pages: [] }, settled: [decided(0, 0)] };
    await expect(store.runs.finishIngest(late, end, { claims_reused: 1 })).rejects.toSatisfy(
      (error) => isFailure(error, 'lease_lost'),
    );
    expect(await store.runs.entries('run', null, 10)).toEqual([]);
    expect(await store.runs.counters('run')).toEqual({});
    const again = await takeAll(store, ['report', 'verify', 'ingest']);
    expect(again.map(({ kind }) => kind)).toEqual(['ingest']);
  });

  it('who lost an item can finish it no more and leaves nothing behind', async () => {
    const store = await open();
    await plan(store, 'run', [envelopeEntry('s', [brokenEntry('x')])]);
    const [late] = await takeAll(store, ['verify']);
    if (late === undefined) throw new Error('a verify item was ready');
    expect(await store.work.reclaim({ run_id: 'run', now_ms: 150, is_alone: false })).toBe(1);
    await expect(
      store.runs.finishVerify(late, [decided(0, 0)], { verify_items: 1 }),
    ).rejects.toSatisfy((error) => isFailure(error, 'lease_lost'));
    expect(await store.runs.entries('run', null, 10)).toEqual([]);
    expect(await store.runs.counters('run')).toEqual({});
    const [again] = await takeAll(store, ['verify']);
    expect(again).toMatchObject({ attempts: 2, generation: 1 });
    if (again === undefined) throw new Error('the item was ready again');
    await store.runs.finishVerify(again, [decided(0, 0)], {});
    await expect(store.runs.finishVerify(again, [decided(0, 0)], {})).rejects.toSatisfy((error) =>
      isFailure(error, 'lease_lost'),
    );
    expect(await store.runs.entries('run', null, 10)).toHaveLength(1);
  });

  it('a lease that is renewed is not reclaimed, one of a dead process is at once', async () => {
    const store = await open();
    await plan(store, 'run', [envelopeEntry('s', [brokenEntry('x')])]);
    const held = await takeAll(store, ['verify']);
    await store.work.renew('owner', held, 300);
    expect(await store.work.reclaim({ run_id: 'run', now_ms: 150, is_alone: false })).toBe(0);
    expect(await store.work.reclaim({ run_id: 'run', now_ms: 150, is_alone: true })).toBe(1);
    const [again] = await takeAll(store, ['verify']);
    expect(again?.attempts).toBe(1);
  });

  it('an item that was given back is not ready before its time', async () => {
    const store = await open();
    await plan(store, 'run', [envelopeEntry('s', [quoteEntry('q', 0), brokenEntry('x')])]);
    const [item] = await takeAll(store, ['verify']);
    if (item === undefined) throw new Error('a verify item was ready');
    await store.work.giveBack(item, 51, { code: 'thread_crashed', is_try: true });
    expect(await takeAll(store, ['verify'])).toEqual([]);
    expect(await store.work.nextReadyMs('run')).toBe(0);
    await takeAll(store, ['ingest']);
    expect(await store.work.nextReadyMs('run')).toBe(51);
    expect(await store.work.take({ ...request('owner'), kinds: ['verify'], now_ms: 51 })).toEqual([
      { ...item, attempts: 2, generation: 1 },
    ]);
  });

  it('a failure that nothing of the item is to blame for costs it no try', async () => {
    const store = await open();
    await plan(store, 'run', [envelopeEntry('s', [brokenEntry('x')])]);
    for (let outage = 0; outage < 5; outage += 1) {
      const [item] = await takeAll(store, ['verify']);
      if (item === undefined) throw new Error('a verify item was ready');
      expect(item).toMatchObject({ attempts: 1, generation: outage });
      await store.work.giveBack(item, 0, { code: 'artifacts_unreachable', is_try: false });
    }
  });

  it('a state changes only from the states it may change from', async () => {
    const store = await open();
    await plan(store, 'run', []);
    const change = (from: 'planned' | 'running') =>
      store.runs.changeState('run', [from], 'failed', { now_ms: 5, failure: 'store_unusable' });
    expect(await change('planned')).toBe(false);
    expect(await change('running')).toBe(true);
    expect(await store.runs.run('run')).toMatchObject({
      state: 'failed',
      failure: 'store_unusable',
      finished_ms: 5,
    });
  });
}

function describeVerdicts(open: () => Promise<StoreUnderTest>): void {
  it('verdicts come in input order and in parts, whatever the order they were made in', async () => {
    const store = await open();
    const entries = Array.from({ length: 7 }, (_, index) =>
      envelopeEntry(`s${index}`, [brokenEntry('x'), brokenEntry('y'), brokenEntry('z')], index + 1),
    );
    await plan(store, 'run', entries, 4);
    for (const item of (await takeAll(store, ['verify'])).toReversed()) {
      const claims = await store.runs.shardClaims('run', item.source_index, item.shard);
      await store.runs.finishVerify(
        item,
        claims.map((claim) => decided(claim.envelope_index, claim.claim_index)).toReversed(),
        {},
      );
    }
    const seen: string[] = [];
    let after: { envelope_index: number; claim_index: number } | null = null;
    for (;;) {
      const part = await store.runs.entries('run', after, 5);
      seen.push(...part.map(({ verdict }) => verdict.claim_id ?? ''));
      after = part.at(-1) ?? null;
      if (after === null) break;
    }
    const expected = entries.flatMap((_, index) => [0, 1, 2].map((claim) => `${index}.${claim}`));
    expect(seen).toEqual(expected);
    expect((await store.runs.counters('run')).claims_decided).toBe(21);
  });

  it('verdicts that the machine caused are listed apart', async () => {
    const store = await open();
    await plan(store, 'run', [envelopeEntry('s', [brokenEntry('x'), brokenEntry('y')])]);
    const [item] = await takeAll(store, ['verify']);
    if (item === undefined) throw new Error('a verify item was ready');
    const machine = { attempts: 2, detail: 'stalled' };
    await store.runs.finishVerify(item, [decided(0, 0), { ...decided(0, 1), machine }], {});
    expect(await store.runs.machineOutcomes('run')).toEqual([
      {
        envelope_index: 0,
        claim_index: 1,
        request_id: 'r',
        claim_id: '0.1',
        reason: 'text_not_found',
        attempts: 2,
        detail: 'stalled',
      },
    ]);
  });

  it('counters add up', async () => {
    const store = await open();
    await store.runs.addCounters('run', { pages_read: 2, ingest_busy_ms: 1.6 });
    await store.runs.addCounters('run', { pages_read: 5, pages_unread: 0 });
    expect(await store.runs.counters('run')).toEqual({ pages_read: 7, ingest_busy_ms: 2 });
  });
}

function newRun(runId: string) {
  return { run_id: runId, profile: PROFILE, engine: '', settings: { out: null }, created_ms: 1 };
}

async function plan(
  store: StoreUnderTest,
  runId: string,
  entries: readonly EnvelopeEntry[],
  shardClaimsMax = 500,
): Promise<void> {
  await store.runs.createRun(newRun(runId));
  const envelopes = entries.map((entry, envelope_index) => ({ envelope_index, entry }));
  await store.runs.appendPlan(runId, envelopes, shardClaimsMax);
  await store.runs.sealPlan(runId, digestOfText('plan'), []);
  await store.runs.changeState(runId, ['planned'], 'running', { now_ms: 1 });
}

function request(owner: string) {
  return { run_id: 'run', profile: PROFILE, owner, now_ms: 50, lease_until_ms: 100, count_max: 1 };
}

function takeAll(
  store: StoreUnderTest,
  kinds: readonly WorkKind[],
  runId = 'run',
  profile = PROFILE,
): Promise<readonly WorkItem[]> {
  const all = { ...request('owner'), run_id: runId, profile, kinds, count_max: 1000 };
  return store.work.take(all);
}

async function finishIngest(store: StoreUnderTest, item: WorkItem | undefined): Promise<void> {
  if (item === undefined) throw new Error('an ingest item was ready');
  const outcome = { outcome: 'read', fingerprint: FINGERPRINT, failed_pages: [] } as const;
  const end = { outcome: { ...outcome, failed_pages: [] }, settled: null };
  await store.runs.finishIngest(item, end, { pages_read: 1 });
  expect((await store.runs.source(item.run_id, item.source_index))?.outcome).toEqual(outcome);
}

function decided(envelopeIndex: number, claimIndex: number): DecidedClaim {
  return {
    envelope_index: envelopeIndex,
    claim_index: claimIndex,
    verdict: anyVerdict(`${envelopeIndex}.${claimIndex}`),
    machine: null,
    crops: [],
  };
}
