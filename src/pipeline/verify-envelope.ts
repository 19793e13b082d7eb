import type { CropRecord } from '../contracts/crop.ts';
import type { Digest } from '../contracts/fingerprint.ts';
import type { FailedPage, IngestOutcome } from '../contracts/job.ts';
import { invariant } from '../evidence/invariant.ts';
import type { ReadFailure } from '../evidence/ports.ts';
import { isSearchable, refineAbsence } from '../verification/repair/propose.ts';
import { findUnreadable } from '../verification/verify-claim.ts';
import { type AllChecked, checkClaims } from './check-claims.ts';
import {
  decidedClaims,
  type Ending,
  flagged,
  observedOf,
  type SortedClaims,
  sortClaims,
} from './claim-endings.ts';
import { asksLabels, labelsFor, pagesOf } from './claim-needs.ts';
import { drawCrops } from './draw-crops.ts';
import { isGivenUp } from './given-up.ts';
import { createCulpritBudget } from './isolate.ts';
import { keepFindings } from './kept-findings.ts';
import type { KeptFinding } from './kept-ports.ts';
import type { PipelineParts } from './parts.ts';
import type { DecidedClaim, PlacedClaim, PlannedClaim, SourceRequest, WorkItem } from './ports.ts';
import { labelsOf, type OpenDocument, openDocument } from './read-document.ts';
import { type SearchGround, searchClaims } from './search-claims.ts';

/** Decides all claims of one shard and keeps their verdicts together with the item's end. */
export async function verifyShard(parts: PipelineParts, item: WorkItem): Promise<void> {
  const startMs = parts.clock.nowMs();
  const planned = await parts.runs.shardClaims(item.run_id, item.source_index, item.shard);
  const source = await parts.runs.source(item.run_id, item.source_index);
  invariant(source !== null, 'a shard belongs to a source of the plan');
  const isSpent = isGivenUp(parts, item);
  const outcome = isSpent ? givenUp(item, source.outcome) : source.outcome;
  const decided = await decideShard(parts, planned, source.request, outcome);
  await parts.runs.finishVerify(item, decided.claims, {
    pages_read: decided.read_count,
    pages_raw: decided.raw_count,
    claims_reused: decided.reused_count,
    items_given_up: isSpent ? 1 : 0,
    verify_items: 1,
    verify_failed: isSpent ? 1 : 0,
    verify_retried: item.attempts > 1 ? 1 : 0,
    verify_busy_ms: parts.clock.nowMs() - startMs,
  });
  parts.progress.add({ claims: decided.claims.length });
}

interface ShardDecided {
  readonly claims: readonly DecidedClaim[];
  readonly read_count: number;
  readonly raw_count: number;
  readonly reused_count: number;
}

async function decideShard(
  parts: PipelineParts,
  planned: readonly PlannedClaim[],
  request: SourceRequest | null,
  outcome: IngestOutcome | null,
): Promise<ShardDecided> {
  const sorted = await sortClaims(parts, planned, outcome);
  let decided: CurrentDecided = NOTHING_DECIDED;
  if (sorted.current.size > 0) {
    invariant(request !== null && outcome?.outcome === 'read', 'current claims have a document');
    decided = await decideOrReuse(parts, request, outcome, sorted);
  }
  const { endings, crops, read_count, raw_count } = decided;
  const claims = decidedClaims(parts, outcome, sorted, endings, crops);
  return { claims, read_count, raw_count, reused_count: sorted.kept.size };
}

interface AllEnded {
  readonly endings: ReadonlyMap<PlacedClaim, Ending>;
  readonly read_count: number;
  readonly raw_count: number;
}

interface CurrentDecided extends AllEnded {
  readonly crops: ReadonlyMap<PlacedClaim, readonly CropRecord[]>;
}

const NOTHING_DECIDED: CurrentDecided = {
  endings: new Map(),
  read_count: 0,
  raw_count: 0,
  crops: new Map(),
};

/** What may be kept for later runs: everything that the machine did not cause. */
function lastingOf(
  endings: ReadonlyMap<PlacedClaim, Ending>,
): ReadonlyMap<PlacedClaim, KeptFinding> {
  return new Map(
    [...endings].flatMap(([claim, { machine_detail, ...outcome }]) =>
      machine_detail === null ? [[claim, outcome]] : [],
    ),
  );
}

/** Takes over what earlier runs kept, decides the rest and keeps it, and makes the pictures. */
async function decideOrReuse(
  parts: PipelineParts,
  request: SourceRequest,
  outcome: Extract<IngestOutcome, { outcome: 'read' }>,
  { kept, fresh }: SortedClaims,
): Promise<CurrentDecided> {
  const { fingerprint } = outcome;
  const locate = locatorOf(parts, request, fingerprint);
  const decided =
    fresh.length === 0 ? NOTHING_DECIDED : await decideCurrent(parts, outcome, locate, fresh);
  await keepFindings(parts, fingerprint, lastingOf(decided.endings));
  const crops = await drawCrops(parts, fingerprint, locate, new Map([...decided.endings, ...kept]));
  return { ...decided, crops };
}

