import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTracing } from './trace.ts';
import type { Span, Tracing } from './trace.ts';
import { parseTraceparent } from './traceparent.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface Received {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly Attribute[];
  readonly events: readonly { readonly name: string; readonly attributes: readonly Attribute[] }[];
  readonly status: { readonly code: number; readonly message?: string };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Received[] }[];
  }[];
}

/** A collector on a free port. It keeps what it gets and answers `status`. */
async function collector({ status = 200 } = {}) {
  const exports: Export[] = [];
  const paths = new Set<string | undefined>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    paths.add(request.url);
    exports.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  const { port } = server.address() as AddressInfo;
  const resources = () => exports.flatMap(({ resourceSpans }) => resourceSpans);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    paths,
    resources,
    spans: (): readonly Received[] => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    span(name: string): Received {
      const found = this.spans().find((span) => span.name === name);
      if (!found) throw new Error(`the collector got no span ${name}`);
      return found;
    },
  };
}

const open = (endpoint?: string, serviceName = 'ectropy'): Promise<Tracing> => openTracing({ endpoint, serviceName, version: '1.2.3' });

const traceparentOf = async (span: Span): Promise<string> => span.traceparent ?? 'none';
const caller = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const textOf = (attributes: readonly Attribute[], key: string) => attributes.find((one) => one.key === key)?.value.stringValue;

describe('with a collector', () => {
  test('request, plan, worker and module are one trace, although another process does the work later', async () => {
    const sink = await collector();
    const api = await open(sink.endpoint, 'api');
    const stored = await api.span('request', { 'http.route': '/resources' }, caller, () => api.span('plan', {}, undefined, traceparentOf));
    await api.close();

    const worker = await open(`${sink.endpoint}/`, 'worker');
    const sent = await worker.span('turn', { kind: 'file' }, stored, () => worker.span('sync', {}, undefined, traceparentOf));
    await worker.close();

    const [request, plan, work, sync] = ['request', 'plan', 'turn', 'sync'].map((name) => sink.span(name));
    expect(sink.spans()).toHaveLength(4);
    expect(new Set(sink.spans().map(({ traceId }) => traceId))).toEqual(new Set(['a'.repeat(32)]));
    expect(request?.parentSpanId).toBe('b'.repeat(16));
    expect(plan?.parentSpanId).toBe(request?.spanId);
    expect(work?.parentSpanId).toBe(plan?.spanId);
    expect(sync?.parentSpanId).toBe(work?.spanId);
    expect(parseTraceparent(sent)).toEqual({ traceId: 'a'.repeat(32), spanId: sync?.spanId, traceFlags: 1 });
    expect(textOf(work?.attributes ?? [], 'kind')).toBe('file');
    expect(sink.resources().map(({ resource }) => textOf(resource.attributes, 'service.name'))).toEqual(['api', 'worker']);
    expect(sink.resources().map(({ resource }) => textOf(resource.attributes, 'service.version'))).toEqual(['1.2.3', '1.2.3']);
    expect(sink.paths).toEqual(new Set(['/v1/traces']));
  });

  test('an explicit parent wins over the active span', async () => {
    const sink = await collector();
    const tracing = await open(sink.endpoint);
    await tracing.span('outer', {}, undefined, () => tracing.span('inner', {}, caller, traceparentOf));
    await tracing.close();
    expect(sink.span('inner').traceId).toBe('a'.repeat(32));
    expect(sink.span('outer').traceId).not.toBe('a'.repeat(32));
  });

  test('what work throws marks the span and is thrown on', async () => {
    const sink = await collector();
    const tracing = await open(sink.endpoint);
    const error = new TypeError('cannot reach postgres://u:hunter2@h');
    const failing = tracing.span('sync', {}, undefined, async (span) => {
      span.event('asked', { attempt: 2 });
      throw error;
    });
    await expect(failing).rejects.toBe(error);
    await tracing.close();
    const span = sink.span('sync');
    expect(span.status).toEqual({ code: 2, message: 'cannot reach postgres://u:***@h' });
    expect(textOf(span.attributes, 'error.type')).toBe('TypeError');
    expect(span.events).toMatchObject([{ name: 'asked', attributes: [{ key: 'attempt', value: { intValue: 2 } }] }]);
  });

  test('a parent that is not a traceparent counts as none', async () => {
    const sink = await collector();
    const tracing = await open(sink.endpoint);
    await tracing.span('request', {}, 'evil\r\nheader: x', async () => {});
    await tracing.close();
    expect(sink.span('request').parentSpanId ?? '').toBe('');
  });

  test('a caller who does not sample is not recorded, but its trace is handed on', async () => {
    const sink = await collector();
    const tracing = await open(sink.endpoint);
    const passed = await tracing.span('request', {}, caller.replace(/01$/, '00'), traceparentOf);
    await tracing.close();
    expect(parseTraceparent(passed)).toMatchObject({ traceId: 'a'.repeat(32), traceFlags: 0 });
    expect(sink.spans()).toEqual([]);
  });

  test('nothing is registered globally', async () => {
    const tracing = await open((await collector()).endpoint);
    await tracing.span('request', {}, undefined, async () => {
      expect(context.active()).toBe(ROOT_CONTEXT);
      expect(trace.getTracer('foreign').startSpan('x').isRecording()).toBe(false);
    });
    await tracing.close();
  });
});

