import { describe, expect, it } from 'vitest';
import { verdictSchema } from '../../src/contracts/verdict.ts';
import type { ReadFailure } from '../../src/evidence/ports.ts';
import { PipelineError } from '../../src/pipeline/failure.ts';
import { workRun } from '../../src/pipeline/work-run.ts';
import { createBatch, createCollectingSink, planBatch, runBatch } from '../support/batch.ts';
import { createDrawnLibrary, fingerprintOf } from '../support/drawn-library.ts';
import { brokenEntry, envelopeEntry, labelledEntry, quoteEntry } from '../support/plan.ts';
import { openStore, outcomes, REPORT, verifyDrawn } from '../support/verify-drawn.ts';

const STALL: ReadFailure = { reason: 'parse_timeout', detail: 'stalled', is_of_machine: true };

describe('a failing document', () => {
  it('costs its own claims only', async () => {
    const onOpen = (name: string) =>
      Promise.resolve<ReadFailure | null>(
        name === 'report' ? { reason: 'corrupt', detail: 'no xref', is_of_machine: false } : null,
      );
    const { verdicts, sink } = await verifyDrawn(
      [
        envelopeEntry('report', [quoteEntry('a', 1, 'Costs were low')]),
        envelopeEntry('notes', [quoteEntry('a', 0, 'Only one page of notes here.')]),
      ],
      undefined,
      { onOpen },
    );
    expect(outcomes(verdicts)).toEqual(['corrupt', 'verified']);
    expect(sink.facts()?.machine_outcomes).toEqual([]);
  });

  it('that stalls once is read at the second try, alone', async () => {
    let tries = 0;
    const onOpen = () => {
      tries += 1;
      return Promise.resolve(tries === 1 ? STALL : null);
    };
    const { verdicts, sink } = await verifyDrawn(
      [envelopeEntry('report', [quoteEntry('a', 1, 'Costs were low')])],
      undefined,
      { onOpen },
    );
    expect(outcomes(verdicts)).toEqual(['verified']);
    expect(tries).toBe(2);
    expect(sink.facts()?.machine_outcomes).toEqual([]);
  });

  it('that stalls twice is an outcome of the machine, listed apart, and no other run keeps it', async () => {
    const store = await openStore();
    const entry = envelopeEntry('report', [quoteEntry('a', 1, 'Costs were low')]);
    const onOpen = () => Promise.resolve(STALL);
    const { verdicts, sink, batch } = await verifyDrawn([entry], undefined, { onOpen }, { store });
    expect(outcomes(verdicts)).toEqual(['parse_timeout']);
    expect(sink.facts()?.machine_outcomes).toMatchObject([
      { envelope_index: 0, claim_index: 0, reason: 'parse_timeout', attempts: 2 },
    ]);
    expect((await store.runs.run('run'))?.state).toBe('completed');
    const { groundings, reader } = batch.parts;
    expect(await groundings.document(fingerprintOf(REPORT), reader.profile)).toBeNull();
  });

  it('loses only the claims of the page that stalls it', async () => {
    const onRead = (_name: string, pages: readonly number[]) =>
      Promise.resolve(pages.includes(1) ? STALL : null);
    const { verdicts, sink } = await verifyDrawn(
      [
        envelopeEntry('report', [
          quoteEntry('a', 0, 'Revenue was high this year.'),
          quoteEntry('b', 1, 'Costs were low'),
          quoteEntry('c', 2, 'The board proposes a dividend.'),
          quoteEntry('d', 3, 'Costs were low and fell further.'),
        ]),
      ],
      undefined,
      { onRead },
    );
    expect(outcomes(verdicts)).toEqual(['verified', 'parse_timeout', 'verified', 'text_not_found']);
    // The search for d could not look at the page that stalls: said, and listed as the machine's.
    expect(verdicts[3]?.limitations).toContain('other_pages_not_searched');
    expect(verdicts[3]?.proposal.action).toBe('flag');
    expect(sink.facts()?.machine_outcomes.map(({ claim_id }) => claim_id)).toEqual(['b', 'd']);
  });

  it('of which every page stalls is given up after a few', async () => {
    const pages = Array.from({ length: 200 }, (_, index) => `Page ${index}`);
    let calls = 0;
    const onRead = () => {
      calls += 1;
      return Promise.resolve(STALL);
    };
    const claims = pages.map((text, index) => quoteEntry(`q${index}`, index, text));
    const { verdicts } = await verifyDrawn(
      [envelopeEntry('report', claims)],
      { report: pages },
      { onRead },
    );
    expect(new Set(outcomes(verdicts))).toEqual(new Set(['parse_timeout']));
    // Two lanes fail once, one batch is tried alone, three of its pages singly.
    expect(calls).toBeLessThanOrEqual(8);
  });

  it('with a damaged page is limited there, and absence elsewhere is not plain', async () => {
    const { verdicts, sink } = await verifyDrawn(
      [
        envelopeEntry('report', [
          quoteEntry('a', 1, 'Costs were low'),
          quoteEntry('b', 3, 'Costs were low and fell further.'),
        ]),
      ],
      undefined,
      { unreadPages: new Set([1]) },
    );
    expect(outcomes(verdicts)).toEqual(['degraded_parse', 'text_not_found']);
    expect(verdicts[1]).toMatchObject({
      limitations: ['fingerprint_not_given', 'other_pages_not_searched'],
      proposal: { action: 'flag' },
    });
    expect(sink.facts()?.machine_outcomes).toEqual([]);
  });
});

