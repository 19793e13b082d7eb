import type { Reason, Status } from '../../src/contracts/reason.ts';
import type { Report } from './build.ts';

/** The two editions of the report, with the fingerprints that name them. */
export interface Editions {
  readonly first: Report;
  readonly first_fingerprint: string;
  readonly revised: Report;
  readonly revised_fingerprint: string;
}

/** A claim as it is written to the file, and the verdict that a careful reader gives it. */
export interface Example {
  /** Raw on purpose: some of the examples are not valid claims. */
  readonly claim: Readonly<Record<string, unknown>>;
  readonly status: Status;
  /** Any of these is right; empty for `verified`. */
  readonly reasons: readonly Reason[];
  /** Zero-based page that the repair proposal should name, if it should name one. */
  readonly repoint_to?: number;
  /** One sentence for the reader of the list. */
  readonly why: string;
}

export interface ExampleEnvelope {
  readonly head: Readonly<Record<string, unknown>>;
  readonly examples: readonly Example[];
}

export function right(claim: Example['claim'], why: string): Example {
  return { claim, status: 'verified', reasons: [], why };
}

export function wrong(
  claim: Example['claim'],
  status: Status,
  reasons: readonly Reason[],
  why: string,
  repointTo?: number,
): Example {
  const example = { claim, status, reasons, why };
  return repointTo === undefined ? example : { ...example, repoint_to: repointTo };
}
