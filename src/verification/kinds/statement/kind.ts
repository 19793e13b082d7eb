import type { KindRule } from '../kind.ts';

/** Not decided yet: the capability table answers before a comparison is reached. */
export const statementKind: KindRule<'statement'> = {
  kind: 'statement',
  is_decided: false,
  is_searchable: false,
  find: () => null,
  compare: () => ({
    outcome: 'fail',
    reason: 'unsupported_claim_kind',
    evidence: null,
    limitations: [],
    is_absent: false,
  }),
};
