import type { Claim } from '../contracts/claim.ts';
import type { CropRecord } from '../contracts/crop.ts';
import type { ClaimEntry, EnvelopeEntry, EnvelopeHead, InputPlace } from '../contracts/envelope.ts';
import type { Digest } from '../contracts/fingerprint.ts';
import type { IngestOutcome, SourceFailureReason } from '../contracts/job.ts';
import type { MachineOutcome, RunState, Summary } from '../contracts/report.ts';
import type { Verdict } from '../contracts/verdict.ts';
import type { DocumentGrounding, LabelMap } from '../evidence/grounding.ts';
import type { LocatedSource, PageGeometry, StoredPage } from '../evidence/ports.ts';
import type { RawPageText, SightQuery } from '../evidence/rendering.ts';
import type { Finding } from '../verification/finding.ts';
import type { NearbyEvidence } from '../verification/repair/nearby.ts';
import type { CounterAmounts } from './counters.ts';

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
      readonly reason: SourceFailureReason;
      readonly detail: string;
    };

/** Finds documents under the allowed roots and fingerprints them. Never throws for a missing file. */
export interface SourceResolver {
  readonly resolve: (sourceId: string, document: string | null) => Promise<SourceResolution>;
}

/**
 * Runs the pure part of verification off the main loop. `pages` are the cited pages of `claims`
 * as far as they could be read; findings come back in the order of `claims`. Each call fails as
 * `thread_stalled` or `thread_crashed`.
 */
export interface ClaimChecker {
  readonly check: (task: CheckTask) => Promise<readonly CheckedClaim[]>;
  /**
   * For each claim the pages, ascending, that may hold its evidence by their raw texts: all others
   * surely do not.
   */
  readonly narrow: (task: NarrowTask) => Promise<readonly (readonly number[])[]>;
  /** Looks for the evidence of failed claims on `pages`; feeds repair only. */
  readonly search: (task: SearchTask) => Promise<readonly NearbyEvidence[][]>;
  /** Reads the labels printed on the given pages and joins them with the dictionary's. */
  readonly mapLabels: (
    document: DocumentGrounding,
    pages: readonly StoredPage[],
    unread: readonly number[],
  ) => Promise<LabelMap>;
}

/** A claim decided by its cited pages, and what their picture must show before it may stand. */
export interface CheckedClaim {
  readonly finding: Finding;
  /** One for each page that the evidence lies on; empty where nothing need be seen. */
  readonly sight: readonly SightQuery[];
}

export interface CheckTask {
  readonly document: DocumentGrounding;
  readonly labels: LabelMap | null;
  readonly claims: readonly PlacedClaim[];
  readonly pages: readonly StoredPage[];
}

export interface NarrowTask {
  readonly document: DocumentGrounding;
  readonly labels: LabelMap | null;
  readonly claims: readonly PlacedClaim[];
  readonly pages: readonly RawPageText[];
}

export interface SearchTask {
  readonly document: DocumentGrounding;
  readonly labels: LabelMap | null;
  readonly claims: readonly PlacedClaim[];
  /** For each claim the page indices it is searched on; it sees no other of `pages`. */
  readonly reach: readonly (readonly number[])[];
  readonly pages: readonly StoredPage[];
}

/** Page readings and label maps, kept by fingerprint and reader profile. */
export interface GroundingStore {
  readonly document: (fingerprint: Digest, profile: Digest) => Promise<DocumentGrounding | null>;
  /** Which of the given pages are not kept yet, ascending. */
  readonly missingPages: (
    fingerprint: Digest,
    profile: Digest,
    pageIndices: readonly number[],
  ) => Promise<readonly number[]>;
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
  /** How the given pages are displayed, as far as their readings are kept. */
  readonly geometries: (
    fingerprint: Digest,
    profile: Digest,
    pageIndices: readonly number[],
  ) => Promise<ReadonlyMap<number, PageGeometry>>;
  readonly labels: (fingerprint: Digest, profile: Digest) => Promise<LabelMap | null>;
  readonly keepLabels: (fingerprint: Digest, profile: Digest, labels: LabelMap) => Promise<void>;
  /** Raw texts by fingerprint and profile of the renderer, as far as they are kept. */
  readonly rawPages: (
    fingerprint: Digest,
    profile: Digest,
    pageIndices: readonly number[],
  ) => Promise<readonly RawPageText[]>;
  readonly keepRawPages: (
    fingerprint: Digest,
    profile: Digest,
    pages: readonly RawPageText[],
  ) => Promise<void>;
}

