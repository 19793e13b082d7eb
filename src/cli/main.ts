#!/usr/bin/env node
import { processConsole } from './console.ts';
import { runCli } from './program.ts';

// A reader that has seen enough, such as `head`, closes the pipe: that is no failure.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await runCli(process.argv.slice(2), {
  environment: process.env,
  consoleFor: processConsole,
});