async function decideCurrent(
  parts: PipelineParts,
  outcome: Extract<IngestOutcome, { outcome: 'read' }>,
  locate: OpenDocument['locate'],
  claims: readonly PlacedClaim[],
): Promise<AllEnded> {
  const opened = await reopen(parts, locate, outcome);
  if (!opened.ok) {
    return { endings: unreadableAll(claims, opened.failure), read_count: 0, raw_count: 0 };
  }
  const open = opened.value;
  const mapped = claims.some(asksLabels) ? await labelsOf(parts, open) : null;
  const unmapped = mapped?.ok === false ? claims.filter(asksLabels) : [];
  const endings = new Map(mapped?.ok === false ? unreadableAll(unmapped, mapped.failure) : []);
  const made = mapped?.ok === true ? mapped.value : null;
  const failed = new Map<number, FailedPage>(
    [...outcome.failed_pages, ...(made?.kept?.failed ?? [])].map((page) => [page.page_index, page]),
  );
  const ground: SearchGround = { open, labels: made?.labels ?? null, failed };
  const checkable = claims.filter((claim) => !endings.has(claim));
  const checked = await checkClaims(parts, ground, checkable);
  const labelsLack = made?.kept?.failed.find(({ is_of_machine }) => is_of_machine)?.detail ?? null;
  const ended = await endChecked(parts, { ...ground, failed: checked.failed }, checked, labelsLack);
  for (const [claim, ending] of ended.endings) endings.set(claim, ending);
  const readCount = (made?.kept?.read_count ?? 0) + checked.read_count + ended.read_count;
  return { endings, read_count: readCount, raw_count: ended.raw_count };
}

/** Names absences as exactly as a search allows, and proposes repairs. */
async function endChecked(
  parts: PipelineParts,
  ground: SearchGround,
  checked: AllChecked,
  labelsLack: string | null,
): Promise<AllEnded> {
  const absent = [...checked.results]
    .filter(([{ claim }, { finding }]) => isSearchable(claim, finding))
    .map(([claim]) => claim);
  const search = await searchClaims(parts, ground, absent);
  const endings = new Map<PlacedClaim, Ending>();
  for (const [placed, result] of checked.results) {
    const found = search.results.get(placed);
    const refined = refineAbsence(placed.claim, result.finding, found?.nearby ?? [], {
      document: ground.open.document,
      labels: labelsFor(placed, ground.labels),
      searched: found?.searched ?? 'none',
      unsearched: found?.unsearched ?? [],
    });
    const machine =
      result.machine_detail ??
      found?.machine_detail ??
      (asksLabels(placed) && refined.finding.status !== 'verified' ? labelsLack : null);
    const [cited_page = null] = pagesOf(placed, ground.open.document, ground.labels);
    endings.set(placed, { ...refined, cited_page, machine_detail: machine });
  }
  return { endings, read_count: search.read_count, raw_count: search.raw_count };
}

/** The document that was ingested, with a way to its file should pages of it be missing. */
async function reopen(
  parts: PipelineParts,
  locate: OpenDocument['locate'],
  outcome: Extract<IngestOutcome, { outcome: 'read' }>,
): Promise<{ ok: true; value: OpenDocument } | { ok: false; failure: ReadFailure }> {
  const culprits = outcome.failed_pages.filter(({ is_of_machine }) => is_of_machine);
  const budget = createCulpritBudget(culprits);
  const kept = await parts.groundings.document(outcome.fingerprint, parts.reader.profile);
  if (kept !== null) return { ok: true, value: { document: kept, locate, budget } };
  const source = await locate();
  if (source === null) {
    const detail = 'The document was moved or changed during the run.';
    return { ok: false, failure: { reason: 'unreadable', detail, is_of_machine: true } };
  }
  const opened = await openDocument(parts, source);
  return opened.ok ? { ok: true, value: { document: opened.value, locate, budget } } : opened;
}

/** Finds the file again, once, whose bytes have the fingerprint. */
function locatorOf(
  parts: PipelineParts,
  request: SourceRequest,
  fingerprint: Digest,
): OpenDocument['locate'] {
  let located: ReturnType<OpenDocument['locate']> | null = null;
  return () => {
    located ??= parts.sources.resolve(request.source_id, request.document).then((found) => {
      const isSame = found.outcome === 'located' && found.source.fingerprint === fingerprint;
      return isSame ? found.source : null;
    });
    return located;
  };
}

function unreadableAll(
  claims: readonly PlacedClaim[],
  failure: ReadFailure,
): ReadonlyMap<PlacedClaim, Ending> {
  const detail = failure.is_of_machine ? failure.detail : null;
  const ending = flagged(findUnreadable(failure.reason, failure.detail), detail);
  return new Map(claims.map((claim) => [claim, ending]));
}

/** A shard that ended its worker again and again is put out of the way. */
function givenUp(item: WorkItem, outcome: IngestOutcome | null): IngestOutcome | null {
  if (outcome === null) return null;
  return {
    outcome: 'failed',
    reason: 'parse_crashed',
    detail: `Its worker ended ${item.attempts - 1} times without a result.`,
    observed_fingerprint: observedOf(outcome),
    is_of_machine: true,
  };
}
