import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { digestOfText } from '../../../src/evidence/canonical.ts';
import type { WorkItem } from '../../../src/pipeline/ports.ts';
import { openPostgresStore } from '../../../src/stores/sql/postgres.ts';
import type { Store } from '../../../src/stores/sql/store.ts';
import { postgresForSuite } from '../../support/databases.ts';
import { anyVerdict, brokenEntry, envelopeEntry } from '../../support/plan.ts';

const server = postgresForSuite();

async function open(url: string): Promise<Store> {
  const store = await openPostgresStore({ url, connectionsMax: 2 });
  onTestFinished(() => store.close());
  return store;
}

/** Two envelopes whose claims need no document: nothing but two verify items and the report. */
async function plan({ runs }: Store): Promise<void> {
  const profile = digestOfText('profile');
  await runs.createRun({ run_id: 'run', profile, engine: 'e', settings: null, created_ms: 1 });
  const envelopes = [0, 1].map((envelope_index) => ({
    envelope_index,
    entry: envelopeEntry(`s${envelope_index}`, [brokenEntry('x')]),
  }));
  await runs.appendPlan('run', envelopes, 1);
  await runs.sealPlan('run', digestOfText('plan'), []);
  await runs.changeState('run', ['planned'], 'running', { now_ms: 1 });
}

async function takeAll({ queue }: Store, kind: 'verify' | 'report'): Promise<readonly WorkItem[]> {
  const scope = { run_id: 'run' };
  const request = { scope, kind, now_ms: 10, look_again_ms: 20, count_max: 9 };
  const keys = await queue.queueReady(request);
  const taken = keys.map((key) => queue.takeQueued(key, { owner: 'a', lease_until_ms: 99 }));
  return (await Promise.all(taken)).filter((item) => item !== null);
}

async function finish({ runs }: Store, item: WorkItem): Promise<void> {
  const claims = await runs.shardClaims('run', item.source_index, item.shard);
  const decided = claims.map(({ envelope_index, claim_index }) => ({
    envelope_index,
    claim_index,
    verdict: anyVerdict('a'),
    machine: null,
    crops: [],
  }));
  await runs.finishVerify(item, decided, {});
}

it('two workers that end the last two items at the same moment release the report once', async () => {
  const url = await server.createDatabase();
  const [one, other] = [await open(url), await open(url)];
  await plan(one);
  const [first, second] = await takeAll(one, 'verify');
  if (first === undefined || second === undefined) throw new Error('two items were taken');
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  onTestFinished(() => holder.end());
  // Holds the sum that both add to: each has ended its item, and neither sees the end of the other.
  await holder.query('begin');
  await holder.query(
    "insert into pagewitness.run_counter (run_id, name, amount) values ('run', 'claims_decided', 0)",
  );
  const both = Promise.all([finish(one, first), finish(other, second)]);
  await vi.waitFor(async () => {
    const { rows } = await holder.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock'",
    );
    expect(rows).toHaveLength(2);
  }, 20_000);
  await holder.query('commit');
  await both;
  const reports = await Promise.all([takeAll(one, 'report'), takeAll(other, 'report')]);
  expect(reports.flat()).toHaveLength(1);
  expect((await one.runs.counters('run')).claims_decided).toBe(2);
});
