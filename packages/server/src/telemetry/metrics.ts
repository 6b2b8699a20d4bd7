import type { Step } from '@ectropy/sdk';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { instruments } from './instruments.ts';
import { label } from './label.ts';
import { watchLoop } from './loop-lag.ts';
import { registerStoreGauges } from './store-gauges.ts';
import type { MetricSources } from './store-gauges.ts';

/** What came of one step: the module's answer, what it threw, or nothing because the lease was lost. */
export type SyncResult = Step['type'] | 'threw' | 'lost';

export interface Request {
  /** The pattern, such as `/api/v1beta1/resources/:urn`, never the path. */
  readonly route: string;
  readonly method: string;
  readonly code: number | string;
}

/** What the server counts, as verbs. The names and labels of the instruments stand in `instruments.ts`. */
export interface Metrics {
  requested(request: Request, seconds: number): void;
  synced(kind: string, result: SyncResult, seconds: number): void;
  driftDetected(kind: string): void;
  driftCorrected(kind: string): void;
  leaseLost(): void;
  committed(writes: number, seconds: number): void;
  becameReady(kind: string, seconds: number): void;
  watcherOpened(): void;
  watcherClosed(): void;
  fed(lagSeconds: number): void;
  traceExportFailed(): void;
  /** All of it in the format that Prometheus reads, to be sent as `contentType`. */
  text(): Promise<string>;
  readonly contentType: string;
  close(): void;
}

export interface MetricsOptions {
  readonly sources?: MetricSources;
  /** Milliseconds from any fixed point. */
  readonly now?: () => number;
}

/** Opens a registry of its own; nothing is global. */
export function openMetrics({ sources, now = () => performance.now() }: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const all = instruments(registry);
  if (sources) registerStoreGauges(registry, { sources, now, onFailure: (source) => all.collectFailures.inc({ source }) });
  const loop = watchLoop((seconds) => all.loopLag.observe(seconds));

  return {
    requested: ({ route, method, code }, seconds) => all.httpSeconds.observe({ route: label(route), method, code }, seconds),
    synced(kind, result, seconds) {
      const labels = { kind: label(kind), result };
      all.syncs.inc(labels);
      all.syncSeconds.observe(labels, seconds);
    },
    driftDetected: (kind) => all.driftDetected.inc({ kind: label(kind) }),
    driftCorrected: (kind) => all.driftCorrected.inc({ kind: label(kind) }),
    leaseLost: () => all.leasesLost.inc(),
    committed(writes, seconds) {
      all.commitSize.observe(writes);
      all.commitSeconds.observe(seconds);
    },
    becameReady: (kind, seconds) => all.readySeconds.observe({ kind: label(kind) }, seconds),
    watcherOpened: () => all.watchers.inc(),
    watcherClosed: () => all.watchers.dec(),
    fed: (lagSeconds) => all.feedLag.set(lagSeconds),
    traceExportFailed: () => all.traceExportFailures.inc(),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => loop.close(),
  };
}
