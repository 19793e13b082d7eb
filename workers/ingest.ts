import { processConsole } from '../src/cli/console.ts';
import { runCli } from '../src/cli/program.ts';

// A worker process of one kind: `pagewitness work --stages ingest` and what else it is given.
process.exitCode = await runCli(['work', '--stages', 'ingest', ...process.argv.slice(2)], {
  environment: process.env,
  consoleFor: processConsole,
});
