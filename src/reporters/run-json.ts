import { arch, availableParallelism, platform, totalmem } from 'node:os';
import { type RunReport, runReportSchema, type StageTiming } from '../contracts/report.ts';
import { invariant } from '../evidence/invariant.ts';
import type { ReportFacts } from '../pipeline/ports.ts';

const STAGES = ['plan', 'ingest', 'verify', 'report'] as const;

/** Makes `run.json`: all that may differ between two runs over the same inputs, and only that. */
export function runReport(
  facts: ReportFacts,
  engine: RunReport['engine'],
  pictures: RunReport['pictures'],
): RunReport {
  const { run, counters } = facts;
  const reused = Math.min(counters.claims_reused ?? 0, run.claim_count);
  return runReportSchema.parse({
    schema_version: 1,
    run_id: run.run_id,
    state: run.state,
    started_at: instant(run.started_ms ?? run.created_ms),
    finished_at: run.finished_ms === null ? null : instant(run.finished_ms),
    elapsed_ms: Math.round(counters.elapsed_ms ?? 0),
    resumed: counters.resumed ?? 0,
    machine: {
      platform: platform(),
      arch: arch(),
      node: process.versions.node,
      cpus: availableParallelism(),
      memory_bytes: totalmem(),
    },
    engine,
    profile: run.profile,
    stages: STAGES.map(
      (stage): StageTiming => ({
        stage,
        items: counters[`${stage}_items`] ?? 0,
        failed: counters[`${stage}_failed`] ?? 0,
        retried: counters[`${stage}_retried`] ?? 0,
        busy_ms: Math.round(counters[`${stage}_busy_ms`] ?? 0),
      }),
    ),
    machine_outcomes: [...facts.machine_outcomes],
    pages: {
      read: counters.pages_read ?? 0,
      raw: counters.pages_raw ?? 0,
      reused: counters.pages_reused ?? 0,
      unread: counters.pages_unread ?? 0,
    },
    pictures,
    verdicts: { decided: run.claim_count - reused, reused },
  });
}

/** ISO 8601, UTC. */
function instant(unixMs: number): string {
  const date = new Date(unixMs);
  invariant(!Number.isNaN(date.getTime()), 'a run has real times');
  return date.toISOString();
}
