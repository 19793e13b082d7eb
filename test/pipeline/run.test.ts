import { describe, expect, it } from 'vitest';
import { isFailure, PipelineError } from '../../src/pipeline/failure.ts';
import { planRun } from '../../src/pipeline/plan-run.ts';
import { workRun } from '../../src/pipeline/work-run.ts';
import { rewriteReport } from '../../src/pipeline/write-report.ts';
import { createBatch, createCollectingSink, runBatch } from '../support/batch.ts';
import { createDrawnLibrary, fingerprintOf } from '../support/drawn-library.ts';
import { brokenEntry, envelopeEntry, labelledEntry, quoteEntry } from '../support/plan.ts';
import { NOTES, openStore, outcomes, REPORT, verifyDrawn } from '../support/verify-drawn.ts';

describe('a run', () => {
  it('gives each claim one verdict in input order, whatever became of it', async () => {
    const { verdicts, store, sink } = await verifyDrawn([
      envelopeEntry('report', [
        quoteEntry('a', 1, 'Costs were low and fell further.'),
        brokenEntry('"pag_index" is no field'),
        quoteEntry('b', 0, 'Costs were low and fell further.'),
        quoteEntry('c', 1, 'Nobody ever wrote this sentence anywhere.'),
      ]),
      { place: { file: 'x', line: 2 }, head: null, claims: [brokenEntry('no JSON')] },
      envelopeEntry('gone', [quoteEntry('a', 0)], 3),
      envelopeEntry('notes', [quoteEntry('a', 0, 'Only one page of notes here.')], 4),
      envelopeEntry('report', [quoteEntry('a', 99, 'Costs were low.')], 5),
    ]);
    expect(verdicts.map(({ claim_id }) => claim_id)).toEqual([
      'a',
      null,
      'b',
      'c',
      null,
      'a',
      'a',
      'a',
    ]);
    expect(outcomes(verdicts)).toEqual([
      'verified',
      'unknown_field',
      'evidence_on_other_page',
      'text_not_found',
      'unknown_field',
      'source_missing',
      'verified',
      'page_out_of_range',
    ]);
    expect(verdicts[2]?.proposal).toMatchObject({
      action: 'repoint',
      page_index: 1,
      scope: 'window',
    });
    expect(verdicts[3]?.proposal).toEqual({ action: 'remove', candidates: 0 });
    expect(verdicts[4]?.input).toEqual({ file: 'x', line: 2 });
    expect(verdicts.every(({ profile }) => profile.startsWith('sha256:'))).toBe(true);
    expect(await store.runs.run('run')).toMatchObject({ state: 'completed', claim_count: 8 });
    expect(sink.facts()?.counters).toMatchObject({ claims_decided: 8, ingest_items: 3 });
  });

  it('of nothing writes an empty report', async () => {
    const { verdicts, store } = await verifyDrawn([]);
    expect(verdicts).toEqual([]);
    expect((await store.runs.run('run'))?.state).toBe('completed');
  });

  it('finds evidence far from the cited page only when the window lacks it', async () => {
    const { verdicts } = await verifyDrawn([
      envelopeEntry('report', [quoteEntry('a', 0, 'The auditors signed on 3 March.')]),
    ]);
    expect(verdicts[0]).toMatchObject({
      reason: 'evidence_on_other_page',
      proposal: { action: 'repoint', page_index: 4, scope: 'document' },
    });
  });

  it('verdicts do not depend on what other claims ask of the document', async () => {
    const claim = quoteEntry('a', 2, 'The board proposes a dividend.');
    const alone = await verifyDrawn([envelopeEntry('report', [claim])]);
    const among = await verifyDrawn([
      envelopeEntry('report', [claim, labelledEntry('b', '4', 'The auditors signed on 3 March.')]),
    ]);
    expect(outcomes(among.verdicts)).toEqual(['verified', 'verified']);
    expect(among.verdicts[0]).toEqual(alone.verdicts[0]);
  });

  it('verifies more claims of a source than one item holds', async () => {
    const claims = Array.from({ length: 1203 }, (_, index) =>
      quoteEntry(`q${index}`, 1, index % 100 === 1 ? 'Sales were low' : 'Costs were low'),
    );
    const { verdicts, store } = await verifyDrawn([envelopeEntry('report', claims)]);
    expect(verdicts.map(({ claim_id }) => claim_id)).toEqual(claims.map((_, index) => `q${index}`));
    expect(outcomes(verdicts).slice(0, 2)).toEqual(['verified', 'text_mismatch']);
    expect((await store.runs.counters('run')).verify_items).toBe(3);
  });

  it('whose versions are all stale opens no document', async () => {
    let opened = 0;
    const onOpen = () => {
      opened += 1;
      return Promise.resolve(null);
    };
    const entry = envelopeEntry('report', [quoteEntry('a', 1, 'Costs were low')]);
    const old = {
      ...entry,
      head: entry.head && { ...entry.head, document_fingerprint: 'sha256:x' },
    };
    const { verdicts } = await verifyDrawn([old], { report: REPORT }, { onOpen });
    expect(verdicts[0]).toMatchObject({
      status: 'stale',
      reason: 'fingerprint_mismatch',
      observed_fingerprint: fingerprintOf(REPORT),
    });
    expect(opened).toBe(0);
  });

  it('reads no page twice, not even for another run', async () => {
    const read: number[] = [];
    const onRead = (_name: string, pages: readonly number[]) => {
      read.push(...pages);
      return Promise.resolve(null);
    };
    const store = await openStore();
    const entry = envelopeEntry('report', [
      quoteEntry('a', 1, 'Costs were low'),
      quoteEntry('b', 1, 'not there at all'),
      labelledEntry('c', '2', 'The board proposes a dividend.'),
    ]);
    const first = await verifyDrawn([entry], { report: REPORT }, { onRead }, { store });
    expect(read.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
    expect((await store.runs.counters('run')).pages_read).toBe(6);
    const library = createDrawnLibrary({ report: REPORT }, { onRead });
    const again = createBatch({ store, library, sink: first.sink });
    async function* entries() {
      yield entry;
    }
    await planRun(again.parts, {
      run_id: 'second',
      profile: again.parts.profile,
      engine: '',
      settings: null,
      entries: entries(),
      inputs: () => [],
    });
    const lines = first.sink.lines();
    await workRun(again.parts, again.queue, 'second', new AbortController().signal);
    expect(read).toHaveLength(6);
    expect(first.sink.lines()).toEqual(lines);
    expect(first.sink.lines()).not.toBe(lines);
    expect((await store.runs.run('second'))?.plan_digest).toBe(
      (await store.runs.run('run'))?.plan_digest,
    );
  });
});

it('a report can be written anew once the run has ended, with the same digest', async () => {
  const { store } = await verifyDrawn([
    envelopeEntry('report', [quoteEntry('a', 1, 'Costs were low'), brokenEntry('x')]),
  ]);
  const sink = createCollectingSink();
  const digest = await rewriteReport(store.runs, 'run', sink);
  expect(digest).toBe((await store.runs.run('run'))?.report_digest);
  expect(sink.lines()).toHaveLength(2);
  await expect(rewriteReport(store.runs, 'no run', sink)).rejects.toSatisfy((error) =>
    isFailure(error, 'run_not_found'),
  );
});

it('a report that cannot be written fails the run and leaves nothing half written', async () => {
  const store = await openStore();
  let abandoned = 0;
  const sink = {
    open: () =>
      Promise.resolve({
        write: () => Promise.reject(new PipelineError('report_unwritable')),
        finish: () => Promise.reject(new Error('not reached')),
        abandon: () => {
          abandoned += 1;
          return Promise.resolve();
        },
      }),
  };
  const batch = createBatch({ store, library: createDrawnLibrary({ report: REPORT }), sink });
  await expect(
    runBatch(batch, [envelopeEntry('report', [quoteEntry('a', 1, 'Costs were low')])]),
  ).rejects.toSatisfy((error) => isFailure(error, 'report_unwritable'));
  expect(abandoned).toBe(1);
  expect(await store.runs.run('run')).toMatchObject({
    state: 'failed',
    failure: 'report_unwritable',
  });
});

it('progress counts up to the totals and never back', async () => {
  const store = await openStore();
  const steps: { claims_done: number; sources_done: number; pages_read: number }[] = [];
  const batch = createBatch({
    store,
    library: createDrawnLibrary({ report: REPORT, notes: NOTES }),
    sink: createCollectingSink(),
    observe: (step) => steps.push(step),
  });
  await runBatch(batch, [
    envelopeEntry('report', [quoteEntry('a', 1, 'Costs were low')]),
    envelopeEntry('notes', [quoteEntry('a', 0, 'Only one page')]),
  ]);
  expect(steps.at(-1)).toEqual({
    sources_done: 2,
    sources_total: 2,
    claims_done: 2,
    claims_total: 2,
    pages_read: 2,
  });
  const sums = steps.map((step) => step.claims_done + step.sources_done + step.pages_read);
  expect(sums).toEqual(sums.toSorted((a, b) => a - b));
});
