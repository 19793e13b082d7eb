import type { Settings } from '../../config/env.ts';
import { QUEUE_JOB_SCHEMA } from '../contracts/queue-job.ts';
import { RUN_STANDARD } from '../contracts/run-options.ts';
import { digestOf } from '../evidence/canonical.ts';
import { LEDGER_SCHEMA } from '../stores/sql/migrations.ts';
import { profileOf } from './run-profile.ts';

/** Sixteen hexadecimal digits tell more engines apart than will ever be. */
const NAME_DIGITS = 16;

/**
 * Names the workers that may do each other's work: same schema of store and queue, same readers and rules,
 * same limits. A worker of another version has another name, other queues, and other runs.
 */
export function engineName(settings: Pick<Settings, 'limits'>): string {
  const run = { is_fingerprint_optional: false, search: RUN_STANDARD.search };
  const { digest } = profileOf(run, settings);
  const named = digestOf({ profile: digest, ledger: LEDGER_SCHEMA, job: QUEUE_JOB_SCHEMA });
  return named.slice('sha256:'.length).slice(0, NAME_DIGITS);
}
