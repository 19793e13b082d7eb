import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchMemory } from './memory-watch.ts';
import { rounded, secondsText } from './row.ts';

/** What one run of a command took. */
export interface Measured {
  /** Wall time. */
  readonly seconds: number;
  /** Of the command and all its children, user and system. */
  readonly cpu_seconds: number;
  /** Largest memory of the command and its children together, MiB; null where it was not watched. */
  readonly peak_megabytes: number | null;
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Watching takes about a fiftieth of a core. */
  readonly is_memory_watched?: boolean;
  /** Told of each line of standard error, with the seconds since the start. */
  readonly onErrorLine?: (line: string, seconds: number) => void;
}

/** GNU time; Debian's package is `time`. It tells the CPU time of a command with all its children. */
const TIME = '/usr/bin/time';

/** Runs one command to its end. Fails only if it cannot be started. */
export async function measureCommand(
  command: readonly string[],
  options: CommandOptions = {},
): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewitness-time-'));
  const figures = join(folder, 'figures');
  try {
    const started = performance.now();
    const ended = await runToEnd(
      [TIME, '--quiet', '-o', figures, '-f', '%U %S', ...command],
      options,
      started,
    );
    const seconds = (performance.now() - started) / 1000;
    const [user = 0, system = 0] = readFileSync(figures, 'utf8').trim().split(' ').map(Number);
    return { seconds, cpu_seconds: user + system, ...ended };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runToEnd(
  [program = '', ...words]: readonly string[],
  { env = {}, is_memory_watched = false, onErrorLine }: CommandOptions,
  started: number,
): Promise<Omit<Measured, 'seconds' | 'cpu_seconds'>> {
  const child = spawn(program, words, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  const memory = is_memory_watched && pid !== undefined ? watchMemory(pid) : null;
  let stdout = '';
  let stderr = '';
  let line = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    if (onErrorLine === undefined) return;
    const lines = `${line}${text}`.split('\n');
    line = lines.pop() ?? '';
    for (const whole of lines) onErrorLine(whole, (performance.now() - started) / 1000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const peak_megabytes = memory?.stop() ?? null;
      resolve({ exit_code: code ?? 3, stdout, stderr, peak_megabytes });
    });
  });
}

/** A figure to calculate with, and as it is printed. */
export type Figure = readonly [value: number, text: string];

/** Median wall time in seconds, with the least and the most. */
export function wallOf(runs: readonly Measured[]): Figure {
  return spreadOf(runs.map(({ seconds }) => seconds));
}

/** Median CPU time in seconds, with the least and the most. */
export function cpuOf(runs: readonly Measured[]): Figure {
  return spreadOf(runs.map(({ cpu_seconds }) => cpu_seconds));
}

function spreadOf(seconds: readonly number[]): Figure {
  const middle = median(seconds);
  const range = `${rounded(Math.min(...seconds))}–${rounded(Math.max(...seconds))}`;
  return [middle, seconds.length > 1 ? `${secondsText(middle)} (${range})` : secondsText(middle)];
}

/** The middle one; of an even number the lower of the two in the middle, which was measured. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/**
 * Does each of the tasks once, then each once more, and so on, so that a machine that grows slower
 * or faster meanwhile does so for all of them.
 * @returns for each task what came of its rounds, in the order of the rounds.
 */
export async function interleave<Tasks extends Readonly<Record<string, () => Promise<unknown>>>>(
  rounds: number,
  tasks: Tasks,
): Promise<{ readonly [Name in keyof Tasks]: readonly Awaited<ReturnType<Tasks[Name]>>[] }> {
  const results = new Map<string, unknown[]>(Object.keys(tasks).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, task] of Object.entries(tasks)) results.get(name)?.push(await task());
  }
  // Each list was filled by the task of its name.
  return Object.fromEntries(results) as {
    [Name in keyof Tasks]: Awaited<ReturnType<Tasks[Name]>>[];
  };
}
