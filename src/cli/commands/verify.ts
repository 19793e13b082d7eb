import type { Command } from 'commander';
import type { RunCommand } from '../context.ts';
import { readWhole } from '../page-choice.ts';
import { addRunOptions, type RunChoices, runOptionsOf } from '../run-options.ts';

interface VerifyOptions extends RunChoices {
  readonly sources: readonly string[];
  readonly out: string;
  readonly threads?: string;
  readonly json: boolean;
}

/** The main job: envelopes and documents in, a report out. */
export function addVerify(program: Command, run: RunCommand): void {
  const verify = program
    .command('verify')
    .description('Verify every claim of the envelopes against the documents it cites.')
    .argument(
      '<envelopes...>',
      'envelope files (.jsonl, .json), folders, globs, or - for standard input',
    )
    .requiredOption(
      '-s, --sources <place>',
      'folder of documents, or manifest (.json, .jsonl); may be given several times',
      (place: string, before: readonly string[] | undefined) => [...(before ?? []), place],
    )
    .option(
      '-o, --out <folder>',
      'folder of the report; an older report there is replaced',
      'pagewitness-report',
    )
    .option('-t, --threads <number>', 'threads that read and check (PAGEWITNESS_THREADS)');
  addRunOptions(verify)
    .option('--json', 'print run id, state and summary as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  pagewitness verify answers.jsonl --sources filings
  pagewitness verify "runs/2025-*/*.jsonl" --sources sources.json --out report
  producer | pagewitness verify - --sources filings --json

The report is verdicts.jsonl (one line a claim), summary.json, run.json, pictures in crops/ with
their list crops.jsonl, and report.html for people.`,
    )
    .action((envelopes: readonly string[], options: VerifyOptions) =>
      run(async (context) => {
        const threads =
          options.threads === undefined ? null : readWhole('--threads', options.threads, 1);
        const { expandEnvelopes } = await import('../expand.ts');
        const files = await expandEnvelopes(envelopes, [options.out, ...options.sources]);
        const { withEngine } = await import('../engine.ts');
        const result = await withEngine(context, threads, (engine) =>
          engine.verify({
            envelopes: files,
            sources: options.sources,
            out: options.out,
            stdin: context.console.stdin,
            ...runOptionsOf(options),
          }),
        );
        const { tellRunResult } = await import('../run-result.ts');
        return await tellRunResult(result, context.console, options.json);
      }, options),
    );
}
