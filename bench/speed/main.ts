import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Bench } from './bench.ts';
import { readEnvelopes } from './claims.ts';
import { type RowGroup, renderGroup } from './row.ts';
import { measureChecks } from './rows/check.ts';
import { measureCold } from './rows/cold.ts';
import { measureLabels } from './rows/labels.ts';
import { measureMemory } from './rows/memory.ts';
import { measureParts } from './rows/parts.ts';
import { measureScale } from './rows/scale.ts';
import { measureStartUp } from './rows/start-up.ts';
import { measureWarm } from './rows/warm.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RESULTS = join(ROOT, 'bench/RESULTS.md');

/** Where the tables stand in the results; everything between is replaced. */
const MARKS = ['<!-- bench: begin -->\n', '<!-- bench: end -->\n'] as const;

const GROUPS: Readonly<Record<string, (bench: Bench) => Promise<RowGroup>>> = {
  'start-up': measureStartUp,
  cold: measureCold,
  labels: measureLabels,
  parts: measureParts,
  check: measureChecks,
  warm: measureWarm,
  memory: measureMemory,
  scale: measureScale,
};

const USAGE = `usage: npm run bench -- [--only GROUP,…] [--quick] [--data DIR]

Measures the built program and prints what it finds; a whole run, neither quick nor of some groups
only, also puts its tables into bench/RESULTS.md. Keep the machine idle meanwhile.
GROUP: ${Object.keys(GROUPS).join(', ')}
--quick     fewer rounds and smaller corpora
--data DIR  folder that holds "data" (default: $PAGEWITNESS_DATA, else ../shared)

It needs pdftotext (Debian: poppler-utils) and GNU time (Debian: time).
Exits 0 if every target is met, 1 if not, 2 if it could not run.
`;

interface Request {
  readonly names: readonly string[];
  readonly data: string;
  readonly is_quick: boolean;
}

function readRequest(): Request | { readonly problem: string } {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      data: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return { problem: USAGE };
  const names = values.only?.split(',') ?? Object.keys(GROUPS);
  const unknown = names.filter((name) => !Object.hasOwn(GROUPS, name));
  if (unknown.length > 0) return { problem: `unknown group: ${unknown.join(', ')}\n\n${USAGE}` };
  const root = values.data ?? process.env['PAGEWITNESS_DATA'] ?? join(ROOT, '../shared');
  const data = join(resolve(root), 'data/financebench');
  if (!existsSync(join(data, 'envelopes.jsonl'))) {
    return { problem: 'no documents: set PAGEWITNESS_DATA to the folder that holds "data"\n' };
  }
  return { names, data, is_quick: values.quick };
}

async function main(): Promise<number> {
  const request = readRequest();
  if ('problem' in request) {
    process.stderr.write(request.problem);
    return 2;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'pagewitness-bench-'));
  const groups: RowGroup[] = [];
  try {
    const bench: Bench = {
      envelopes: readEnvelopes(join(request.data, 'envelopes.jsonl')),
      set_folder: request.data,
      documents: join(request.data, 'pdfs'),
      scratch,
      rounds: request.is_quick ? 1 : 3,
      is_quick: request.is_quick,
    };
    for (const name of request.names) {
      const group = await GROUPS[name]?.(bench);
      if (group === undefined) continue;
      process.stdout.write(`${renderGroup(group)}\n`);
      groups.push(group);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  if (!request.is_quick && groups.length === Object.keys(GROUPS).length) keepResults(groups);
  const rows = groups.flatMap((group) => group.rows);
  return rows.every((row) => row.is_met !== false) ? 0 : 1;
}

/** Puts the tables between the marks of the results. */
function keepResults(groups: readonly RowGroup[]): void {
  const text = readFileSync(RESULTS, 'utf8');
  const [begin, end] = [text.indexOf(MARKS[0]), text.indexOf(MARKS[1])];
  if (begin === -1 || end < begin) throw new Error(`${RESULTS} lacks the marks of the bench`);
  const [processor] = cpus();
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${date}, Node ${process.versions.node}, ${cpus().length} cores of ${processor?.model}.`;
  const tables = groups.map((group) => `\n${renderGroup(group)}`).join('');
  const kept = `${text.slice(0, begin)}${MARKS[0]}\n${machine}\n${tables}\n${text.slice(end)}`;
  writeFileSync(RESULTS, kept);
}

process.exitCode = await main();
