import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ROOT } from '../house/repository.ts';
import { postgresForSuite } from '../support/databases.ts';
import { redisForSuite } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// The program is that of the last build; "npm test" builds first.
const CLI = join(ROOT, 'dist/src/cli/main.js');
const DATA = join(resolve(process.env['PAGEWITNESS_DATA'] ?? join(ROOT, '../shared')), 'data');

const postgres = postgresForSuite();
const redis = redisForSuite();

/** Claims and the documents they cite. */
interface Corpus {
  readonly envelopes: string;
  readonly sources: string;
}

/** Options of both engines: pictures are no part of what must be the same. */
const OPTIONS = ['--crops', 'none', '--format', 'none'] as const;

type Environment = Readonly<Record<string, string>>;

function cli(argv: readonly string[], environment: Environment): string {
  return execFileSync(process.execPath, [CLI, ...argv], {
    env: { ...process.env, PAGEWITNESS_LOG_LEVEL: 'error', ...environment },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    // Claims that may not be released are no failure of the test.
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** What must be the same whatever engine made it. */
function bytesOf(folder: string): readonly string[] {
  return ['verdicts.jsonl', 'summary.json'].map((name) => readFileSync(join(folder, name), 'utf8'));
}

function verifyHere({ envelopes, sources }: Corpus): readonly string[] {
  const folder = temporaryFolder();
  const out = join(folder, 'report');
  const words = ['verify', envelopes, '--sources', sources, '--out', out, ...OPTIONS];
  try {
    cli([...words, '--json'], { PAGEWITNESS_HOME: join(folder, 'home') });
  } catch (error) {
    if (!(error instanceof Error && 'status' in error && error.status === 1)) throw error;
  }
  return bytesOf(out);
}

const enqueuedSchema = z.object({ run_id: z.string() });
const statusSchema = z.object({ state: z.string(), workers: z.array(z.unknown()) });

/** The same by so many worker processes, on empty servers and in an empty home. */
async function verifyByWorkers(
  { envelopes, sources }: Corpus,
  workerCount: number,
): Promise<readonly string[]> {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  mkdirSync(home);
  const environment = {
    PAGEWITNESS_HOME: home,
    PAGEWITNESS_THREADS: '2',
    DATABASE_URL: await postgres.createDatabase(),
    REDIS_URL: await redis.emptied(),
  };
  const words = ['enqueue', envelopes, '--sources', sources, ...OPTIONS, '--json'];
  const { run_id } = enqueuedSchema.parse(JSON.parse(cli(words, environment)));
  const workers = Array.from({ length: workerCount }, () => startWorker(environment));
  for (;;) {
    await wait(500);
    const status = statusSchema.parse(JSON.parse(cli(['status', run_id, '--json'], environment)));
    if (status.state !== 'running') {
      expect(status.state).toBe('completed');
      break;
    }
    expect(workers.filter(({ exitCode }) => exitCode !== null)).toEqual([]);
  }
  for (const worker of workers) {
    const gone = once(worker, 'exit');
    worker.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
  }
  const out = join(folder, 'report');
  cli(['report', run_id, '--out', out], environment);
  return bytesOf(out);
}

function startWorker(environment: Environment): ChildProcess {
  const worker = spawn(process.execPath, [CLI, 'work'], {
    env: { ...process.env, PAGEWITNESS_LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => {
    worker.kill('SIGKILL');
  });
  return worker;
}

function expectSameBytes(corpus: Corpus): Promise<void> {
  const here = verifyHere(corpus);
  return [1, 4].reduce(async (before, workers) => {
    await before;
    expect(await verifyByWorkers(corpus, workers), `${workers} workers`).toEqual(here);
  }, Promise.resolve());
}

describe('a run by one worker and by four gives the bytes of a run without servers', () => {
  it('on the documents of the examples', { timeout: 180_000 }, async () => {
    const examples = join(ROOT, 'examples');
    await expectSameBytes({
      envelopes: join(examples, 'envelopes.jsonl'),
      sources: join(examples, 'sources'),
    });
  });

  const filings = join(DATA, 'financebench');
  it.runIf(existsSync(filings))('on the filings', { timeout: 900_000 }, async () => {
    await expectSameBytes({
      envelopes: join(filings, 'envelopes.jsonl'),
      sources: join(filings, 'pdfs'),
    });
  });
});
