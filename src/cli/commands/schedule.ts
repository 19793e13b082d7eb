import type { Command } from 'commander';
import { printable } from '../../reporters/terminal-text.ts';
import type { ListedSchedule } from '../../wiring/schedules.ts';
import { type Console, jsonText } from '../console.ts';
import type { RunCommand } from '../context.ts';
import { addEnqueueOptions, type EnqueueOptions, requestOf } from '../enqueue-options.ts';
import { EXIT, UsageError } from '../exit.ts';

interface AddOptions extends EnqueueOptions {
  readonly cron: string;
  readonly timezone: string;
  readonly json: boolean;
}

/** Runs that are planned again and again: adds, lists and removes them. */
export function addSchedule(program: Command, run: RunCommand): void {
  const schedule = program
    .command('schedule')
    .description('Runs that workers plan by themselves, every night for example.');
  addAdd(schedule, run);
  schedule
    .command('list')
    .description('List schedules: when they are due next, and what came of them last.')
    .option('--json', 'print them as JSON', false)
    .action((options: { readonly json: boolean }) =>
      run(async ({ console, settings }) => {
        const { listSchedules } = await import('../../wiring/schedules.ts');
        const all = await listSchedules(settings);
        if (options.json) console.out(jsonText(all.map(scheduleJson)));
        else if (all.length === 0) console.err('There are no schedules.\n');
        else console.out(`${all.map(scheduleText).join('\n')}\n`);
        return EXIT.ok;
      }, options),
    );
  schedule
    .command('remove')
    .description('Forget a schedule; its runs stay.')
    .argument('<name>', 'schedule, as "pagewitness schedule list" names it')
    .option('--json', 'print its name as JSON', false)
    .action((name: string, options: { readonly json: boolean }) =>
      run(async ({ console, settings }) => {
        const { removeSchedule } = await import('../../wiring/schedules.ts');
        if (!(await removeSchedule(settings, name))) {
          throw new UsageError(
            `There is no schedule "${name}"; "pagewitness schedule list" names those there are.`,
          );
        }
        if (options.json) console.out(jsonText({ removed: name }));
        else console.err(`${name} is forgotten.\n`);
        return EXIT.ok;
      }, options),
    );
}

function addAdd(schedule: Command, run: RunCommand): void {
  const command = schedule
    .command('add')
    .description('Have the workers that feed plan a run whenever it is due.')
    .argument('<name>', 'name of the schedule')
    .argument(
      '<envelopes...>',
      'envelope files (.jsonl, .json), folders or quoted globs, looked up by the feeding worker when it is due',
    )
    .requiredOption(
      '--cron <pattern>',
      'when: minute, hour, day of month, month, day of week; or six fields, seconds first',
    )
    .option('--timezone <zone>', 'whose clock the pattern means, by IANA name', 'UTC');
  addEnqueueOptions(command)
    .option('--json', 'print the schedule as JSON', false)
    .addHelpText(
      'after',
      `
Example:
  pagewitness schedule add nightly --cron "0 2 * * *" --timezone Europe/Berlin /srv/answers --sources /srv/filings

Needs the store alone; a worker with the stage "feed" plans the runs. Relative places are those of this folder.`,
    )
    .action((name: string, envelopes: readonly string[], options: AddOptions) =>
      run(async ({ settings, console }) => {
        const [{ addSchedule: add, scheduleProblem }, { runSettingsOf }] = await Promise.all([
          import('../../wiring/schedules.ts'),
          import('../../wiring/enqueue.ts'),
        ]);
        const timing = { name, cron: options.cron, timezone: options.timezone };
        const problem = scheduleProblem(timing);
        if (problem !== null) throw new UsageError(problem);
        if (envelopes.includes('-')) {
          throw new UsageError('A schedule cannot read standard input; name files or folders.');
        }
        const settled = runSettingsOf({ ...requestOf(options), envelopes });
        const added = await add(settings, { ...timing, run: settled });
        if (added === null) {
          throw new UsageError(
            `There is a schedule "${name}"; "pagewitness schedule remove ${name}" forgets it.`,
          );
        }
        if (options.json) console.out(jsonText(scheduleJson(added)));
        else console.out(`${scheduleText(added)}\n`);
        await tellMissing(envelopes, console);
        return EXIT.ok;
      }, options),
    );
}

/** The files may come later, or lie on another host: a mistake in a name is told, and is no failure. */
async function tellMissing(envelopes: readonly string[], console: Console): Promise<void> {
  const { expandEnvelopes } = await import('../expand.ts');
  try {
    await expandEnvelopes(envelopes, []);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.err(`On this host, now: ${error.message}\n`);
  }
}

function scheduleJson(schedule: ListedSchedule): Record<string, unknown> {
  const { name, cron, timezone, run, created_ms, last_tick, next_due_ms } = schedule;
  return {
    name,
    cron,
    timezone,
    run,
    created_at: instant(created_ms),
    next_due_at: next_due_ms === null ? null : instant(next_due_ms),
    last_tick:
      last_tick === null
        ? null
        : {
            due_at: instant(last_tick.due_ms),
            run_id: last_tick.run_id,
            run_state: last_tick.run_state,
            failure: last_tick.failure,
          },
  };
}

function scheduleText(schedule: ListedSchedule): string {
  const { name, cron, timezone, last_tick, next_due_ms } = schedule;
  const next = next_due_ms === null ? 'not due again' : `next ${instant(next_due_ms)}`;
  const lines = [`${name}  "${cron}" ${timezone}  ${next}`];
  if (last_tick !== null) {
    const { due_ms, run_id, run_state, failure } = last_tick;
    const came = [run_id, run_state, failure === null ? null : printable(failure)];
    lines.push(`  last ${instant(due_ms)}  ${came.filter((each) => each !== null).join('  ')}`);
  }
  return lines.join('\n');
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
