import { AsyncLocalStorage } from 'node:async_hooks';
import { parseTraceparent, showTraceparent } from './traceparent.ts';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  /** What to store or to send along, so that later work becomes a child of this span. */
  readonly traceparent?: string;
  event(name: string, attributes?: Attributes): void;
}

/** Traces go from door to module through stored and sent traceparents, never through a global. */
export interface Tracing {
  /**
   * Runs `work` in a span under `parent`, else under the active span, else at the root of a new trace. A `parent` that is not a
   * traceparent counts as none. What `work` throws marks the span as failed and is thrown on.
   */
  span<T>(name: string, attributes: Attributes, parent: string | undefined, work: (span: Span) => Promise<T>): Promise<T>;
  /** The traceparent of the active span. */
  current(): string | undefined;
  /** How many batches of spans could not be delivered. They are lost; the server goes on. */
  exportFailures(): number;
  /** Delivers what is left. Never throws. */
  close(): Promise<void>;
}

export interface TracingOptions {
  /** An OTLP/HTTP collector. Without one nothing is recorded. */
  readonly endpoint?: string | undefined;
  readonly serviceName: string;
  readonly version: string;
  readonly onExportFailure?: (error: unknown) => void;
  /** The longest that delivering one batch may take, with retries. */
  readonly exportTimeoutMs?: number;
}

/** The OpenTelemetry SDK is loaded only if it is used: it takes longer to load than the rest of telemetry. */
export async function openTracing({ endpoint, ...options }: TracingOptions): Promise<Tracing> {
  if (!endpoint) return passThrough();
  const { openOtlp } = await import('./otlp.ts');
  return openOtlp({ endpoint, ...options });
}

const silent: Span = { event: () => {} };

/** Records nothing, but hands a caller's traceparent on, so that traces that others record stay in one piece. */
function passThrough(): Tracing {
  const active = new AsyncLocalStorage<Span>();
  return {
    async span(_name, _attributes, parent, work) {
      const context = parent === undefined ? undefined : parseTraceparent(parent);
      if (!context) return work(active.getStore() ?? silent);
      const span = { ...silent, traceparent: showTraceparent(context) };
      return active.run(span, work, span);
    },
    current: () => active.getStore()?.traceparent,
    exportFailures: () => 0,
    close: () => Promise.resolve(),
  };
}
