import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Verdict, verdictSchema } from '../../src/contracts/verdict.ts';
import { NOWHERE, type Outcome, SHOWN } from './hostile-case.ts';

/** The program as built: it starts in a tenth of the time. "npm test" builds first. */
const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

/** Bounds so low that a bomb is over in seconds, and so high that a sound page is far from them. */
export const LOW_LIMITS = {
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
  /** The most megabytes that the program itself, and any of its workers, held in memory. */
  readonly peak: { readonly program: number; readonly worker: number };
  /** The lines of `verdicts.jsonl`. */
  readonly lines: readonly string[];
  readonly verdicts: readonly Verdict[];
}

/** Writes each case as a document and gives the line of its envelope: a claim that is shown, and one that is not. */
export function putCases(
  folder: string,
  cases: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): readonly string[] {
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

export interface RunOptions {
  readonly threads: number;
  /** Folders and manifests; `docs` in the folder if nothing is said. */
  readonly sources?: readonly string[];
}

/** Verifies the envelope lines against the sources, in a home of its own, and looks at its memory all the while. */
export async function runHostile(
  folder: string,
  lines: readonly (string | Uint8Array)[],
  { threads, sources = [join(folder, 'docs')] }: RunOptions,
): Promise<HostileRun> {
  const own = mkdtempSync(join(folder, 'run-'));
  const envelopes = join(own, 'envelopes.jsonl');
  const out = join(own, 'out');
  writeFileSync(
    envelopes,
    Buffer.concat(lines.map((line) => Buffer.concat([Buffer.from(line), LINE_END]))),
  );
  const places = sources.flatMap((place) => ['--sources', place]);
  const argv = ['verify', envelopes, ...places, '--out', out, '--format', 'none'];
  const ended = await runProgram(argv, {
    ...LOW_LIMITS,
    PAGEWITNESS_HOME: join(own, 'home'),
    PAGEWITNESS_THREADS: String(threads),
    PAGEWITNESS_LOG_LEVEL: 'error',
  });
  const report = join(out, 'verdicts.jsonl');
  const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const verdictLines = text.split('\n').filter((line) => line !== '');
  return {
    ...ended,
    lines: verdictLines,
    verdicts: verdictLines.map((line) => verdictSchema.parse(JSON.parse(line))),
  };
}

const LINE_END = Buffer.from('\n');

async function runProgram(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Pick<HostileRun, 'exitCode' | 'errors' | 'peak'>> {
  if (!existsSync(MAIN)) throw new Error('the program is not built; run "npm run build"');
  const child = spawn(process.execPath, [MAIN, ...argv], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  let peak = { program: 0, worker: 0 };
  const watch = setInterval(() => {
    peak = peakOf(child.pid ?? 0, peak);
  }, LOOK_MS);
  try {
    const [exitCode]: unknown[] = await once(child, 'close');
    return { exitCode: typeof exitCode === 'number' ? exitCode : null, errors, peak };
  } finally {
    clearInterval(watch);
  }
}

/** The system keeps the peak of each process, so that a look now and then is enough. */
const LOOK_MS = 100;

/** Zeros where the system does not tell (it does on Linux). */
function peakOf(pid: number, before: HostileRun['peak']): HostileRun['peak'] {
  const children = readText(`/proc/${pid}/task/${pid}/children`);
  const workers = children
    .split(' ')
    .filter((text) => text !== '')
    .map(peakMegabytes);
  return {
    program: Math.max(before.program, peakMegabytes(String(pid))),
    worker: Math.max(before.worker, ...workers),
  };
}

function peakMegabytes(pid: string): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readText(`/proc/${pid}/status`))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended, or the system has no such file.
    return '';
  }
}

/** Status and reason of a verdict, as cases name them. */
export function outcomeOf({ status, reason }: Verdict): Outcome {
  return reason === null ? status : `${status}/${reason}`;
}

/** Whether the machine caused an outcome rather than the document: such a line may differ between two runs. */
export function isOfMachine(verdict: Verdict): boolean {
  return verdict.reason === 'parse_timeout' || verdict.reason === 'parse_crashed';
}
