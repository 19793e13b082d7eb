import { readdirSync, readFileSync } from 'node:fs';

/** How often memory is looked at, milliseconds; a look costs the watcher about one. */
const INTERVAL_MS = 50;

/** Watches a process with all its children. */
export interface MemoryWatch {
  /** @returns the largest sum of their resident sets that was seen, MiB; what they share counts in each. */
  readonly stop: () => number;
}

/** Watches through `/proc`, so on Linux alone; elsewhere nothing is seen. */
export function watchMemory(pid: number): MemoryWatch {
  let peak = 0;
  const look = (): void => {
    peak = Math.max(
      peak,
      treeOf(pid).reduce((sum, one) => sum + residentKibibytes(one), 0),
    );
  };
  look();
  const timer = setInterval(look, INTERVAL_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return peak / 1024;
    },
  };
}

function treeOf(pid: number): readonly number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)];
}

/** A process that has ended meanwhile has no children and no memory. */
function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
        .split(' ')
        .filter((child) => child !== '')
        .map(Number),
    );
  } catch {
    return [];
  }
}

function residentKibibytes(pid: number): number {
  try {
    const [, kibibytes = '0'] =
      /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes);
  } catch {
    return 0;
  }
}
