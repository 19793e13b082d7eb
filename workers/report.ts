import { runProcess } from '../src/cli/run-process.ts';

// A worker process of one kind: `pagewitness work --stages report` and what else it is given.
await runProcess(['work', '--stages', 'report', ...process.argv.slice(2)]);
