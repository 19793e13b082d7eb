import type { KindRule } from '../kind.ts';

/** The page exists, carries the label, and holds any target given: all settled by the gates. */
export const pageKind: KindRule<'page'> = {
  kind: 'page',
  is_decided: true,
  is_searchable: false,
  find: () => null,
  compare: (claim, target) => ({
    outcome: 'match',
    match_method: claim.page_label === undefined ? 'page_exists' : 'page_label',
    evidence: null,
    occurrences: 1,
    limitations: target.page.degraded.length > 0 ? ['degraded_parse'] : [],
  }),
};
