import { runProcess } from '../src/cli/run-process.ts';

// A worker process of one kind: `pagewitness work --stages verify` and what else it is given.
await runProcess(['work', '--stages', 'verify', ...process.argv.slice(2)]);
