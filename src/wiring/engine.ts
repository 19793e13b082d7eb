import { resolve } from 'node:path';
import type { Settings } from '../../config/env.ts';
import { lockHome } from '../stores/sql/home-lock.ts';
import { holdsStore } from '../stores/sql/sqlite-file.ts';
import { CLOCK } from './clock.ts';
import type { Engine, Observers } from './open.ts';
import { openThreads } from './threads.ts';

/**
 * Opens the home for work; only one process does at a time. What runs are worked on with is loaded meanwhile: it
 * takes as long as a thread takes to be ready. Fails as `home_locked` or `store_*`.
 */
export async function openEngine(settings: Settings, observers: Observers): Promise<Engine> {
  const home = resolve(settings.home);
  const lock = await lockHome(home, {
    clock: CLOCK,
    waitMs: settings.limits.lock_wait_ms,
    signal: observers.signal,
    onWait: observers.onWait,
  });
  const threads = openThreads({ threads: settings.threads, limits: settings.limits });
  try {
    // Where there was a run before, its verdicts may be kept: then a thread that nobody asks for takes as
    // much time from fingerprinting as 500 MB do.
    if (!holdsStore(home)) threads.warmUp();
    const { openRuns } = await import('./open.ts');
    const runs = await openRuns(settings, observers, threads);
    return {
      ...runs,
      close: async () => {
        await threads.close();
        await runs.close();
        lock.release();
      },
    };
  } catch (error) {
    await threads.close();
    lock.release();
    throw error;
  }
}
