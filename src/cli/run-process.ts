import { processConsole } from './console.ts';
import { runCli } from './program.ts';

/**
 * How long a process that has done its work may be kept by what a library left open, such as a connection
 * that is tried again for ever, milliseconds: long enough for its output to be taken.
 */
const LEFT_OPEN_MS = 3_000;

/** Does what the arguments say, as a process of its own: sets its exit code and lets it end. */
export async function runProcess(argv: readonly string[]): Promise<void> {
  process.exitCode = await runCli(argv, {
    environment: process.env,
    consoleFor: processConsole,
  });
  setTimeout(() => process.exit(), LEFT_OPEN_MS).unref();
}
