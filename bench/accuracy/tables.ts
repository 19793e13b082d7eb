import { z } from 'zod';
import { type Expectation, type Expectations, hasRightReason } from './expectations.ts';
import { describeMiss } from './miss.ts';
import type { Answer, ProductRun } from './product.ts';
import { countOf, groupBy, type Miss, none, percent, type Score, share } from './score.ts';

const labelSchema = z.object({
  id: z.string(),
  document: z.string(),
  verdict: z.enum(['supported', 'unsupported']),
  reason: z.string(),
});

interface Scored {
  readonly answer: Answer;
  readonly isSupported: boolean;
  readonly labelClass: string;
  readonly expectation: Expectation | null;
  readonly isVerified: boolean;
}

/** Scores the table-cell set: recall, false `verified` and reasons by the class of the label. */
export function scoreTables(
  run: Pick<ProductRun, 'answers' | 'surplus'>,
  labels: readonly unknown[],
  expectations: Expectations,
): Score {
  const byId = new Map(labels.map((value) => labelSchema.parse(value)).map((l) => [l.id, l]));
  const scored = run.answers.map((answer): Scored => {
    const label = byId.get(answer.claim.id);
    if (label === undefined) throw new Error(`no label for claim ${answer.claim.id}`);
    return {
      answer,
      isSupported: label.verdict === 'supported',
      labelClass: label.reason,
      expectation: expectations.tables[label.reason] ?? null,
      isVerified: answer.verdict?.status === 'verified',
    };
  });
  const supported = scored.filter((one) => one.isSupported);
  const unsupported = scored.filter((one) => !one.isSupported);
  const recalled = countOf(supported, (one) => one.isVerified);
  const falselyVerified = countOf(unsupported, (one) => one.isVerified);
  const accused = countOf(supported, isAccused);
  const unanswered = countOf(scored, (one) => one.answer.verdict === null) + run.surplus;
  return {
    set: 'tables',
    tables: [
      {
        title: 'tables: all',
        head: ['claims', 'supported recall', 'accused', 'false verified'],
        rows: [
          [
            String(scored.length),
            share(recalled, supported.length),
            share(accused, supported.length),
            share(falselyVerified, unsupported.length),
          ],
        ],
      },
      {
        title: 'tables: unsupported claims by class',
        head: ['class', 'claims', 'false verified', 'right reason'],
        rows: [...groupBy(unsupported, (one) => one.labelClass)].map(([name, ones]) => [
          name,
          String(ones.length),
          String(countOf(ones, (one) => one.isVerified)),
          percent(countOf(ones, isReasonRight), ones.length),
        ]),
      },
    ],
    targets: [
      none('tables: claims without exactly one verdict', unanswered, scored.length),
      none('tables: false verified', falselyVerified, unsupported.length),
    ],
    misses: scored.flatMap(missOf),
    figures: {
      claims: scored.length,
      supported: supported.length,
      supported_verified: recalled,
      supported_accused: accused,
      unsupported: unsupported.length,
      false_verified: falselyVerified,
    },
  };
}

function isAccused(one: Scored): boolean {
  const status = one.answer.verdict?.status;
  return one.isSupported && (status === 'mismatch' || status === 'not_found');
}

function isReasonRight(one: Scored): boolean {
  return one.expectation !== null && hasRightReason(one.expectation, one.answer.verdict);
}

function missOf(one: Scored): readonly Miss[] {
  const category = categoryOf(one);
  if (category === null) return [];
  const expected = one.isSupported ? 'verified' : (one.expectation?.reasons.join(' | ') ?? 'any');
  return [describeMiss(one.answer, category, one.labelClass, expected)];
}

function categoryOf(one: Scored): string | null {
  if (one.isSupported) {
    if (one.isVerified) return null;
    return isAccused(one) ? '2 supported, accused' : '3 supported, limited';
  }
  if (one.isVerified) return '1 false verified';
  return isReasonRight(one) || one.expectation === null ? null : '4 other reason';
}