describe('spans that cannot be delivered are lost and counted', () => {
  test('because the collector refuses them', async () => {
    const sink = await collector({ status: 400 });
    const errors: unknown[] = [];
    const tracing = await openTracing({
      endpoint: sink.endpoint,
      serviceName: 'x',
      version: '1',
      onExportFailure: (error) => errors.push(error),
    });
    await tracing.span('request', {}, undefined, async () => {});
    await tracing.close();
    expect(tracing.exportFailures()).toBe(1);
    expect(errors).toEqual([expect.any(Error)]);
    expect(sink.spans()).toHaveLength(1);
  });

  test('because nobody listens', async () => {
    const tracing = await openTracing({ endpoint: 'http://127.0.0.1:1', serviceName: 'x', version: '1', exportTimeoutMs: 300 });
    await expect(tracing.span('request', {}, undefined, async () => 42)).resolves.toBe(42);
    await tracing.close();
    await tracing.close();
    expect(tracing.exportFailures()).toBe(1);
  });
});

describe.each([
  ['without a collector', async () => open()],
  ['with a collector', async () => open((await collector()).endpoint)],
])('%s', (_, start) => {
  test('the result of work is the result of its span', async () => {
    const tracing = await start();
    await expect(tracing.span('a', {}, undefined, async () => 42)).resolves.toBe(42);
    await tracing.close();
  });

  test('what work throws, at once or later, comes as a rejection', async () => {
    const tracing = await start();
    const error = new Error('no');
    const now = () => {
      throw error;
    };
    await expect(tracing.span('a', {}, undefined, now)).rejects.toBe(error);
    await expect(tracing.span('a', {}, caller, () => Promise.reject(error))).rejects.toBe(error);
    await tracing.close();
  });

  test('the active span follows the work, also if several run at once', async () => {
    const tracing = await start();
    const one = (digit: string) =>
      tracing.span('a', {}, caller.replaceAll('a', digit), async (span) => {
        await turn();
        expect(tracing.current()).toBe(span.traceparent);
        return tracing.span('b', {}, undefined, async () => tracing.current());
      });
    const passed = await Promise.all(['1', '2', '3'].map(one));
    expect(passed.map((text) => parseTraceparent(text ?? '')?.traceId[0])).toEqual(['1', '2', '3']);
    expect(tracing.current()).toBeUndefined();
    await tracing.close();
  });
});

describe('without a collector', () => {
  test('a caller’s traceparent is handed on as it is', async () => {
    const tracing = await open();
    const nested = await tracing.span('a', {}, caller, () => tracing.span('b', {}, undefined, traceparentOf));
    expect(nested).toBe(caller);
  });

  test('there is none where none came in', async () => {
    const tracing = await open();
    await expect(tracing.span('a', {}, undefined, traceparentOf)).resolves.toBe('none');
    await expect(tracing.span('a', {}, 'evil\r\nheader: x', traceparentOf)).resolves.toBe('none');
  });
});

describe('a traceparent', () => {
  const [ids] = [`${'a'.repeat(32)}-${'b'.repeat(16)}`];
  test.each([
    ['version 00', `00-${ids}-01`, true],
    ['a later version with more parts', `cc-${ids}-01-more`, true],
    ['version 00 with more parts', `00-${ids}-01-more`, false],
    ['the forbidden version', `ff-${ids}-01`, false],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`, false],
    ['a span id of zeros', `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`, false],
    ['capitals', `00-${ids.toUpperCase()}-01`, false],
    ['nothing', '', false],
  ])('%s', (_, given, valid) => expect(parseTraceparent(given) !== undefined).toBe(valid));
});
