import { processConsole } from '../src/cli/console.ts';
import { runCli } from '../src/cli/program.ts';

// A worker process of one kind: `pagewitness work --stages report` and what else it is given.
process.exitCode = await runCli(['work', '--stages', 'report', ...process.argv.slice(2)], {
  environment: process.env,
  consoleFor: processConsole,
});
