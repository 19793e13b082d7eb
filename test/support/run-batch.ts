import { join } from 'node:path';
import type { EnvelopeEntry } from '../../src/contracts/envelope.ts';
import { workRun } from '../../src/pipeline/work-run.ts';
import { lockHome } from '../../src/stores/sql/home-lock.ts';
import { openSqliteStore } from '../../src/stores/sql/sqlite.ts';
import { createBatch, createCollectingSink, machineClock, planBatch } from './batch.ts';
import { createDrawnLibrary } from './drawn-library.ts';
import { brokenEntry, envelopeEntry, quoteEntry } from './plan.ts';

/**
 * Child process: works on one batch in the home folder given as argument, planning it first if its
 * plan is not sealed, and writes the report into the folder `out` beside it. Says `step` on stdout
 * at every envelope planned, page read and item ended, so that the parent can kill it at each.
 */
const SOURCES = 6;
const PAGES = 24;

const [folder, threads] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: run-batch FOLDER THREADS');

const step = () => {
  process.stdout.write('step\n');
};

/** Slow enough that a kill lands in the middle of things. */
async function slow(): Promise<null> {
  step();
  await machineClock.sleep(5);
  return null;
}

function pageText(source: number, page: number): string {
  return `Source ${source} says on page ${page} what it says.\n\n${page + 1}`;
}

function entries(): readonly EnvelopeEntry[] {
  return Array.from({ length: 60 }, (_, index) => {
    const source = index % SOURCES;
    const page = (index * 7) % PAGES;
    return envelopeEntry(
      `source-${source}`,
      [
        quoteEntry('c1', page, `Source ${source} says on page ${page} what it says.`),
        quoteEntry('c2', page, `Source ${source} says on page ${(page + 9) % PAGES} what it says.`),
        index % 11 === 0 ? brokenEntry('x') : quoteEntry('c3', page, 'Nobody ever said a thing.'),
      ],
      index + 1,
    );
  });
}

const documents = Object.fromEntries(
  Array.from({ length: SOURCES }, (_, source) => [
    `source-${source}`,
    Array.from({ length: PAGES }, (_unused, page) => pageText(source, page)),
  ]),
);

const lock = await lockHome(folder, { clock: machineClock, waitMs: 5_000 });
const store = await openSqliteStore(folder);
const batch = createBatch({
  store,
  library: createDrawnLibrary(documents, {
    onOpen: slow,
    onRead: slow,
    onCheck: async () => {
      await slow();
    },
  }),
  sink: createCollectingSink(join(folder, 'out')),
  threads: Number(threads),
  observe: step,
});
if (((await store.runs.run('run'))?.plan_digest ?? null) === null) {
  step();
  await planBatch(batch, entries());
}
const run = await workRun(batch.parts, batch.queue, 'run', new AbortController().signal);
process.stdout.write(`${run.state}\n`);
await store.close();
lock.release();