/** Time, so that tests can hold it still. `sleep` ends early, without failing, when `signal` aborts. */
export interface Clock {
  readonly nowMs: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** One input file as the summary names it. */
export type RunInput = Summary['inputs'][number];

/** One batch of envelopes verified under one verification profile. Times are Unix milliseconds. */
export interface RunRecord {
  readonly run_id: string;
  /** Digest of the profile and of every envelope in order; null while the plan is being written. */
  readonly plan_digest: Digest | null;
  /** The verification profile; work of another profile never touches this run. */
  readonly profile: Digest;
  /**
   * Names the workers that may do it: those of the same versions and limits. Empty for a run that the
   * process which planned it does itself.
   */
  readonly engine: string;
  readonly state: RunState;
  /** What the engine needs to take the run up again; JSON, opaque to the pipeline. */
  readonly settings: unknown;
  readonly inputs: readonly RunInput[];
  readonly envelope_count: number;
  readonly readable_envelope_count: number;
  readonly claim_count: number;
  readonly source_count: number;
  readonly created_ms: number;
  readonly started_ms: number | null;
  readonly finished_ms: number | null;
  readonly report_digest: Digest | null;
  /** Code of the error that failed the run. */
  readonly failure: string | null;
}

/** A claim's key: position of its envelope in the run and of the claim in the envelope. */
export interface ClaimKey {
  readonly envelope_index: number;
  readonly claim_index: number;
}

/** One claim of a run as it came in, with what surrounds it. */
export interface PlannedClaim extends ClaimKey {
  readonly place: InputPlace;
  /** Null only where no envelope could be read; then `entry` is not readable. */
  readonly head: EnvelopeHead | null;
  readonly entry: ClaimEntry;
}

/** One source of a run: all claims that name the same document in the same way. */
export interface PlannedSource {
  readonly source_index: number;
  /** Null for the claims that could not be read: they need no document. */
  readonly request: SourceRequest | null;
  readonly shard_count: number;
  /** Null until the source was ingested. */
  readonly outcome: IngestOutcome | null;
}

export interface SourceRequest {
  readonly source_id: string;
  readonly document: string | null;
}

/** `ingest` reads one source; `verify` checks one shard of its claims; `report` ends the run. */
export type WorkKind = 'ingest' | 'verify' | 'report';

/** One piece of work, held under a lease. Its key: run, kind, source and shard. */
export interface WorkItem {
  readonly run_id: string;
  readonly kind: WorkKind;
  readonly source_index: number;
  readonly shard: number;
  /** Grows each time the item is given back, so that a late holder cannot finish it. */
  readonly generation: number;
  /** How often it was taken, this time included. */
  readonly attempts: number;
  /** How many attempts ended because the worker was never heard of again. */
  readonly losses: number;
  /** How many of the losses it had alone, so that no other item of the same worker can have caused them. */
  readonly strikes: number;
  readonly owner: string;
}

/** A verdict to keep; `machine` where the machine caused it rather than the evidence. */
export interface DecidedClaim extends ClaimKey {
  readonly verdict: Verdict;
  readonly machine: { readonly attempts: number; readonly detail: string } | null;
  readonly crops: readonly CropRecord[];
}

/**
 * Runs, their plan and their verdicts. Every `finish…` keeps its results and ends the item in one
 * transaction; it fails as `lease_lost`, keeping nothing, if the item was given to somebody else.
 */
export interface RunStore {
  readonly createRun: (run: NewRun) => Promise<void>;
  /** Adds envelopes, their claims and the work for them, in one transaction. */
  readonly appendPlan: (
    runId: string,
    envelopes: readonly PlannedEnvelope[],
    shardClaimsMax: number,
  ) => Promise<void>;
  /** Ends the plan; from here on the run can be worked on. */
  readonly sealPlan: (
    runId: string,
    planDigest: Digest,
    inputs: readonly RunInput[],
  ) => Promise<void>;
  /** Forgets a plan that was never sealed, so that it can be written anew. */
  readonly dropPlan: (runId: string) => Promise<void>;
  readonly run: (runId: string) => Promise<RunRecord | null>;
  /** All runs, latest first. */
  readonly runs: () => Promise<readonly RunRecord[]>;
  /** Compare and set: false, changing nothing, unless the state is one of `from`. */
  readonly changeState: (
    runId: string,
    from: readonly RunState[],
    to: RunState,
    at: { readonly now_ms: number; readonly failure?: string },
  ) => Promise<boolean>;
  readonly addCounters: (runId: string, amounts: CounterAmounts) => Promise<void>;
  readonly counters: (runId: string) => Promise<CounterAmounts>;
  readonly source: (runId: string, sourceIndex: number) => Promise<PlannedSource | null>;
  /** Claims of one shard in input order; the shards of a source are in input order, too. */
  readonly shardClaims: (
    runId: string,
    sourceIndex: number,
    shard: number,
  ) => Promise<readonly PlannedClaim[]>;
  /**
   * @param end `settled`: verdicts of all claims of the source, whose shards end together with the
   * item and are never handed out; null where they are to be verified.
   */
  readonly finishIngest: (
    item: WorkItem,
    end: { readonly outcome: IngestOutcome; readonly settled: readonly DecidedClaim[] | null },
    amounts: CounterAmounts,
  ) => Promise<void>;
  readonly finishVerify: (
    item: WorkItem,
    decided: readonly DecidedClaim[],
    amounts: CounterAmounts,
  ) => Promise<void>;
  readonly finishReport: (
    item: WorkItem,
    end: { readonly state: RunState; readonly digest: Digest | null; readonly now_ms: number },
    amounts: CounterAmounts,
  ) => Promise<void>;
  /** Decided claims in input order, `countMax` at a time, those after `after`. */
  readonly entries: (
    runId: string,
    after: ClaimKey | null,
    countMax: number,
  ) => Promise<readonly ReportEntry[]>;
  /** In input order. */
  readonly machineOutcomes: (runId: string) => Promise<readonly MachineOutcome[]>;
}

export interface NewRun {
  readonly run_id: string;
  readonly profile: Digest;
  readonly engine: string;
  readonly settings: unknown;
  readonly created_ms: number;
}

export interface PlannedEnvelope {
  readonly envelope_index: number;
  readonly entry: EnvelopeEntry;
}

/** The list of work in the store, the only truth about what is done. Engines merely dispatch it. */
export interface WorkLedger {
  /** Takes ready items of a running, sealed run under a lease: `kinds` in order, then by position. */
  readonly take: (request: {
    readonly run_id: string;
    readonly profile: Digest;
    readonly kinds: readonly WorkKind[];
    readonly owner: string;
    readonly now_ms: number;
    readonly lease_until_ms: number;
    readonly count_max: number;
  }) => Promise<readonly WorkItem[]>;
  /**
   * Extends the leases of items that `owner` has at hand, and of no others: the store may count an item as
   * its own that it never heard it was given, or has given back in vain.
   */
  readonly renew: (owner: string, held: readonly WorkItem[], leaseUntilMs: number) => Promise<void>;
  /** Gives an item back to be taken again, not before the given time. */
  readonly giveBack: (
    item: WorkItem,
    notBeforeMs: number,
    failure: {
      readonly code: string;
      /** False where nothing of the item is to blame: then this try does not count. */
      readonly is_try: boolean;
    },
  ) => Promise<void>;
  /** From when on the next ready item may be taken; null if none is ready or the run not running. */
  readonly nextReadyMs: (runId: string) => Promise<number | null>;
  /** Returns items whose lease has run out; the lease of a dead process when it surely is dead. */
  readonly reclaim: (request: {
    readonly run_id: string;
    readonly now_ms: number;
    /**
     * Nobody else works on this store, so that every lease is a dead one. Attempts begin anew:
     * who takes a run up again by hand asks for another try, and a killed process is no evidence.
     */
    readonly is_alone: boolean;
  }) => Promise<number>;
}

/** Does one item. Throws `PipelineError`; a retryable one gives the item back. */
export type Processor = (item: WorkItem) => Promise<void>;

/** Dispatches the ledger's work to processors. */
export interface JobQueue {
  /** Kinds that are registered first are taken first. */
  readonly process: (
    kind: WorkKind,
    processor: Processor,
    options: { readonly concurrency: number },
  ) => void;
  /**
   * Works until nothing of the run is left to be taken, because all is done or the run no longer
   * running, or until `signal` aborts; the items at hand are finished first. Fails with the first
   * error that cannot be retried.
   */
  readonly drain: (runId: string, profile: Digest, signal: AbortSignal) => Promise<void>;
}

/** What a report states beside the verdicts. The pipeline makes it when all verdicts are written. */
export interface ReportFacts {
  /** As it will be kept: `state` and `finished_ms` are those of the end. */
  readonly run: RunRecord;
  readonly counters: CounterAmounts;
  /** In input order. */
  readonly machine_outcomes: readonly MachineOutcome[];
}

/** One claim as a report shows it: the verdict, what was expected, and its pictures. */
export interface ReportEntry extends ClaimKey {
  readonly verdict: Verdict;
  /** Null for a claim that could not be read. */
  readonly claim: Claim | null;
  readonly crops: readonly CropRecord[];
}

/** Where a report goes; each `open` begins it anew. */
export interface ReportSink {
  readonly open: () => Promise<ReportWriter>;
}

export interface ReportWriter {
  /** Takes the claims one by one, in input order. */
  readonly write: (entry: ReportEntry) => Promise<void>;
  /**
   * Puts the report in its place, whole or not at all.
   * @returns the digest of what must be the same in every run over the same inputs.
   */
  readonly finish: (facts: ReportFacts) => Promise<Digest>;
  /** Leaves no trace of the report. */
  readonly abandon: () => Promise<void>;
}
