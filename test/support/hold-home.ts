import { lockHome } from '../../src/stores/sql/home-lock.ts';

/** Child process: takes the home folder given as argument, says so on stdout, and holds it. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: hold-home FOLDER');
const clock = { nowMs: Date.now, sleep: () => Promise.resolve() };
await lockHome(folder, { clock, waitMs: 0 });
process.stdout.write('held\n');
setInterval(() => undefined, 60_000);
