import type { LedgerDatabase } from './schema.ts';

/**
 * Makes the report of a run ready once no other item of it is open. One statement, so that of two
 * workers that end the last two items one surely does it, and a second time changes nothing.
 */
export async function releaseReport(database: LedgerDatabase, runId: string): Promise<void> {
  await database
    .updateTable('work_item')
    .set({ state: 'ready' })
    .where('run_id', '=', runId)
    .where('kind', '=', 'report')
    .where('state', '=', 'waiting')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('work_item as other')
            .select('other.run_id')
            .where('other.run_id', '=', runId)
            .where('other.state', 'in', ['waiting', 'ready', 'active'])
            .where('other.kind', 'in', ['ingest', 'verify']),
        ),
      ),
    )
    .execute();
}
