import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  type RunReport,
  runReportSchema,
  type Summary,
  summarySchema,
} from '../contracts/report.ts';
import { type Verdict, verdictSchema } from '../contracts/verdict.ts';
import { REPORT_FILES } from './report-files.ts';

/** The summary of a written report. Throws the error of the system, or of the schema if it is no summary. */
export async function readSummary(folder: string): Promise<Summary> {
  const text = await readFile(join(folder, REPORT_FILES.summary), 'utf8');
  return summarySchema.parse(JSON.parse(text));
}

/** `run.json` of a written report; fails as `readSummary` does. */
export async function readRunReport(folder: string): Promise<RunReport> {
  const text = await readFile(join(folder, REPORT_FILES.run), 'utf8');
  return runReportSchema.parse(JSON.parse(text));
}

/** The first verdicts of a written report, in input order. */
export function readFirstVerdicts(folder: string, countMax: number): Promise<readonly Verdict[]> {
  return readFirst(folder, countMax, () => true);
}

/** The first verdicts of a written report that are not `verified`, in input order. */
export function readFirstProblems(folder: string, countMax: number): Promise<readonly Verdict[]> {
  return readFirst(folder, countMax, ({ status }) => status !== 'verified');
}

/** All verdicts of a written report, one by one, in input order. */
export async function* readVerdicts(folder: string): AsyncGenerator<Verdict, void> {
  const file = createReadStream(join(folder, REPORT_FILES.verdicts), 'utf8');
  try {
    for await (const line of createInterface({
      input: file,
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      yield verdictSchema.parse(JSON.parse(line));
    }
  } finally {
    file.destroy();
  }
}

async function readFirst(
  folder: string,
  countMax: number,
  isWanted: (verdict: Verdict) => boolean,
): Promise<readonly Verdict[]> {
  const found: Verdict[] = [];
  for await (const verdict of readVerdicts(folder)) {
    if (isWanted(verdict)) found.push(verdict);
    if (found.length >= countMax) break;
  }
  return found;
}
