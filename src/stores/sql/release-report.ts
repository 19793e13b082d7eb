import { type PreparedQuery, prepareQuery } from './prepare-query.ts';
import type { LedgerDatabase, LedgerTables } from './schema.ts';

/**
 * Makes the report of a run ready once no other item of it is open. One statement, so that of two
 * workers that end the last two items one surely does it, and a second time changes nothing.
 */
export function prepareReportRelease(): PreparedQuery<
  LedgerTables,
  { readonly run_id: string },
  unknown
> {
  return prepareQuery((ledger: LedgerDatabase, { run_id }) =>
    ledger
      .updateTable('work_item')
      .set({ state: 'ready' })
      .where('run_id', '=', run_id)
      .where('kind', '=', 'report')
      .where('state', '=', 'waiting')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('work_item as other')
              .select('other.run_id')
              .where('other.run_id', '=', run_id)
              .where('other.state', 'in', ['waiting', 'ready', 'queued', 'active'])
              .where('other.kind', 'in', ['ingest', 'verify']),
          ),
        ),
      ),
  );
}
