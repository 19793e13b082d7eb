#!/usr/bin/env node
import { runProcess } from './run-process.ts';

// A reader that has seen enough, such as `head`, closes the pipe: that is no failure.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
  process.exit(0);
});

await runProcess(process.argv.slice(2));
