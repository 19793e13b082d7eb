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
import type { RunCommand } from '../context.ts';
import { readFormats } from '../formats.ts';
import { readWhole } from '../page-choice.ts';

interface VerifyOptions {
  readonly sources: readonly string[];
  readonly out: string;
  readonly threads?: string;
  readonly allowMissingFingerprint: boolean;
  readonly search: SearchScope;
  readonly crops: CropScope;
  readonly reuse: boolean;
  readonly format: readonly ReportFormat[];
  readonly redact: boolean;
  readonly json: boolean;
}

/** The main job: envelopes and documents in, a report out. */
export function addVerify(program: Command, run: RunCommand): void {
  program
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
    .option('-t, --threads <number>', 'threads that read and check (PAGEWITNESS_THREADS)')
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
            isFingerprintOptional: options.allowMissingFingerprint,
            search: options.search,
            crops: options.crops,
            isReuseAllowed: options.reuse,
            formats: options.format,
            isRedacted: options.redact,
          }),
        );
        const { tellRunResult } = await import('../run-result.ts');
        return await tellRunResult(result, context.console, options.json);
      }, options),
    );
}
