import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Digest } from '../../src/contracts/fingerprint.ts';
import { canonicalJson, digestOf } from '../../src/evidence/canonical.ts';
import { planRun } from '../../src/pipeline/plan-run.ts';
import type { ClaimKey, RunRecord } from '../../src/pipeline/ports.ts';
import type { Store } from '../../src/stores/sql/store.ts';
import { machineClock, PROFILE } from './batch.ts';
import { drawnBatch } from './drawn-batch.ts';

const WORKER = fileURLToPath(new URL('./drawn-worker.ts', import.meta.url));

/** Plans a run of so many made documents for workers of the engine `drawn`. */
export async function planDrawn(store: Store, runId: string, sources: number): Promise<void> {
  async function* entries() {
    yield* drawnBatch(sources).entries;
  }
  await planRun(
    { runs: store.runs, clock: machineClock },
    {
      run_id: runId,
      profile: PROFILE,
      engine: 'drawn',
      settings: null,
      entries: entries(),
      inputs: () => [],
    },
  );
  await store.runs.changeState(runId, ['planned'], 'running', { now_ms: Date.now() });
}

export interface DrawnWorkerOptions {
  readonly database: string;
  readonly redis: string;
  readonly sources: number;
  readonly leaseMs?: number;
  readonly stepMs?: number;
  readonly feeds?: boolean;
}

/** Starts a worker process; it is ready when the promise is. What it says of trouble is passed over. */
export async function startDrawnWorker(options: DrawnWorkerOptions): Promise<ChildProcess> {
  const { database, redis, sources, leaseMs = 3_000, stepMs = 0, feeds = true } = options;
  const words = [database, redis, sources, leaseMs, stepMs, feeds ? 'feed' : 'none'].map(String);
  const child = spawn(process.execPath, ['--import', 'tsx', WORKER, ...words], {
    stdio: [
      'ignore',
      'pipe',
      process.env['PAGEWITNESS_TEST_TROUBLE'] === undefined ? 'ignore' : 'inherit',
    ],
  });
  if (child.stdout !== null) await once(child.stdout, 'data');
  return child;
}

/** Ends a worker in order. */
export async function stopWorker(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** Waits until a run has ended; fails when it takes longer. */
export async function ended(store: Store, runId: string, mostMs: number): Promise<RunRecord> {
  const untilMs = Date.now() + mostMs;
  for (;;) {
    const run = await store.runs.run(runId).catch(() => null);
    if (run !== null && run.state !== 'running') return run;
    if (Date.now() > untilMs) throw new Error(`run ${runId} has not ended`);
    await wait(100);
  }
}

/** What a run came to: its report, its verdicts, and how often its items were begun. */
export interface RunOutcome {
  readonly state: string;
  readonly report: Digest | null;
  readonly verdicts: Digest;
  readonly verdict_count: number;
  readonly items: number;
  readonly begun: number;
}

export async function outcomeOf(
  store: Store,
  database: string,
  runId: string,
): Promise<RunOutcome> {
  const run = await store.runs.run(runId);
  const lines: string[] = [];
  let after: ClaimKey | null = null;
  for (;;) {
    const entries = await store.runs.entries(runId, after, 500);
    for (const { verdict } of entries) lines.push(canonicalJson(verdict));
    after = entries.at(-1) ?? null;
    if (after === null) break;
  }
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const { rows } = await client.query<{ items: number; begun: number }>(
    `select count(*)::int as items, sum(attempts)::int as begun
     from pagewitness.work_item where run_id = $1`,
    [runId],
  );
  await client.end();
  const [counted] = rows;
  return {
    state: run?.state ?? 'missing',
    report: run?.report_digest ?? null,
    verdicts: digestOf(lines),
    verdict_count: lines.length,
    items: counted?.items ?? 0,
    begun: counted?.begun ?? 0,
  };
}
