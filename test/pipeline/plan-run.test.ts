import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import type { EnvelopeEntry } from '../../src/contracts/envelope.ts';
import { digestOfText } from '../../src/evidence/canonical.ts';
import { planRun } from '../../src/pipeline/plan-run.ts';
import type { RunRecord } from '../../src/pipeline/ports.ts';
import { openSqliteStore } from '../../src/stores/sql/sqlite.ts';
import type { Store } from '../../src/stores/sql/store.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { brokenEntry, envelopeEntry, quoteEntry } from '../support/plan.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function openStore(): Promise<Store> {
  const store = await openSqliteStore(temporaryFolder());
  onTestFinished(() => store.close());
  return store;
}

async function plan(
  { runs }: Store,
  run_id: string,
  entries: Iterable<EnvelopeEntry>,
  profile = digestOfText('profile'),
): Promise<RunRecord> {
  async function* all(): AsyncGenerator<EnvelopeEntry> {
    yield* entries;
  }
  const inputs = () => [
    { file: 'a.jsonl', sha256: digestOfText('bytes'), envelopes: 1, claims: 1 },
  ];
  const request = {
    run_id,
    profile,
    engine: '',
    settings: { out: 'report' },
    entries: all(),
    inputs,
  };
  return await planRun({ runs, clock: createFakeClock() }, request);
}

/** Every claim of a run by its key, through its sources and shards. */
async function claimsOf({ runs }: Store, run: RunRecord): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let source = 0; source < run.source_count; source += 1) {
    const shards = (await runs.source(run.run_id, source))?.shard_count ?? 0;
    for (let shard = 0; shard < shards; shard += 1) {
      const claims = await runs.shardClaims(run.run_id, source, shard);
      keys.push(...claims.map((claim) => `${claim.envelope_index}.${claim.claim_index}`));
    }
  }
  return keys.toSorted();
}

it('every claim is planned once, however envelopes, sources and broken claims are mixed', async () => {
  const store = await openStore();
  let count = 0;
  const claims = fc.array(fc.constantFrom('quote', 'broken'), { maxLength: 900 });
  const envelope = fc.record({ source: fc.constantFrom('a', 'b', 'c'), claims });
  await fc.assert(
    fc.asyncProperty(fc.array(envelope, { maxLength: 6 }), async (envelopes) => {
      count += 1;
      const entries = envelopes.map((one, line) =>
        envelopeEntry(
          one.source,
          one.claims.map((kind) => (kind === 'quote' ? quoteEntry('c1', 0) : brokenEntry('x'))),
          line + 1,
        ),
      );
      const run = await plan(store, `run-${count}`, entries);
      const keys = envelopes.flatMap((one, index) =>
        one.claims.map((_, claim) => `${index}.${claim}`),
      );
      expect(await claimsOf(store, run)).toEqual(keys.toSorted());
      expect(run.claim_count).toBe(keys.length);
    }),
    { numRuns: 15 },
  );
});

it('the plan digest names inputs, their order and the profile, and nothing else', async () => {
  const store = await openStore();
  const [a, b] = ['a', 'b'].map((source) => envelopeEntry(source, [quoteEntry('q', 0)]));
  if (a === undefined || b === undefined) throw new Error('two envelopes');
  const first = await plan(store, 'first', [a, b]);
  expect((await plan(store, 'second', [a, b])).plan_digest).toBe(first.plan_digest);
  const others = [
    await plan(store, 'order', [b, a]),
    await plan(store, 'less', [a]),
    await plan(store, 'profile', [a, b], digestOfText('another')),
  ];
  const digests = new Set([first, ...others].map(({ plan_digest }) => plan_digest));
  expect(digests.size).toBe(4);
  expect(first).toMatchObject({
    state: 'planned',
    settings: { out: 'report' },
    inputs: [{ file: 'a.jsonl' }],
    readable_envelope_count: 2,
  });
});

it('inputs that break off leave a plan that cannot be worked on, and can be planned anew', async () => {
  const store = await openStore();
  function* broken(): Generator<EnvelopeEntry> {
    for (let line = 1; line <= 1200; line += 1)
      yield envelopeEntry('a', [quoteEntry('q', 0)], line);
    throw new Error('the disk is gone');
  }
  await expect(plan(store, 'run', broken())).rejects.toThrow('the disk is gone');
  expect(await store.runs.run('run')).toMatchObject({ plan_digest: null, claim_count: 1000 });
  const run = await plan(store, 'run', [envelopeEntry('b', [quoteEntry('q', 0)])]);
  expect(run).toMatchObject({ claim_count: 1, source_count: 1 });
  expect(await claimsOf(store, run)).toEqual(['0.0']);
});
