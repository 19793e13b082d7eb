import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { padded } from '../../reporters/terminal-text.ts';
import type { RunSchedule, RunStatus } from '../../wiring/watch.ts';
import { jsonText } from '../console.ts';
import type { RunCommand } from '../context.ts';
import { EXIT, type ExitCode } from '../exit.ts';

interface StatusOptions {
  readonly watch: boolean;
  readonly json: boolean;
}

/** Between two looks at a run that is watched. */
const WATCH_MS = 1_000;

/** Shows how far a run is. */
export function addStatus(program: Command, run: RunCommand): void {
  program
    .command('status')
    .description('Show how far a run is: stages, rate, time left, workers, what was given up.')
    .argument('<run>', 'run id, as "pagewitness runs" lists it')
    .option('-w, --watch', 'show it anew each second until the run has ended', false)
    .option('--json', 'print it as JSON, with --watch one line each time', false)
    .addHelpText(
      'after',
      `
Examples:
  pagewitness status 20260102t030405-1a2b3c4d5e6f
  pagewitness status 20260102t030405-1a2b3c4d5e6f --watch

Exit code: 3 if the run failed or is inconclusive, else 0.`,
    )
    .action((runId: string, options: StatusOptions) =>
      run(async ({ console, settings, signal }) => {
        const { watchRun } = await import('../../wiring/watch.ts');
        for (;;) {
          const status = await watchRun(settings, runId);
          const json = statusJson(status);
          if (!options.json) console.out(`${statusText(status)}\n`);
          else console.out(options.watch ? `${JSON.stringify(json)}\n` : jsonText(json));
          const { state } = status.run;
          const isOpen = state === 'planned' || state === 'running';
          if (!options.watch || !isOpen || signal.aborted) return exitOf(state);
          await wait(WATCH_MS, undefined, { signal }).catch(() => {});
          if (!options.json) console.out('\n');
        }
      }, options),
    );
}

function exitOf(state: RunStatus['run']['state']): ExitCode {
  return state === 'failed' || state === 'inconclusive' ? EXIT.failed : EXIT.ok;
}

function statusJson(status: RunStatus): Record<string, unknown> {
  const { run, items, counters, dead, workers, claims_per_second, seconds_left, schedule } = status;
  return {
    run_id: run.run_id,
    state: run.state,
    failure: run.failure,
    claims: { decided: counters.claims_decided ?? 0, total: run.claim_count },
    sources: { read: counters.ingest_items ?? 0, total: run.source_count },
    items,
    failures: {
      ingest: counters.ingest_failed ?? 0,
      verify: counters.verify_failed ?? 0,
      report: counters.report_failed ?? 0,
    },
    dead,
    claims_per_second,
    seconds_left,
    workers: workers.map(({ owner, host, pid, stages, started_ms, seen_ms }) => ({
      owner,
      host,
      pid,
      stages,
      started_at: new Date(started_ms).toISOString(),
      seen_at: new Date(seen_ms).toISOString(),
    })),
    schedule: schedule === null ? null : scheduleJson(schedule),
  };
}

function statusText(status: RunStatus): string {
  const { run, items, counters, dead, workers, claims_per_second, seconds_left } = status;
  const rate = claims_per_second === null ? '' : `, ${claims_per_second.toFixed(1)} a second`;
  const left = seconds_left === null ? '' : `, ${durationText(seconds_left)} left`;
  const lines = [
    `${run.run_id}  ${run.state}${run.failure === null ? '' : `  ${run.failure}`}`,
    `claims   ${counters.claims_decided ?? 0} of ${run.claim_count} decided${rate}${left}`,
  ];
  for (const kind of ['ingest', 'verify', 'report'] as const) {
    const own = items.filter((item) => item.kind === kind);
    const counts = own.map(({ state, count }) => `${count} ${state}`).join(', ');
    lines.push(`${padded(kind, 8)} ${counts === '' ? 'nothing' : counts}`);
  }
  lines.push(`workers  ${workers.length === 0 ? 'none' : workers.map(workerText).join(', ')}`);
  if (dead.length > 0) lines.push(`dead     ${dead.length}: "pagewitness dead list" names them`);
  if (status.schedule !== null) {
    const { name, due_at, next_due_at } = scheduleJson(status.schedule);
    const next = next_due_at === null ? 'not due again' : `next ${next_due_at}`;
    lines.push(`schedule ${name}, due ${due_at}, ${next}`);
  }
  return lines.join('\n');
}

function scheduleJson({ name, due_ms, next_due_ms }: RunSchedule): {
  readonly name: string;
  readonly due_at: string;
  readonly next_due_at: string | null;
} {
  const next_due_at = next_due_ms === null ? null : new Date(next_due_ms).toISOString();
  return { name, due_at: new Date(due_ms).toISOString(), next_due_at };
}

function workerText({ host, pid, stages }: RunStatus['workers'][number]): string {
  return `${host}/${pid} (${stages.join('+')})`;
}

/** `2 h 05 min`, `3 min 20 s`, `12 s`. */
function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
