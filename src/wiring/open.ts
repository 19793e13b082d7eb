import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { Settings } from '../../config/env.ts';
import type { RunOptions } from '../contracts/run-options.ts';
import { type RunSettings, runSettingsSchema } from '../contracts/run-settings.ts';
import { PipelineError } from '../pipeline/failure.ts';
import { createGate } from '../pipeline/gate.ts';
import type { PipelineParts } from '../pipeline/parts.ts';
import { planRun } from '../pipeline/plan-run.ts';
import type { ProgressObserver, RunRecord } from '../pipeline/ports.ts';
import { createProgressTracker } from '../pipeline/progress.ts';
import { createSession } from '../pipeline/session.ts';
import { cancelRun, registerStages, workRun } from '../pipeline/work-run.ts';
import { rewriteReport } from '../pipeline/write-report.ts';
import { createEmbeddedQueue } from '../queues/embedded/queue.ts';
import { createFileDigester, type FileDigester } from '../sources/digest-threads.ts';
import { readEnvelopeFiles } from '../sources/envelope-files.ts';
import { STANDARD_INPUT } from '../sources/envelope-inputs.ts';
import { createFileSources } from '../sources/file.ts';
import { openSqliteStore, type Store } from '../stores/sql/sqlite.ts';
import { createChecker } from './checker.ts';
import { CLOCK } from './clock.ts';
import { createPdfReader } from './reader.ts';
import { createPdfRenderer, RAW_PROFILE } from './renderer.ts';
import { artifactsOf, reportSink } from './reports.ts';
import { policyOf, profileOf } from './run-profile.ts';
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
   * Takes up a run, or the latest that has not ended. Fails as `run_not_found`, `run_not_planned`
   * or `run_of_other_profile`.
   */
  readonly resume: (runId: string | null, out: string | null) => Promise<RunResult>;
  readonly close: () => Promise<void>;
}

/** An item whose worker ended this often without a result is given up: three tries (see failure classes). */
const ATTEMPTS_MAX = 3;

/** Tasks that wait for a thread to be free, so that it can choose one about the document it holds. */
const TASKS_PER_THREAD = 3;

/**
 * Opens the store of a home that this process holds, for its runs. `threads` are closed by who gave
 * them. Fails as `store_*`.
 */
export async function openRuns(
  settings: Settings,
  observers: Observers,
  threads: Threads,
): Promise<Engine> {
  const store = await openSqliteStore(resolve(settings.home));
  const digester = createFileDigester(settings.threads);
  const opened: Opened = { settings, observers, store, threads, digester };
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
  readonly settings: Settings;
  readonly observers: Observers;
  readonly store: Store;
  readonly threads: Threads;
  readonly digester: FileDigester;
}

async function verify(opened: Opened, request: VerifyRequest): Promise<RunResult> {
  const run_id = newRunId(CLOCK.nowMs());
  if (!request.isReuseAllowed) opened.threads.warmUp();
  const runSettings: RunSettings = {
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
  const parts = await partsFor(opened, runSettings);
  await plan(opened, parts, run_id, runSettings, request.stdin);
  return await work(opened, parts, run_id, runSettings.out);
}

async function plan(
  opened: Opened,
  parts: PipelineParts,
  runId: string,
  run: RunSettings,
  stdin: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { limits } = opened.settings;
  const files = readEnvelopeFiles(run.envelopes, {
    folder: run.folder,
    stdin,
    lineBytesMax: limits.line_bytes_max,
    jsonBytesMax: limits.json_bytes_max,
  });
  await planRun(parts, {
    run_id: runId,
    profile: parts.profile,
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
  const run = await runToResume(opened.store, runId);
  const kept = runSettingsSchema.parse(run.settings);
  const runSettings = { ...kept, out: out === null ? kept.out : resolve(out) };
  const parts = await partsFor(opened, runSettings);
  if (run.state === 'completed' || run.state === 'inconclusive') {
    await rewriteReport(opened.store.runs, run.run_id, parts.sinkOf(run));
    return { run, out: runSettings.out };
  }
  opened.threads.warmUp();
  if (run.plan_digest === null) await planAgain(opened, parts, run.run_id, runSettings);
  return await work(opened, parts, run.run_id, runSettings.out);
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
  const owner = `${process.pid}.${randomBytes(6).toString('hex')}`;
  const queue = createEmbeddedQueue({ work: opened.store.work, clock: CLOCK, owner });
  registerStages(parts, queue, opened.settings.threads);
  const run = await workRun(parts, queue, runId, opened.observers.signal);
  return { run, out };
}

async function partsFor(opened: Opened, run: RunSettings): Promise<PipelineParts> {
  const { settings, store, threads } = opened;
  const policy = policyOf(run);
  const sources = await createFileSources({
    places: run.sources,
    roots: settings.source_roots,
    bytesMax: settings.limits.bytes_max,
    digest: opened.digester.digest,
    environment: process.env,
  });
  return {
    runs: store.runs,
    work: store.work,
    groundings: store.groundings,
    sources,
    reader: createPdfReader(threads, settings.limits),
    checker: createChecker(threads),
    renderer: createPdfRenderer(threads, settings.limits),
    raw_profile: RAW_PROFILE,
    findings: store.findings,
    pictures: store.pictures,
    artifacts: artifactsOf(settings.home),
    clock: CLOCK,
    gate: createGate(threads.count * TASKS_PER_THREAD),
    profile: profileOf(run, settings).digest,
    settings: { is_fingerprint_required: policy.is_fingerprint_required },
    search: run.search,
    crops: run.crops,
    isReuseAllowed: run.is_reuse_allowed,
    decideRelease: (status) => policy.decisions[status],
    sinkOf: () => reportSink(run, settings),
    attemptsMax: ATTEMPTS_MAX,
    progress: createProgressTracker(opened.observers.progress),
    session: createSession(CLOCK),
  };
}

/** Runs of one home, latest first; needs no lock. Fails as `store_*`. */
export async function listRuns(home: string): Promise<readonly RunRecord[]> {
  return await withStore(home, (store) => store.runs.runs());
}

/** The folder that a run writes its report into; null if its settings are of another version. */
export function reportPlaceOf({ settings }: RunRecord): string | null {
  const kept = runSettingsSchema.safeParse(settings);
  return kept.success ? kept.data.out : null;
}

/** Stops a run: what is at hand is finished, nothing else is begun. False if it had ended already. */
export async function cancel(home: string, runId: string): Promise<boolean> {
  return await withStore(home, (store) => cancelRun({ runs: store.runs, clock: CLOCK }, runId));
}

async function withStore<T>(home: string, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openSqliteStore(resolve(home));
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Sorts by time, and is unique for ever: `20260102t030405-1a2b3c4d5e6f`, UTC. */
function newRunId(nowMs: number): string {
  const time = new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').toLowerCase();
  return `${time}-${randomBytes(6).toString('hex')}`;
}
