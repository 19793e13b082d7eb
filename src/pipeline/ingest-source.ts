import type { FailedPage, IngestOutcome } from '../contracts/job.ts';
import { invariant } from '../evidence/invariant.ts';
import type { LocatedSource } from '../evidence/ports.ts';
import { asksLabels, needsDocument, pagesOf, placedOf } from './claim-needs.ts';
import type { CounterAmounts } from './counters.ts';
import { isGivenUp } from './given-up.ts';
import { createCulpritBudget } from './isolate.ts';
import { withoutKept } from './kept-findings.ts';
import type { PipelineParts } from './parts.ts';
import type { PlacedClaim, PlannedSource, WorkItem } from './ports.ts';
import { keepPages, labelsOf, type OpenDocument, openDocument } from './read-document.ts';

/**
 * Finds one source, opens its document and keeps the reading of every page that its claims cite.
 * Nothing is judged here; a source that cannot be used is an outcome, not a failure of the item.
 */
export async function ingestSource(parts: PipelineParts, item: WorkItem): Promise<void> {
  const startMs = parts.clock.nowMs();
  const source = await parts.runs.source(item.run_id, item.source_index);
  invariant(source !== null, 'an ingest item has its source in the plan');
  const { outcome, amounts } = isGivenUp(parts, item)
    ? { outcome: givenUp(item), amounts: { items_given_up: 1 } }
    : await ingest(parts, item, source);
  await parts.runs.finishIngest(item, outcome, {
    ...amounts,
    ingest_items: 1,
    ingest_failed: outcome.outcome === 'failed' ? 1 : 0,
    ingest_retried: item.attempts > 1 ? 1 : 0,
    ingest_busy_ms: parts.clock.nowMs() - startMs,
  });
  parts.progress.add({ sources: 1 });
}

interface Ingested {
  readonly outcome: IngestOutcome;
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
  if (found.outcome === 'failed') {
    const { reason, detail } = found;
    return failed({ reason, detail, is_of_machine: false }, null);
  }
  const claims = claimsOf(parts, item, planned, found.source);
  const needs = await surveyNeeds(claims);
  // Where every claim is stale, opening a document that may be hostile would serve nothing.
  if (!needs.document) return read(found.source, [], {});
  const opened = await openDocument(parts, found.source);
  if (!opened.ok) return failed(opened.failure, found.source);
  const open: OpenDocument = {
    document: opened.value,
    locate: () => Promise.resolve(found.source),
    budget: createCulpritBudget(),
  };
  return await keepCited(parts, open, found.source, claims, needs);
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

interface Needs {
  readonly document: boolean;
  readonly labels: boolean;
}

async function surveyNeeds(claims: AsyncIterable<PlacedClaim>): Promise<Needs> {
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
  claims: AsyncIterable<PlacedClaim>,
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
  return read(source, failures, {
    pages_read: (made?.kept?.read_count ?? 0) + kept.read_count,
    // Where the labels were made now, the cited pages are among those already counted.
    pages_reused: made?.kept?.reused_count ?? kept.reused_count,
    pages_unread: unread.size + failures.length,
  });
}

function read(
  source: LocatedSource,
  failures: readonly FailedPage[],
  amounts: CounterAmounts,
): Ingested {
  const failed_pages = [...failures].sort((a, b) => a.page_index - b.page_index);
  return {
    outcome: { outcome: 'read', fingerprint: source.fingerprint, failed_pages },
    amounts,
  };
}

function failed(
  failure: Pick<IngestFailure, 'reason' | 'detail' | 'is_of_machine'>,
  source: LocatedSource | null,
): Ingested {
  const { reason, detail, is_of_machine } = failure;
  const observed_fingerprint = source?.fingerprint ?? null;
  return {
    outcome: { outcome: 'failed', reason, detail, observed_fingerprint, is_of_machine },
    amounts: {},
  };
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
