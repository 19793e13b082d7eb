import type { Redis } from 'ioredis';
import { PipelineError } from '../../pipeline/failure.ts';
import { answered } from './connection.ts';

/** BullMQ 6 uses commands of this version. */
const VERSION_MIN = [6, 2] as const;

/** What may be true of a server that works, and is told once. */
export type ServerWarning = 'not_persistent' | 'policy_unknown';

/** What a Redis server says of itself. */
export interface ServerFacts {
  readonly version: string;
  /** What it does when it is full; null where it does not say. */
  readonly policy: string | null;
  /** Whether it writes an append-only file. */
  readonly isPersistent: boolean;
}

/**
 * Checks that a Redis server can hold a queue. Fails as `queue_unreachable`, or as `queue_unusable` if it
 * is too old or would throw keys away when it is full: a job that vanishes is done a minute late, a lock
 * that vanishes is work done twice.
 */
export async function checkServer(redis: Redis): Promise<readonly ServerWarning[]> {
  const { policy, isPersistent } = await requireServer(redis);
  const warnings: ServerWarning[] = [];
  if (policy === null) warnings.push('policy_unknown');
  if (!isPersistent) warnings.push('not_persistent');
  return warnings;
}

/** Asks a Redis server what it is. Fails as `checkServer`. */
export async function requireServer(redis: Redis): Promise<ServerFacts> {
  const info = await answered(redis.info());
  const version = fieldOf(info, 'redis_version') ?? '';
  requireVersion(version);
  const policy = fieldOf(info, 'maxmemory_policy');
  if (policy !== null && policy !== 'noeviction') {
    const detail = `Its maxmemory-policy is ${policy} and must be noeviction.`;
    throw new PipelineError('queue_unusable', { detail });
  }
  return { version, policy, isPersistent: fieldOf(info, 'aof_enabled') === '1' };
}

function requireVersion(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < VERSION_MIN[0] || (major === VERSION_MIN[0] && minor < VERSION_MIN[1]);
  if (!isOld) return;
  const detail = `Redis ${VERSION_MIN.join('.')} or newer is needed; the server says ${version || 'nothing'}.`;
  throw new PipelineError('queue_unusable', { detail });
}

function fieldOf(info: string, name: string): string | null {
  return new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? null;
}
