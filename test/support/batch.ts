import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnvelopeEntry } from '../../src/contracts/envelope.ts';
import { canonicalJson, digestOfText } from '../../src/evidence/canonical.ts';
import { createGate } from '../../src/pipeline/gate.ts';
import type { PipelineParts } from '../../src/pipeline/parts.ts';
import { planRun } from '../../src/pipeline/plan-run.ts';
import type {
  Clock,
  JobQueue,
  ProgressObserver,
  ReportFacts,
  ReportSink,
  RunRecord,
} from '../../src/pipeline/ports.ts';
import { createProgressTracker } from '../../src/pipeline/progress.ts';
import { createSession } from '../../src/pipeline/session.ts';
import { registerStages, workRun } from '../../src/pipeline/work-run.ts';
import { createEmbeddedQueue } from '../../src/queues/embedded/queue.ts';
import type { Store } from '../../src/stores/sql/sqlite.ts';
import type { DrawnLibrary } from './drawn-library.ts';

export const PROFILE = digestOfText('verification profile');

/** The clock of the machine. */
export const machineClock: Clock = {
  nowMs: Date.now,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal?.addEventListener('abort', wake);
    }),
};

/** A report in memory or in a folder: one canonical line for each verdict. */
export interface CollectingSink extends ReportSink {
  readonly lines: () => readonly string[];
  readonly facts: () => ReportFacts | null;
}

export function createCollectingSink(folder: string | null = null): CollectingSink {
  let kept: readonly string[] = [];
  let keptFacts: ReportFacts | null = null;
  return {
    lines: () => kept,
    facts: () => keptFacts,
    open: () => {
      const lines: string[] = [];
      return Promise.resolve({
        write: (verdict) => {
          lines.push(canonicalJson(verdict));
          return Promise.resolve();
        },
        finish: (facts) => {
          kept = lines;
          keptFacts = facts;
          const text = lines.map((line) => `${line}\n`).join('');
          if (folder !== null) {
            mkdirSync(folder, { recursive: true });
            writeFileSync(join(folder, 'verdicts.tmp'), text);
            renameSync(join(folder, 'verdicts.tmp'), join(folder, 'verdicts.jsonl'));
          }
          const hash = createHash('sha256').update(text).digest('hex');
          return Promise.resolve(`sha256:${hash}`);
        },
        abandon: () => {
          if (folder !== null) rmSync(join(folder, 'verdicts.tmp'), { force: true });
          return Promise.resolve();
        },
      });
    },
  };
}

export interface BatchOptions {
  readonly store: Store;
  readonly library: DrawnLibrary;
  readonly sink: ReportSink;
  readonly clock?: Clock;
  readonly threads?: number;
  readonly is_fingerprint_required?: boolean;
  readonly observe?: ProgressObserver;
}

export interface Batch {
  readonly parts: PipelineParts;
  readonly queue: JobQueue;
}

/** The pipeline on a real store, with a drawn library in place of files. */
export function createBatch(options: BatchOptions): Batch {
  const clock = options.clock ?? machineClock;
  const threads = options.threads ?? 2;
  const parts: PipelineParts = {
    ...options.store,
    ...options.library,
    clock,
    gate: createGate(threads),
    profile: PROFILE,
    settings: { is_fingerprint_required: options.is_fingerprint_required ?? false },
    decideRelease: (status) => (status === 'verified' ? 'release' : 'block'),
    sinkOf: () => options.sink,
    attemptsMax: 3,
    progress: createProgressTracker(options.observe ?? (() => undefined)),
    session: createSession(clock),
  };
  const owner = `worker-${process.pid}-${Math.random()}`;
  const queue = createEmbeddedQueue({ work: options.store.work, clock, owner });
  registerStages(parts, queue, threads);
  return { parts, queue };
}

/** Plans the envelopes as run `run` and works on it to its end. */
export async function runBatch(
  batch: Batch,
  entries: readonly EnvelopeEntry[],
  signal = new AbortController().signal,
): Promise<RunRecord> {
  await planBatch(batch, entries);
  return await workRun(batch.parts, batch.queue, 'run', signal);
}

export async function planBatch(batch: Batch, entries: readonly EnvelopeEntry[]): Promise<void> {
  async function* all(): AsyncGenerator<EnvelopeEntry> {
    yield* entries;
  }
  await planRun(batch.parts, {
    run_id: 'run',
    profile: PROFILE,
    settings: null,
    entries: all(),
    inputs: () => [],
  });
}
