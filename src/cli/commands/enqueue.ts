import type { Command } from 'commander';
import { jsonText } from '../console.ts';
import type { RunCommand } from '../context.ts';
import { addEnqueueOptions, type EnqueueOptions, requestOf } from '../enqueue-options.ts';
import { EXIT } from '../exit.ts';

/** Writes a run into the store, for workers to do. */
export function addEnqueue(program: Command, run: RunCommand): void {
  const command = program
    .command('enqueue')
    .description('Write a run into the store for workers ("pagewitness work") to verify.')
    .argument(
      '<envelopes...>',
      'envelope files (.jsonl, .json), folders, globs, or - for standard input',
    );
  addEnqueueOptions(command)
    .option('--json', 'print the run id as JSON', false)
    .addHelpText(
      'after',
      `
Example:
  DATABASE_URL=postgresql://store/pagewitness pagewitness enqueue answers.jsonl --sources /srv/filings --json

"pagewitness status RUN" shows how far it is, "pagewitness report RUN --out DIR" makes its report.`,
    )
    .action((envelopes: readonly string[], options: EnqueueOptions & { readonly json: boolean }) =>
      run(async ({ settings, console }) => {
        const [{ enqueueRun }, { expandEnvelopes }] = await Promise.all([
          import('../../wiring/enqueue.ts'),
          import('../expand.ts'),
        ]);
        const passedOver = options.out === undefined ? [] : [options.out];
        const files = await expandEnvelopes(envelopes, [...passedOver, ...options.sources]);
        const { run_id, claim_count, source_count } = await enqueueRun(settings, {
          ...requestOf(options),
          envelopes: files,
          stdin: console.stdin,
        });
        if (options.json) console.out(jsonText({ run_id, claims: claim_count }));
        else {
          console.out(`${run_id}\n`);
          console.err(`${claim_count} claims about ${source_count} sources wait for workers.\n`);
        }
        return EXIT.ok;
      }, options),
    );
}
