import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Span as OtelSpan } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { SpanExporter, TracerProviderOptions } from '@opentelemetry/sdk-trace';
import { redact } from './redact.ts';
import type { Span, Tracing, TracingOptions } from './trace.ts';
import { parseTraceparent, showTraceparent } from './traceparent.ts';

/** Records spans and sends them to a collector in batches. Registers nothing globally: parents are always passed explicitly. */
export function openOtlp(options: TracingOptions & { readonly endpoint: string }): Tracing {
  const { endpoint, serviceName, version, onExportFailure, exportTimeoutMs = 5_000 } = options;
  let failures = 0;
  const exporter = forgiving(new OTLPTraceExporter({ url: tracesUrl(endpoint), timeoutMillis: exportTimeoutMs }), (error) => {
    failures += 1;
    onExportFailure?.(error);
  });
  const provider = new TracerProvider({
    resource: resourceOf({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('ectropy', version);
  const active = new AsyncLocalStorage<string>();

  return {
    async span(name, attributes, parent, work) {
      const context = parseTraceparent(parent ?? '') ?? parseTraceparent(active.getStore() ?? '');
      const under = context ? trace.setSpanContext(ROOT_CONTEXT, { ...context, isRemote: parent !== undefined }) : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { attributes: { ...attributes } }, under);
      const traceparent = showTraceparent(span.spanContext());
      try {
        return await active.run(traceparent, work, handle(span, traceparent));
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    current: () => active.getStore(),
    exportFailures: () => failures,
    close: () => provider.shutdown().catch(() => {}),
  };
}

const tracesUrl = (endpoint: string): string => `${endpoint.replace(/\/+$/, '')}/v1/traces`;

const handle = (span: OtelSpan, traceparent: string): Span => ({
  traceparent,
  event: (name, attributes = {}) => void span.addEvent(name, { ...attributes }),
});

function fail(span: OtelSpan, error: unknown): void {
  const message = redact(error instanceof Error ? error.message : String(error));
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}

/** Tells the processor that all went well even if it did not: a failed batch is lost anyway, and shutting down must go on to the end. */
function forgiving(exporter: SpanExporter, failed: (error: unknown) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0) failed(result.error);
        done({ code: 0 });
      }),
    shutdown: () => exporter.shutdown(),
  };
}

type Resource = NonNullable<TracerProviderOptions['resource']>;

/** All that the exporter reads of a resource are its attributes; this spares the package that detects them. */
function resourceOf(attributes: Resource['attributes']): Resource {
  const resource: Resource = {
    attributes,
    merge: (other) => (other ? resourceOf({ ...attributes, ...other.attributes }) : resource),
    getRawAttributes: () => Object.entries(attributes),
  };
  return resource;
}
