import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CropRecord } from '../../src/contracts/crop.ts';
import type { EnvelopeEntry } from '../../src/contracts/envelope.ts';
import type { CropScope, SearchScope } from '../../src/contracts/run-options.ts';
import { canonicalJson, digestOfText } from '../../src/evidence/canonical.ts';
import { createGate } from '../../src/pipeline/gate.ts';
import type { PipelineParts } from '../../src/pipeline/parts.ts';
import { planRun } from '../../src/pipeline/plan-run.ts';
import type {
  Clock,
  JobQueue,
  ReportFacts,
  ReportSink,
  RunRecord,
} from '../../src/pipeline/ports.ts';
import { createProgressTracker, type ProgressObserver } from '../../src/pipeline/progress.ts';
import { createSession } from '../../src/pipeline/session.ts';
import { registerStages, workRun } from '../../src/pipeline/work-run.ts';
import { createEmbeddedQueue } from '../../src/queues/embedded/queue.ts';
import { createFileArtifacts } from '../../src/stores/artifacts/file.ts';
import type { Store } from '../../src/stores/sql/store.ts';
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
  readonly crops: () => readonly CropRecord[];
}

export function createCollectingSink(folder: string | null = null): CollectingSink {
  let kept: readonly string[] = [];
  let keptFacts: ReportFacts | null = null;
  let keptCrops: readonly CropRecord[] = [];
  return {
    lines: () => kept,
    facts: () => keptFacts,
    crops: () => keptCrops,
    open: () => {
      const lines: string[] = [];
      const crops: CropRecord[] = [];
      return Promise.resolve({
        write: (entry) => {
          lines.push(canonicalJson(entry.verdict));
          crops.push(...entry.crops);
          return Promise.resolve();
        },
        finish: (facts) => {
          kept = lines;
          keptCrops = crops;
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
  readonly artifacts?: string;
  readonly search?: SearchScope;
  readonly crops?: CropScope;
  readonly isReuseAllowed?: boolean;
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
    raw_profile: PROFILE,
    artifacts: createFileArtifacts(options.artifacts ?? join(tmpdir(), 'pagewitness-artifacts')),
    search: options.search ?? 'document',
    crops: options.crops ?? 'none',
    isReuseAllowed: options.isReuseAllowed ?? true,
    settings: { is_fingerprint_required: options.is_fingerprint_required ?? false },
    decideRelease: (status) => (status === 'verified' ? 'release' : 'block'),
    sinkOf: () => options.sink,
    attemptsMax: 3,
    lossesMax: 10,
    progress: createProgressTracker(options.observe ?? (() => undefined)),
    session: createSession(clock),
  };
  const owner = `worker-${process.pid}-${Math.random()}`;
  const queue = createEmbeddedQueue({ work: options.store.work, clock, owner });
  const concurrency = { report: 1, verify: threads, ingest: threads };
  registerStages(() => Promise.resolve(parts), queue, concurrency);
  return { parts, queue };
}

/** Plans the envelopes as a run, `run` if nothing is said, and works on it to its end. */
export async function runBatch(
  batch: Batch,
  entries: readonly EnvelopeEntry[],
  runId = 'run',
): Promise<RunRecord> {
  await planBatch(batch, entries, runId);
  return await workRun(batch.parts, batch.queue, runId, new AbortController().signal);
}

export async function planBatch(
  batch: Batch,
  entries: readonly EnvelopeEntry[],
  runId = 'run',
): Promise<void> {
  async function* all(): AsyncGenerator<EnvelopeEntry> {
    yield* entries;
  }
  await planRun(batch.parts, {
    run_id: runId,
    profile: PROFILE,
    engine: '',
    settings: null,
    entries: all(),
    inputs: () => [],
  });
}
