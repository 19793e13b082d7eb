import { answered, connectRedis } from './connection.ts';
import { requireServer, type ServerFacts } from './server-check.ts';

/** Looks at a Redis server once and changes nothing there. Fails as `checkServer`. */
export async function inspectRedis(
  url: string,
): Promise<ServerFacts & { readonly aheadMs: number }> {
  const redis = connectRedis(url, () => {});
  try {
    const facts = await requireServer(redis);
    const beforeMs = Date.now();
    const [seconds, microseconds] = await answered(redis.time());
    const nowMs = (beforeMs + Date.now()) / 2;
    const serverMs = Number(seconds) * 1_000 + Number(microseconds) / 1_000;
    return { ...facts, aheadMs: Math.round(serverMs - nowMs) };
  } finally {
    redis.disconnect();
  }
}
