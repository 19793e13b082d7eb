import { evidenceOf } from '../../evidence.ts';
import type { KindRule } from '../kind.ts';

/** The located element or region exists and holds something that a reader can see. */
export const presenceKind: KindRule<'presence'> = {
  kind: 'presence',
  is_decided: true,
  is_searchable: false,
  find: () => null,
  compare: (claim, target) => {
    if (target.within.length > 0 || claim.bbox === undefined) {
      return {
        outcome: 'match',
        match_method: target.is_bounded ? 'element_exists' : 'page_exists',
        evidence:
          target.within.length > 0 && target.is_bounded ? evidenceOf(target, target.within) : null,
        occurrences: 1,
        limitations: target.page.degraded.length > 0 ? ['degraded_parse'] : [],
      };
    }
    return {
      outcome: 'fail',
      reason: target.page.picture_share > 0 ? 'no_ocr' : 'region_empty',
      evidence: null,
      limitations: [],
      is_absent: false,
    };
  },
};
