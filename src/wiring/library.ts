import { readEnvironment, type Settings } from '../../config/env.ts';
import type { Envelope } from '../contracts/envelope.ts';
import type { RunState, Summary } from '../contracts/report.ts';
import {
  type CropScope,
  type ReportFormat,
  RUN_STANDARD,
  type SearchScope,
} from '../contracts/run-options.ts';
import type { Verdict } from '../contracts/verdict.ts';
import type { ProgressObserver } from '../pipeline/progress.ts';

import { readSummary, readVerdicts } from '../reporters/report-reader.ts';
import { listEnvelopeInputs, STANDARD_INPUT } from '../sources/envelope-inputs.ts';
import { openEngine } from './engine.ts';

/** What `verify` is asked to do. */
export interface VerifyOptions {
  /** Envelopes themselves, or the files and folders that hold them. */
  readonly envelopes: readonly Envelope[] | readonly string[];
  /** Folders of documents, and manifests. */
  readonly sources: readonly string[];
  /** Folder of the report; an older report there is replaced. Default `pagewitness-report`. */
  readonly out?: string;
  /** Folder of the state. Default: `PAGEWITNESS_HOME`, or `.pagewitness`. */
  readonly home?: string;
  /** Threads that read and check. Default: `PAGEWITNESS_THREADS`, or the cores there are, up to 8. */
  readonly threads?: number;
  /** Accepts envelopes that do not say which version they cite. Default false. */
  readonly allowMissingFingerprint?: boolean;
  /** How far the evidence of failed claims is searched for. Default `document`. */
  readonly search?: SearchScope;
  /** Which claims get pictures. Default `failed`: those not verified, and every proposal. */
  readonly crops?: CropScope;
  /** Takes over verdicts of earlier runs over the same claim, version and profile. Default true. */
  readonly reuse?: boolean;
  /** Views beside the JSON files of the report. Default `html`. */
  readonly formats?: readonly ReportFormat[];
  /** Leaves document text and pictures out of the report. Default false. */
  readonly redact?: boolean;
  readonly onProgress?: ProgressObserver;
  /** When it aborts, the work at hand is finished; `pagewitness resume` takes the run up again. */
  readonly signal?: AbortSignal;
}

/** How a run ended, and its report. */
export interface VerifyOutcome {
  readonly runId: string;
  /** `completed`, or `inconclusive`; `running` if it was interrupted. */
  readonly state: RunState;
  /** Absolute path of the report's folder. */
  readonly report: string;
  /** Null if the run was interrupted. */
  readonly summary: Summary | null;
  /** Reads the verdicts from the report one by one, in input order. */
  readonly verdicts: () => AsyncIterable<Verdict>;
}

/** Where a report goes if nothing is said. */
const REPORT_STANDARD = 'pagewitness-report';

/**
 * Verifies every claim of the envelopes against the documents it cites: the library's form of
 * `pagewitness verify`. A claim that fails is an answer; it throws `PipelineError` only if the world fails (a disk,
 * a home that another process holds, sources that cannot be read) and `TypeError` for unusable options.
 */
export async function verify(options: VerifyOptions): Promise<VerifyOutcome> {
  const out = options.out ?? REPORT_STANDARD;
  const { files, stdin } = await inputsOf(options.envelopes, [out, ...options.sources]);
  const engine = await openEngine(settingsOf(options), {
    progress: options.onProgress ?? (() => {}),
    signal: options.signal ?? new AbortController().signal,
    onWait: () => {},
  });
  try {
    const { run, out: report } = await engine.verify({
      envelopes: files,
      sources: options.sources,
      out,
      stdin,
      isFingerprintOptional: options.allowMissingFingerprint ?? false,
      search: options.search ?? RUN_STANDARD.search,
      crops: options.crops ?? RUN_STANDARD.crops,
      isReuseAllowed: options.reuse ?? RUN_STANDARD.isReuseAllowed,
      formats: options.formats ?? RUN_STANDARD.formats,
      isRedacted: options.redact ?? RUN_STANDARD.isRedacted,
    });
    const isReported = run.report_digest !== null;
    return {
      runId: run.run_id,
      state: run.state,
      report,
      summary: isReported ? await readSummary(report) : null,
      verdicts: () => readVerdicts(report),
    };
  } finally {
    await engine.close();
  }
}

/** Envelopes that are given as values go the way of standard input, one a line. */
async function inputsOf(
  given: VerifyOptions['envelopes'],
  passedOver: readonly string[],
): Promise<{ readonly files: readonly string[]; readonly stdin: AsyncIterable<Uint8Array> }> {
  const paths = given.filter((each) => typeof each === 'string');
  if (paths.length === 0) return { files: [STANDARD_INPUT], stdin: linesOf(given) };
  if (paths.length < given.length || paths.includes(STANDARD_INPUT)) {
    throw new TypeError('envelopes must be all envelopes, or all names of files and folders');
  }
  const { files, problems } = await listEnvelopeInputs(paths, passedOver);
  if (problems.length > 0) throw new TypeError(problems.join(' '));
  return { files, stdin: linesOf([]) };
}

async function* linesOf(envelopes: readonly unknown[]): AsyncGenerator<Uint8Array> {
  for (const envelope of envelopes) yield Buffer.from(`${JSON.stringify(envelope)}\n`, 'utf8');
}

function settingsOf({ home, threads }: VerifyOptions): Settings {
  const read = readEnvironment(process.env);
  if (!read.ok) throw new TypeError(read.problems.join(' '));
  if (threads !== undefined && !(Number.isSafeInteger(threads) && threads > 0)) {
    throw new TypeError('threads must be a positive whole number');
  }
  const { settings } = read;
  return { ...settings, home: home ?? settings.home, threads: threads ?? settings.threads };
}
