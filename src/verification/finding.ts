import type { Check } from '../contracts/check.ts';
import type { Evidence } from '../contracts/evidence.ts';
import type { Limitation } from '../contracts/limitation.ts';
import type { Reason, Status } from '../contracts/reason.ts';
import type { Difference, MatchMethod, Observed } from '../contracts/verdict.ts';
import type {
  DocumentGrounding,
  LabelMap,
  PageGrounding,
  TextSpan,
} from '../evidence/grounding.ts';

/** The resolved target of a claim: what of the cited page the comparison may look at. */
export interface Target {
  readonly document: DocumentGrounding;
  readonly page: PageGrounding;
  /** The label the claim was resolved by, or the page's first known one; for the evidence. */
  readonly page_label: string | null;
  /**
   * Parts of the page's text that all locators leave, in order, without overlap. The whole page is
   * one span over all of `page.text`; an empty list means that no text is left.
   */
  readonly within: readonly TextSpan[];
  /** Whether an element, table or region narrows the target to less than the page. */
  readonly is_bounded: boolean;
  /** The page after `page`, only where the claim says by `page_index_end` that the quote runs on. */
  readonly next: PageGrounding | null;
}

/** The evidence stands in the target. */
export interface Match {
  readonly outcome: 'match';
  readonly match_method: MatchMethod;
  readonly evidence: Evidence | null;
  readonly observed?: Observed;
  /** How often the evidence stands in the target; at least 1. */
  readonly occurrences: number;
  readonly limitations: readonly Limitation[];
  readonly detail?: string;
}

/** The evidence does not stand in the target, or that cannot be told. */
export interface Failure {
  readonly outcome: 'fail';
  readonly reason: Reason;
  /** What stands at the resolved target instead, or null. */
  readonly evidence: Evidence | null;
  readonly observed?: Observed;
  readonly difference?: readonly Difference[];
  readonly limitations: readonly Limitation[];
  readonly detail?: string;
  /**
   * Whether the evidence is absent from the target, so that other places may be searched for it.
   * False where the target settles the claim (a wrong sign) or cannot (a limit).
   */
  readonly is_absent: boolean;
}

/** What a kind's comparison says of one target. */
export type Comparison = Match | Failure;

/** The outcome for one claim on its cited page, before another page was looked at. */
export interface Finding {
  readonly status: Status;
  readonly reason: Reason | null;
  readonly match_method: MatchMethod | null;
  readonly evidence: Evidence | null;
  readonly observed: Observed | null;
  readonly difference: readonly Difference[] | null;
  readonly occurrences: number;
  readonly limitations: readonly Limitation[];
  readonly checks: readonly Check[];
  /**
   * Whether other places may be searched for the evidence: the comparison found it absent, or no
   * page to compare with was found. See `refineAbsence`.
   */
  readonly is_absent: boolean;
}

/** What a verdict may rest on: the document, its labels if asked for, and the cited pages alone. */
export interface CitedGrounding {
  readonly document: DocumentGrounding;
  readonly labels: LabelMap | null;
  /** Only pages that `citedPages` names. */
  readonly pages: ReadonlyMap<number, PageGrounding>;
}
