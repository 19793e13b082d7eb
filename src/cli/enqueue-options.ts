import { type Command, Option } from 'commander';
import {
  CROP_SCOPES,
  type CropScope,
  REPORT_FORMATS,
  type ReportFormat,
  RUN_STANDARD,
  SEARCH_SCOPES,
  type SearchScope,
} from '../contracts/run-options.ts';
import type { EnqueueRequest } from '../wiring/enqueue.ts';
import { readFormats } from './formats.ts';

/** How a run for workers is done. */
export interface EnqueueOptions {
  readonly sources: readonly string[];
  readonly out?: string;
  readonly allowMissingFingerprint: boolean;
  readonly search: SearchScope;
  readonly crops: CropScope;
  readonly reuse: boolean;
  readonly format: readonly ReportFormat[];
  readonly redact: boolean;
}

/** Adds the options of a run for workers, all but `--json`. */
export function addEnqueueOptions(command: Command): Command {
  return command
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
    .option('--redact', 'leave document text and pictures out of the report', false);
}

/** What the options ask for, beside the envelopes. */
export function requestOf(options: EnqueueOptions): Omit<EnqueueRequest, 'envelopes' | 'stdin'> {
  return {
    sources: options.sources,
    out: options.out ?? null,
    isFingerprintOptional: options.allowMissingFingerprint,
    search: options.search,
    crops: options.crops,
    isReuseAllowed: options.reuse,
    formats: options.format,
    isRedacted: options.redact,
  };
}
