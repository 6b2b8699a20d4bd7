import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const slow = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600];
const sizes = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** Every instrument with its labels. A label has few values, all known to the server: never a URN, a name or a path. */
export function instruments(registry: Registry) {
  const registers = [registry];
  return {
    httpSeconds: new Histogram({
      name: 'ectropy_http_request_duration_seconds',
      help: 'Time to answer a request, by route pattern.',
      labelNames: ['route', 'method', 'code'],
      buckets: quick,
      registers,
    }),
    syncs: new Counter({ name: 'ectropy_sync_total', help: 'Steps taken.', labelNames: ['kind', 'result'], registers }),
    syncSeconds: new Histogram({
      name: 'ectropy_sync_duration_seconds',
      help: 'Time that one step took.',
      labelNames: ['kind', 'result'],
      buckets: slow,
      registers,
    }),
    driftDetected: new Counter({ name: 'ectropy_drift_detected_total', help: 'Drifts found.', labelNames: ['kind'], registers }),
    driftCorrected: new Counter({ name: 'ectropy_drift_corrected_total', help: 'Drifts put right.', labelNames: ['kind'], registers }),
    leasesLost: new Counter({ name: 'ectropy_lease_lost_total', help: 'Leases lost before the step was recorded.', registers }),
    commitSize: new Histogram({ name: 'ectropy_commit_batch_size', help: 'Writes in one commit.', buckets: sizes, registers }),
    commitSeconds: new Histogram({
      name: 'ectropy_commit_duration_seconds',
      help: 'Time that one commit took.',
      buckets: quick,
      registers,
    }),
    readySeconds: new Histogram({
      name: 'ectropy_time_to_ready_seconds',
      help: 'Time from a change until its resource is ready.',
      labelNames: ['kind'],
      buckets: slow,
      registers,
    }),
    watchers: new Gauge({ name: 'ectropy_watchers', help: 'Watches open now.', registers }),
    feedLag: new Gauge({ name: 'ectropy_feed_lag_seconds', help: 'Age of the newest change when the feed delivered it.', registers }),
    loopLag: new Histogram({
      name: 'ectropy_eventloop_lag_seconds',
      help: 'How late the event loop served a timer.',
      buckets: quick,
      registers,
    }),
    traceExportFailures: new Counter({ name: 'ectropy_trace_export_failures_total', help: 'Batches of spans that were lost.', registers }),
    collectFailures: new Counter({
      name: 'ectropy_collect_failures_total',
      help: 'Reads of the store for these metrics that failed.',
      labelNames: ['source'],
      registers,
    }),
  };
}
