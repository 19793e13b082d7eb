import type { Check } from '../../contracts/check.ts';
import type { CropRecord } from '../../contracts/crop.ts';
import type { Status } from '../../contracts/reason.ts';
import type { Proposal } from '../../contracts/repair.ts';
import type { RunState } from '../../contracts/report.ts';
import type { ReleaseDecision, Verdict } from '../../contracts/verdict.ts';

/**
 * What the review page is told. The report writes it as JSON, the code of the page reads it; both
 * sides are typed by this file. Everything that is a text may come from a document or a producer:
 * it is data wherever it goes, never markup.
 */

/** What the list and the filters need of one claim. */
export interface PageRow {
  /** `3.0`: zero-based positions of the envelope in the run and of the claim in the envelope. */
  readonly key: string;
  readonly claim_id: string | null;
  readonly request_id: string | null;
  readonly source_id: string | null;
  readonly kind: string | null;
  readonly status: Status;
  readonly reason: string | null;
  readonly action: Proposal['action'];
  readonly release: ReleaseDecision;
  readonly limitations: readonly string[];
  /** What is claimed, shortened to one line. */
  readonly title: string;
  /** `page_index 17, printed 18` of the citation; empty if it names no page. */
  readonly place: string;
  /** SHA-256 of the claim's line in `verdicts.jsonl`, without its line end. */
  readonly verdict_sha256: string;
}

/** What the page shows of one claim beside its row; read only when the claim is shown or searched. */
export interface PageDetail {
  readonly comparison: PageComparison;
  readonly checks: readonly Check[];
  readonly match_method: Verdict['match_method'];
  readonly assurance: Verdict['assurance'];
  readonly occurrences: number;
  readonly proposal: PageProposal;
  readonly crops: readonly PageCrop[];
  /** The citation as it came in: one row a field. */
  readonly citation: readonly PageField[];
  /** Digests, offsets, profiles: what a person copies rather than reads. */
  readonly identity: readonly PageField[];
  /** Where the claim came in, for one that could not be read: `envelopes.jsonl, line 3`. */
  readonly input: string | null;
  /** The producer's own data as indented JSON. */
  readonly metadata: string | null;
}

export interface PageField {
  readonly name: string;
  readonly value: string;
}

/** The claim beside the document. */
export interface PageComparison {
  /** The text that the claim expects; null if it expects none. */
  readonly expected: string | null;
  readonly found: PageFound | null;
  /** Both texts once more, cut where marks begin and end; null where there is nothing to mark. */
  readonly marks: {
    readonly expected: readonly PageMark[];
    readonly found: readonly PageMark[];
  } | null;
  /** Numbers, units, labels and pages, one row a field. */
  readonly fields: readonly PageComparedField[];
}

/** A piece of a text; the other text lacks its words if `is_only`. */
export interface PageMark {
  readonly text: string;
  readonly is_only: boolean;
}

/** Text of the document; `on` says whether it stands on the cited page or only on the proposed one. */
export interface PageFound {
  readonly on: 'cited' | 'proposed';
  readonly place: string;
  readonly text: string;
}

export interface PageComparedField {
  readonly name: string;
  readonly expected: string | null;
  readonly found: string | null;
  /** Whether the reason of the verdict speaks of this field. */
  readonly at_issue: boolean;
}

export interface PageProposal {
  readonly action: Proposal['action'];
  /** One sentence. */
  readonly sentence: string;
  /** Where the evidence stands and its text; only for `repoint`. */
  readonly place: string | null;
  readonly text: string | null;
}

export interface PageCrop {
  readonly role: CropRecord['role'];
  /** Relative to the report. */
  readonly file: string;
  readonly place: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** One row of the tables of reasons and limitations that the page explains its codes with. */
export interface PageReason {
  readonly sentence: string;
  readonly remedy: string;
}

/** What the page is told of the run as a whole. */
export interface PageFacts {
  readonly run_id: string;
  readonly state: RunState;
  /** ISO 8601, UTC; null for a run that has not ended. */
  readonly finished_at: string | null;
  readonly claims: number;
  /** Claims of the run that this page leaves out, by what they were. */
  readonly left_out: { readonly verified: number; readonly other: number };
  readonly is_redacted: boolean;
  /** Pictures in the whole run, and those of verified claims. */
  readonly crops: { readonly all: number; readonly verified: number };
  /** Statuses in the order in which they are shown. */
  readonly statuses: readonly Status[];
  readonly reasons: Readonly<Record<string, PageReason>>;
  readonly limitations: Readonly<Record<string, string>>;
  /** What the machine caused rather than the evidence, by key of the claim. */
  readonly machine_outcomes: Readonly<Record<string, string>>;
  readonly run_fields: readonly PageField[];
}
