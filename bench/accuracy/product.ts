import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Verdict, verdictSchema } from '../../src/contracts/verdict.ts';

/** Path of the built command line. */
export const CLI = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

/** What of an envelope file is needed to join verdicts to labels. */
const envelopeFileSchema = z.object({
  request_id: z.string(),
  source_id: z.string(),
  claims: z.array(z.looseObject({ id: z.string(), kind: z.string() })).min(1),
});

/** One claim as it was given to the program, with the verdict it got; null if it got none. */
export interface Answer {
  readonly request_id: string;
  readonly source_id: string;
  readonly claim: Readonly<Record<string, unknown>> & {
    readonly id: string;
    readonly kind: string;
  };
  readonly verdict: Verdict | null;
}

/** What one run of the program gave. */
export interface ProductRun {
  readonly answers: readonly Answer[];
  /** Lines of the report that belong to no claim, or to one that already has its verdict. */
  readonly surplus: number;
  readonly exit_code: number;
  readonly seconds: number;
}

/** Where the program reads, and where it writes; `out` is emptied first. */
export interface ProductPaths {
  readonly envelopes: string;
  readonly sources: string;
  readonly out: string;
  /** Whether to score the report that is already in `out` instead of making one. */
  readonly is_made?: boolean;
}

/**
 * Runs the program through its command line, with a state folder of its own, and joins its report
 * to the claims. Labels are no part of what it is given.
 * @throws if the program wrote no report, with the end of its log.
 */
export async function runProduct(paths: ProductPaths): Promise<ProductRun> {
  const report = join(paths.out, 'verdicts.jsonl');
  if (paths.is_made === true) {
    if (!existsSync(report)) throw new Error(`there is no report in ${paths.out}`);
    return { ...joinReport(paths.envelopes, report), exit_code: 0, seconds: 0 };
  }
  if (!existsSync(CLI)) throw new Error('the command line is not built: run "npm run build"');
  rmSync(paths.out, { recursive: true, force: true });
  mkdirSync(paths.out, { recursive: true });
  const started = performance.now();
  const exitCode = await runCli(paths);
  const seconds = (performance.now() - started) / 1000;
  if (exitCode > 1 || !existsSync(report)) {
    const log = readFileSync(join(paths.out, 'program.log'), 'utf8');
    process.stderr.write(`${log.split('\n').slice(-20).join('\n')}\n`);
    if (!existsSync(report)) throw new Error(`the program wrote no report (exit ${exitCode})`);
  }
  return { ...joinReport(paths.envelopes, report), exit_code: exitCode, seconds };
}

function joinReport(envelopes: string, report: string): Pick<ProductRun, 'answers' | 'surplus'> {
  const verdicts = readLines(report).map((line) => verdictSchema.parse(line));
  return joinAnswers(readLines(envelopes), verdicts);
}

function runCli(paths: ProductPaths): Promise<number> {
  const log = openSync(join(paths.out, 'program.log'), 'w');
  const child = spawn(
    process.execPath,
    [CLI, 'verify', paths.envelopes, '--sources', paths.sources, '--out', paths.out, '--json'],
    {
      env: { ...process.env, PAGEWITNESS_HOME: join(paths.out, 'home') },
      stdio: ['ignore', log, log],
    },
  );
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      closeSync(log);
      resolve(code ?? 3);
    });
  });
}

/** The JSON values of a file of lines. */
export function readLines(path: string): readonly unknown[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line));
}

/** Gives each claim its verdict by request and claim id, which are unique in the scored sets. */
export function joinAnswers(
  envelopes: readonly unknown[],
  verdicts: readonly Verdict[],
): { readonly answers: readonly Answer[]; readonly surplus: number } {
  const byKey = new Map<string, Verdict>();
  for (const verdict of verdicts) {
    const key = keyOf(verdict.request_id, verdict.claim_id);
    if (!byKey.has(key)) byKey.set(key, verdict);
  }
  const answers = envelopes.flatMap((value) => {
    const envelope = envelopeFileSchema.parse(value);
    const { request_id, source_id } = envelope;
    return envelope.claims.map((claim) => ({
      request_id,
      source_id,
      claim,
      verdict: byKey.get(keyOf(request_id, claim.id)) ?? null,
    }));
  });
  const answered = answers.filter((answer) => answer.verdict !== null).length;
  return { answers, surplus: verdicts.length - answered };
}

function keyOf(requestId: string | null, claimId: string | null): string {
  return JSON.stringify([requestId, claimId]);
}
