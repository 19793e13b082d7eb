import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bench, envelopeFile, folderFor } from '../bench.ts';
import {
  type BenchEnvelope,
  countCitedPages,
  countClaims,
  isPlain,
  selectClaims,
  writeClaimTable,
} from '../claims.ts';
import { cpuOf, type Figure, interleave, measureCommand, wallOf } from '../measure.ts';
import { BARE, type ProductRun, type RunRequest, runVerify } from '../product.ts';
import { atMost, figureRow, type Row, type RowGroup, ratioRow, secondsText } from '../row.ts';

const SCRIPT = fileURLToPath(new URL('../baseline.sh', import.meta.url));

/** Cold runs of quotes and values that a script can look up, against that script. */
export async function measureCold(bench: Bench): Promise<RowGroup> {
  const plain = selectClaims(bench.envelopes, isPlain);
  const table = join(bench.scratch, 'claims.tsv');
  writeClaimTable(table, plain);
  const envelopes = envelopeFile(bench, 'plain', plain);
  const cold = (name: string, options: readonly string[]): RunRequest => {
    const folder = folderFor(bench, name);
    return { envelopes, sources: bench.documents, folder, is_cold: true, options };
  };
  const pictures = cold('pictures', ['--format', 'none']);
  const runs = await interleave(bench.rounds, {
    script: () => measureCommand(['sh', SCRIPT, table, bench.documents]),
    none: () => runVerify(cold('none', [...BARE, '--search', 'none'])),
    document: () => runVerify(cold('document', BARE)),
    pictures: () => runVerify(pictures),
  });
  const script = named(wallOf(runs.script));
  const scriptCpu = named(cpuOf(runs.script));
  const standard = cold('standard', []);
  return {
    title: 'Cold runs',
    note:
      `${countClaims(plain)} quotes and values that cite ${countCitedPages(plain)} pages of ${plain.length} ` +
      'documents by index. Fresh home, 2 threads; median (least to most). The script is ' +
      '`bench/speed/baseline.sh`: one `pdftotext -layout` for each document, serial, one awk process.',
    rows: [
      ratioRow('no repair search, wall', wallOf(runs.none), script, atMost(1.2, 'x')),
      ratioRow('no repair search, CPU', cpuOf(runs.none), scriptCpu),
      ratioRow('document-wide repair search, wall', wallOf(runs.document), script, atMost(2, 'x')),
      ratioRow('document-wide repair search, CPU', cpuOf(runs.document), scriptCpu),
      ratioRow('the same with pictures of what failed, wall', wallOf(runs.pictures), script),
      pictureRow(runs.document, runs.pictures, pictures.folder),
      ...pageRows(plain, runs.none, runs.document),
      await firstVerdictRow(standard, script),
    ],
  };
}

function named([value, text]: Figure): Figure {
  return [value, `script: ${text}`];
}

/** What pictures cost, by the CPU time of the runs with and without. */
function pictureRow(
  without: readonly ProductRun[],
  withThem: readonly ProductRun[],
  folder: string,
): Row {
  const lines = readFileSync(join(folder, 'report/crops.jsonl'), 'utf8').split('\n');
  const count = lines.length - 1;
  const milliseconds = (1000 * (cpuOf(withThem)[0] - cpuOf(without)[0])) / count;
  return figureRow('one picture more, CPU', [
    milliseconds,
    `${milliseconds.toFixed(1)} ms (mean of ${count})`,
  ]);
}

function pageRows(
  plain: readonly BenchEnvelope[],
  none: readonly ProductRun[],
  document: readonly ProductRun[],
): readonly Row[] {
  const cited = countCitedPages(plain);
  const all = plain.reduce((sum, { page_count }) => sum + page_count, 0);
  const readOf = (run: ProductRun): Figure => [
    run.report.pages.read,
    `${run.report.pages.read} read`,
  ];
  return [
    ...none
      .slice(0, 1)
      .map((run) =>
        ratioRow(
          'no repair search, pages',
          readOf(run),
          [cited, `${cited} cited`],
          atMost(1.05, 'x'),
        ),
      ),
    ...document
      .slice(0, 1)
      .map((run) =>
        ratioRow('document-wide repair search, pages', readOf(run), [all, `${all} in all`]),
      ),
  ];
}

/** The time until the first verdict is kept, in a run with the standard options. */
async function firstVerdictRow(request: RunRequest, script: Figure): Promise<Row> {
  let first = Number.NaN;
  await runVerify(request, (line, seconds) => {
    if (Number.isNaN(first) && /"claims_done":[1-9]/u.test(line)) first = seconds;
  });
  return ratioRow('first verdict kept, standard options', [first, secondsText(first)], script);
}
