import type { Limitation } from '../../src/contracts/limitation.ts';
import type { Reason, Status } from '../../src/contracts/reason.ts';
import type { Proposal } from '../../src/contracts/repair.ts';
import type { MatchMethod } from '../../src/contracts/verdict.ts';

/** One claim on one made document, with the verdict that the document's recipe demands. */
export interface MatrixCase {
  /** A sentence that says what is being tried. */
  readonly title: string;
  /** The file to check, or null where there is none. Cases share documents by identity. */
  readonly document: MatrixDocument | null;
  /** Raw on purpose: some of the cases are not valid claims. */
  readonly claim: Readonly<Record<string, unknown>>;
  /** Instead of the source id and the fingerprint that the document has. */
  readonly head?: {
    readonly source_id?: string;
    /** Null: left out of the envelope. */
    readonly document_fingerprint?: string | null;
    readonly document?: string;
  };
  /** Further files that lie beside the document, by name. */
  readonly beside?: Readonly<Record<string, Uint8Array>>;
  readonly expected: Expected;
}

export interface MatrixDocument {
  readonly bytes: Uint8Array;
  /** With its dot; default `.pdf`. */
  readonly extension?: string;
}

/** `verified`, or the reason why not: a reason has one status. */
export type Outcome = 'verified' | Reason;

export interface Expected {
  /** Any of these is right. */
  readonly outcomes: readonly Outcome[];
  /** Statuses that would harm a user. `verified` is among them unless it is an outcome. */
  readonly never: readonly Status[];
  readonly match_methods?: readonly MatchMethod[];
  readonly actions?: readonly Proposal['action'][];
  /** Zero-based page that a `repoint` must name. */
  readonly repoint_to?: number;
  readonly scope?: 'window' | 'document';
  /** Zero-based page that the evidence must lie on. */
  readonly evidence_page?: number;
  /** White space apart. */
  readonly evidence_text?: string;
  readonly occurrences?: number;
  readonly limitations?: readonly Limitation[];
  /** What the verdict must say of the number it found, after scale. */
  readonly observed_value?: string;
}

export interface MatrixRow {
  readonly name: string;
  readonly cases: () => readonly MatrixCase[];
}

/** A claim that holds; it must not be accused. */
export function holds(more: Omit<Expected, 'outcomes' | 'never'> = {}): Expected {
  return { outcomes: ['verified'], never: ACCUSATIONS, actions: ['keep'], ...more };
}

/** A claim that does not hold, for one of the reasons; it must not be verified. */
export function fails(
  outcomes: readonly Reason[],
  more: Omit<Expected, 'outcomes' | 'never'> = {},
): Expected {
  return { outcomes, never: ['verified'], ...more };
}

/** A claim that cannot be settled: neither verified nor accused. */
export function limits(
  outcomes: readonly Reason[],
  more: Omit<Expected, 'outcomes' | 'never'> = {},
): Expected {
  return { outcomes, never: ['verified', ...ACCUSATIONS], ...more };
}

/** Words differ, and the page shows what stands there instead. */
export const DIFFERS: readonly Reason[] = ['text_mismatch', 'text_partially_present'];

const ACCUSATIONS: readonly Status[] = ['mismatch', 'not_found'];
