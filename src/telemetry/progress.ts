import type { ProgressObserver } from '../pipeline/progress.ts';

import type { Log } from './log.ts';

/** Shows how far a run has come. `close` ends the display; it may be called more than once. */
export interface Progress {
  readonly observe: ProgressObserver;
  readonly close: () => void;
}

export type Step = Parameters<ProgressObserver>[0];

/** Milliseconds between two log lines; a run of an hour writes a few hundred. */
const LOG_INTERVAL_MS = 10_000;

/** Before this a rate says more about starting up than about the work. */
const RATE_AFTER_MS = 2000;

const BAR_WIDTH = 24;

/** A log line now and then, for output that nobody watches; at level `debug` one for every step. */
export function createLoggedProgress(log: Log, nowMs: () => number): Progress {
  let toldMs = Number.NEGATIVE_INFINITY;
  let begin: Start | null = null;
  return {
    observe(step) {
      const now = nowMs();
      begin ??= { step, ms: now };
      if (now - toldMs < LOG_INTERVAL_MS) {
        log.debug('run_step', step);
        return;
      }
      toldMs = now;
      log.info('run_progress', { ...step, ms_left: msLeft(step, begin, now) });
    },
    close() {},
  };
}

/** Where and when this process took the run up. */
export interface Start {
  readonly step: Step;
  readonly ms: number;
}

/** `[=====-----] 47% · 3/12 documents · 120/1048 claims · 35 pages/s · 1:20 left` */
export function progressLine(step: Step, begin: Start, nowMs: number): string {
  const share = shareOf(step);
  const filled = Math.round(share * BAR_WIDTH);
  const bar = `[${'='.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]`;
  const parts = [
    `${bar} ${Math.floor(share * 100)}%`,
    `${step.sources_done}/${step.sources_total} documents`,
    `${step.claims_done}/${step.claims_total} claims`,
  ];
  const seconds = (nowMs - begin.ms) / 1000;
  if (seconds * 1000 >= RATE_AFTER_MS) {
    const pages = step.pages_read - begin.step.pages_read;
    if (pages > 0) parts.push(`${(pages / seconds).toFixed(pages / seconds < 10 ? 1 : 0)} pages/s`);
  }
  const left = msLeft(step, begin, nowMs);
  if (left !== null) parts.push(`${clockText(left)} left`);
  return parts.join(' · ');
}

/** Half of the work is taken to be reading documents, half checking claims. */
export function shareOf(step: Step): number {
  const sources = step.sources_total === 0 ? 1 : step.sources_done / step.sources_total;
  const claims = step.claims_total === 0 ? 1 : step.claims_done / step.claims_total;
  return Math.min(1, (sources + claims) / 2);
}

/** From the share done since this process took the run up; null while too little is known. */
function msLeft(step: Step, begin: Start, nowMs: number): number | null {
  const done = shareOf(step) - shareOf(begin.step);
  const elapsed = nowMs - begin.ms;
  if (elapsed < RATE_AFTER_MS || done < 0.01) return null;
  return Math.round((elapsed * (1 - shareOf(step))) / done);
}

/** `0:07`, `12:30`, `1:02:03` */
function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
