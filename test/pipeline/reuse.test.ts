import { describe, expect, it } from 'vitest';
import { PipelineError } from '../../src/pipeline/failure.ts';
import { createBatch, createCollectingSink, runBatch } from '../support/batch.ts';
import { createDrawnLibrary, type LibraryHooks } from '../support/drawn-library.ts';
import { envelopeEntry, quoteEntry } from '../support/plan.ts';
import { NOTES, openStore, REPORT } from '../support/verify-drawn.ts';

const ENTRIES = [
  envelopeEntry('report', [
    quoteEntry('a', 1, 'Costs were low and fell further.'),
    quoteEntry('b', 0, 'Costs were low and fell further.'),
    quoteEntry('c', 1, 'Nobody ever wrote this sentence anywhere.'),
  ]),
  envelopeEntry('notes', [quoteEntry('d', 0, 'Only one page of notes here.')], 2),
];

/** Runs the same batch twice on one store; the hooks watch the second run alone. */
async function twice(
  second: LibraryHooks,
  change: {
    readonly documents?: Parameters<typeof createDrawnLibrary>[0];
    readonly isReuseAllowed?: boolean;
    readonly entries?: typeof ENTRIES;
    readonly first?: LibraryHooks;
  } = {},
) {
  const store = await openStore();
  const documents = { report: REPORT, notes: NOTES };
  const before = createCollectingSink();
  const library = createDrawnLibrary(documents, change.first);
  await runBatch(createBatch({ store, library, sink: before }), ENTRIES, 'first');
  const after = createCollectingSink();
  const batch = createBatch({
    store,
    library: createDrawnLibrary(change.documents ?? documents, second),
    sink: after,
    isReuseAllowed: change.isReuseAllowed ?? true,
  });
  const run = await runBatch(batch, change.entries ?? ENTRIES, 'second');
  return { before: before.lines(), after: after.lines(), run, counters: after.facts()?.counters };
}

function watch() {
  const calls: string[] = [];
  const hooks: LibraryHooks = {
    onOpen: (name) => {
      calls.push(`open ${name}`);
      return Promise.resolve(null);
    },
    onRead: (name) => {
      calls.push(`read ${name}`);
      return Promise.resolve(null);
    },
    onCheck: (ids) => {
      calls.push(`check ${ids.join(' ')}`);
      return Promise.resolve();
    },
    onSearch: () => {
      calls.push('search');
      return Promise.resolve();
    },
  };
  return { calls, hooks };
}

describe('a second run over the same claims and documents', () => {
  it('takes over every verdict, opens nothing and writes the same lines', async () => {
    const { calls, hooks } = watch();
    const { before, after, counters } = await twice(hooks);
    expect(calls).toEqual([]);
    expect(after).toEqual(before);
    expect(counters).toMatchObject({ claims_decided: 4, claims_reused: 4 });
  });

  it('decides anew, with the same lines, where reuse is not allowed', async () => {
    const { calls, hooks } = watch();
    const { before, after, counters } = await twice(hooks, { isReuseAllowed: false });
    expect(calls).toContain('check d');
    expect(after).toEqual(before);
    expect(counters?.claims_reused ?? 0).toBe(0);
  });

  it('decides anew the claims of a document that has changed', async () => {
    const { calls, hooks } = watch();
    const documents = { report: REPORT, notes: ['Other notes now.\n\n1'] };
    const { before, after } = await twice(hooks, { documents });
    expect(calls).toContain('check d');
    expect(calls.some((call) => call.includes('report'))).toBe(false);
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    expect(after[3]).toContain('text_');
  });

  it('decides anew a claim that asserts something else under the same id', async () => {
    const { calls, hooks } = watch();
    const entries = [envelopeEntry('notes', [quoteEntry('d', 0, 'Only two pages of notes.')])];
    const { after } = await twice(hooks, { entries });
    expect(calls).toContain('check d');
    expect(after[0]).toContain('"status":"mismatch"');
  });

  it('takes over the verdict of the same assertion under another id, but not its id', async () => {
    const { calls, hooks } = watch();
    const entries = [envelopeEntry('notes', [quoteEntry('z', 0, 'Only one page of notes here.')])];
    const { after } = await twice(hooks, { entries });
    expect(calls).toEqual([]);
    expect(after[0]).toContain('"claim_id":"z"');
  });

  it('never takes over what the machine caused', async () => {
    const { calls, hooks } = watch();
    const first: LibraryHooks = {
      onCheck: (ids) =>
        ids.includes('d') ? Promise.reject(new PipelineError('thread_stalled')) : Promise.resolve(),
    };
    const { before, after, counters } = await twice(hooks, { first });
    expect(before[3]).toContain('parse_timeout');
    expect(calls).toContain('check d');
    expect(after[3]).toContain('"status":"verified"');
    expect(counters).toMatchObject({ claims_reused: 3 });
  });
});
