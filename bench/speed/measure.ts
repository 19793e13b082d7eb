import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What one run of a command took. */
export interface Measured {
  /** Wall time. */
  readonly seconds: number;
  /** Of the command and all its children, user and system. */
  readonly cpu_seconds: number;
  /** Largest resident set of the command or of any one child. */
  readonly peak_megabytes: number;
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Told of each line of standard error, with the seconds since the start. */
  readonly onErrorLine?: (line: string, seconds: number) => void;
}

/** GNU time; Debian's package is `time`. It alone tells a child's CPU time and largest memory. */
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
      [TIME, '--quiet', '-o', figures, '-f', '%U %S %M', ...command],
      options,
      started,
    );
    const seconds = (performance.now() - started) / 1000;
    const [user = 0, system = 0, kibibytes = 0] = readFileSync(figures, 'utf8')
      .trim()
      .split(' ')
      .map(Number);
    return { seconds, cpu_seconds: user + system, peak_megabytes: kibibytes / 1024, ...ended };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runToEnd(
  [program = '', ...words]: readonly string[],
  { env = {}, onErrorLine }: CommandOptions,
  started: number,
): Promise<Pick<Measured, 'exit_code' | 'stdout' | 'stderr'>> {
  const child = spawn(program, words, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
    child.once('close', (code) => resolve({ exit_code: code ?? 3, stdout, stderr }));
  });
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
export async function interleave<Names extends string, Result>(
  rounds: number,
  tasks: Readonly<Record<Names, (round: number) => Promise<Result>>>,
): Promise<Readonly<Record<Names, readonly Result[]>>> {
  const results: Partial<Record<Names, Result[]>> = {};
  const names = Object.keys(tasks) as Names[];
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const list = results[name] ?? [];
      list.push(await tasks[name](round));
      results[name] = list;
    }
  }
  return results as Record<Names, Result[]>;
}
