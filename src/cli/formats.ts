import { InvalidArgumentError } from 'commander';
import { REPORT_FORMATS, type ReportFormat } from '../contracts/run-options.ts';

/** Names of what a report always has, so that a list may name everything that is wanted. */
const JSON_ALONE: readonly string[] = ['json', 'none'];

/**
 * Reads a list of views, `html,csv`; `json` or `none` adds nothing to the JSON files. Fails as
 * commander's `InvalidArgumentError`.
 */
export function readFormats(text: string): readonly ReportFormat[] {
  const names = text.split(',').map((name) => name.trim());
  const formats = REPORT_FORMATS.filter((format) => names.includes(format));
  const known: readonly string[] = [...JSON_ALONE, ...formats];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return formats;
  throw new InvalidArgumentError(`"${unknown}" is none of ${REPORT_FORMATS.join(', ')}, json.`);
}
