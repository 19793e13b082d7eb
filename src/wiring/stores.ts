import { resolve } from 'node:path';
import type { Settings } from '../../config/env.ts';
import type { Store } from '../stores/sql/store.ts';

/** What names the store of this process. */
export type StorePlace = Pick<Settings, 'home' | 'database_url' | 'threads'>;

/** Connections beside those of the threads: leases, heartbeats, the feeder. */
const CONNECTIONS_MORE = 4;

/**
 * The store that the settings name: PostgreSQL where there is a `DATABASE_URL`, else the SQLite files of
 * the home folder. Who opens it closes it. Fails as `store_*`.
 */
export async function openStore({ home, database_url, threads }: StorePlace): Promise<Store> {
  // Each loads a driver of its own, which takes a while and is not needed by the other.
  if (database_url === null) {
    const { openSqliteStore } = await import('../stores/sql/sqlite.ts');
    return await openSqliteStore(resolve(home));
  }
  const { openPostgresStore } = await import('../stores/sql/postgres.ts');
  return await openPostgresStore({
    url: database_url,
    connectionsMax: threads + CONNECTIONS_MORE,
  });
}

/** Opens the store for one piece of work. */
export async function withStore<T>(
  place: StorePlace,
  use: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(place);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
