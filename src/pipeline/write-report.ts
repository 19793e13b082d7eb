import type { Digest } from '../contracts/fingerprint.ts';
import { invariant } from '../evidence/invariant.ts';
import { PipelineError } from './failure.ts';
import { isGivenUp } from './given-up.ts';
import type { PipelineParts } from './parts.ts';
import type { ClaimKey, ReportFacts, ReportSink, RunRecord, RunStore, WorkItem } from './ports.ts';

/** A report that cannot be written leaves the run failed; its verdicts are kept. */
const GIVEN_UP = { report_failed: 1, items_given_up: 1 } as const;

/** Claims held in memory at a time while a report is written. */
const ENTRIES_PER_READ = 500;

/** Writes the report of a run whose claims are all decided, and ends the run. */
export async function reportRun(parts: PipelineParts, item: WorkItem): Promise<void> {
  const startMs = parts.clock.nowMs();
  const run = await parts.runs.run(item.run_id);
  invariant(run !== null, 'a report item has its run');
  if (isGivenUp(parts, item)) {
    const now_ms = parts.clock.nowMs();
    await parts.runs.finishReport(item, { state: 'failed', digest: null, now_ms }, GIVEN_UP);
    return;
  }
  await parts.runs.addCounters(run.run_id, { elapsed_ms: parts.session.takeElapsedMs() });
  const counters = await parts.runs.counters(run.run_id);
  const state = (counters.items_given_up ?? 0) > 0 ? 'inconclusive' : 'completed';
  const ended = { ...run, state, finished_ms: parts.clock.nowMs() } as const;
  const digest = await writeReport(parts.runs, ended, parts.sinkOf(run));
  await parts.runs.finishReport(
    item,
    { state, digest, now_ms: ended.finished_ms },
    { report_items: 1, report_busy_ms: parts.clock.nowMs() - startMs },
  );
}

/**
 * Writes the report of an ended run anew, wherever the sink puts it.
 * Fails as `run_not_found` or `run_not_finished`.
 */
export async function rewriteReport(
  runs: RunStore,
  runId: string,
  sink: ReportSink,
): Promise<Digest> {
  const run = await runs.run(runId);
  if (run === null) throw new PipelineError('run_not_found');
  const isEnded = run.state === 'completed' || run.state === 'inconclusive';
  if (!isEnded) throw new PipelineError('run_not_finished');
  return await writeReport(runs, run, sink);
}

async function writeReport(runs: RunStore, run: RunRecord, sink: ReportSink): Promise<Digest> {
  const facts: ReportFacts = {
    run,
    // The report that is being written is counted already: it is the one that states the count.
    counters: { ...(await runs.counters(run.run_id)), report_items: 1 },
    machine_outcomes: await runs.machineOutcomes(run.run_id),
  };
  const writer = await sink.open();
  try {
    let after: ClaimKey | null = null;
    let count = 0;
    for (;;) {
      const entries = await runs.entries(run.run_id, after, ENTRIES_PER_READ);
      for (const entry of entries) await writer.write(entry);
      count += entries.length;
      after = entries.at(-1) ?? null;
      if (after === null) break;
    }
    invariant(count === run.claim_count, 'a run that ends has one verdict for every claim');
    return await writer.finish(facts);
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}
