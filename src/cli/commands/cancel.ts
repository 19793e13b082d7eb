import type { Command } from 'commander';
import { jsonText } from '../console.ts';
import type { RunCommand } from '../context.ts';
import { EXIT } from '../exit.ts';

/** Stops a run, also one that another process works on. */
export function addCancel(program: Command, run: RunCommand): void {
  program
    .command('cancel')
    .description('Stop a run: what is at hand is finished, nothing else is begun.')
    .argument('<run>', 'run id, as "pagewitness runs" lists it')
    .option('--json', 'print the outcome as JSON', false)
    .addHelpText(
      'after',
      `
Example:
  pagewitness cancel 20260102t030405-1a2b3c4d5e6f

"pagewitness resume RUN" takes a cancelled run up again.`,
    )
    .action((runId: string, options: { readonly json: boolean }) =>
      run(async ({ console, settings }) => {
        const { cancel } = await import('../../wiring/open.ts');
        const isCancelled = await cancel(settings, runId);
        if (options.json) console.out(jsonText({ run_id: runId, cancelled: isCancelled }));
        else
          console.err(
            isCancelled ? `Run ${runId} is cancelled.\n` : `Run ${runId} had ended already.\n`,
          );
        return EXIT.ok;
      }, options),
    );
}
