import type { FailedPage, IngestOutcome } from '../contracts/job.ts';
import { invariant } from '../evidence/invariant.ts';
import type { LocatedSource } from '../evidence/ports.ts';
import { decidedClaims, type SortedClaims, sortClaims } from './claim-endings.ts';
import { asksLabels, needsDocument, pagesOf, placedOf } from './claim-needs.ts';
import type { CounterAmounts } from './counters.ts';
import { drawCrops } from './draw-crops.ts';
import { isGivenUp } from './given-up.ts';
import { createCulpritBudget } from './isolate.ts';
import { withoutKept } from './kept-findings.ts';
import type { PipelineParts } from './parts.ts';
import type { DecidedClaim, PlacedClaim, PlannedSource, WorkItem } from './ports.ts';
import { keepPages, labelsOf, type OpenDocument, openDocument } from './read-document.ts';

/**
 * Finds one source, opens its document and keeps the reading of every page that its claims cite.
 * Nothing is judged here; a source that cannot be used is an outcome, not a failure of the item. Claims that end
 * without a reading, such as those whose verdicts an earlier run kept, end with it where they are few.
 */
export async function ingestSource(parts: PipelineParts, item: WorkItem): Promise<void> {
  const startMs = parts.clock.nowMs();
  const source = await parts.runs.source(item.run_id, item.source_index);
  invariant(source !== null, 'an ingest item has its source in the plan');
  const { outcome, settled, amounts } = isGivenUp(parts, item)
    ? { outcome: givenUp(item), settled: null, amounts: { items_given_up: 1 } }
    : await ingest(parts, item, source);
  await parts.runs.finishIngest(
    item,
    { outcome, settled },
    {
      ...amounts,
      ingest_items: 1,
      ingest_failed: outcome.outcome === 'failed' ? 1 : 0,
      ingest_retried: item.attempts > 1 ? 1 : 0,
      ingest_busy_ms: parts.clock.nowMs() - startMs,
    },
  );
  parts.progress.add({ sources: 1, claims: settled?.length ?? 0 });
}

interface Ingested {
  readonly outcome: IngestOutcome;
  /** Verdicts of all claims of the source; null if they are to be verified. */
  readonly settled: readonly DecidedClaim[] | null;
  readonly amounts: CounterAmounts;
}

async function ingest(
  parts: PipelineParts,
  item: WorkItem,
  planned: PlannedSource,
): Promise<Ingested> {
  const { request } = planned;
  invariant(request !== null, 'claims without a document are not ingested');
  const found = await parts.sources.resolve(request.source_id, request.document);
  const outcome = found.outcome === 'failed' ? failed(found) : read(found.source);
  // One shard is what the memory and one transaction hold; more of them are left to be verified.
  const only = planned.shard_count === 1 ? await sortShard(parts, item, outcome) : null;
  const source = found.outcome === 'failed' ? null : found.source;
  if (only?.fresh.length === 0) return await settle(parts, outcome, only, source);
  if (source === null) return { outcome, settled: null, amounts: {} };
  const claims = only?.fresh ?? claimsOf(parts, item, planned, source);
  const needs = await surveyNeeds(claims);
  // Where every claim is stale, opening a document that may be hostile would serve nothing.
  if (!needs.document) return { outcome, settled: null, amounts: {} };
  const opened = await openDocument(parts, source);
  if (!opened.ok) {
    return { outcome: failed(opened.failure, source), settled: null, amounts: {} };
  }
  const open: OpenDocument = {
    document: opened.value,
    locate: () => Promise.resolve(source),
    budget: createCulpritBudget(),
  };
  return await keepCited(parts, open, source, claims, needs);
}

async function sortShard(
  parts: PipelineParts,
  item: WorkItem,
  outcome: IngestOutcome,
): Promise<SortedClaims> {
  const planned = await parts.runs.shardClaims(item.run_id, item.source_index, 0);
  return await sortClaims(parts, planned, outcome);
}

