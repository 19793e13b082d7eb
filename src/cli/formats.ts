import { InvalidArgumentError } from 'commander';
import { REPORT_FORMATS, type ReportFormat } from '../contracts/run-settings.ts';

/** Reads a list of views, `html,csv`, or `none`. Fails as commander's `InvalidArgumentError`. */
export function readFormats(text: string): readonly ReportFormat[] {
  if (text.trim() === 'none') return [];
  const names = text.split(',').map((name) => name.trim());
  const formats = REPORT_FORMATS.filter((format) => names.includes(format));
  const unknown = names.find((name) => !formats.some((format) => format === name));
  if (unknown === undefined) return formats;
  throw new InvalidArgumentError(`"${unknown}" is none of ${REPORT_FORMATS.join(', ')}.`);
}
