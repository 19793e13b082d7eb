import { runProcess } from '../src/cli/run-process.ts';

// The sweeper: `pagewitness work --stages feed`: hands ready work to the queue, and looks after what was lost.
await runProcess(['work', '--stages', 'feed', ...process.argv.slice(2)]);
