import { setTimeout as sleep } from 'node:timers/promises';
import { register } from 'prom-client';
import { afterEach, describe, expect, test } from 'vitest';
import { openMetrics } from './metrics.ts';
import type { Metrics, MetricsOptions } from './metrics.ts';
import type { MetricSources } from './store-gauges.ts';

let opened: Metrics[] = [];
const open = (options?: MetricsOptions): Metrics => {
  const metrics = openMetrics(options);
  opened.push(metrics);
  return metrics;
};
afterEach(() => {
  for (const metrics of opened) metrics.close();
  opened = [];
});

const sample = /^([a-z_:][\w:]*)(?:\{((?:[a-z_]\w*="(?:[^"\\\n]|\\.)*",?)*)\})? (-?\d[\d.e+-]*|NaN|\+Inf)$/i;

/** The exposition as a map from `name{labels}` to value; throws on a line that Prometheus could not read. */
async function scrape(metrics: Metrics): Promise<ReadonlyMap<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line && !/^# (HELP|TYPE) \w+ ./.test(line));
  return new Map(
    lines.map((line) => {
      if (!sample.test(line)) throw new Error(`not a sample: ${line}`);
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

const aStore = (overrides: Partial<MetricSources> = {}): MetricSources => ({
  queue: () => Promise.resolve({ depth: { user: 2, drift: 7 }, oldestAgeSeconds: 1.5 }),
  resources: () => Promise.resolve([{ kind: 'file', status: 'ready', count: 3 }]),
  ...overrides,
});

test('every instrument is there with its labels', async () => {
  const metrics = open({ sources: aStore() });
  metrics.requested({ route: '/api/v1beta1/resources/:urn', method: 'GET', code: 200 }, 0.003);
  metrics.synced('file', 'done', 0.2);
  metrics.synced('file', 'threw', 0.2);
  metrics.driftDetected('file');
  metrics.driftCorrected('file');
  metrics.leaseLost();
  metrics.committed(12, 0.004);
  metrics.becameReady('file', 4);
  metrics.watcherOpened();
  metrics.watcherOpened();
  metrics.watcherClosed();
  metrics.fed(0.25);
  metrics.traceExportFailed();

  expect(Object.fromEntries(await scrape(metrics))).toMatchObject({
    'ectropy_http_request_duration_seconds_count{route="/api/v1beta1/resources/:urn",method="GET",code="200"}': 1,
    'ectropy_http_request_duration_seconds_bucket{le="0.005",route="/api/v1beta1/resources/:urn",method="GET",code="200"}': 1,
    'ectropy_sync_total{kind="file",result="done"}': 1,
    'ectropy_sync_total{kind="file",result="threw"}': 1,
    'ectropy_sync_duration_seconds_sum{kind="file",result="done"}': 0.2,
    'ectropy_drift_detected_total{kind="file"}': 1,
    'ectropy_drift_corrected_total{kind="file"}': 1,
    ectropy_lease_lost_total: 1,
    'ectropy_commit_batch_size_bucket{le="10"}': 0,
    'ectropy_commit_batch_size_bucket{le="20"}': 1,
    ectropy_commit_duration_seconds_sum: 0.004,
    'ectropy_queue_depth{priority="user"}': 2,
    'ectropy_queue_depth{priority="drift"}': 7,
    ectropy_queue_oldest_age_seconds: 1.5,
    'ectropy_resources{kind="file",status="ready"}': 3,
    ectropy_watchers: 1,
    ectropy_feed_lag_seconds: 0.25,
    'ectropy_time_to_ready_seconds_count{kind="file"}': 1,
    ectropy_trace_export_failures_total: 1,
    ectropy_eventloop_lag_seconds_count: expect.any(Number),
    process_cpu_seconds_total: expect.any(Number),
  });
  expect(metrics.contentType).toMatch(/^text\/plain; version=0\.0\.4/);
});

test('a URN is never a label', async () => {
  const urn = 'orn:entropy:file:demo:a';
  const metrics = open({ sources: aStore({ resources: () => Promise.resolve([{ kind: urn, status: 'ready', count: 1 }]) }) });
  metrics.synced(urn, 'done', 1);
  metrics.requested({ route: `/api/v1beta1/resources/${urn}`, method: 'GET', code: 200 }, 1);
  const text = await metrics.text();
  expect(text).not.toContain('orn:');
  expect(text).toContain('ectropy_sync_total{kind="other",result="done"} 1');
});

test('two servers in one process share nothing, and nothing is global', async () => {
  const [first, second] = [open(), open()];
  first.leaseLost();
  expect((await scrape(second)).get('ectropy_lease_lost_total')).toBe(0);
  expect(await register.metrics()).toBe('\n');
});

test('a blocked event loop shows', async () => {
  const metrics = open();
  await sleep(60);
  const until = performance.now() + 150;
  while (performance.now() < until);
  await sleep(60);
  const samples = await scrape(metrics);
  const count = samples.get('ectropy_eventloop_lag_seconds_count') ?? 0;
  expect(samples.get('ectropy_eventloop_lag_seconds_bucket{le="0.1"}')).toBeLessThan(count);
});

describe('the store', () => {
  test('is read at most every five seconds, and one read at a time', async () => {
    let at = 0;
    let reads = 0;
    const resources = async () => {
      reads += 1;
      return [{ kind: `kind_${reads}`, status: 'ready', count: 1 }];
    };
    const metrics = open({ sources: aStore({ resources }), now: () => at });
    await Promise.all([metrics.text(), metrics.text(), metrics.text()]);
    at = 4_999;
    await metrics.text();
    expect(reads).toBe(1);
    at = 5_000;
    const samples = await scrape(metrics);
    expect(reads).toBe(2);
    expect([...samples.keys()].filter((key) => key.startsWith('ectropy_resources'))).toEqual([
      'ectropy_resources{kind="kind_2",status="ready"}',
    ]);
  });

  test('can be down: its gauges are absent, the rest is served, and it is left in peace', async () => {
    let at = 0;
    let down = false;
    let reads = 0;
    const queue = async () => {
      reads += 1;
      if (down) throw new Error('no database');
      return { depth: { user: 1 }, oldestAgeSeconds: 9 };
    };
    const metrics = open({ sources: aStore({ queue }), now: () => at });
    expect((await scrape(metrics)).get('ectropy_queue_oldest_age_seconds')).toBe(9);
    down = true;
    at = 6_000;
    await metrics.text();
    const samples = await scrape(metrics);
    expect(reads).toBe(2);
    expect(samples.has('ectropy_queue_oldest_age_seconds')).toBe(false);
    expect(samples.has('ectropy_queue_depth{priority="user"}')).toBe(false);
    expect(samples.get('ectropy_collect_failures_total{source="queue"}')).toBe(1);
    expect(samples.get('ectropy_resources{kind="file",status="ready"}')).toBe(3);
  });
});
