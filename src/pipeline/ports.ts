import type { Claim } from '../contracts/claim.ts';
import type { EnvelopeHead } from '../contracts/envelope.ts';
import type { Digest } from '../contracts/fingerprint.ts';
import type { DocumentGrounding, LabelMap } from '../evidence/grounding.ts';
import type { LocatedSource, ReadFailure, StoredPage } from '../evidence/ports.ts';
import type { Finding } from '../verification/finding.ts';
import type { NearbyEvidence } from '../verification/repair/nearby.ts';

/** A claim with the head of its envelope: all that verification is told of the request. */
export interface PlacedClaim {
  /** Position of the envelope in the run and of the claim in the envelope: the claim's key. */
  readonly envelope_index: number;
  readonly claim_index: number;
  readonly head: EnvelopeHead;
  readonly claim: Claim;
}

/** Where a source was found, or why not. */
export type SourceResolution =
  | { readonly outcome: 'located'; readonly source: LocatedSource }
  | {
      readonly outcome: 'failed';
      readonly reason:
        | 'source_not_authorized'
        | 'source_missing'
        | 'source_ambiguous'
        | 'locator_conflict'
        | ReadFailure['reason'];
      readonly detail: string;
    };

/** Finds documents under the allowed roots and fingerprints them. Never throws for a missing file. */
export interface SourceResolver {
  readonly resolve: (sourceId: string, document: string | null) => Promise<SourceResolution>;
}

/**
 * Runs the pure part of verification off the main loop. `pages` are the cited pages of `claims`
 * as far as they could be read; findings come back in the order of `claims`.
 */
export interface ClaimChecker {
  readonly check: (task: CheckTask) => Promise<readonly Finding[]>;
  /** Looks for the evidence of failed claims on `pages`; feeds repair only. */
  readonly search: (task: SearchTask) => Promise<readonly NearbyEvidence[][]>;
  /** Reads the labels printed on the given pages and joins them with the dictionary's. */
  readonly mapLabels: (
    document: DocumentGrounding,
    pages: readonly StoredPage[],
    unread: readonly number[],
  ) => Promise<LabelMap>;
}

export interface CheckTask {
  readonly document: DocumentGrounding;
  readonly labels: LabelMap | null;
  readonly claims: readonly PlacedClaim[];
  readonly pages: readonly StoredPage[];
}

export interface SearchTask {
  readonly document: DocumentGrounding;
  readonly labels: LabelMap | null;
  readonly claims: readonly PlacedClaim[];
  readonly pages: readonly StoredPage[];
}

/** Page readings and label maps, kept by fingerprint and reader profile. */
export interface GroundingStore {
  readonly document: (fingerprint: Digest, profile: Digest) => Promise<DocumentGrounding | null>;
  readonly keepDocument: (document: DocumentGrounding) => Promise<void>;
  readonly pages: (
    fingerprint: Digest,
    profile: Digest,
    pageIndices: readonly number[],
  ) => Promise<readonly StoredPage[]>;
  readonly keepPages: (
    fingerprint: Digest,
    profile: Digest,
    pages: readonly StoredPage[],
  ) => Promise<void>;
  readonly labels: (fingerprint: Digest, profile: Digest) => Promise<LabelMap | null>;
  readonly keepLabels: (fingerprint: Digest, profile: Digest, labels: LabelMap) => Promise<void>;
}
