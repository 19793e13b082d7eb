import type { CropRecord } from '../contracts/crop.ts';
import type { Digest } from '../contracts/fingerprint.ts';
import type { IngestOutcome } from '../contracts/job.ts';
import { invariant } from '../evidence/invariant.ts';
import type { Finding } from '../verification/finding.ts';
import { assembleVerdict } from '../verification/verdict.ts';
import {
  findInvalid,
  findSourceFailure,
  findStale,
  findUnreadable,
} from '../verification/verify-claim.ts';
import { placedOf } from './claim-needs.ts';
import { keptFindings } from './kept-findings.ts';
import type { KeptFinding } from './kept-ports.ts';
import type { PipelineParts } from './parts.ts';
import type { DecidedClaim, PlacedClaim, PlannedClaim } from './ports.ts';

/** How one claim ended; `machine_detail`: why the machine caused it, or null. */
export interface Ending extends KeptFinding {
  readonly machine_detail: string | null;
}

/** The claims of one shard by what they need to end. */
export interface SortedClaims {
  readonly planned: readonly PlannedClaim[];
  /** Those that are not judged by the document: not readable, stale, or its source failed. */
  readonly early: ReadonlyMap<PlannedClaim, Ending>;
  /** All others. */
  readonly current: ReadonlyMap<PlannedClaim, PlacedClaim>;
  /** Of the current ones, those whose outcome an earlier run kept. */
  readonly kept: ReadonlyMap<PlacedClaim, KeptFinding>;
  /** Of the current ones, those that are to be decided: only these need their document read. */
  readonly fresh: readonly PlacedClaim[];
}

/** Sorts the claims of a shard. `outcome`: what became of their source; null if they need none. */
export async function sortClaims(
  parts: PipelineParts,
  planned: readonly PlannedClaim[],
  outcome: IngestOutcome | null,
): Promise<SortedClaims> {
  const early = new Map<PlannedClaim, Ending>();
  const current = new Map<PlannedClaim, PlacedClaim>();
  for (const claim of planned) {
    const ending = endEarly(parts, claim, outcome);
    const placed = placedOf(claim);
    if (ending !== null) early.set(claim, ending);
    else if (placed !== null) current.set(claim, placed);
  }
  const placed = [...current.values()];
  const kept =
    outcome?.outcome === 'read'
      ? await keptFindings(parts, outcome.fingerprint, placed)
      : new Map<PlacedClaim, KeptFinding>();
  return { planned, early, current, kept, fresh: placed.filter((claim) => !kept.has(claim)) };
}

/** The claims of a shard with their verdicts. `decided`: how the fresh ones ended. */
export function decidedClaims(
  parts: PipelineParts,
  outcome: IngestOutcome | null,
  sorted: SortedClaims,
  decided: ReadonlyMap<PlacedClaim, Ending>,
  crops: ReadonlyMap<PlacedClaim, readonly CropRecord[]>,
): readonly DecidedClaim[] {
  const observed = outcome === null ? null : observedOf(outcome);
  return sorted.planned.map((claim) => {
    const placed = sorted.current.get(claim);
    const kept = placed === undefined ? undefined : sorted.kept.get(placed);
    const fresh = placed === undefined ? undefined : decided.get(placed);
    const machine_detail = (sorted.early.get(claim) ?? fresh)?.machine_detail ?? null;
    const ending = sorted.early.get(claim) ?? kept ?? fresh;
    invariant(ending !== undefined, 'every claim of a shard ends');
    const { finding, proposal } = ending;
    return {
      envelope_index: claim.envelope_index,
      claim_index: claim.claim_index,
      verdict: assembleVerdict({
        head: claim.head,
        entry: claim.entry,
        place: claim.place,
        finding,
        proposal,
        profile: parts.profile,
        observed_fingerprint: claim.entry.readable ? observed : null,
        decideRelease: parts.decideRelease,
      }),
      machine: machine_detail === null ? null : { attempts: 2, detail: machine_detail },
      crops: placed === undefined ? [] : (crops.get(placed) ?? []),
    };
  });
}

/** How a claim ends that is not judged by its document; null if it is. */
function endEarly(
  parts: PipelineParts,
  claim: PlannedClaim,
  outcome: IngestOutcome | null,
): Ending | null {
  if (!claim.entry.readable) return flagged(findInvalid(claim.entry.problem));
  invariant(claim.head !== null, 'a readable claim has an envelope');
  invariant(outcome !== null, 'a source is ingested before its claims are verified');
  const observed = observedOf(outcome);
  if (observed === null) {
    invariant(outcome.outcome === 'failed', 'a document that was read has a fingerprint');
    return flagged(findSourceFailure(outcome.reason, outcome.detail), machineDetail(outcome));
  }
  const stale = findStale(claim.head, observed, parts.settings);
  if (stale !== null) return flagged(stale);
  if (outcome.outcome === 'read') return null;
  return flagged(findUnreadable(outcome.reason, outcome.detail), machineDetail(outcome));
}

/** An ending with nothing to propose but a look at the claim. */
export function flagged(finding: Finding, machineDetail: string | null = null): Ending {
  const proposal = { action: 'flag' } as const;
  return { finding, proposal, cited_page: null, machine_detail: machineDetail };
}

/** The version that was found, as far as one was. */
export function observedOf(outcome: IngestOutcome): Digest | null {
  return outcome.outcome === 'read' ? outcome.fingerprint : outcome.observed_fingerprint;
}

function machineDetail(outcome: Extract<IngestOutcome, { outcome: 'failed' }>): string | null {
  return outcome.is_of_machine ? outcome.detail : null;
}
