import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type PlacedCase, placedCases } from '../../test/matrix/cases.ts';
import { type Judgement, judge, nameOf } from '../../test/matrix/judge.ts';
import { layOut } from '../../test/matrix/lay-out.ts';
import { type Answer, type ProductRun, runProduct } from './product.ts';
import { groupBy, type Miss, none, type Score, type Table } from './score.ts';

/**
 * Makes the documents of the test matrix under `out`, runs the program on them through its command
 * line, and compares each verdict with what the document's recipe demands. Nothing but documents
 * and envelopes is given to the program.
 */
export async function runMatrix(out: string): Promise<{
  readonly score: Score;
  readonly run: ProductRun;
}> {
  const cases = placedCases();
  const folder = join(out, 'matrix-input');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const run = await runProduct({ ...layOut(cases, folder), out: join(out, 'matrix') });
  return { score: scoreMatrix(cases, run), run };
}

/** One case with its verdict, and what differs between them. */
interface Judged {
  readonly matrixCase: PlacedCase;
  readonly answer: Answer | undefined;
  readonly judgement: Judgement;
}

/** Counts by row: as expected, otherwise, and forbidden. */
export function scoreMatrix(cases: readonly PlacedCase[], run: ProductRun): Score {
  const answers = new Map(run.answers.map((answer) => [answer.request_id, answer]));
  const judged = cases.map((matrixCase) => {
    const answer = answers.get(matrixCase.id);
    const judgement = judge(matrixCase.expected, answer?.verdict ?? null);
    return { matrixCase, answer, judgement };
  });
  const wrong = judged.filter((one) => one.judgement.grade !== 'expected');
  const forbidden = judged.filter((one) => one.judgement.grade === 'forbidden');
  return {
    set: 'matrix',
    tables: [tableOf(judged)],
    targets: [
      none('matrix: forbidden verdicts', forbidden.length, judged.length),
      none('matrix: verdicts other than expected', wrong.length, judged.length),
      none('matrix: lines of the report that answer no case', run.surplus, judged.length),
    ],
    misses: wrong.map(missOf),
    figures: Object.fromEntries([...byRow(judged)].map(([row, ones]) => [row, countsOf(ones)])),
  };
}

function tableOf(judged: readonly Judged[]): Table {
  const rows = [...byRow(judged), ['all rows', judged] as const];
  return {
    title: 'matrix',
    head: ['row', 'cases', 'expected', 'other', 'forbidden'],
    rows: rows.map(([row, ones]) => {
      const counts = countsOf(ones);
      return [row, ones.length, counts.expected, counts.other, counts.forbidden].map(String);
    }),
  };
}

function byRow(judged: readonly Judged[]): ReadonlyMap<string, readonly Judged[]> {
  return groupBy(judged, (one) => one.matrixCase.row);
}

function countsOf(judged: readonly Judged[]): Record<Judgement['grade'], number> {
  const counts = { expected: 0, other: 0, forbidden: 0 };
  for (const { judgement } of judged) counts[judgement.grade] += 1;
  return counts;
}

function missOf({ matrixCase, answer, judgement }: Judged): Miss {
  const { claim, expected } = matrixCase;
  const verdict = answer?.verdict ?? null;
  const page = claim['page_index'];
  const failed = verdict?.checks.find((check) => check.outcome === 'fail');
  return {
    category: `${matrixCase.row}: ${judgement.grade}`,
    id: matrixCase.id,
    document: answer?.source_id ?? '',
    page_index: typeof page === 'number' ? page : null,
    kind: String(claim['kind']),
    label: matrixCase.title,
    status: verdict?.status ?? 'none',
    reason: verdict?.reason ?? null,
    proposal: verdict?.proposal.action ?? null,
    detail: [...judgement.differences, failed?.detail ?? '']
      .filter((text) => text !== '')
      .join('; '),
    expected: expected.outcomes.map(nameOf).join(' or '),
    claim,
    evidence: verdict?.evidence?.text ?? null,
  };
}
