import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { summarySchema } from '../../src/contracts/report.ts';
import { type Verdict, verdictSchema } from '../../src/contracts/verdict.ts';
import { type HostileCase, NOWHERE, type Outcome, SHOWN } from './hostile-case.ts';

/** The program as built: it starts in a tenth of the time. "npm test" builds first. */
const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

/** Bounds so low that a bomb is over in seconds, and so high that a sound page is far from them. */
const LOW_LIMITS = {
  PAGEWITNESS_STALL_MS: '2000',
  PAGEWITNESS_HEAP_MEGABYTES: '256',
  PAGEWITNESS_RSS_MEGABYTES: '400',
  PAGEWITNESS_OPERATORS_PER_PAGE_MAX: '250000',
};

/** How one run ended. */
export interface HostileRun {
  readonly exitCode: number | null;
  /** What the program wrote to standard error. */
  readonly errors: string;
  /** The lines of `verdicts.jsonl`. */
  readonly lines: readonly string[];
  readonly verdicts: readonly Verdict[];
}

/** Writes each case as a document and gives the line of its envelope: a claim that is shown, and one that is not. */
export function putCases(folder: string, cases: readonly HostileCase[]): readonly string[] {
  const documents = join(folder, 'docs');
  mkdirSync(documents, { recursive: true });
  return cases.map(({ name, bytes }) => {
    writeFileSync(join(documents, `${name}.pdf`), bytes);
    return envelopeLine(name, digestOf(bytes));
  });
}

/** An envelope with the claims `shown` and `nowhere` about the first page of a source. */
export function envelopeLine(sourceId: string, fingerprint: string): string {
  const claim = (id: string, expected_text: string) => ({
    id,
    kind: 'quote',
    page_index: 0,
    expected_text,
  });
  return JSON.stringify({
    request_id: sourceId,
    source_id: sourceId,
    document_fingerprint: fingerprint,
    claims: [claim('shown', SHOWN), claim('nowhere', NOWHERE)],
  });
}

export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** Verifies the envelope lines against the sources, `docs` in the folder if nothing else is said, in a home of its own. */
export function runHostile(
  folder: string,
  lines: readonly string[],
  options: { readonly threads: number; readonly sources?: readonly string[] },
): HostileRun {
  const label = `run-${options.threads}`;
  const envelopes = join(folder, `${label}.jsonl`);
  const out = join(folder, label);
  writeFileSync(envelopes, `${lines.join('\n')}\n`);
  const sources = options.sources ?? [join(folder, 'docs')];
  const ended = runProgram(
    folder,
    label,
    [
      'verify',
      envelopes,
      ...sources.flatMap((place) => ['--sources', place]),
      '--out',
      out,
      '--format',
      'none',
    ],
    options.threads,
  );
  const report = join(out, 'verdicts.jsonl');
  const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const verdictLines = text.split('\n').filter((line) => line !== '');
  if (existsSync(join(out, 'summary.json'))) {
    summarySchema.parse(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')));
  }
  return {
    exitCode: ended.status,
    errors: ended.stderr,
    lines: verdictLines,
    verdicts: verdictLines.map((line) => verdictSchema.parse(JSON.parse(line))),
  };
}

function runProgram(
  folder: string,
  label: string,
  argv: readonly string[],
  threads: number,
): SpawnSyncReturns<string> {
  if (!existsSync(MAIN)) throw new Error('the program is not built; run "npm run build"');
  return spawnSync(process.execPath, [MAIN, ...argv], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...LOW_LIMITS,
      PAGEWITNESS_HOME: join(folder, `home-${label}`),
      PAGEWITNESS_THREADS: String(threads),
      PAGEWITNESS_LOG_LEVEL: 'error',
    },
  });
}

/** Status and reason of a verdict, as cases name them. */
export function outcomeOf({ status, reason }: Verdict): Outcome {
  return reason === null ? status : `${status}/${reason}`;
}

/** Whether the machine caused an outcome rather than the document: such a line may differ between two runs. */
export function isOfMachine(verdict: Verdict): boolean {
  return verdict.reason === 'parse_timeout' || verdict.reason === 'parse_crashed';
}
