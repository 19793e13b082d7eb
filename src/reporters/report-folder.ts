import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunReport } from '../contracts/report.ts';
import type { Verdict } from '../contracts/verdict.ts';
import { digestOf } from '../evidence/canonical.ts';
import { PipelineError } from '../pipeline/failure.ts';
import type { ReportFacts, ReportSink, ReportWriter } from '../pipeline/ports.ts';
import { verdictLine } from './jsonl.ts';
import { runReport } from './run-json.ts';
import { createSummaryCounter, type SummaryContext } from './summary.ts';

/** The files of a report. `run.json` is put in place last: where it stands, the others are its own. */
export const REPORT_FILES = {
  verdicts: 'verdicts.jsonl',
  summary: 'summary.json',
  run: 'run.json',
} as const;

/** Lines are gathered to this size before they are written: some hundred verdicts. */
const BUFFER_CHARACTERS = 256 * 1024;

export interface ReportContext extends SummaryContext {
  readonly engine: RunReport['engine'];
}

/**
 * Writes a report into a folder, which is made if need be. Everything is written under temporary names beside
 * its place and renamed when it is whole, readable by the owner only (0600, new folders 0700).
 * Fails as `report_unwritable`.
 */
export function createReportFolder(folder: string, context: ReportContext): ReportSink {
  return { open: () => translated(folder, () => openWriter(folder, context)) };
}

async function openWriter(folder: string, context: ReportContext): Promise<ReportWriter> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweep(folder);
  const mark = randomBytes(6).toString('hex');
  const temporary = (name: string): string => join(folder, `.${name}.${mark}.tmp`);
  const names = Object.values(REPORT_FILES);
  const file = await open(temporary(REPORT_FILES.verdicts), 'wx', 0o600);
  const lines = createLineWriter(file);
  const counter = createSummaryCounter();
  const discard = async (): Promise<void> => {
    await file.close().catch(ignoreClosed);
    await Promise.all(names.map((name) => rm(temporary(name), { force: true })));
  };
  const putInPlace = async (facts: ReportFacts): Promise<ReturnType<typeof digestOf>> => {
    const verdicts = await lines.finish();
    await file.close();
    const summary = prettyJson(counter.summarize(facts.run, context));
    await writeWhole(temporary(REPORT_FILES.summary), summary);
    const run = prettyJson(runReport(facts, context.engine));
    await writeWhole(temporary(REPORT_FILES.run), run);
    await rm(join(folder, REPORT_FILES.run), { force: true });
    for (const name of names) await rename(temporary(name), join(folder, name));
    return digestOf({ verdicts, summary: sha256(summary) });
  };
  return {
    write: ({ verdict }) =>
      translated(folder, async () => {
        counter.add(verdict);
        await lines.write(verdict);
      }),
    finish: (facts) => translated(folder, () => putInPlace(facts)),
    abandon: () => translated(folder, discard),
  };
}

/** Removes what a killed process has left of a report. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const isLeft = Object.values(REPORT_FILES).some((own) => name.startsWith(`.${own}.`));
    if (isLeft && name.endsWith('.tmp')) await rm(join(folder, name), { force: true });
  }
}

interface LineWriter {
  readonly write: (verdict: Verdict) => Promise<void>;
  /** Writes what is left, syncs, and gives the digest of all lines. */
  readonly finish: () => Promise<string>;
}

function createLineWriter(file: FileHandle): LineWriter {
  const hash = createHash('sha256');
  let buffer = '';
  const flush = async (): Promise<void> => {
    const text = buffer;
    buffer = '';
    hash.update(text, 'utf8');
    await file.writeFile(text, 'utf8');
  };
  return {
    async write(verdict) {
      buffer += `${verdictLine(verdict)}\n`;
      if (buffer.length >= BUFFER_CHARACTERS) await flush();
    },
    async finish() {
      await flush();
      await file.sync();
      return hash.digest('hex');
    },
  };
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text, 'utf8');
    await file.sync();
  } finally {
    await file.close();
  }
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

/** A handle that `finish` has closed already is no reason to keep temporary files. */
function ignoreClosed(): void {}
