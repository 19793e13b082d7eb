import { runProcess } from '../src/cli/run-process.ts';

// A worker process of one kind: `pagewitness work --stages ingest` and what else it is given.
await runProcess(['work', '--stages', 'ingest', ...process.argv.slice(2)]);
