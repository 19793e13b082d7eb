import type { Command } from 'commander';
import type { RunRecord } from '../../pipeline/ports.ts';
import { padded } from '../../reporters/terminal-text.ts';
import { jsonText } from '../console.ts';
import type { RunCommand } from '../context.ts';
import { EXIT } from '../exit.ts';

/** Lists the runs of the home folder. */
export function addRuns(program: Command, run: RunCommand): void {
  program
    .command('runs')
    .description('List the runs of this home folder, latest first.')
    .option('--json', 'print them as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  pagewitness runs
  PAGEWITNESS_HOME=/var/lib/pagewitness pagewitness runs --json`,
    )
    .action((options: { readonly json: boolean }) =>
      run(async ({ console, settings }) => {
        const { listRuns, reportPlaceOf } = await import('../../wiring/open.ts');
        const runs = await listRuns(settings);
        if (options.json)
          console.out(jsonText(runs.map((one) => runJson(one, reportPlaceOf(one)))));
        else if (runs.length === 0) console.err(`There are no runs in ${settings.home}.\n`);
        else console.out(`${runs.map(runLine).join('\n')}\n`);
        return EXIT.ok;
      }, options),
    );
}

function runJson(run: RunRecord, report: string | null): Record<string, unknown> {
  return {
    run_id: run.run_id,
    state: run.state,
    created_at: instant(run.created_ms),
    started_at: instant(run.started_ms),
    finished_at: instant(run.finished_ms),
    envelopes: run.envelope_count,
    claims: run.claim_count,
    sources: run.source_count,
    profile: run.profile,
    report,
    failure: run.failure,
  };
}

function runLine(run: RunRecord): string {
  const claims = `${run.claim_count} claims`;
  const state = run.plan_digest === null ? 'unplanned' : run.state;
  const failure = run.failure === null ? '' : `  ${run.failure}`;
  return `${run.run_id}  ${padded(state, 12)}  ${instant(run.created_ms)}  ${claims}${failure}`;
}

/** ISO 8601, UTC; null where it has not come yet. */
function instant(unixMs: number | null): string | null {
  return unixMs === null ? null : new Date(unixMs).toISOString();
}
