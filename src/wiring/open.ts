import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { Settings } from '../../config/env.ts';
import type { RunOptions } from '../contracts/run-options.ts';
import { type RunSettings, runSettingsSchema } from '../contracts/run-settings.ts';
import { PipelineError } from '../pipeline/failure.ts';
import type { PipelineParts } from '../pipeline/parts.ts';
import { planRun } from '../pipeline/plan-run.ts';
import type { RunRecord } from '../pipeline/ports.ts';
import type { ProgressObserver } from '../pipeline/progress.ts';
import { cancelRun, registerStages, workRun } from '../pipeline/work-run.ts';
import { rewriteReport } from '../pipeline/write-report.ts';
import { createEmbeddedQueue } from '../queues/embedded/queue.ts';
import { createFileDigester } from '../sources/digest-threads.ts';
import { readEnvelopeFiles } from '../sources/envelope-files.ts';
import { STANDARD_INPUT } from '../sources/envelope-inputs.ts';
import type { Store } from '../stores/sql/store.ts';
import { CLOCK } from './clock.ts';
import { gateFor, type ProcessParts, partsFor } from './parts.ts';
import { newRunId } from './run-id.ts';
import { openStore, type StorePlace, withStore } from './stores.ts';
import type { Threads } from './threads.ts';

/** One batch to verify. */
export interface VerifyRequest extends RunOptions {
  /** Envelope files in order, `-` for standard input; folders and globs are already expanded. */
  readonly envelopes: readonly string[];
  /** Folders of documents and manifests. */
  readonly sources: readonly string[];
  /** Folder of the report. */
  readonly out: string;
  /** Read for the file named `-`. */
  readonly stdin: AsyncIterable<Uint8Array>;
}

/** A run that has ended or was interrupted, and where its report is or will be. */
export interface RunResult {
  readonly run: RunRecord;
  readonly out: string;
}

/** Who is told of what happens during a run. */
export interface Observers {
  readonly progress: ProgressObserver;
  /** When `signal` aborts, the work at hand is finished and the run can be resumed. */
  readonly signal: AbortSignal;
  /** Told when another process holds the home and this one waits for it. */
  readonly onWait: (holderPid: number | null) => void;
}

