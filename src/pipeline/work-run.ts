import { invariant } from '../evidence/invariant.ts';
import { PipelineError } from './failure.ts';
import { ingestSource } from './ingest-source.ts';
import type { PipelineParts } from './parts.ts';
import type { JobQueue, RunRecord, RunStore, WorkItem, WorkKind } from './ports.ts';
import { verifyShard } from './verify-envelope.ts';
import { reportRun } from './write-report.ts';

/** What does an item of each kind; those begun first are ended first. */
const STAGES = {
  report: reportRun,
  verify: verifyShard,
  ingest: ingestSource,
} as const satisfies Record<WorkKind, (parts: PipelineParts, item: WorkItem) => Promise<void>>;

const KINDS: readonly WorkKind[] = ['report', 'verify', 'ingest'];

/**
 * Registers stages with a queue: the same processors whatever engine dispatches them.
 * @param concurrency how many items of a kind at a time; kinds without are left to other processes.
 */
export function registerStages(
  partsOf: (runId: string) => Promise<PipelineParts>,
  queue: JobQueue,
  concurrency: Readonly<Partial<Record<WorkKind, number>>>,
): void {
  for (const kind of KINDS) {
    const places = concurrency[kind];
    if (places === undefined) continue;
    queue.process(kind, async (item) => STAGES[kind](await partsOf(item.run_id), item), {
      concurrency: places,
    });
  }
}

/**
 * Works on a planned run until it has ended, was cancelled, or `signal` aborts; whoever calls this
 * is the only one that works on the store. A run that was cut short goes on where it was; one that
 * failed or was cancelled is taken up again; one that has ended is left as it is.
 * Fails as `run_not_found`, `run_not_planned`, `run_of_other_profile`, or as what failed the run.
 */
export async function workRun(
  parts: PipelineParts,
  queue: JobQueue,
  runId: string,
  signal: AbortSignal,
): Promise<RunRecord> {
  const run = await requireRun(parts.runs, runId);
  if (run.plan_digest === null) throw new PipelineError('run_not_planned');
  if (run.profile !== parts.profile) throw new PipelineError('run_of_other_profile');
  if (run.state === 'completed' || run.state === 'inconclusive') return run;
  await takeUp(parts, run);
  try {
    await queue.drain(runId, parts.profile, signal);
  } catch (error) {
    const failure = error instanceof PipelineError ? error.code : 'internal';
    await parts.runs.changeState(runId, ['running'], 'failed', {
      now_ms: parts.clock.nowMs(),
      failure,
    });
    throw error;
  } finally {
    await parts.runs.addCounters(runId, { elapsed_ms: parts.session.takeElapsedMs() });
  }
  const after = await requireRun(parts.runs, runId);
  invariant(after.state !== 'running' || signal.aborted, 'a run that was drained has ended');
  return after;
}

/** Stops a run: items at hand are finished, no other is taken. Fails as `run_not_found`. */
export async function cancelRun(
  parts: Pick<PipelineParts, 'runs' | 'clock'>,
  runId: string,
): Promise<boolean> {
  await requireRun(parts.runs, runId);
  return await parts.runs.changeState(runId, ['planned', 'running'], 'cancelled', {
    now_ms: parts.clock.nowMs(),
  });
}

async function takeUp(parts: PipelineParts, run: RunRecord): Promise<void> {
  const { runs, work, clock } = parts;
  if (run.state !== 'planned') await runs.addCounters(run.run_id, { resumed: 1 });
  const now_ms = clock.nowMs();
  await work.reclaim({ run_id: run.run_id, now_ms, is_alone: true });
  await runs.changeState(run.run_id, [run.state], 'running', { now_ms });
  await parts.progress.begin(runs, run);
  parts.session.takeElapsedMs();
}

async function requireRun(runs: RunStore, runId: string): Promise<RunRecord> {
  const run = await runs.run(runId);
  if (run === null) throw new PipelineError('run_not_found');
  return run;
}
