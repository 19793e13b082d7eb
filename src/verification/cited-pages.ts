import type { Claim } from '../contracts/claim.ts';
import type { DocumentGrounding, LabelMap } from '../evidence/grounding.ts';
import { resolvePage } from './gates/page.ts';

/** Whether the claim can be settled only with the label map of its document. */
export function needsLabels(claim: Claim): boolean {
  return claim.page_label !== undefined;
}

/** The pages whose groundings the claim's verdict needs, ascending; none where no page resolves. */
export function citedPages(
  claim: Claim,
  document: DocumentGrounding,
  labels: LabelMap | null,
): readonly number[] {
  const page = resolvePage(claim, document, labels);
  if (page.outcome === 'failed') return [];
  return page.next_index === null ? [page.page_index] : [page.page_index, page.next_index];
}
