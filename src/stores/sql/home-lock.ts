import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PipelineError } from '../../pipeline/failure.ts';
import type { Clock } from '../../pipeline/ports.ts';
import { makePrivateFolder, openDatabaseFile } from './sqlite-file.ts';

/** A home folder held by this process alone. */
export interface HomeLock {
  readonly release: () => void;
}

export interface HomeLockOptions {
  readonly clock: Clock;
  /** How long to wait for another process to end; 0 does not wait. */
  readonly waitMs: number;
  readonly signal?: AbortSignal;
  /** Told once, with the process id of the holder where it is known, when waiting begins. */
  readonly onWait?: (holderPid: number | null) => void;
}

/** How often a waiting process tries again, milliseconds; each try costs a file open. */
const RETRY_MS = 200;

/**
 * Takes the home folder for a process that works on runs: two of them would take the same items.
 * The lock is SQLite's exclusive lock on a file of its own, which the system lets go when the
 * process ends in whatever way, so that no lock is ever left behind. Reading needs no lock.
 * Fails as `home_locked`, naming the holder, or `store_unusable`.
 */
export async function lockHome(folder: string, options: HomeLockOptions): Promise<HomeLock> {
  makePrivateFolder(folder);
  const deadline = options.clock.nowMs() + options.waitMs;
  let lock = tryLock(folder);
  if (lock === null) options.onWait?.(holderOf(folder));
  while (lock === null) {
    if (options.clock.nowMs() >= deadline || options.signal?.aborted === true) {
      throw new PipelineError('home_locked', { detail: holderSentence(holderOf(folder)) });
    }
    await options.clock.sleep(RETRY_MS, options.signal);
    lock = tryLock(folder);
  }
  return lock;
}

/** The process that holds the home folder at this moment; null if none does, or it is not known. */
export function findHomeHolder(folder: string): number | null {
  const lock = tryLock(folder);
  if (lock === null) return holderOf(folder);
  lock.release();
  return null;
}

/** Takes the lock if it is free. The file with the process id only serves messages. */
function tryLock(folder: string): HomeLock | null {
  const file = openDatabaseFile(join(folder, 'lock.db'));
  try {
    file.exec('pragma busy_timeout = 0');
    file.exec('begin exclusive');
  } catch (cause) {
    file.close();
    if (cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_BUSY') return null;
    throw new PipelineError('store_unusable', { detail: 'Its lock cannot be taken.', cause });
  }
  const holderFile = join(folder, 'lock.pid');
  writeFileSync(holderFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    release: () => {
      rmSync(holderFile, { force: true });
      file.exec('rollback');
      file.close();
    },
  };
}

function holderOf(folder: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(folder, 'lock.pid'), 'utf8'), 10);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

function holderSentence(pid: number | null): string {
  const holder = pid === null ? 'Its process id is not known.' : `Its process id is ${pid}.`;
  return `${holder} Wait for it to end, or use another home.`;
}
