import { type Kysely, type RawBuilder, sql } from 'kysely';

/** How a dialect reads members of the verdicts, which are kept as JSON. */
export interface VerdictMembers {
  /** What a `select` of verdicts reads from: the table `verdict`, and what its JSON needs. */
  readonly from: RawBuilder<unknown>;
  /** A member of the verdict as text; null where it is null or not there. */
  readonly member: (name: string) => RawBuilder<unknown>;
}

export const SQLITE_VERDICTS: VerdictMembers = {
  from: sql`verdict`,
  member: (name) => sql`json_extract(verdict.verdict_json, ${sql.lit(`$.${name}`)})`,
};

/**
 * PostgreSQL refuses to take a text out of JSON that holds an escaped NUL or half of a surrogate pair
 * anywhere, and documents may hold both: one such verdict would fail the view for all. They are
 * replaced as Unicode does it; what `JSON.stringify` escapes of surrogates is never a whole pair. Parsed
 * once a row: `offset 0` keeps the planner from parsing anew for each column.
 */
export const POSTGRES_VERDICTS: VerdictMembers = {
  from: sql`verdict cross join lateral (
    select case
      when strpos(verdict.verdict_json, '\\u') = 0 then verdict.verdict_json::json
      else regexp_replace(
        verdict.verdict_json,
        '(?<!\\\\)((?:\\\\\\\\)*)\\\\u(?:0000|[dD][89abAB][0-9a-fA-F]{2}|[dD][c-fC-F][0-9a-fA-F]{2})',
        '\\1\\\\ufffd',
        'g'
      )::json
    end as value
    offset 0
  ) as parsed`,
  member: (name) => sql`parsed.value ->> ${sql.lit(name)}`,
};

/**
 * Makes the views that others than this program may read: the columns of a version never change and never
 * go; other columns come in another version beside it. Documented in `docs/operations.md`.
 */
export async function createViews(db: Kysely<unknown>, verdicts: VerdictMembers): Promise<void> {
  await sql`create view run_v1 as
    select run.run_id, run.state, run.profile, run.engine,
      run.envelope_count, run.claim_count, run.source_count,
      coalesce(decided.amount, 0) as claims_decided,
      run.created_ms, run.started_ms, run.finished_ms, run.report_digest, run.failure
    from run
    left join run_counter as decided
      on decided.run_id = run.run_id and decided.name = 'claims_decided'`.execute(db);
  await sql`create view verdict_v1 as
    select verdict.run_id, verdict.envelope_index, verdict.claim_index,
      ${sql.join(VERDICT_MEMBERS.map((name) => sql`${verdicts.member(name)} as ${sql.id(name)}`))}
    from ${verdicts.from}`.execute(db);
  await sql`create view work_v1 as
    select run_id, kind, source_index, shard, state, generation, attempts, losses,
      not_before_ms, lease_until_ms, owner, last_error
    from work_item`.execute(db);
}

const VERDICT_MEMBERS = [
  'request_id',
  'source_id',
  'claim_id',
  'kind',
  'status',
  'reason',
  'match_method',
  'document_fingerprint',
  'release',
] as const;
