import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../bench.ts';
import { atLeast, atMost, figureRow, type Row, type RowGroup, ratioRow, rounded } from '../row.ts';
import type { ScaleRun } from '../scale.ts';

const SCRIPT = fileURLToPath(new URL('../scale.ts', import.meta.url));

/** Redis may hold no more, whatever the number of documents, MiB. */
const REDIS_MAX = 10;

/** The pipeline itself, without reading: how fast it is, and how it grows with the documents. */
export function measureScale(bench: Bench): Promise<RowGroup> {
  const [few, many] = bench.is_quick ? [200, 2_000] : [10_000, 100_000];
  const small = dryRun(few);
  const large = dryRun(many);
  return Promise.resolve({
    title: 'The pipeline over Redis and PostgreSQL',
    note:
      'Made documents of one page with ten claims each; reading is replaced at its port, all else is real. Two worker processes, ' +
      'PostgreSQL and Redis on the same two cores; memory of the larger worker process.',
    rows: [
      rateRow(small, null),
      rateRow(large, 1_000),
      ratioRow(
        `memory of a worker, ${few.toLocaleString('en')} → ${many.toLocaleString('en')} documents`,
        [large.worker_megabytes, `${rounded(large.worker_megabytes)} MB`],
        [small.worker_megabytes, `${rounded(small.worker_megabytes)} MB`],
        atMost(1.2, 'x'),
      ),
      figureRow(
        `most that Redis holds, ${many.toLocaleString('en')} documents`,
        [large.redis_megabytes, `${rounded(large.redis_megabytes)} MB`],
        atMost(REDIS_MAX, ' MB'),
      ),
      figureRow('enqueueing, documents a second', [
        large.documents / large.plan_seconds,
        rounded(large.documents / large.plan_seconds),
      ]),
    ],
  });
}

function rateRow({ documents, claims, work_seconds }: ScaleRun, least: number | null): Row {
  const rate = claims / work_seconds;
  return figureRow(
    `claims a second, ${documents.toLocaleString('en')} documents`,
    [rate, `${rounded(rate)} (${rounded(documents / work_seconds)} documents)`],
    least === null ? null : atLeast(least, ''),
  );
}

function dryRun(documents: number): ScaleRun {
  const words = ['--import', 'tsx', SCRIPT, String(documents), '2'];
  const out = execFileSync(process.execPath, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // It is our own, and says just this.
  return JSON.parse(out) as ScaleRun;
}
