import { describe, expect, it } from 'vitest';
import { digestOfText } from '../../src/evidence/canonical.ts';
import { isFailure } from '../../src/pipeline/failure.ts';
import { cancelRun, workRun } from '../../src/pipeline/work-run.ts';
import { createBatch, createCollectingSink, planBatch, runBatch } from '../support/batch.ts';
import { createDrawnLibrary } from '../support/drawn-library.ts';
import { envelopeEntry, quoteEntry } from '../support/plan.ts';
import { NOTES, openStore } from '../support/verify-drawn.ts';

describe('a run that is cut short', () => {
  const entries = Array.from({ length: 6 }, (_, index) =>
    envelopeEntry(`s${index}`, [quoteEntry('a', 0, 'Only one page of notes here.')], index + 1),
  );
  const documents = Object.fromEntries(entries.map((_, index) => [`s${index}`, NOTES]));

  it('by an abort finishes what is at hand and goes on at the next call', async () => {
    const store = await openStore();
    const sink = createCollectingSink();
    const abort = new AbortController();
    const onCheck = () => {
      abort.abort();
      return Promise.resolve();
    };
    const library = createDrawnLibrary(documents, { onCheck });
    const batch = createBatch({ store, library, sink, threads: 1 });
    await planBatch(batch, entries);
    const stopped = await workRun(batch.parts, batch.queue, 'run', abort.signal);
    expect(stopped.state).toBe('running');
    expect(sink.facts()).toBeNull();
    const decided = (await store.runs.counters('run')).claims_decided ?? 0;
    expect(decided).toBeGreaterThan(0);
    expect(decided).toBeLessThan(6);
    const ended = await workRun(batch.parts, batch.queue, 'run', new AbortController().signal);
    expect(ended.state).toBe('completed');
    expect(sink.lines()).toHaveLength(6);
  });

  it('by a cancel takes no further item, and a resume takes it up again', async () => {
    const store = await openStore();
    const sink = createCollectingSink();
    let cancelled = false;
    const onCheck = async () => {
      if (cancelled) return;
      cancelled = true;
      await cancelRun(batch.parts, 'run');
    };
    const library = createDrawnLibrary(documents, { onCheck });
    const batch = createBatch({ store, library, sink, threads: 1 });
    const stopped = await runBatch(batch, entries);
    expect(stopped.state).toBe('cancelled');
    const ended = await workRun(batch.parts, batch.queue, 'run', new AbortController().signal);
    expect(ended.state).toBe('completed');
    expect(await cancelRun(batch.parts, 'run')).toBe(false);
  });

  it('before it was planned is refused, and planning it again leaves one plan', async () => {
    const store = await openStore();
    const sink = createCollectingSink();
    const batch = createBatch({ store, library: createDrawnLibrary(documents), sink });
    const { profile } = batch.parts;
    await store.runs.createRun({
      run_id: 'run',
      profile,
      engine: '',
      settings: null,
      created_ms: 1,
    });
    await store.runs.appendPlan('run', [{ envelope_index: 0, entry: envelopeEntry('x', []) }], 500);
    const signal = new AbortController().signal;
    await expect(workRun(batch.parts, batch.queue, 'run', signal)).rejects.toSatisfy((error) =>
      isFailure(error, 'run_not_planned'),
    );
    expect((await runBatch(batch, entries)).claim_count).toBe(6);
    await expect(planBatch(batch, entries)).rejects.toSatisfy((error) =>
      isFailure(error, 'run_already_planned'),
    );
  });

  it('is left alone by an engine of another profile', async () => {
    const store = await openStore();
    const sink = createCollectingSink();
    const batch = createBatch({ store, library: createDrawnLibrary(documents), sink });
    await planBatch(batch, entries);
    const other = { ...batch.parts, profile: digestOfText('another profile') };
    const signal = new AbortController().signal;
    await expect(workRun(other, batch.queue, 'run', signal)).rejects.toSatisfy((error) =>
      isFailure(error, 'run_of_other_profile'),
    );
    await expect(workRun(batch.parts, batch.queue, 'no run', signal)).rejects.toSatisfy((error) =>
      isFailure(error, 'run_not_found'),
    );
  });
});
