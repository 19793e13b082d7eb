import { expect, it, onTestFinished } from 'vitest';
import { startHealthServer } from '../../src/cli/health-server.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';

async function start(isReady: () => Promise<boolean>) {
  const metrics = createMetrics();
  const worker = { engine: 'e1', owner: 'host.7.ab', isReady, metrics };
  const server = await startHealthServer({ host: '127.0.0.1', port: 0 }, worker);
  onTestFinished(() => server.close());
  return { metrics, get: (path: string) => fetch(`${server.url}${path}`) };
}

it('a worker that answers is healthy, and ready only if its servers answer', async () => {
  let isReady = true;
  const { get } = await start(() => Promise.resolve(isReady));
  expect(await (await get('/health')).json()).toEqual({
    status: 'ok',
    engine: 'e1',
    owner: 'host.7.ab',
  });
  expect((await get('/ready')).status).toBe(200);
  isReady = false;
  expect((await get('/ready')).status).toBe(503);
  expect((await get('/health')).status).toBe(200);
  expect((await get('/elsewhere')).status).toBe(404);
});

it('what it did is told in the text form of Prometheus', async () => {
  const { metrics, get } = await start(() => Promise.resolve(true));
  metrics.countItem({ kind: 'ingest', outcome: 'done', waited_ms: 1_500, busy_ms: 40 });
  metrics.countItem({ kind: 'verify', outcome: 'given_back', waited_ms: 0, busy_ms: 2_000 });
  metrics.countAmounts({ pages_read: 12, pages_reused: 3, ingest_busy_ms: 40 });
  metrics.countTrouble('store_busy');
  metrics.setDepth('verify', 17);
  const response = await get('/metrics');
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  const lines = (await response.text()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'pagewitness_items_total{kind="ingest",outcome="done"} 1',
      'pagewitness_items_total{kind="verify",outcome="given_back"} 1',
      'pagewitness_item_seconds_bucket{le="0.05",kind="ingest"} 1',
      'pagewitness_queue_wait_seconds_sum{kind="ingest"} 1.5',
      'pagewitness_pages_read_total 12',
      'pagewitness_pages_reused_total 3',
      'pagewitness_trouble_total{code="store_busy"} 1',
      'pagewitness_queue_depth{kind="verify"} 17',
    ]),
  );
});
