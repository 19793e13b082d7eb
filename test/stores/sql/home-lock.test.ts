import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { isFailure } from '../../../src/pipeline/failure.ts';
import { findHomeHolder, lockHome } from '../../../src/stores/sql/home-lock.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it('a second holder is refused, told who holds the home, and may have it afterwards', async () => {
  const folder = temporaryFolder();
  const clock = createFakeClock();
  const lock = await lockHome(folder, { clock, waitMs: 0 });
  expect(findHomeHolder(folder)).toBe(process.pid);
  await expect(lockHome(folder, { clock, waitMs: 0 })).rejects.toSatisfy(
    (error) => isFailure(error, 'home_locked') && error.message.includes(`${process.pid}`),
  );
  lock.release();
  expect(findHomeHolder(folder)).toBeNull();
  (await lockHome(folder, { clock, waitMs: 0 })).release();
});

it('who waits gets the home as soon as it is free, or gives up at the deadline', async () => {
  const folder = temporaryFolder();
  const clock = createFakeClock();
  const lock = await lockHome(folder, { clock, waitMs: 0 });
  const told: (number | null)[] = [];
  const waiting = lockHome(folder, { clock, waitMs: 1000, onWait: (pid) => told.push(pid) });
  await clock.advance(200);
  expect(clock.sleepers()).toBe(1);
  expect(told).toEqual([process.pid]);
  lock.release();
  await clock.advance(200);
  const second = await waiting;
  const giving = lockHome(folder, { clock, waitMs: 300 });
  const refusal = expect(giving).rejects.toSatisfy((error) => isFailure(error, 'home_locked'));
  await clock.advance(200);
  await clock.advance(200);
  await refusal;
  second.release();
});

it('a holder that is killed holds the home no more', async () => {
  const folder = temporaryFolder();
  const script = fileURLToPath(new URL('../../support/hold-home.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await once(child.stdout, 'data');
  const clock = createFakeClock();
  await expect(lockHome(folder, { clock, waitMs: 0 })).rejects.toSatisfy(
    (error) => isFailure(error, 'home_locked') && error.message.includes(`${child.pid}`),
  );
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(findHomeHolder(folder)).toBeNull();
  (await lockHome(folder, { clock, waitMs: 0 })).release();
  expect(statSync(join(folder, 'lock.db')).mode & 0o777).toBe(0o600);
});
