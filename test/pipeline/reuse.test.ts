import { describe, expect, it } from 'vitest';
import { digestOfText } from '../../src/evidence/canonical.ts';
import { PipelineError } from '../../src/pipeline/failure.ts';
import { createBatch, createCollectingSink, runBatch } from '../support/batch.ts';
import { createDrawnLibrary, type LibraryHooks } from '../support/drawn-library.ts';
import { brokenEntry, envelopeEntry, quoteEntry } from '../support/plan.ts';
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
  const shards: number[] = [];
  const finishVerify: typeof store.runs.finishVerify = async (item, ...rest) => {
    shards.push(item.source_index);
    await store.runs.finishVerify(item, ...rest);
  };
  const batch = createBatch({
    store: { ...store, runs: { ...store.runs, finishVerify } },
    library: createDrawnLibrary(change.documents ?? documents, second),
    sink: after,
    isReuseAllowed: change.isReuseAllowed ?? true,
  });
  const run = await runBatch(batch, change.entries ?? ENTRIES, 'second');
  const { counters } = after.facts() ?? {};
  return { before: before.lines(), after: after.lines(), run, counters, shards };
}

/** The same envelope, but it cites another version of its document. */
function staleHead({ head }: (typeof ENTRIES)[number]) {
  if (head === null) throw new Error('the entry has a head');
  return { head: { ...head, document_fingerprint: digestOfText('another version') } };
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

  it('ends claims that need no reading with their source, and no others', async () => {
    const { hooks } = watch();
    const [report, notes] = ENTRIES;
    const missing = envelopeEntry('gone', [quoteEntry('e', 0), brokenEntry('x')], 3);
    const fresh = envelopeEntry('more', [quoteEntry('f', 0, 'Only one page of notes here.')], 4);
    if (report === undefined || notes === undefined) throw new Error('there are two entries');
    const { after, shards, counters } = await twice(hooks, {
      entries: [report, { ...notes, ...staleHead(notes) }, missing, fresh],
      documents: { report: REPORT, notes: NOTES, more: ['Only one page of notes here.\n\n2'] },
    });
    const reasons = after.map((line) => /"reason":"?(\w+)/u.exec(line)?.[1]);
    expect(reasons.slice(3)).toEqual([
      'fingerprint_mismatch',
      'source_missing',
      'unknown_field',
      'null',
    ]);
    // The claim that cannot be read is of no source, and the last one was never decided before.
    expect(shards).toHaveLength(2);
    expect(counters).toMatchObject({ claims_decided: 7, claims_reused: 3, verify_items: 5 });
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
