import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { cached } from './cached.ts';
import { label } from './label.ts';

export interface QueueState {
  /** How many resources are due now, by priority. */
  readonly depth: Readonly<Record<string, number>>;
  /** For how long the one that waits longest has been due. */
  readonly oldestAgeSeconds: number;
}

export interface ResourceCount {
  readonly kind: string;
  readonly status: string;
  readonly count: number;
}

/** What only the store knows. Read at most every five seconds, however often metrics are asked for. */
export interface MetricSources {
  queue(): Promise<QueueState>;
  resources(): Promise<readonly ResourceCount[]>;
}

export interface StoreGaugeOptions {
  readonly sources: MetricSources;
  readonly now: () => number;
  readonly onFailure: (source: keyof MetricSources) => void;
}

type Cached<T> = () => Promise<T | undefined>;

/** A gauge that could not be read is absent: an old or an empty value would be a lie. */
export function registerStoreGauges(registry: Registry, { sources, now, onFailure }: StoreGaugeOptions): void {
  const policy = { ttlMs: 5_000, patienceMs: 2_000, now };
  const queue = cached(() => sources.queue(), { ...policy, onFailure: () => onFailure('queue') });
  const resources = cached(() => sources.resources(), { ...policy, onFailure: () => onFailure('resources') });
  registry.registerMetric(queueDepth(queue));
  registry.registerMetric(queueOldestAge(queue));
  registry.registerMetric(resourceCounts(resources));
}

const queueDepth = (read: Cached<QueueState>): Gauge =>
  new Gauge({
    name: 'ectropy_queue_depth',
    help: 'Resources that are due, by priority.',
    labelNames: ['priority'],
    registers: [],
    async collect() {
      const state = await read();
      this.reset();
      for (const [priority, depth] of Object.entries(state?.depth ?? {})) this.set({ priority: label(priority) }, depth);
    },
  });

const queueOldestAge = (read: Cached<QueueState>): Gauge =>
  new Gauge({
    name: 'ectropy_queue_oldest_age_seconds',
    help: 'For how long the resource that waits longest has been due.',
    registers: [],
    async collect() {
      const state = await read();
      if (state) this.set(state.oldestAgeSeconds);
      else this.remove();
    },
  });

const resourceCounts = (read: Cached<readonly ResourceCount[]>): Gauge =>
  new Gauge({
    name: 'ectropy_resources',
    help: 'Resources, by kind and status.',
    labelNames: ['kind', 'status'],
    registers: [],
    async collect() {
      const counts = await read();
      this.reset();
      for (const { kind, status, count } of counts ?? []) this.inc({ kind: label(kind), status: label(status) }, count);
    },
  });
