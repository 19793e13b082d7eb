import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Summary, summarySchema } from '../contracts/report.ts';
import { type Verdict, verdictSchema } from '../contracts/verdict.ts';
import { REPORT_FILES } from './report-folder.ts';

/** The summary of a written report. Throws the error of the system, or of the schema if it is no summary. */
export async function readSummary(folder: string): Promise<Summary> {
  const text = await readFile(join(folder, REPORT_FILES.summary), 'utf8');
  return summarySchema.parse(JSON.parse(text));
}

/** The first verdicts of a written report that are not `verified`, in input order. */
export async function readFirstProblems(
  folder: string,
  countMax: number,
): Promise<readonly Verdict[]> {
  const problems: Verdict[] = [];
  const file = createReadStream(join(folder, REPORT_FILES.verdicts), 'utf8');
  try {
    for await (const line of createInterface({
      input: file,
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      if (problems.length >= countMax) break;
      const verdict = verdictSchema.parse(JSON.parse(line));
      if (verdict.status !== 'verified') problems.push(verdict);
    }
  } finally {
    file.destroy();
  }
  return problems;
}
