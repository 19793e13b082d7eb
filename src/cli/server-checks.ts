import type { ArtifactsPlace } from '../../config/artifacts.ts';
import type { Settings } from '../../config/env.ts';
import { PipelineError } from '../pipeline/failure.ts';
import { inspectRedis } from '../queues/bullmq/inspect-server.ts';
import { inspectPostgres } from '../stores/sql/inspect-postgres.ts';
import { artifactsOf } from '../wiring/reports.ts';

/** One thing that `doctor` tries, and what to do if it fails. */
export interface ServerCheck {
  readonly check: string;
  readonly remedy: string;
  readonly attempt: () => Promise<string>;
}

/** A check of each server that the settings name. Only the last leaves something behind: a few bytes. */
export function serverChecks(settings: Settings): readonly ServerCheck[] {
  const { redis_url, database_url, artifacts } = settings;
  const checks: ServerCheck[] = [];
  if (redis_url !== null) {
    const remedy = 'Check REDIS_URL, and what the server is set to.';
    checks.push({ check: 'redis', remedy, attempt: () => tryRedis(redis_url) });
  }
  if (database_url !== null) {
    const remedy = 'Check DATABASE_URL, and the rights of its user.';
    checks.push({ check: 'postgres', remedy, attempt: () => tryPostgres(database_url) });
  }
  if (artifacts !== null) {
    const remedy = 'Check ARTIFACTS_URL, its keys and their rights.';
    checks.push({ check: 'artifacts', remedy, attempt: () => tryArtifacts(settings, artifacts) });
  }
  return checks;
}

async function tryRedis(url: string): Promise<string> {
  const { version, policy, isPersistent, aheadMs } = await inspectRedis(url);
  const eviction =
    policy === null ? 'it does not say what it does when it is full' : 'it evicts nothing';
  const persistence = isPersistent
    ? 'it keeps an append-only file'
    : 'it keeps no append-only file, so that a restart of it hands work over anew';
  return `Redis ${version}; ${eviction}; ${persistence}; ${clockText(aheadMs)}`;
}

async function tryPostgres(url: string): Promise<string> {
  const { version, aheadMs, behind, isNewer, mayCreate } = await inspectPostgres(url);
  if (isNewer) throw new PipelineError('store_newer');
  if (behind !== 0 && !mayCreate) {
    throw new PipelineError('store_unusable', { detail: 'Its user may not make the tables.' });
  }
  return `PostgreSQL ${version}; ${schemaText(behind)}; ${clockText(aheadMs)}`;
}

function schemaText(behind: number | null): string {
  if (behind === null) return 'it holds no store yet and can hold one';
  if (behind === 0) return 'its store has the schema of this version';
  return `its store is ${behind} migrations behind, which the next command brings in`;
}

/** The same bytes each time, so that many a look leaves one object. */
async function tryArtifacts(settings: Settings, place: ArtifactsPlace): Promise<string> {
  const store = artifactsOf(settings);
  const bytes = new TextEncoder().encode('pagewitness doctor');
  const found = await store.get(await store.put(bytes));
  if (found === null || !Buffer.from(found).equals(bytes)) {
    throw new PipelineError('artifacts_unusable', { detail: 'What was written was not there.' });
  }
  const name = place.kind === 's3' ? `bucket ${place.bucket} at ${place.endpoint}` : place.path;
  return `${name} takes bytes and gives them back`;
}

/** Below, it is the time a message takes. */
const CLOCK_TOLD_MS = 1_000;

function clockText(aheadMs: number): string {
  if (Math.abs(aheadMs) < CLOCK_TOLD_MS) return "its clock agrees with this machine's";
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1);
  return `its clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`;
}
