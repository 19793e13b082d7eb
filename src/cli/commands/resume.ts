import type { Command } from 'commander';
import type { RunCommand } from '../context.ts';
import { readWhole } from '../page-choice.ts';

interface ResumeOptions {
  readonly out?: string;
  readonly threads?: string;
  readonly json: boolean;
}

/** Takes up a run that was interrupted, where it was. */
export function addResume(program: Command, run: RunCommand): void {
  program
    .command('resume')
    .description('Take up a run that was interrupted, or write the report of an ended one anew.')
    .argument('[run]', 'run id; the latest run that has not ended if left out')
    .option(
      '-o, --out <folder>',
      'folder of the report; the one the run was begun with if left out',
    )
    .option('-t, --threads <number>', 'threads that read and check (PAGEWITNESS_THREADS)')
    .option('--json', 'print run id, state and summary as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  pagewitness resume
  pagewitness resume 20260102t030405-1a2b3c4d5e6f --out report

Nothing that was decided is decided again; the report is the same as without the interruption.`,
    )
    .action((runId: string | undefined, options: ResumeOptions) =>
      run(async (context) => {
        const threads =
          options.threads === undefined ? null : readWhole('--threads', options.threads, 1);
        const { withEngine } = await import('../engine.ts');
        const result = await withEngine(context, threads, (engine) =>
          engine.resume(runId ?? null, options.out ?? null),
        );
        const { tellRunResult } = await import('../run-result.ts');
        return await tellRunResult(result, context.console, options.json);
      }, options),
    );
}
