import type { Command } from 'commander';
import type { Settings } from '../../config/env.ts';
import type { Console } from './console.ts';
import type { ExitCode } from './exit.ts';

/** What every command is given. */
export interface Context {
  readonly settings: Settings;
  readonly console: Console;
  /** Aborts when the user or the system asks the process to end. */
  readonly signal: AbortSignal;
}

/** Adds one command to the program; `run` does its work and keeps its exit code. */
export type AddCommand = (program: Command, run: RunCommand) => void;

export type RunCommand = (
  work: (context: Context) => Promise<ExitCode>,
  options: { readonly json?: boolean },
) => Promise<void>;
