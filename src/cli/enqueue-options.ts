import type { Command } from 'commander';
import type { EnqueueRequest } from '../wiring/enqueue.ts';
import { addRunOptions, type RunChoices, runOptionsOf } from './run-options.ts';

/** How a run for workers is done. */
export interface EnqueueOptions extends RunChoices {
  readonly sources: readonly string[];
  readonly out?: string;
}

/** Adds the options of a run for workers, all but `--json`. */
export function addEnqueueOptions(command: Command): Command {
  command
    .requiredOption(
      '-s, --sources <place>',
      'folder of documents, or manifest, at the same path on every worker; may be given several times',
      (place: string, before: readonly string[] | undefined) => [...(before ?? []), place],
    )
    .option('-o, --out <folder>', 'folder of the report on the host that writes it');
  return addRunOptions(command);
}

/** What the options ask for, beside the envelopes. */
export function requestOf(options: EnqueueOptions): Omit<EnqueueRequest, 'envelopes' | 'stdin'> {
  return { sources: options.sources, out: options.out ?? null, ...runOptionsOf(options) };
}
