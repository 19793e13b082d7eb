import { Command, CommanderError } from 'commander';
import { readEnvironment } from '../../config/env.ts';
import { packageVersion } from '../wiring/package-version.ts';
import { addBackup, addRestore } from './commands/backup.ts';
import { addCancel } from './commands/cancel.ts';
import { addCheck } from './commands/check.ts';
import { addCite } from './commands/cite.ts';
import { addCrop } from './commands/crop.ts';
import { addDead } from './commands/dead.ts';
import { addDoctor } from './commands/doctor.ts';
import { addEnqueue } from './commands/enqueue.ts';
import { addInspect } from './commands/inspect.ts';
import { addReport } from './commands/report.ts';
import { addResume } from './commands/resume.ts';
import { addRuns } from './commands/runs.ts';
import { addSchedule } from './commands/schedule.ts';
import { addStatus } from './commands/status.ts';
import { addVerify } from './commands/verify.ts';
import { addWork } from './commands/work.ts';
import { type Console, jsonText } from './console.ts';
import type { AddCommand, RunCommand } from './context.ts';
import { EXIT, type ExitCode, failureOf } from './exit.ts';

/**
 * Each loads what it does its work with when it is run: to load all that a run needs takes three times as long
 * as to show a help text.
 */
const COMMANDS: readonly AddCommand[] = [
  addVerify,
  addEnqueue,
  addWork,
  addStatus,
  addDead,
  addSchedule,
  addCheck,
  addCite,
  addInspect,
  addCrop,
  addReport,
  addResume,
  addRuns,
  addCancel,
  addBackup,
  addRestore,
  addDoctor,
];

/** What surrounds a command. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly consoleFor: (isColorAllowed: boolean) => Console;
}

/**
 * Does what the arguments say. Results go to standard output, all else to standard error.
 * @returns the exit code; never throws for anything a user, a document or the world can do.
 */
export async function runCli(
  argv: readonly string[],
  { environment, consoleFor }: Surroundings,
): Promise<number> {
  const read = readEnvironment(environment);
  const console = consoleFor(read.ok && read.settings.is_color_allowed);
  let exitCode: number = EXIT.ok;
  const run: RunCommand = async (work, options) => {
    if (!read.ok) {
      for (const problem of read.problems) console.err(`pagewitness: ${problem}\n`);
      exitCode = EXIT.usage;
      return;
    }
    const { signal, release } = listenForEnd(console);
    try {
      exitCode = await work({ settings: read.settings, console, signal });
    } catch (error) {
      exitCode = await tellFailure(error, console, options.json === true);
    } finally {
      release();
    }
  };
  const program = createProgram(console);
  for (const add of COMMANDS) add(program, run);
  speakThrough(program, console);
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has said what is wrong already; asking for help or the version is no mistake.
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  return exitCode;
}

/** Makes a command and all below it end by an error, and write where it is told to. */
function speakThrough(command: Command, console: Console): void {
  command.exitOverride().configureOutput({ writeOut: console.out, writeErr: console.err });
  for (const child of command.commands) speakThrough(child, console);
}

function createProgram(console: Console): Command {
  const program = new Command('pagewitness');
  program
    .description(
      'Re-verifies AI citations in bulk: does the cited page of that exact document version really hold the quote, the value, the label?',
    )
    .version(packageVersion())
    .showHelpAfterError('(add --help for the options and examples)')
    .showSuggestionAfterError()
    .configureHelp({ helpWidth: Math.min(console.width, 100) })
    .addHelpText(
      'after',
      `
Exit codes: 0 every claim meets the policy, 1 some do not, 2 wrong usage or input,
3 the system failed or the run is inconclusive.

State lives in the folder PAGEWITNESS_HOME (./.pagewitness if not set).`,
    );
  return program;
}

/** The first signal asks for an orderly end, the second ends the process. */
function listenForEnd(console: Console): {
  readonly signal: AbortSignal;
  readonly release: () => void;
} {
  const controller = new AbortController();
  const end = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.failed);
    console.err('\nFinishing the work at hand; once more ends at once.\n');
    controller.abort();
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  return {
    signal: controller.signal,
    release: () => {
      process.off('SIGINT', end).off('SIGTERM', end);
    },
  };
}

async function tellFailure(error: unknown, console: Console, isJson: boolean): Promise<ExitCode> {
  const failure = failureOf(error);
  const { message, code, exitCode } = failure ?? {
    message: `An error of pagewitness itself: ${error instanceof Error ? error.message : 'unknown'}`,
    code: 'internal',
    exitCode: EXIT.failed,
  };
  console.err(`pagewitness: ${message}\n`);
  if (failure === null && error instanceof Error && error.stack !== undefined) {
    const { createLog } = await import('../telemetry/log.ts');
    createLog({ level: 'error' }).error('internal_error', { stack: error.stack });
  }
  if (isJson) console.out(jsonText({ error: { code, message } }));
  return exitCode;
}
