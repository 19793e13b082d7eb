import { z } from 'zod';
import type { Answer } from './product.ts';
import type { Miss } from './score.ts';

const pageSchema = z.number().nullable().catch(null);

/** A miss with everything a person needs to look at the page. */
export function describeMiss(
  answer: Answer,
  category: string,
  label: string,
  expected: string,
): Miss {
  const { claim, verdict } = answer;
  const failed = verdict?.checks.find((check) => check.outcome === 'fail');
  const page = verdict?.proposal.page_index;
  return {
    category,
    id: claim.id,
    document: answer.source_id,
    page_index: pageSchema.parse(claim['page_index']),
    kind: claim.kind,
    label,
    status: verdict?.status ?? 'none',
    reason: verdict?.reason ?? null,
    proposal:
      verdict === null ? null : `${verdict.proposal.action}${page === undefined ? '' : ` ${page}`}`,
    detail: failed?.detail ?? null,
    expected,
    claim,
    evidence: verdict?.evidence?.text ?? null,
  };
}
