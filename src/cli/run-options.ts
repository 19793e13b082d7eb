import { type Command, Option } from 'commander';
import {
  CROP_SCOPES,
  type CropScope,
  REPORT_FORMATS,
  type ReportFormat,
  RUN_STANDARD,
  type RunOptions,
  SEARCH_SCOPES,
  type SearchScope,
} from '../contracts/run-options.ts';
import { readFormats } from './formats.ts';

/** How a run is done, whoever does it, as the command line gives it. */
export interface RunChoices {
  readonly allowMissingFingerprint: boolean;
  readonly search: SearchScope;
  readonly crops: CropScope;
  readonly reuse: boolean;
  readonly format: readonly ReportFormat[];
  readonly redact: boolean;
}

/** Adds the options of every command that begins a run. */
export function addRunOptions(command: Command): Command {
  return command
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
    .option('--redact', 'leave document text and pictures out of the report', false);
}

/** What the options ask for. */
export function runOptionsOf(choices: RunChoices): RunOptions {
  return {
    isFingerprintOptional: choices.allowMissingFingerprint,
    search: choices.search,
    crops: choices.crops,
    isReuseAllowed: choices.reuse,
    formats: choices.format,
    isRedacted: choices.redact,
  };
}
