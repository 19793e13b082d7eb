import { describe, expect, it, onTestFinished } from 'vitest';
import type { ClaimEntry, EnvelopeEntry } from '../../src/contracts/envelope.ts';
import { type Verdict, verdictSchema } from '../../src/contracts/verdict.ts';
import { digestOfText } from '../../src/evidence/canonical.ts';
import type { ReadFailure } from '../../src/evidence/ports.ts';
import { isFailure, PipelineError } from '../../src/pipeline/failure.ts';
import { cancelRun, workRun } from '../../src/pipeline/work-run.ts';
import { rewriteReport } from '../../src/pipeline/write-report.ts';
import { openSqliteStore, type Store } from '../../src/stores/sql/sqlite.ts';
import {
  type Batch,
  createBatch,
  createCollectingSink,
  planBatch,
  runBatch,
} from '../support/batch.ts';
import {
  createDrawnLibrary,
  type DrawnDocument,
  fingerprintOf,
  type LibraryHooks,
} from '../support/drawn-library.ts';
import { brokenEntry, envelopeEntry, quoteEntry } from '../support/plan.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const REPORT = [
  'Revenue was high this year.\n\ni',
  'Costs were low and fell further.\n\n1',
  'The board proposes a dividend.\n\n2',
  'Nothing of note happened here.\n\n3',
  'The auditors signed on 3 March.\n\n4',
  'An appendix without any claim.\n\n5',
];
const NOTES = ['Only one page of notes here.\n\n1'];

const STALL: ReadFailure = { reason: 'parse_timeout', detail: 'stalled', is_of_machine: true };

async function openStore(): Promise<Store> {
  const store = await openSqliteStore(temporaryFolder());
  onTestFinished(() => store.close());
  return store;
}

interface Finished {
  readonly verdicts: readonly Verdict[];
  readonly store: Store;
  readonly batch: Batch;
  readonly sink: ReturnType<typeof createCollectingSink>;
}

async function verify(
  entries: readonly EnvelopeEntry[],
  documents: Readonly<Record<string, DrawnDocument>> = { report: REPORT, notes: NOTES },
  hooks: LibraryHooks = {},
  options: { readonly store?: Store; readonly is_fingerprint_required?: boolean } = {},
): Promise<Finished> {
  const store = options.store ?? (await openStore());
  const sink = createCollectingSink();
  const library = createDrawnLibrary(documents, hooks);
  const { is_fingerprint_required = false } = options;
  const batch = createBatch({ store, library, sink, is_fingerprint_required });
  await runBatch(batch, entries);
  const verdicts = sink.lines().map((line) => verdictSchema.parse(JSON.parse(line)));
  return { verdicts, store, batch, sink };
}

function outcomes(verdicts: readonly Verdict[]): readonly (string | null)[] {
  return verdicts.map(({ status, reason }) => reason ?? status);
}

function labelled(id: string, pageLabel: string, text: string): ClaimEntry {
  return {
    readable: true,
    claim: { kind: 'quote', id, page_label: pageLabel, expected_text: text },
  };
}

describe('a run', () => {
  it('gives each claim one verdict in input order, whatever became of it', async () => {
    const { verdicts, store, sink } = await verify([
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
    const { verdicts, store } = await verify([]);
    expect(verdicts).toEqual([]);
    expect((await store.runs.run('run'))?.state).toBe('completed');
  });

  it('finds evidence far from the cited page only when the window lacks it', async () => {
    const { verdicts } = await verify([
      envelopeEntry('report', [quoteEntry('a', 0, 'The auditors signed on 3 March.')]),
    ]);
    expect(verdicts[0]).toMatchObject({
      reason: 'evidence_on_other_page',
      proposal: { action: 'repoint', page_index: 4, scope: 'document' },
    });
  });

  it('verdicts do not depend on what other claims ask of the document', async () => {
    const claim = quoteEntry('a', 2, 'The board proposes a dividend.');
    const alone = await verify([envelopeEntry('report', [claim])]);
    const among = await verify([
      envelopeEntry('report', [claim, labelled('b', '4', 'The auditors signed on 3 March.')]),
    ]);
    expect(outcomes(among.verdicts)).toEqual(['verified', 'verified']);
    expect(among.verdicts[0]).toEqual(alone.verdicts[0]);
  });

  it('verifies more claims of a source than one item holds', async () => {
    const claims = Array.from({ length: 1203 }, (_, index) =>
      quoteEntry(`q${index}`, 1, index % 100 === 1 ? 'Sales were low' : 'Costs were low'),
    );
    const { verdicts, store } = await verify([envelopeEntry('report', claims)]);
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
    const { verdicts } = await verify([old], { report: REPORT }, { onOpen });
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
      labelled('c', '2', 'The board proposes a dividend.'),
    ]);
    const first = await verify([entry], { report: REPORT }, { onRead }, { store });
    expect(read.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
    expect((await store.runs.counters('run')).pages_read).toBe(6);
    const library = createDrawnLibrary({ report: REPORT }, { onRead });
    const again = createBatch({ store, library, sink: first.sink });
    const { planRun } = await import('../../src/pipeline/plan-run.ts');
    async function* entries() {
      yield entry;
    }
    await planRun(again.parts, {
      run_id: 'second',
      profile: again.parts.profile,
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

describe('a failing document', () => {
  it('costs its own claims only', async () => {
    const onOpen = (name: string) =>
      Promise.resolve<ReadFailure | null>(
        name === 'report' ? { reason: 'corrupt', detail: 'no xref', is_of_machine: false } : null,
      );
    const { verdicts, sink } = await verify(
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
    const { verdicts, sink } = await verify(
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
    const { verdicts, sink, batch } = await verify([entry], undefined, { onOpen }, { store });
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
    const { verdicts, sink } = await verify(
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
    const { verdicts } = await verify(
      [envelopeEntry('report', claims)],
      { report: pages },
      { onRead },
    );
    expect(new Set(outcomes(verdicts))).toEqual(new Set(['parse_timeout']));
    // Two lanes fail once, one batch is tried alone, three of its pages singly.
    expect(calls).toBeLessThanOrEqual(8);
  });

  it('with a damaged page is limited there, and absence elsewhere is not plain', async () => {
    const { verdicts, sink } = await verify(
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
    const { verdicts, sink } = await verify([envelopeEntry('report', claims)], undefined, {
      onCheck,
    });
    expect(outcomes(verdicts)).toEqual(['verified', 'parse_crashed', 'verified']);
    expect(sink.facts()?.machine_outcomes.map(({ claim_id }) => claim_id)).toEqual(['b']);
  });

  it('that cannot map labels costs only claims that ask for them', async () => {
    const onMapLabels = () => Promise.reject(new PipelineError('thread_stalled'));
    const { verdicts } = await verify(
      [
        envelopeEntry('report', [
          quoteEntry('a', 1, 'Costs were low'),
          labelled('b', '1', 'Costs were low'),
        ]),
      ],
      undefined,
      { onMapLabels },
    );
    expect(outcomes(verdicts)).toEqual(['verified', 'parse_timeout']);
  });

  it('in a search leaves the verdict its plain name and says what was not searched', async () => {
    const onSearch = () => Promise.reject(new PipelineError('thread_stalled'));
    const { verdicts, sink } = await verify(
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
    const stopped = await runBatch(batch, entries, abort.signal);
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
    await store.runs.createRun({ run_id: 'run', profile, settings: null, created_ms: 1 });
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

it('a report can be written anew once the run has ended, with the same digest', async () => {
  const { store } = await verify([
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
