import Fastify, { type FastifyInstance } from 'fastify';
import type { RunWorker } from '../wiring/worker.ts';

/** Tells those who watch a worker how it is. Who starts it closes it. */
export interface HealthServer {
  /** `http://127.0.0.1:9464`. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves `/health` (200 as long as the process answers), `/ready` (200 if store and queue answer, else 503)
 * and `/metrics` (Prometheus). Nothing of any document is told, and nothing is asked of the caller.
 * Fails as the system fails to listen.
 */
export async function startHealthServer(
  address: { readonly host: string; readonly port: number },
  worker: Pick<RunWorker, 'isReady' | 'metrics' | 'engine' | 'owner'>,
): Promise<HealthServer> {
  const server = Fastify({ logger: false });
  addRoutes(server, worker);
  const url = await server.listen(address);
  return { url, close: () => server.close() };
}

function addRoutes(
  server: FastifyInstance,
  { isReady, metrics, engine, owner }: Parameters<typeof startHealthServer>[1],
): void {
  server.get('/health', () => ({ status: 'ok', engine, owner }));
  server.get('/ready', async (_request, reply) => {
    const ready = await isReady();
    await reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' });
  });
  server.get('/metrics', async (_request, reply) => {
    await reply.type(metrics.contentType).send(await metrics.text());
  });
}