describe('a failing thread', () => {
  it('costs only the claim that breaks it', async () => {
    const onCheck = (ids: readonly string[]) =>
      ids.includes('b') ? Promise.reject(new PipelineError('thread_crashed')) : Promise.resolve();
    const claims = ['a', 'b', 'c'].map((id) => quoteEntry(id, 1, 'Costs were low'));
    const { verdicts, sink } = await verifyDrawn([envelopeEntry('report', claims)], undefined, {
      onCheck,
    });
    expect(outcomes(verdicts)).toEqual(['verified', 'parse_crashed', 'verified']);
    expect(sink.facts()?.machine_outcomes.map(({ claim_id }) => claim_id)).toEqual(['b']);
  });

  it('that cannot map labels costs only claims that ask for them', async () => {
    const onMapLabels = () => Promise.reject(new PipelineError('thread_stalled'));
    const { verdicts } = await verifyDrawn(
      [
        envelopeEntry('report', [
          quoteEntry('a', 1, 'Costs were low'),
          labelledEntry('b', '1', 'Costs were low'),
        ]),
      ],
      undefined,
      { onMapLabels },
    );
    expect(outcomes(verdicts)).toEqual(['verified', 'parse_timeout']);
  });

  it('in a search leaves the verdict its plain name and says what was not searched', async () => {
    const onSearch = () => Promise.reject(new PipelineError('thread_stalled'));
    const { verdicts, sink } = await verifyDrawn(
      [envelopeEntry('report', [quoteEntry('a', 0, 'Costs were low and fell further.')])],
      undefined,
      { onSearch },
    );
    expect(outcomes(verdicts)).toEqual(['text_not_found']);
    expect(verdicts[0]?.limitations).toContain('other_pages_not_searched');
    expect(sink.facts()?.machine_outcomes).toHaveLength(1);
  });

  it('by a fault of our own fails the run loudly and can be resumed', async () => {
    const store = await openStore();
    const sink = createCollectingSink();
    let isBroken = true;
    const onCheck = () =>
      isBroken ? Promise.reject(new Error('invariant violated')) : Promise.resolve();
    const library = createDrawnLibrary({ report: REPORT }, { onCheck });
    const batch = createBatch({ store, library, sink });
    const entries = [envelopeEntry('report', [quoteEntry('a', 1, 'Costs were low')])];
    await expect(runBatch(batch, entries)).rejects.toThrow('invariant violated');
    expect(await store.runs.run('run')).toMatchObject({ state: 'failed', failure: 'internal' });
    isBroken = false;
    const run = await workRun(batch.parts, batch.queue, 'run', new AbortController().signal);
    expect(run).toMatchObject({ state: 'completed', failure: null });
    expect(sink.lines()).toHaveLength(1);
    expect((await store.runs.counters('run')).resumed).toBe(1);
  });
});

describe('an item that ends its worker again and again', () => {
  it('is given up, and the run is inconclusive', async () => {
    const store = await openStore();
    const sink = createCollectingSink();
    const batch = createBatch({ store, library: createDrawnLibrary({ report: REPORT }), sink });
    await planBatch(batch, [
      envelopeEntry('report', [quoteEntry('a', 1, 'Costs were low'), brokenEntry('x')]),
    ]);
    const now_ms = Date.now();
    await store.runs.changeState('run', ['planned'], 'running', { now_ms });
    for (let crash = 0; crash < 3; crash += 1) {
      const request = {
        run_id: 'run',
        profile: batch.parts.profile,
        kinds: ['ingest'] as const,
        owner: `crashed-${crash}`,
        now_ms,
        lease_until_ms: now_ms - 1,
        count_max: 1,
      };
      expect(await store.work.take(request)).toHaveLength(1);
      await store.work.reclaim({ run_id: 'run', now_ms, is_alone: false });
    }
    await batch.queue.drain('run', batch.parts.profile, new AbortController().signal);
    expect((await store.runs.run('run'))?.state).toBe('inconclusive');
    const verdicts = sink.lines().map((line) => verdictSchema.parse(JSON.parse(line)));
    expect(outcomes(verdicts)).toEqual(['parse_crashed', 'unknown_field']);
    expect(sink.facts()?.machine_outcomes).toHaveLength(1);
  });
});
