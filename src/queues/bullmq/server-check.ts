import type { Redis } from 'ioredis';
import { PipelineError } from '../../pipeline/failure.ts';
import { answered } from './connection.ts';

/** BullMQ 6 uses commands of this version. */
const VERSION_MIN = [6, 2] as const;

/** What may be true of a server that works, and is told once. */
export type ServerWarning = 'not_persistent' | 'policy_unknown';

/**
 * Checks that a Redis server can hold a queue. Fails as `queue_unreachable`, or as `queue_unusable` if it
 * is too old or would throw keys away when it is full: a job that vanishes is done a minute late, a lock
 * that vanishes is work done twice.
 */
export async function checkServer(redis: Redis): Promise<readonly ServerWarning[]> {
  const info = await answered(redis.info());
  requireVersion(fieldOf(info, 'redis_version') ?? '');
  const warnings: ServerWarning[] = [];
  const policy = fieldOf(info, 'maxmemory_policy');
  if (policy === null) warnings.push('policy_unknown');
  else if (policy !== 'noeviction') {
    const detail = `Its maxmemory-policy is ${policy} and must be noeviction.`;
    throw new PipelineError('queue_unusable', { detail });
  }
  if (fieldOf(info, 'aof_enabled') !== '1') warnings.push('not_persistent');
  return warnings;
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
