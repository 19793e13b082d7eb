import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { caseEnvelopes, scoreCases } from './cases.ts';
import { type Expectations, readExpectations } from './expectations.ts';
import { scoreFinancebench } from './financebench.ts';
import { runMatrix } from './matrix.ts';
import { type ProductPaths, type ProductRun, readLines, runProduct } from './product.ts';
import { renderTable, type Score, type Target, targetTable } from './score.ts';
import { scoreTables } from './tables.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const USAGE = `usage: npm run accuracy -- [SET...] [--data DIR] [--out DIR] [--rescore]

Runs the program through its command line on labelled sets and scores its report.
SET: financebench, cases, scanned, tables, matrix or all; without one: financebench and cases.
--data DIR  folder that holds "data" (default: $PAGEWITNESS_DATA, else ../shared)
--out DIR   where reports, misses and figures go (default: accuracy-report)
--rescore   score the reports that are there already

Exits 0 if every target is met, 1 if not, 2 if it could not run.
`;

/** Where one set of the data is, and where its report goes. */
interface Place {
  readonly data: string;
  readonly out: string;
  /** Whether to score the report of an earlier run. */
  readonly is_made: boolean;
}

type Scorer = (place: Place) => Promise<{ readonly score: Score; readonly run: ProductRun }>;

const SETS: Readonly<Record<string, Scorer>> = {
  financebench: (place) => runFinancebench(place, 'financebench', 'financebench', true),
  cases: runCases,
  scanned: (place) => runFinancebench(place, 'scanned', 'financebench-scanned', false),
  tables: runTables,
  matrix: (place) => runMatrix(place.out),
};

/** The matrix makes its own documents; all other sets come from the data folder. */
const NEEDS_NO_DATA: readonly string[] = ['matrix'];

async function runFinancebench(place: Place, set: string, folder: string, withTargets: boolean) {
  const data = join(place.data, folder);
  const run = await runProduct({
    envelopes: join(data, 'envelopes.jsonl'),
    sources: join(data, 'pdfs'),
    out: join(place.out, set),
    is_made: place.is_made,
  });
  const labels = readLines(join(data, 'labels.jsonl'));
  return {
    score: scoreFinancebench(set, run, labels, expectationsIn(place.data), withTargets),
    run,
  };
}

async function runCases(place: Place) {
  const cases = readLines(join(place.data, 'cases/cases.jsonl'));
  mkdirSync(place.out, { recursive: true });
  const envelopes = join(place.out, 'cases-envelopes.jsonl');
  writeFileSync(envelopes, caseEnvelopes(cases));
  const paths: ProductPaths = {
    envelopes,
    sources: join(place.data, 'cases/files'),
    out: join(place.out, 'cases'),
    is_made: place.is_made,
  };
  const run = await runProduct(paths);
  return { score: scoreCases(run, cases), run };
}

async function runTables(place: Place) {
  const data = join(place.data, 'tables');
  const run = await runProduct({
    envelopes: join(data, 'envelopes.jsonl'),
    sources: join(data, 'pdf'),
    out: join(place.out, 'tables'),
    is_made: place.is_made,
  });
  const labels = readLines(join(data, 'labels.jsonl'));
  return { score: scoreTables(run, labels, expectationsIn(place.data)), run };
}

function expectationsIn(data: string): Expectations {
  return readExpectations(JSON.parse(readFileSync(join(data, 'reasons.json'), 'utf8')));
}

/** Prints the tables of one set and writes its figures and misses beside the program's report. */
function report(score: Score, run: ProductRun, out: string): void {
  const misses = [...score.misses].sort((a, b) => a.category.localeCompare(b.category, 'en'));
  const folder = join(out, score.set);
  writeFileSync(
    join(folder, 'misses.jsonl'),
    misses.map((miss) => `${JSON.stringify(miss)}\n`).join(''),
  );
  const { figures, targets } = score;
  const { exit_code, seconds } = run;
  writeFileSync(
    join(folder, 'score.json'),
    `${JSON.stringify({ set: score.set, exit_code, seconds, targets, figures }, null, 2)}\n`,
  );
  for (const table of score.tables) process.stdout.write(`${renderTable(table)}\n\n`);
  if (targets.length > 0) process.stdout.write(`${renderTable(targetTable(targets))}\n\n`);
  process.stdout.write(
    `${score.set}: ${run.answers.length} claims in ${seconds.toFixed(1)} s on ` +
      `${availableParallelism()} cores, exit ${exit_code}; ${misses.length} misses in ` +
      `${join(folder, 'misses.jsonl')}\n\n`,
  );
}

/** What the command line asks for, or what is wrong with it. */
interface Request {
  readonly names: readonly string[];
  readonly data: string;
  readonly out: string;
  readonly is_made: boolean;
}

function readRequest(): Request | { readonly problem: string } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      out: { type: 'string' },
      rescore: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return { problem: USAGE };
  const asked = positionals.length === 0 ? ['financebench', 'cases'] : positionals;
  const names = asked.includes('all') ? Object.keys(SETS) : asked;
  const unknown = names.filter((name) => !Object.hasOwn(SETS, name));
  if (unknown.length > 0) return { problem: `unknown set: ${unknown.join(', ')}\n\n${USAGE}` };
  const root = values.data ?? process.env['PAGEWITNESS_DATA'] ?? join(ROOT, '../shared');
  const data = join(resolve(root), 'data');
  const needsData = names.some((name) => !NEEDS_NO_DATA.includes(name));
  if (needsData && !existsSync(join(data, 'reasons.json'))) {
    return { problem: 'no labelled data: set PAGEWITNESS_DATA to the folder that holds "data"\n' };
  }
  const out = resolve(values.out ?? join(ROOT, 'accuracy-report'));
  return { names, data, out, is_made: values.rescore === true };
}

async function main(): Promise<number> {
  const request = readRequest();
  if ('problem' in request) {
    process.stderr.write(request.problem);
    return 2;
  }
  const { data, out, is_made } = request;
  const targets: Target[] = [];
  for (const name of request.names) {
    const result = await SETS[name]?.({ data, out, is_made });
    if (result === undefined) continue;
    report(result.score, result.run, out);
    targets.push(...result.score.targets);
  }
  return targets.every((target) => target.is_met) ? 0 : 1;
}

process.exitCode = await main();