/** The embedded engine: one process, one home folder, no server. Who opens it closes it. */
export interface Engine {
  /** Plans a run and works on it. Fails as `PipelineError`. */
  readonly verify: (request: VerifyRequest) => Promise<RunResult>;
  /**
   * Takes up a run, or the latest that has not ended; one that was enqueued is left to its workers. Fails as `run_not_found`, `run_not_planned`
   * or `run_of_other_profile`.
   */
  readonly resume: (runId: string | null, out: string | null) => Promise<RunResult>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the store of a home that this process holds, for its runs. `threads` are closed by who gave
 * them. Fails as `store_*`.
 */
export async function openRuns(
  settings: Settings,
  observers: Observers,
  threads: Threads,
): Promise<Engine> {
  const store = await openStore(settings);
  const digester = createFileDigester(settings.threads);
  const { progress } = observers;
  const gate = gateFor(threads);
  const own = { settings, store, threads, digester, gate, clock: CLOCK, progress };
  const opened: Opened = { observers, own };
  return {
    verify: (request) => verify(opened, request),
    resume: (runId, out) => resume(opened, runId, out),
    close: async () => {
      await digester.close();
      await store.close();
    },
  };
}

interface Opened {
  readonly observers: Observers;
  readonly own: ProcessParts;
}

async function verify(opened: Opened, request: VerifyRequest): Promise<RunResult> {
  const run_id = newRunId(CLOCK.nowMs());
  if (!request.isReuseAllowed) opened.own.threads.warmUp();
  const runSettings: PlacedSettings = {
    envelopes: [...request.envelopes],
    folder: process.cwd(),
    sources: request.sources.map((place) => resolve(place)),
    out: resolve(request.out),
    is_fingerprint_optional: request.isFingerprintOptional,
    search: request.search,
    crops: request.crops,
    is_reuse_allowed: request.isReuseAllowed,
    formats: [...request.formats],
    is_redacted: request.isRedacted,
  };
  const parts = await partsFor(opened.own, runSettings);
  await plan(opened, parts, run_id, runSettings, request.stdin);
  return await work(opened, parts, run_id, runSettings.out);
}

/** Settings of a run whose report has a place: this engine always writes it. */
type PlacedSettings = RunSettings & { readonly out: string };

async function plan(
  opened: Opened,
  parts: PipelineParts,
  runId: string,
  run: RunSettings,
  stdin: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { limits } = opened.own.settings;
  const files = readEnvelopeFiles(run.envelopes, {
    folder: run.folder,
    stdin,
    lineBytesMax: limits.line_bytes_max,
    jsonBytesMax: limits.json_bytes_max,
  });
  await planRun(parts, {
    run_id: runId,
    profile: parts.profile,
    engine: '',
    settings: run,
    entries: files,
    inputs: files.inputs,
  });
}

async function resume(
  opened: Opened,
  runId: string | null,
  out: string | null,
): Promise<RunResult> {
  const { store } = opened.own;
  const run = await runToResume(store, runId);
  const kept = runSettingsSchema.parse(run.settings);
  const place = out === null ? kept.out : resolve(out);
  if (place === null) throw new PipelineError('report_unplaced');
  const runSettings = { ...kept, out: place };
  const parts = await partsFor(opened.own, runSettings);
  if (run.state === 'completed' || run.state === 'inconclusive') {
    await rewriteReport(store.runs, run.run_id, parts.sinkOf(run));
    return { run, out: runSettings.out };
  }
  if (run.engine !== '') return { run: await leaveToWorkers(store, run), out: runSettings.out };
  opened.own.threads.warmUp();
  if (run.plan_digest === null) await planAgain(opened, parts, run.run_id, runSettings);
  return await work(opened, parts, run.run_id, runSettings.out);
}

/** A run that was enqueued goes on as soon as it is running again: its workers see it. */
async function leaveToWorkers({ runs }: Store, run: RunRecord): Promise<RunRecord> {
  if (run.plan_digest === null) {
    throw new PipelineError('run_not_planned', { detail: 'Enqueue it again.' });
  }
  await runs.changeState(run.run_id, [run.state], 'running', { now_ms: CLOCK.nowMs() });
  return { ...run, state: 'running' };
}

/** A plan that was cut short is written anew, which standard input does not allow. */
async function planAgain(
  opened: Opened,
  parts: PipelineParts,
  runId: string,
  run: RunSettings,
): Promise<void> {
  if (run.envelopes.includes(STANDARD_INPUT)) {
    const detail = 'Its envelopes came from standard input; verify them again.';
    throw new PipelineError('run_not_planned', { detail });
  }
  await plan(opened, parts, runId, run, NOTHING);
}

const NOTHING: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {},
};

async function runToResume(store: Store, runId: string | null): Promise<RunRecord> {
  const runs = await store.runs.runs();
  const found =
    runId === null
      ? runs.find(({ state }) => OPEN_STATES.has(state))
      : runs.find(({ run_id }) => run_id === runId);
  if (found !== undefined) return found;
  const detail = runId === null ? 'No run waits to be resumed.' : `It was asked for as "${runId}".`;
  throw new PipelineError('run_not_found', { detail });
}

const OPEN_STATES: ReadonlySet<RunRecord['state']> = new Set(['planned', 'running', 'failed']);

async function work(
  opened: Opened,
  parts: PipelineParts,
  runId: string,
  out: string,
): Promise<RunResult> {
  const hold = await opened.own.store.hold(runId);
  if (hold === null) throw new PipelineError('run_held');
  try {
    return { run: await workHeld(opened, parts, runId), out };
  } finally {
    await hold.release();
  }
}

async function workHeld(opened: Opened, parts: PipelineParts, runId: string): Promise<RunRecord> {
  const owner = `${process.pid}.${randomBytes(6).toString('hex')}`;
  const queue = createEmbeddedQueue({ work: opened.own.store.work, clock: CLOCK, owner });
  registerStages(() => Promise.resolve(parts), queue, {
    report: 1,
    verify: opened.own.settings.threads,
    ingest: opened.own.settings.threads,
  });
  return await workRun(parts, queue, runId, opened.observers.signal);
}

/** Runs of the store, latest first; needs no lock. Fails as `store_*`. */
export async function listRuns(place: StorePlace): Promise<readonly RunRecord[]> {
  return await withStore(place, (store) => store.runs.runs());
}

/** The folder that a run writes its report into; null if its settings are of another version. */
export function reportPlaceOf({ settings }: RunRecord): string | null {
  const kept = runSettingsSchema.safeParse(settings);
  return kept.success ? kept.data.out : null;
}

/** Stops a run: what is at hand is finished, nothing else is begun. False if it had ended already. */
export async function cancel(place: StorePlace, runId: string): Promise<boolean> {
  return await withStore(place, (store) => cancelRun({ runs: store.runs, clock: CLOCK }, runId));
}
