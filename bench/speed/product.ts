import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunReport, runReportSchema } from '../../src/contracts/report.ts';
import { type Measured, measureCommand } from './measure.ts';

/** Folder of the built program. */
export const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

const CLI = join(DIST, 'src/cli/main.js');

/** All runs use as many threads, whatever the machine: the figures asked for are those of two cores. */
const THREADS = 2;

/** Nothing but the verdicts: what a script gives, too. */
export const BARE: readonly string[] = ['--crops', 'none', '--format', 'none'];

/** One run to make. */
export interface RunRequest {
  readonly envelopes: string;
  readonly sources: string;
  /** Where state and report go, each in a folder of its own. */
  readonly folder: string;
  /** Whether what an earlier run kept in `folder` is forgotten first. */
  readonly is_cold: boolean;
  readonly options?: readonly string[];
  readonly is_memory_watched?: boolean;
}

/** One run of the program, and what it says of itself. */
export interface ProductRun extends Measured {
  readonly report: RunReport;
}

/**
 * Verifies through the command line. Throws if the run does not complete, with the end of its log.
 * @param onErrorLine told of the program's log, at level `debug`, which costs it a few milliseconds.
 */
export async function runVerify(
  request: RunRequest,
  onErrorLine?: (line: string, seconds: number) => void,
): Promise<ProductRun> {
  const home = join(request.folder, 'home');
  const out = join(request.folder, 'report');
  if (request.is_cold) rmSync(home, { recursive: true, force: true });
  rmSync(out, { recursive: true, force: true });
  const { envelopes, sources, options = [], is_memory_watched = false } = request;
  const places = ['--sources', sources, '--out', out, '--threads', String(THREADS)];
  const measured = await measureCommand(
    commandOf('verify', envelopes, ...places, '--json', ...options),
    {
      env: {
        PAGEWITNESS_HOME: home,
        PAGEWITNESS_LOG_LEVEL: onErrorLine === undefined ? 'info' : 'debug',
      },
      is_memory_watched,
      ...(onErrorLine === undefined ? {} : { onErrorLine }),
    },
  );
  const path = join(out, 'run.json');
  if (measured.exit_code > 1 || !existsSync(path)) {
    const log = measured.stderr.split('\n').slice(-10).join('\n');
    throw new Error(`verify ended with exit code ${measured.exit_code}:\n${log}`);
  }
  return { ...measured, report: runReportSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) };
}

/** The words that run the built program. */
export function commandOf(...words: readonly string[]): readonly string[] {
  return [process.execPath, CLI, ...words];
}

/** Digest of what must be the same in every run over the same inputs. */
export function digestOfReport(folder: string): string {
  const hash = createHash('sha256');
  for (const name of ['verdicts.jsonl', 'summary.json']) {
    hash.update(readFileSync(join(folder, 'report', name)));
  }
  return hash.digest('hex');
}
