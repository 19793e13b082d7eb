import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { RunReport } from '../contracts/report.ts';
import { digestOf } from '../evidence/canonical.ts';
import { PipelineError } from '../pipeline/failure.ts';
import type { ReportFacts, ReportSink, ReportWriter } from '../pipeline/ports.ts';
import { redactEntry, redactOutcome } from './redact.ts';
import { openDraft, type ReportContents, sweepDrafts } from './report-draft.ts';
import { runReport } from './run-json.ts';
import { createSummaryCounter, type SummaryContext } from './summary.ts';

export interface ReportContext extends SummaryContext {
  readonly engine: RunReport['engine'];
}

/**
 * Writes a report into a folder, which is made if need be. Everything is written under temporary names beside
 * its place and renamed when it is whole, readable by the owner only (0600, new folders 0700). Files of an
 * older report that this one does not have are removed. Pictures whose bytes are no longer kept are
 * left out and counted in `run.json`. Fails as `report_unwritable`.
 */
export function createReportFolder(
  folder: string,
  context: ReportContext,
  contents: ReportContents,
): ReportSink {
  return { open: () => translated(folder, () => openWriter(folder, context, contents)) };
}

async function openWriter(
  folder: string,
  context: ReportContext,
  contents: ReportContents,
): Promise<ReportWriter> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweepDrafts(folder);
  const draft = await openDraft(folder, contents);
  const counter = createSummaryCounter();
  const { isRedacted } = contents;
  return {
    write: (entry) =>
      translated(folder, async () => {
        const shown = isRedacted ? redactEntry(entry) : entry;
        counter.add(shown.verdict);
        await draft.write(shown);
      }),
    finish: (facts) =>
      translated(folder, async () => {
        const shown = isRedacted ? redactFacts(facts) : facts;
        const summary = counter.summarize(shown.run, context);
        const summaryText = prettyJson(summary);
        const verdicts = await draft.finish(shown, summary, {
          summary: summaryText,
          run: (pictures) => prettyJson(runReport(shown, context.engine, pictures)),
        });
        return digestOf({ verdicts, summary: sha256(summaryText) });
      }),
    abandon: () => translated(folder, draft.abandon),
  };
}

function redactFacts(facts: ReportFacts): ReportFacts {
  return { ...facts, machine_outcomes: facts.machine_outcomes.map(redactOutcome) };
}

function prettyJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Errors of the system become failures of the report; ours stay what they are. */
async function translated<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    const code = 'code' in error ? String(error.code) : 'unknown';
    throw new PipelineError('report_unwritable', { detail: `${folder} (${code}).`, cause: error });
  }
}
