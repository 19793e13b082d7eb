import { join, resolve } from 'node:path';
import type { Settings } from '../../config/env.ts';
import type { RunReport } from '../contracts/report.ts';
import { REPORT_FORMATS, type ReportFormat } from '../contracts/run-options.ts';
import { type RunSettings, runSettingsSchema } from '../contracts/run-settings.ts';
import { PipelineError } from '../pipeline/failure.ts';
import type { ArtifactStore } from '../pipeline/kept-ports.ts';
import type { ReportSink, RunRecord } from '../pipeline/ports.ts';
import { rewriteReport } from '../pipeline/write-report.ts';
import { createReportFolder } from '../reporters/report-folder.ts';
import { readRunReport } from '../reporters/report-reader.ts';
import { createFileArtifacts } from '../stores/artifacts/file.ts';
import { CAPABILITY_TABLE } from '../verification/gates/capability.ts';
import { policyOf, profileOf } from './run-profile.ts';
import { versionsOfParts } from './versions.ts';

/** Where the pictures of a home are kept. */
export function artifactsOf(home: string): ArtifactStore {
  return createFileArtifacts(join(resolve(home), 'artifacts'));
}

/** Where the report of a run goes, and what it holds, as its settings say. */
export function reportSink(run: RunSettings, settings: Settings): ReportSink {
  const { name, version } = policyOf(run);
  return createReportFolder(
    run.out,
    {
      profile_parts: { ...profileOf(run, settings).parts },
      policy: { name, version },
      versions: { ...versionsOfParts() },
      capability_table: [...CAPABILITY_TABLE],
      engine: { queue: 'embedded', store: 'sqlite', threads: settings.threads },
    },
    {
      formats: run.formats,
      isRedacted: run.is_redacted,
      artifacts: artifactsOf(settings.home),
    },
  );
}

/** A report that is to be made again from the store. */
export interface ReportRequest {
  /** Run id, or the beginning of one that no other run has. */
  readonly run: string;
  /** Folder of the report; null for the one the run was begun with. */
  readonly out: string | null;
  /** Views beside the JSON files; null for those of the run. */
  readonly formats: readonly ReportFormat[] | null;
  /** Also true for a run that was begun so. */
  readonly isRedacted: boolean;
}

/** A report that was made again. */
export interface RemadeReport {
  readonly run: RunRecord;
  /** What the report was made with. */
  readonly settings: RunSettings;
  readonly pictures: RunReport['pictures'];
}

/**
 * Makes the report of an ended run again; reads the store only and needs no lock. In the folder of
 * the run itself the views asked for come beside its own. Fails as `run_not_found`,
 * `run_not_finished`, `run_of_other_profile`, `report_in_place` or `report_unwritable`.
 */
export async function remakeReport(
  settings: Settings,
  request: ReportRequest,
): Promise<RemadeReport> {
  const { openSqliteStore } = await import('../stores/sql/sqlite.ts');
  const store = await openSqliteStore(resolve(settings.home));
  try {
    const run = runNamed(await store.runs.runs(), request.run);
    const kept = runSettingsSchema.parse(run.settings);
    const changed = settingsOf(kept, request);
    if (profileOf(kept, settings).digest !== run.profile) {
      throw new PipelineError('run_of_other_profile');
    }
    await rewriteReport(store.runs, run.run_id, reportSink(changed, settings));
    const { pictures } = await readRunReport(changed.out);
    return { run, settings: changed, pictures };
  } finally {
    await store.close();
  }
}

function settingsOf(kept: RunSettings, { out, formats, isRedacted }: ReportRequest): RunSettings {
  const place = out === null ? kept.out : resolve(out);
  const isInPlace = place === kept.out;
  if (isInPlace && isRedacted && !kept.is_redacted) {
    throw new PipelineError('report_in_place', { detail: `It is ${place}.` });
  }
  const wanted = new Set(formats ?? kept.formats);
  if (isInPlace) for (const format of kept.formats) wanted.add(format);
  return {
    ...kept,
    out: place,
    formats: REPORT_FORMATS.filter((format) => wanted.has(format)),
    is_redacted: isRedacted || kept.is_redacted,
  };
}

function runNamed(runs: readonly RunRecord[], name: string): RunRecord {
  const exact = runs.find(({ run_id }) => run_id === name);
  if (exact !== undefined) return exact;
  const [found, ...more] = runs.filter(({ run_id }) => name !== '' && run_id.startsWith(name));
  if (found !== undefined && more.length === 0) return found;
  const detail =
    found === undefined
      ? `It was asked for as "${name}".`
      : `${more.length + 1} runs begin with "${name}".`;
  throw new PipelineError('run_not_found', { detail });
}
