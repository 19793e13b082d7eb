import { processConsole } from '../src/cli/console.ts';
import { runCli } from '../src/cli/program.ts';

// The sweeper: `pagewitness work --stages feed`: hands ready work to the queue, and looks after what was lost.
process.exitCode = await runCli(['work', '--stages', 'feed', ...process.argv.slice(2)], {
  environment: process.env,
  consoleFor: processConsole,
});
