import { digestOf } from '../../evidence/canonical.ts';
import { invariant } from '../../evidence/invariant.ts';
import { chunksOf } from '../../pipeline/chunks.ts';
import type { PlannedEnvelope, RunStore, SourceRequest } from '../../pipeline/ports.ts';
import type { TransactSynced } from './finish-repository.ts';
import { prepareReportRelease } from './release-report.ts';
import type { LedgerDatabase, LedgerTables } from './schema.ts';

/** Rows an insert carries: nothing was gained above 1,000, and 500 keep the values well in bounds. */
const ROWS_MAX = 500;

/** Writing the plan of a run: envelopes, claims, their sources and the work they make. */
export function createPlanStore(
  database: LedgerDatabase,
  transactSynced: TransactSynced,
): Pick<RunStore, 'appendPlan' | 'sealPlan' | 'dropPlan'> {
  const releaseReport = prepareReportRelease();
  return {
    appendPlan: async (runId, envelopes, shardClaimsMax) => {
      await database
        .transaction()
        .execute((transaction) => appendPlan(transaction, runId, envelopes, shardClaimsMax));
    },
    sealPlan: async (runId, planDigest, inputs) => {
      await transactSynced(async (transaction) => {
        await transaction
          .insertInto('work_item')
          .values(newItem(runId, { kind: 'report', source_index: 0, shard: 0, state: 'waiting' }))
          .execute();
        await releaseReport(transaction, { run_id: runId });
        await transaction
          .updateTable('run')
          .set({ plan_digest: planDigest, inputs_json: JSON.stringify(inputs) })
          .where('run_id', '=', runId)
          .execute();
      });
    },
    dropPlan: async (runId) => {
      await database.transaction().execute(async (transaction) => {
        for (const table of PLAN_TABLES) {
          await transaction.deleteFrom(table).where('run_id', '=', runId).execute();
        }
        await transaction
          .updateTable('run')
          .set({ envelope_count: 0, readable_envelope_count: 0, claim_count: 0, source_count: 0 })
          .where('run_id', '=', runId)
          .execute();
      });
    },
  };
}

const PLAN_TABLES = ['claim', 'envelope', 'run_source', 'work_item'] as const;

/** A source of the batch at hand, and how many claims it had before. */
interface OpenSource {
  readonly source_index: number;
  readonly request: SourceRequest | null;
  readonly request_digest: string;
  readonly claim_count_before: number;
}

async function appendPlan(
  database: LedgerDatabase,
  runId: string,
  envelopes: readonly PlannedEnvelope[],
  shardClaimsMax: number,
): Promise<void> {
  const asked = envelopes.map(askedOf);
  const sources = await openSources(database, runId, asked);
  const placed = new Map<OpenSource, number>();
  const claims: LedgerTables['claim'][] = [];
  for (const { envelope_index, entry, request_digest } of asked) {
    const readable = sources.get(request_digest);
    const unreadable = sources.get(NO_REQUEST);
    for (const [claim_index, claim] of entry.claims.entries()) {
      const source = claim.readable ? readable : unreadable;
      invariant(source !== undefined, 'every source of the batch is open');
      const position = placed.get(source) ?? source.claim_count_before;
      placed.set(source, position + 1);
      claims.push({
        run_id: runId,
        envelope_index,
        claim_index,
        source_index: source.source_index,
        shard: Math.floor(position / shardClaimsMax),
        entry_json: JSON.stringify(claim),
      });
    }
  }
  await insertEnvelopes(database, runId, envelopes);
  for (const chunk of chunksOf(claims, ROWS_MAX)) {
    await database
      .insertInto('claim')
      .values([...chunk])
      .execute();
  }
  await growSources(database, runId, placed, shardClaimsMax);
}

/** An envelope with the document that its readable claims need. */
interface AskingEnvelope extends PlannedEnvelope {
  /** Null for an envelope without head. */
  readonly request: SourceRequest | null;
  readonly request_digest: string;
}

/** What the claims ask for that could not be read. */
const NO_REQUEST = digestOf(null);

function askedOf(envelope: PlannedEnvelope): AskingEnvelope {
  const { head } = envelope.entry;
  if (head === null) return { ...envelope, request: null, request_digest: NO_REQUEST };
  const request = { source_id: head.source_id, document: head.document ?? null };
  return { ...envelope, request, request_digest: digestOf(request) };
}

