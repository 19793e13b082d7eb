import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bench, envelopeFile, folderFor } from '../bench.ts';
import { countCitedPages, countClaims, isPlain, selectClaims, writeClaimTable } from '../claims.ts';
import { type Measured, measureCommand, median } from '../measure.ts';
import { type ProductRun, runVerify } from '../product.ts';
import { atMost, figureRow, type RowGroup, ratioRow, rounded, secondsText } from '../row.ts';

const SCRIPT = fileURLToPath(new URL('../baseline.sh', import.meta.url));

/** Cold runs of quotes and values that a script can look up, against that script. */
export async function measureCold(bench: Bench): Promise<RowGroup> {
  const plain = selectClaims(bench.envelopes, isPlain);
  const table = join(bench.scratch, 'claims.tsv');
  writeClaimTable(table, plain);
  const request = {
    envelopes: envelopeFile(bench, 'plain', plain),
    sources: bench.documents,
    folder: folderFor(bench, 'plain'),
    is_cold: true,
  };
  const script = () => measureCommand(['sh', SCRIPT, table, bench.documents]);
  const scripts: Measured[] = [];
  const documents: ProductRun[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    scripts.push(await script());
    documents.push(await runVerify(request));
  }
  const watched = await runVerify(request, true);
  const base = spread(scripts);
  const against = [base[0], `script: ${base[1]}`] as const;
  const needed = countCitedPages(plain);
  return {
    title: 'Cold runs',
    note:
      `${countClaims(plain)} quotes and values that cite ${needed} pages of ${plain.length} ` +
      'documents by index. Fresh home, 2 threads; wall time, median (least to most). The script is ' +
      '`bench/speed/baseline.sh`: one `pdftotext -layout` for each document, serial, one awk process.',
    rows: [
      ratioRow('with document-wide repair search', spread(documents), against, atMost(2, 'x')),
      ratioRow('CPU time of the same', cpu(documents), [
        cpu(scripts)[0],
        `script: ${cpu(scripts)[1]}`,
      ]),
      ...documents.slice(0, 1).map((run) => pagesRow(run, needed)),
      figureRow('first verdict kept', first(watched)),
    ],
  };
}

function pagesRow(run: ProductRun, needed: number): ReturnType<typeof ratioRow> {
  const { read } = run.report.pages;
  return ratioRow(
    'pages read against pages cited',
    [read, `${read} read`],
    [needed, `${needed} cited`],
  );
}

function first(run: ProductRun): readonly [number, string] {
  const seconds = run.first_verdict_seconds ?? Number.NaN;
  return [seconds, secondsText(seconds)];
}

/** Median wall time, with the least and the most. */
export function spread(runs: readonly Measured[]): readonly [number, string] {
  const seconds = runs.map((run) => run.seconds);
  const middle = median(seconds);
  const range = `${rounded(Math.min(...seconds))}–${rounded(Math.max(...seconds))}`;
  return [middle, `${secondsText(middle)} (${range})`];
}

function cpu(runs: readonly Measured[]): readonly [number, string] {
  const seconds = median(runs.map((run) => run.cpu_seconds));
  return [seconds, secondsText(seconds)];
}
