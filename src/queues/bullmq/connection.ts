import { Redis } from 'ioredis';
import { PipelineError } from '../../pipeline/failure.ts';

/** Reconnecting: 0.2 s longer each time, at most this; ioredis's own took 18 s after an outage of 20 s. */
const RECONNECT_MAX_MS = 2_000;

/** How long one command may take before Redis counts as out of reach, milliseconds. */
export const REDIS_ANSWER_MS = 5_000;

/**
 * Connects to Redis; commands wait for the connection to come. Who opens it closes it by
 * `disconnect`. `redis://user:password@host:port/db`, `rediss://` for TLS.
 * @param onError told of each failure of the connection, which is tried again for ever.
 */
export function connectRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    // BullMQ asks for it: its workers block on a command for as long as there is no job.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(200 * times, RECONNECT_MAX_MS),
  });
  redis.on('error', onError);
  return redis;
}

/**
 * What the promise gives, or `queue_unreachable`: commands to a Redis that is not there wait without end.
 */
export async function answered<T>(promise: Promise<T>, waitMs = REDIS_ANSWER_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PipelineError('queue_unreachable')), waitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } catch (cause) {
    if (cause instanceof PipelineError) throw cause;
    throw new PipelineError('queue_unreachable', { detail: redisWord(cause), cause });
  } finally {
    clearTimeout(timer);
  }
}

/** The first word of what Redis said, such as `OOM` or `NOAUTH`: what follows may hold keys. */
function redisWord(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : '';
  const word = /^[A-Z]{2,20}\b/.exec(message)?.[0];
  return word === undefined ? '' : `Redis says ${word}.`;
}
