import type { Settings } from '../../config/env.ts';
import type { RunSettings } from '../contracts/run-settings.ts';
import { createGate, type Gate } from '../pipeline/gate.ts';
import type { PipelineParts } from '../pipeline/parts.ts';
import type { Clock } from '../pipeline/ports.ts';
import { createProgressTracker, type ProgressObserver } from '../pipeline/progress.ts';
import { createSession } from '../pipeline/session.ts';
import type { FileDigester } from '../sources/digest-threads.ts';
import { createFileSources } from '../sources/file.ts';
import type { Store } from '../stores/sql/store.ts';
import { createChecker } from './checker.ts';
import { createPdfReader } from './reader.ts';
import { createPdfRenderer, RAW_PROFILE } from './renderer.ts';
import { artifactsOf, reportSink } from './reports.ts';
import { policyOf, profileOf } from './run-profile.ts';
import type { Threads } from './threads.ts';

/** What a process has once, whatever runs it works on. */
export interface ProcessParts {
  readonly settings: Settings;
  readonly store: Store;
  readonly threads: Threads;
  readonly digester: FileDigester;
  readonly gate: Gate;
  readonly clock: Clock;
  readonly progress: ProgressObserver;
}

/** An item that failed this often while its worker lived is given up: three tries (see failure classes). */
const ATTEMPTS_MAX = 3;

/**
 * An item whose worker was never heard of again this often is given up. Documents are read in processes
 * of their own, so that a worker dies of a machine that is switched off sooner than of a document.
 */
const LOSSES_MAX = 10;

/** Tasks that wait for a thread to be free, so that it can choose one about the document it holds. */
const TASKS_PER_THREAD = 3;

/** Bounds the calls into the threads of a process. */
export function gateFor(threads: Threads): Gate {
  return createGate(threads.count * TASKS_PER_THREAD);
}

/** Everything the stages need for one run. Fails as `sources_unusable`. */
export async function partsFor(own: ProcessParts, run: RunSettings): Promise<PipelineParts> {
  const { settings, store, threads, gate, clock } = own;
  const policy = policyOf(run);
  const sources = await createFileSources({
    places: run.sources,
    roots: settings.source_roots,
    bytesMax: settings.limits.bytes_max,
    digest: own.digester.digest,
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
    artifacts: artifactsOf(settings),
    clock,
    gate,
    profile: profileOf(run, settings).digest,
    settings: { is_fingerprint_required: policy.is_fingerprint_required },
    search: run.search,
    crops: run.crops,
    isReuseAllowed: run.is_reuse_allowed,
    decideRelease: (status) => policy.decisions[status],
    sinkOf: (record) => reportSink(run, settings, record.engine === '' ? 'embedded' : 'bullmq'),
    attemptsMax: ATTEMPTS_MAX,
    lossesMax: LOSSES_MAX,
    progress: createProgressTracker(own.progress),
    session: createSession(clock),
  };
}