/** Finds or numbers the sources that the batch's claims need, in order of first appearance. */
async function openSources(
  database: LedgerDatabase,
  runId: string,
  envelopes: readonly AskingEnvelope[],
): Promise<ReadonlyMap<string, OpenSource>> {
  const requests = new Map<string, SourceRequest | null>();
  for (const { entry, request, request_digest } of envelopes) {
    for (const { readable } of entry.claims) {
      if (readable) requests.set(request_digest, request);
      else requests.set(NO_REQUEST, null);
    }
  }
  const sources = new Map<string, OpenSource>();
  for (const digests of chunksOf([...requests.keys()], ROWS_MAX)) {
    const known = await database
      .selectFrom('run_source')
      .select(['source_index', 'request_digest', 'claim_count'])
      .where('run_id', '=', runId)
      .where('request_digest', 'in', digests)
      .execute();
    for (const row of known) {
      sources.set(row.request_digest, {
        source_index: row.source_index,
        request: requests.get(row.request_digest) ?? null,
        request_digest: row.request_digest,
        claim_count_before: Number(row.claim_count),
      });
    }
  }
  const run = await database
    .selectFrom('run')
    .select('source_count')
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  let next = Number(run.source_count);
  for (const [request_digest, request] of requests) {
    if (sources.has(request_digest)) continue;
    sources.set(request_digest, {
      source_index: next,
      request,
      request_digest,
      claim_count_before: 0,
    });
    next += 1;
  }
  return sources;
}

async function insertEnvelopes(
  database: LedgerDatabase,
  runId: string,
  envelopes: readonly PlannedEnvelope[],
): Promise<void> {
  const rows = envelopes.map(({ envelope_index, entry }) => ({
    run_id: runId,
    envelope_index,
    place_json: JSON.stringify(entry.place),
    head_json: entry.head === null ? null : JSON.stringify(entry.head),
  }));
  for (const chunk of chunksOf(rows, ROWS_MAX)) {
    await database
      .insertInto('envelope')
      .values([...chunk])
      .execute();
  }
  const claims = envelopes.reduce((sum, { entry }) => sum + entry.claims.length, 0);
  const readable = envelopes.filter(({ entry }) => entry.head !== null).length;
  await database
    .updateTable('run')
    .set((run) => ({
      envelope_count: run('envelope_count', '+', envelopes.length),
      readable_envelope_count: run('readable_envelope_count', '+', readable),
      claim_count: run('claim_count', '+', claims),
    }))
    .where('run_id', '=', runId)
    .execute();
}

/** Keeps each source's new number of claims, and makes the items for its new shards. */
async function growSources(
  database: LedgerDatabase,
  runId: string,
  placed: ReadonlyMap<OpenSource, number>,
  shardClaimsMax: number,
): Promise<void> {
  const added: LedgerTables['run_source'][] = [];
  const items: LedgerTables['work_item'][] = [];
  for (const [source, claim_count] of placed) {
    const shard_count = Math.ceil(claim_count / shardClaimsMax);
    items.push(...newItems(runId, source, shard_count, shardClaimsMax));
    if (source.claim_count_before === 0) {
      const { source_index, request, request_digest } = source;
      const request_json = JSON.stringify(request);
      const sizes = { claim_count, shard_count, outcome_json: null };
      added.push({ run_id: runId, source_index, request_digest, request_json, ...sizes });
      continue;
    }
    await database
      .updateTable('run_source')
      .set({ claim_count, shard_count })
      .where('run_id', '=', runId)
      .where('source_index', '=', source.source_index)
      .execute();
  }
  for (const chunk of chunksOf(added, ROWS_MAX)) {
    await database
      .insertInto('run_source')
      .values([...chunk])
      .execute();
  }
  for (const chunk of chunksOf(items, ROWS_MAX)) {
    await database
      .insertInto('work_item')
      .values([...chunk])
      .execute();
  }
  await database
    .updateTable('run')
    .set((run) => ({ source_count: run('source_count', '+', added.length) }))
    .where('run_id', '=', runId)
    .execute();
}

/** The items that a source has in addition when it grows to so many shards. */
function newItems(
  runId: string,
  source: OpenSource,
  shardCount: number,
  shardClaimsMax: number,
): readonly LedgerTables['work_item'][] {
  const { source_index, request, claim_count_before } = source;
  const needsDocument = request !== null;
  const items: LedgerTables['work_item'][] = [];
  if (claim_count_before === 0 && needsDocument) {
    items.push(newItem(runId, { kind: 'ingest', source_index, shard: 0, state: 'ready' }));
  }
  const state = needsDocument ? 'waiting' : 'ready';
  for (let shard = Math.ceil(claim_count_before / shardClaimsMax); shard < shardCount; shard += 1) {
    items.push(newItem(runId, { kind: 'verify', source_index, shard, state }));
  }
  return items;
}

function newItem(
  runId: string,
  item: Pick<LedgerTables['work_item'], 'kind' | 'source_index' | 'shard' | 'state'>,
): LedgerTables['work_item'] {
  return {
    run_id: runId,
    ...item,
    generation: 0,
    attempts: 0,
    losses: 0,
    strikes: 0,
    not_before_ms: 0,
    lease_until_ms: null,
    owner: null,
    last_error: null,
  };
}
