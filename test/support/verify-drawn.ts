import { onTestFinished } from 'vitest';
import type { EnvelopeEntry } from '../../src/contracts/envelope.ts';
import { type Verdict, verdictSchema } from '../../src/contracts/verdict.ts';
import { openSqliteStore } from '../../src/stores/sql/sqlite.ts';
import type { Store } from '../../src/stores/sql/store.ts';
import { type Batch, createBatch, createCollectingSink, runBatch } from './batch.ts';
import { createDrawnLibrary, type DrawnDocument, type LibraryHooks } from './drawn-library.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A document of six pages, labelled i, 1, 2, 3, 4, 5. */
export const REPORT = [
  'Revenue was high this year.\n\ni',
  'Costs were low and fell further.\n\n1',
  'The board proposes a dividend.\n\n2',
  'Nothing of note happened here.\n\n3',
  'The auditors signed on 3 March.\n\n4',
  'An appendix without any claim.\n\n5',
];
export const NOTES = ['Only one page of notes here.\n\n1'];

/** A new empty store, closed when the test is over. */
export async function openStore(): Promise<Store> {
  const store = await openSqliteStore(temporaryFolder());
  onTestFinished(() => store.close());
  return store;
}

export interface Finished {
  readonly verdicts: readonly Verdict[];
  readonly store: Store;
  readonly batch: Batch;
  readonly sink: ReturnType<typeof createCollectingSink>;
}

/** Verifies the envelopes against drawn documents, `REPORT` and `NOTES` unless others are given. */
export async function verifyDrawn(
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

/** What each verdict says: its reason, or `verified`. */
export function outcomes(verdicts: readonly Verdict[]): readonly (string | null)[] {
  return verdicts.map(({ status, reason }) => reason ?? status);
}
