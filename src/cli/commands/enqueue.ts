import { type Command, Option } from 'commander';
import {
  CROP_SCOPES,
  type CropScope,
  REPORT_FORMATS,
  type ReportFormat,
  RUN_STANDARD,
  SEARCH_SCOPES,
  type SearchScope,
} from '../../contracts/run-options.ts';
import { jsonText } from '../console.ts';
import type { RunCommand } from '../context.ts';
import { EXIT } from '../exit.ts';
import { readFormats } from '../formats.ts';

interface EnqueueOptions {
  readonly sources: readonly string[];
  readonly out?: string;
  readonly allowMissingFingerprint: boolean;
  readonly search: SearchScope;
  readonly crops: CropScope;
  readonly reuse: boolean;
  readonly format: readonly ReportFormat[];
  readonly redact: boolean;
  readonly json: boolean;
}

/** Writes a run into the store, for workers to do. */
export function addEnqueue(program: Command, run: RunCommand): void {
  program
    .command('enqueue')
    .description('Write a run into the store for workers ("pagewitness work") to verify.')
    .argument(
      '<envelopes...>',
      'envelope files (.jsonl, .json), folders, globs, or - for standard input',
    )
    .requiredOption(
      '-s, --sources <place>',
      'folder of documents, or manifest, at the same path on every worker; may be given several times',
      (place: string, before: readonly string[] | undefined) => [...(before ?? []), place],
    )
    .option('-o, --out <folder>', 'folder of the report on the host that writes it')
    .option(
      '--allow-missing-fingerprint',
      'accept envelopes that do not say which version they cite',
      false,
    )
    .addOption(
      new Option('--search <scope>', 'where to look for the evidence of failed claims')
        .choices(SEARCH_SCOPES)
        .default(RUN_STANDARD.search),
    )
    .addOption(
      new Option('--crops <scope>', 'which claims get pictures; failed includes every proposal')
        .choices(CROP_SCOPES)
        .default(RUN_STANDARD.crops),
    )
    .option('--no-reuse', 'decide every claim anew, whatever earlier runs have kept')
    .option(
      '-f, --format <formats>',
      `views beside the JSON files: ${REPORT_FORMATS.join(', ')}, or none`,
      readFormats,
      [...RUN_STANDARD.formats],
    )
    .option('--redact', 'leave document text and pictures out of the report', false)
    .option('--json', 'print the run id as JSON', false)
    .addHelpText(
      'after',
      `
Example:
  DATABASE_URL=postgresql://store/pagewitness pagewitness enqueue answers.jsonl --sources /srv/filings --json

"pagewitness status RUN" shows how far it is, "pagewitness report RUN --out DIR" makes its report.`,
    )
    .action((envelopes: readonly string[], options: EnqueueOptions) =>
      run(async ({ settings, console }) => {
        const [{ enqueueRun }, { expandEnvelopes }] = await Promise.all([
          import('../../wiring/enqueue.ts'),
          import('../expand.ts'),
        ]);
        const passedOver = options.out === undefined ? [] : [options.out];
        const files = await expandEnvelopes(envelopes, [...passedOver, ...options.sources]);
        const { run_id, claim_count, source_count } = await enqueueRun(settings, {
          envelopes: files,
          sources: options.sources,
          out: options.out ?? null,
          stdin: console.stdin,
          isFingerprintOptional: options.allowMissingFingerprint,
          search: options.search,
          crops: options.crops,
          isReuseAllowed: options.reuse,
          formats: options.format,
          isRedacted: options.redact,
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
