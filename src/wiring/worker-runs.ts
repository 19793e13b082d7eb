import { runSettingsSchema } from '../contracts/run-settings.ts';
import { PipelineError } from '../pipeline/failure.ts';
import type { PipelineParts } from '../pipeline/parts.ts';
import type { Clock, RunRecord, RunStore, WorkKind } from '../pipeline/ports.ts';
import type { Session } from '../pipeline/session.ts';
import { registerStages } from '../pipeline/work-run.ts';
import type { BullmqQueue } from '../queues/bullmq/queue.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type ProcessParts, partsFor } from './parts.ts';

/** What a worker process does: stages of runs, and feeding the queue with what is ready. */
export type WorkerStage = WorkKind | 'feed';

/** Runs whose parts a process keeps at hand. */
const RUNS_MAX = 50;

/** Registers the stages of a worker: each item is done with the parts of its own run. */
export function registerRuns(
  queue: BullmqQueue,
  own: ProcessParts,
  {
    stages,
    concurrency,
  }: { readonly stages: readonly WorkerStage[]; readonly concurrency: number },
): void {
  const known = new Map<string, Promise<PipelineParts>>();
  const partsOf = (runId: string): Promise<PipelineParts> => {
    const found = known.get(runId);
    if (found !== undefined) return found;
    const made = partsOfRun(own, runId);
    known.set(runId, made);
    // What failed is tried anew, by the next item of the run.
    made.catch(() => known.delete(runId));
    if (known.size > RUNS_MAX) known.delete(known.keys().next().value ?? '');
    return made;
  };
  const places: Partial<Record<WorkKind, number>> = {};
  for (const stage of stages) {
    if (stage !== 'feed') places[stage] = stage === 'report' ? 1 : concurrency;
  }
  registerStages(partsOf, queue, places);
}

async function partsOfRun(own: ProcessParts, runId: string): Promise<PipelineParts> {
  const run = await own.store.runs.run(runId);
  if (run === null) throw new PipelineError('run_not_found');
  const parts = await partsFor(own, runSettingsSchema.parse(run.settings));
  if (parts.profile !== run.profile) throw new PipelineError('run_of_other_profile');
  return { ...parts, session: sessionOf(run, own.clock) };
}

/** Nobody works on the run the whole time: it is the report that tells how long it took. */
function sessionOf({ started_ms }: RunRecord, clock: Clock): Session {
  return {
    takeElapsedMs: () => {
      const nowMs = clock.nowMs();
      return Math.max(0, nowMs - (started_ms ?? nowMs));
    },
  };
}

/** The store of runs, with what each item comes to counted as it is kept. */
export function meteredRuns(runs: RunStore, metrics: Metrics): RunStore {
  return {
    ...runs,
    finishIngest: async (item, end, amounts) => {
      await runs.finishIngest(item, end, amounts);
      metrics.countAmounts(amounts);
    },
    finishVerify: async (item, decided, amounts) => {
      await runs.finishVerify(item, decided, amounts);
      metrics.countAmounts({ ...amounts, claims_decided: decided.length });
    },
    finishReport: async (item, end, amounts) => {
      await runs.finishReport(item, end, amounts);
      metrics.countAmounts(amounts);
    },
  };
}
