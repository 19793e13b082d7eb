import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../src/contracts/verdict.ts';
import { digestOfText } from '../../src/evidence/canonical.ts';
import type { Store } from '../../src/stores/sql/store.ts';
import { anyVerdict, brokenEntry, envelopeEntry } from '../support/plan.ts';

/** A store, and its database as somebody else sees it who reads the views. */
export interface ViewsUnderTest {
  readonly store: Store;
  readonly query: (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
}

const PROFILE = digestOfText('profile');

/** Columns of each view, in order: they never change. */
const COLUMNS = {
  run_v1: [
    ...['run_id', 'state', 'profile', 'engine', 'envelope_count', 'claim_count', 'source_count'],
    ...['claims_decided', 'created_ms', 'started_ms', 'finished_ms', 'report_digest', 'failure'],
  ],
  verdict_v1: [
    ...['run_id', 'envelope_index', 'claim_index', 'request_id', 'source_id', 'claim_id', 'kind'],
    ...['status', 'reason', 'match_method', 'document_fingerprint', 'release'],
  ],
  work_v1: [
    ...['run_id', 'kind', 'source_index', 'shard', 'state', 'generation', 'attempts', 'losses'],
    ...['not_before_ms', 'lease_until_ms', 'owner', 'last_error'],
  ],
};

/** The suite of the views that dashboards read. */
export function describeViews(name: string, open: () => Promise<ViewsUnderTest>): void {
  describe(`${name}: views`, () => {
    it('the columns of a version never change', async () => {
      const { store, query } = await open();
      await planOne(store, 1);
      await decide(store, [anyVerdict('a')]);
      for (const [view, columns] of Object.entries(COLUMNS)) {
        const [row] = await query(`select * from ${view}`);
        expect(Object.keys(row ?? {})).toEqual(columns);
      }
    });

    it('a run, its verdicts and its work are told as they are', async () => {
      const { store, query } = await open();
      await planOne(store, 2);
      const fingerprint = digestOfText('document');
      const verified: Verdict = {
        ...anyVerdict('b'),
        status: 'verified',
        reason: null,
        match_method: 'exact_text',
        document_fingerprint: fingerprint,
        release: 'release',
      };
      await decide(store, [anyVerdict('a'), verified]);
      const [run] = await query('select * from run_v1');
      expect(run).toMatchObject({ run_id: 'run', state: 'running', profile: PROFILE });
      expect(Number(run?.['claims_decided'])).toBe(2);
      expect(Number(run?.['created_ms'])).toBe(1);
      const verdicts = await query('select * from verdict_v1 order by claim_index');
      expect(verdicts).toEqual([
        {
          ...{ run_id: 'run', envelope_index: 0, claim_index: 0, request_id: 'r', source_id: 's' },
          ...{ claim_id: 'a', kind: 'quote', status: 'not_found', reason: 'text_not_found' },
          ...{ match_method: null, document_fingerprint: null, release: 'block' },
        },
        {
          ...{ run_id: 'run', envelope_index: 0, claim_index: 1, request_id: 'r', source_id: 's' },
          ...{ claim_id: 'b', kind: 'quote', status: 'verified', reason: null },
          ...{ match_method: 'exact_text', document_fingerprint: fingerprint, release: 'release' },
        },
      ]);
      const work = await query('select kind, state from work_v1 order by kind');
      expect(work).toEqual([
        { kind: 'report', state: 'ready' },
        { kind: 'verify', state: 'done' },
      ]);
    });

    it('a run without a verdict is there, with none decided', async () => {
      const { store, query } = await open();
      await store.runs.createRun({
        ...{ run_id: 'new', profile: PROFILE, engine: 'e', settings: null, created_ms: 1 },
      });
      const [run] = await query('select claims_decided, finished_ms from run_v1');
      expect(Number(run?.['claims_decided'])).toBe(0);
      expect(run?.['finished_ms']).toBeNull();
    });

    it('no text of a document or a producer keeps the others from being read', async () => {
      const { store, query } = await open();
      const texts = [
        '\0',
        'a\0\0b',
        '\ud83d',
        '\udc00\ud83d',
        '\\u0000',
        '\\\\\0',
        'a\\',
        '"',
        '😀',
      ];
      await planOne(store, texts.length);
      await decide(
        store,
        texts.map((text) => ({
          ...anyVerdict('plain', text),
          difference: [{ part: 'page' as const, text }],
          metadata: { [text]: text },
        })),
      );
      const rows = await query('select claim_id, status from verdict_v1');
      expect(rows).toEqual(texts.map(() => ({ claim_id: 'plain', status: 'not_found' })));
    });

    it('an id that a database can hold comes as it was', async () => {
      const { store, query } = await open();
      const ids = ['\\u0000', 'a\\', '\\\\u0000', '"', '😀', 'é', "'; drop table verdict; --"];
      await planOne(store, ids.length);
      await decide(
        store,
        ids.map((id) => anyVerdict(id, '\0')),
      );
      const rows = await query('select claim_id from verdict_v1 order by claim_index');
      expect(rows.map((row) => row['claim_id'])).toEqual(ids);
    });
  });
}

/** A run with one item: so many claims that need no document. */
async function planOne({ runs }: Store, claims: number): Promise<void> {
  const settings = { out: null };
  const run = { run_id: 'run', profile: PROFILE, engine: '', settings, created_ms: 1 };
  await runs.createRun(run);
  const entry = envelopeEntry(
    's',
    Array.from({ length: claims }, () => brokenEntry('x')),
  );
  await runs.appendPlan('run', [{ envelope_index: 0, entry }], 500);
  await runs.sealPlan('run', digestOfText('plan'), []);
  await runs.changeState('run', ['planned'], 'running', { now_ms: 1 });
}

async function decide({ runs, work }: Store, verdicts: readonly Verdict[]): Promise<void> {
  const [item] = await work.take({
    ...{ run_id: 'run', profile: PROFILE, kinds: ['verify'], owner: 'owner' },
    ...{ now_ms: 1, lease_until_ms: 2, count_max: 1 },
  });
  if (item === undefined) throw new Error('an item was ready');
  const decided = verdicts.map((verdict, claim_index) => ({
    ...{ envelope_index: 0, claim_index, verdict, machine: null, crops: [] },
  }));
  await runs.finishVerify(item, decided, {});
}
