import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { planRun } from '../../src/pipeline/plan-run.ts';
import { openPostgresStore } from '../../src/stores/sql/postgres.ts';
import type { Store } from '../../src/stores/sql/store.ts';
import { machineClock, PROFILE } from '../../test/support/batch.ts';
import { startPostgres, startRedis } from '../../test/support/servers.ts';
import { scaleEntries } from './scale-library.ts';

/** What a dry run over so many documents took, printed as JSON: `scale.ts DOCUMENTS WORKERS`. */
export interface ScaleRun {
  readonly documents: number;
  readonly claims: number;
  readonly plan_seconds: number;
  /** From the first item to the end of the report. */
  readonly work_seconds: number;
  /** Most that Redis ever held, beyond what it holds when it is empty. */
  readonly redis_megabytes: number;
  /** Most that one worker process ever held. */
  readonly worker_megabytes: number;
}

const WORKER = fileURLToPath(new URL('./scale-worker.ts', import.meta.url));
const MEBIBYTE = 1024 * 1024;

async function main([documents = 1_000, workerCount = 2]: readonly number[]): Promise<void> {
  const postgres = await startPostgres();
  const redis = await startRedis();
  const client = new Redis(redis.url);
  const store = await openPostgresStore({ url: postgres.url, connectionsMax: 4 });
  const emptyBytes = await memoryOf(client, 'used_memory');
  try {
    const planned = performance.now();
    await plan(store, documents);
    const plan_seconds = secondsSince(planned);
    const workers = await startWorkers(workerCount, postgres.url, redis.url);
    const started = performance.now();
    await store.runs.changeState('scale', ['planned'], 'running', { now_ms: Date.now() });
    await ended(store);
    const work_seconds = secondsSince(started);
    const worker_megabytes = Math.max(...workers.map(peakMegabytes));
    await Promise.all(workers.map(stop));
    const run = await store.runs.run('scale');
    const peakBytes = await memoryOf(client, 'used_memory_peak');
    const told: ScaleRun = {
      documents,
      claims: run?.claim_count ?? 0,
      plan_seconds,
      work_seconds,
      redis_megabytes: (peakBytes - emptyBytes) / MEBIBYTE,
      worker_megabytes,
    };
    process.stdout.write(`${JSON.stringify(told)}\n`);
  } finally {
    client.disconnect();
    await store.close();
    await redis.stop();
    await postgres.stop();
  }
}

async function plan(store: Store, documents: number): Promise<void> {
  await planRun(
    { runs: store.runs, clock: machineClock },
    {
      run_id: 'scale',
      profile: PROFILE,
      engine: 'scale',
      settings: null,
      entries: scaleEntries(documents),
      inputs: () => [],
    },
  );
}

async function startWorkers(
  count: number,
  database: string,
  redisUrl: string,
): Promise<readonly ChildProcess[]> {
  return await Promise.all(
    Array.from({ length: count }, async (_, position) => {
      const words = [WORKER, database, redisUrl, position === 0 ? 'feed' : 'none'];
      const child = spawn(process.execPath, ['--import', 'tsx', ...words], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      if (child.stdout !== null) await once(child.stdout, 'data');
      return child;
    }),
  );
}

async function ended({ runs }: Store): Promise<void> {
  for (;;) {
    const run = await runs.run('scale');
    if (run?.state === 'completed') return;
    if (run?.state !== 'running') throw new Error(`the dry run is ${run?.state ?? 'gone'}`);
    await wait(100);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** The most memory a process ever held, as Linux remembers it. */
function peakMegabytes({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/mu.exec(status)?.[1] ?? 0) / 1024;
}

async function memoryOf(client: Redis, field: string): Promise<number> {
  const info = await client.info('memory');
  return Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
}

function secondsSince(startMs: number): number {
  return (performance.now() - startMs) / 1000;
}

await main(process.argv.slice(2).map(Number));
