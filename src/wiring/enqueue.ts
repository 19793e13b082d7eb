import { resolve } from 'node:path';
import type { Settings } from '../../config/env.ts';
import type { RunOptions } from '../contracts/run-options.ts';
import type { RunSettings } from '../contracts/run-settings.ts';
import { planRun } from '../pipeline/plan-run.ts';
import type { RunRecord } from '../pipeline/ports.ts';
import { readEnvelopeFiles } from '../sources/envelope-files.ts';
import { CLOCK } from './clock.ts';
import { engineName } from './engine-name.ts';
import { newRunId } from './run-id.ts';
import { profileOf } from './run-profile.ts';
import { withStore } from './stores.ts';

/** One batch for workers to verify. */
export interface EnqueueRequest extends RunOptions {
  /** Envelope files in order, `-` for standard input; folders and globs are already expanded. */
  readonly envelopes: readonly string[];
  /** Folders of documents and manifests, at the same paths on every worker's host. */
  readonly sources: readonly string[];
  /** Folder of the report on the host of the worker that writes it; null if nobody needs one yet. */
  readonly out: string | null;
  /** Read for the file named `-`. */
  readonly stdin: AsyncIterable<Uint8Array>;
}

/** What a run keeps of a request: relative places are those of this process. */
export function runSettingsOf(request: Omit<EnqueueRequest, 'stdin'>): RunSettings {
  return {
    envelopes: [...request.envelopes],
    folder: process.cwd(),
    sources: request.sources.map((place) => resolve(place)),
    out: request.out === null ? null : resolve(request.out),
    is_fingerprint_optional: request.isFingerprintOptional,
    search: request.search,
    crops: request.crops,
    is_reuse_allowed: request.isReuseAllowed,
    formats: [...request.formats],
    is_redacted: request.isRedacted,
  };
}

/**
 * Writes a run with all its work into the store, from where workers get it: they see nothing of it
 * before it is whole. Needs no queue. Fails as `store_*`.
 */
export async function enqueueRun(settings: Settings, request: EnqueueRequest): Promise<RunRecord> {
  const run = runSettingsOf(request);
  const { limits } = settings;
  const files = readEnvelopeFiles(run.envelopes, {
    folder: run.folder,
    stdin: request.stdin,
    lineBytesMax: limits.line_bytes_max,
    jsonBytesMax: limits.json_bytes_max,
  });
  return await withStore(settings, async ({ runs }) => {
    const planned = await planRun(
      { runs, clock: CLOCK },
      {
        run_id: newRunId(CLOCK.nowMs()),
        profile: profileOf(run, settings).digest,
        engine: engineName(settings),
        settings: run,
        entries: files,
        inputs: files.inputs,
      },
    );
    await runs.changeState(planned.run_id, ['planned'], 'running', { now_ms: CLOCK.nowMs() });
    return planned;
  });
}
