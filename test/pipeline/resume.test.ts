import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/stores/sql/sqlite.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = fileURLToPath(new URL('../support/run-batch.ts', import.meta.url));

/**
 * Works on the batch in a process of its own.
 * @returns the last line it wrote, or `killed` if it was killed after so many steps.
 */
async function work(folder: string, threads: number, killAfterSteps: number): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, folder, `${threads}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const exit = once(child, 'exit');
  let steps = 0;
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) {
    last = line;
    steps += 1;
    if (steps === killAfterSteps) child.kill('SIGKILL');
  }
  const [code, signal] = await exit;
  if (signal === 'SIGKILL') return 'killed';
  expect(code).toBe(0);
  return last;
}

it('a run killed at any moment and taken up again ends with the very same report', {
  timeout: 240_000,
}, async () => {
  const untouched = temporaryFolder();
  expect(await work(untouched, 1, Number.POSITIVE_INFINITY)).toBe('completed');
  const expected = readFileSync(join(untouched, 'out', 'verdicts.jsonl'), 'utf8');
  expect(expected.split('\n')).toHaveLength(181);

  const folder = temporaryFolder();
  let kills = 0;
  // The first kill lands before anything is planned, the others ever deeper in the run.
  for (const steps of [1, 3, 8, 20]) {
    if ((await work(folder, 2, steps)) !== 'killed') break;
    kills += 1;
  }
  expect(kills).toBeGreaterThanOrEqual(3);
  expect(await work(folder, 4, Number.POSITIVE_INFINITY)).toBe('completed');
  expect(readFileSync(join(folder, 'out', 'verdicts.jsonl'), 'utf8')).toBe(expected);

  const store = await openSqliteStore(folder);
  onTestFinished(() => store.close());
  const run = await store.runs.run('run');
  expect(run).toMatchObject({ state: 'completed', claim_count: 180, envelope_count: 60 });
  expect((await store.runs.counters('run')).claims_decided).toBe(180);
  const reference = await openSqliteStore(untouched);
  onTestFinished(() => reference.close());
  expect(run?.report_digest).toBe((await reference.runs.run('run'))?.report_digest);
  // Once it has ended, taking it up changes nothing.
  expect(await work(folder, 1, Number.POSITIVE_INFINITY)).toBe('completed');
  expect(await store.runs.run('run')).toEqual(run);
});