/** Ends claims none of which needs its document read. */
async function settle(
  parts: PipelineParts,
  outcome: IngestOutcome,
  sorted: SortedClaims,
  source: LocatedSource | null,
): Promise<Ingested> {
  const { kept } = sorted;
  const locate = () => Promise.resolve(source);
  const crops =
    outcome.outcome === 'read'
      ? await drawCrops(parts, outcome.fingerprint, locate, kept)
      : new Map<PlacedClaim, never>();
  return {
    outcome,
    settled: decidedClaims(parts, outcome, sorted, new Map(), crops),
    amounts: { claims_reused: kept.size, verify_items: 1 },
  };
}

/**
 * The claims of the source that speak of the version that was found and are not decided by what
 * earlier runs kept; read anew at each walk.
 */
function claimsOf(
  parts: PipelineParts,
  item: WorkItem,
  asked: PlannedSource,
  source: LocatedSource,
): AsyncIterable<PlacedClaim> {
  async function* walk(): AsyncGenerator<PlacedClaim> {
    for (let shard = 0; shard < asked.shard_count; shard += 1) {
      const planned = await parts.runs.shardClaims(item.run_id, item.source_index, shard);
      const current = planned.flatMap((claim) => {
        const placed = placedOf(claim);
        return placed !== null && needsDocument(placed, source.fingerprint, parts.settings)
          ? [placed]
          : [];
      });
      yield* await withoutKept(parts, source.fingerprint, current);
    }
  }
  return { [Symbol.asyncIterator]: walk };
}

/** Claims that may be walked more than once. */
type Claims = AsyncIterable<PlacedClaim> | Iterable<PlacedClaim>;

interface Needs {
  readonly document: boolean;
  readonly labels: boolean;
}

async function surveyNeeds(claims: Claims): Promise<Needs> {
  let document = false;
  for await (const claim of claims) {
    document = true;
    if (asksLabels(claim)) return { document, labels: true };
  }
  return { document, labels: false };
}

async function keepCited(
  parts: PipelineParts,
  open: OpenDocument,
  source: LocatedSource,
  claims: Claims,
  needs: Needs,
): Promise<Ingested> {
  const mapped = needs.labels ? await labelsOf(parts, open) : null;
  const made = mapped?.ok === true ? mapped.value : null;
  const cited = new Set<number>();
  for await (const claim of claims) {
    for (const index of pagesOf(claim, open.document, made?.labels ?? null)) cited.add(index);
  }
  const failedBefore = made?.kept?.failed ?? [];
  for (const { page_index } of failedBefore) cited.delete(page_index);
  const kept = await keepPages(parts, open, [...cited]);
  const failures = [...failedBefore, ...kept.failed];
  const unread = new Set([...(made?.kept?.unread ?? []), ...kept.unread]);
  return {
    outcome: read(source, failures),
    settled: null,
    amounts: {
      pages_read: (made?.kept?.read_count ?? 0) + kept.read_count,
      // Where the labels were made now, the cited pages are among those already counted.
      pages_reused: made?.kept?.reused_count ?? kept.reused_count,
      pages_unread: unread.size + failures.length,
    },
  };
}

function read(source: LocatedSource, failures: readonly FailedPage[] = []): IngestOutcome {
  const failed_pages = [...failures].sort((a, b) => a.page_index - b.page_index);
  return { outcome: 'read', fingerprint: source.fingerprint, failed_pages };
}

/** `source`: where a document was found, though it could not be opened. */
function failed(
  failure: Pick<IngestFailure, 'reason' | 'detail'> & { readonly is_of_machine?: boolean },
  source?: LocatedSource,
): IngestOutcome {
  const { reason, detail, is_of_machine = false } = failure;
  const observed_fingerprint = source?.fingerprint ?? null;
  return { outcome: 'failed', reason, detail, observed_fingerprint, is_of_machine };
}

type IngestFailure = Extract<IngestOutcome, { outcome: 'failed' }>;

/** A document that ended its worker again and again is put out of the way. */
function givenUp(item: WorkItem): IngestOutcome {
  return {
    outcome: 'failed',
    reason: 'parse_crashed',
    detail: `Its worker ended ${item.attempts - 1} times without a result.`,
    observed_fingerprint: null,
    is_of_machine: true,
  };
}
