import { connect } from 'node:net';
import { type LogChunk, ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import type { WatchRequest, Watched } from '../../app/app.ts';
import type { Version } from '../../core/resource.ts';
import { aResource } from '../../testing/builders.ts';
import { fakeApp } from '../testing/fake-app.ts';
import { startServer } from '../testing/server.ts';

const LOGS = '/api/v1beta1/resources/orn:entropy:file:demo:one/logs';
const WATCH = '/api/v1beta1/watch';

const bookmark = (version: string): Watched => ({ type: 'bookmark', version: version as Version });
const put = (version: string): Watched => ({
  type: 'put',
  version: version as Version,
  at: 0,
  resource: aResource({ spec: { password: 'swordfish' } }),
});
const aborted = (signal: AbortSignal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

async function* emit<T>(...items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** Yields, then waits for the signal; `ended` resolves when it came. */
function endless<T>(signal: AbortSignal, ...items: readonly T[]) {
  return (async function* () {
    yield* items;
    await aborted(signal);
  })();
}

async function readUntil(response: Response, wanted: string): Promise<string> {
  let text = '';
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes(wanted)) break;
  }
  return text;
}

const startLogging = async (logging: (signal: AbortSignal) => AsyncIterable<LogChunk>) => {
  const server = await startServer({ app: fakeApp([aResource()]) });
  server.app.logging = logging;
  return server;
};

const startWatching = async (watching: (request: WatchRequest) => AsyncIterable<Watched>, v1beta1 = {}) => {
  const server = await startServer({ v1beta1 });
  server.app.watching = watching;
  return server;
};

// oxlint-disable-next-line require-yield -- it breaks before it has anything to say
async function* broken(error: Error): AsyncGenerator<never> {
  throw error;
}

describe('logs', () => {
  test('come one document per line, in the shape of the gateway', async () => {
    await using server = await startLogging(() => emit({ text: 'a\n', labels: { pod: 'p' } }, { text: 'ü', labels: {} }));
    const reply = await server.call('GET', `${LOGS}?filter[pod]=p&filter[follow]=true`);
    expect(reply.headers['content-type']).toBe('application/x-ndjson');
    expect(
      reply.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([{ result: { chunk: { data: 'YQo=', labels: { pod: 'p' } } } }, { result: { chunk: { data: 'w7w=', labels: {} } } }]);
    expect(server.app.asked[0]?.request).toMatchObject({ filter: { pod: 'p', follow: 'true' } });
  });

  test('are flushed as they come, and end when the reader leaves', async () => {
    let left: Promise<void> | undefined;
    await using server = await startLogging((signal) => {
      left = aborted(signal);
      return endless(signal, { text: 'first', labels: {} });
    });
    const response = await fetch(`${server.url}${LOGS}`);
    expect(await readUntil(response, '\n')).toContain('result');
    await left;
  });

  test('begin although nothing is said yet', async () => {
    await using server = await startLogging((signal) => endless(signal));
    const response = await fetch(`${server.url}${LOGS}`);
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });

  test('an error at the start has a status, a later one is the last line', async () => {
    const away = new ProblemError({ code: 'unavailable', message: 'the cluster is away' });
    await using early = await startLogging(() => broken(away));
    expect((await early.call('GET', LOGS)).status).toBe(503);
    await using late = await startLogging(() =>
      (async function* () {
        yield { text: 'a', labels: {} };
        throw away;
      })(),
    );
    const reply = await late.call('GET', LOGS);
    expect([reply.status, reply.text.trim().split('\n').at(-1)]).toEqual([
      200,
      '{"error":{"code":14,"message":"unavailable: the cluster is away","details":[]}}',
    ]);
  });

  test('of an unknown resource are 404', async () => {
    await using server = await startServer();
    expect((await server.call('GET', LOGS)).status).toBe(404);
  });
});

describe('watch', () => {
  test('tells changes as server-sent events without secrets', async () => {
    await using server = await startWatching(() => emit(bookmark('10'), put('11'), { ...put('12'), type: 'gone' } as Watched));
    const { text, headers } = await server.call('GET', WATCH);
    expect(headers['content-type']).toBe('text/event-stream');
    const frames = text.trim().split('\n\n');
    expect(frames[0]).toBe('retry: 2000');
    expect(frames[1]).toBe('id: 10\nevent: bookmark\ndata: {}');
    expect(frames[2]).toMatch(/^id: 11\nevent: put\ndata: \{"resource":\{"urn":"orn:entropy:file:demo:one",.*"password":"\(secret\)"/);
    expect(frames[3]).toMatch(/^id: 12\nevent: gone\n/);
  });

  test('resumes after the last event, which wins over since', async () => {
    await using server = await startWatching(() => emit(bookmark('1')));
    await server.call('GET', `${WATCH}?since=5&project=demo&kind=file&label_selector=a`);
    await server.call('GET', `${WATCH}?since=5`, { headers: { 'last-event-id': '7' } });
    expect(server.app.asked.map(({ request }) => request)).toMatchObject([
      { since: '5', project: 'demo', kind: 'file', labels: [{ key: 'a', op: 'exists' }] },
      { since: '7' },
    ]);
  });

  test('a version that is too old is 410 before anything is sent', async () => {
    await using server = await startWatching(() => broken(new ProblemError({ code: 'expired', message: 'version 1 is too old' })));
    const reply = await server.call('GET', `${WATCH}?since=1`);
    expect([reply.status, reply.json()]).toEqual([410, { code: 11, message: 'expired: version 1 is too old', details: [] }]);
  });

  test('an error on the way is the last event', async () => {
    await using server = await startWatching(() =>
      (async function* () {
        yield bookmark('1');
        throw new Error('secret detail');
      })(),
    );
    const { text } = await server.call('GET', WATCH);
    expect(text).toContain('event: error\ndata: {"code":13,');
    expect(text).not.toContain('secret detail');
  });

  test('says that it is still there', async () => {
    await using server = await startWatching(({ signal }) => endless(signal, bookmark('1')), { heartbeatMs: 20 });
    expect(await readUntil(await fetch(`${server.url}${WATCH}`), ': still here')).toContain('event: bookmark');
  });

  test('a version that is none is 400', async () => {
    await using server = await startServer();
    expect((await server.call('GET', `${WATCH}?since=now`)).status).toBe(400);
    expect((await server.call('GET', WATCH, { headers: { 'last-event-id': 'x' } })).text).toContain('Last-Event-ID');
  });

  test('a reader that has stopped reading slows the feed and is cut', async () => {
    let handedOut = 0;
    let over: (() => void) | undefined;
    const cut = new Promise<void>((resolve) => (over = resolve));
    await using server = await startWatching(
      ({ signal }) =>
        (async function* () {
          signal.addEventListener('abort', () => over?.());
          const large = { ...put('2'), resource: aResource({ spec: { text: 'x'.repeat(1_000_000) } }) } as Watched;
          for (yield bookmark('1'); !signal.aborted; handedOut++) yield large;
        })(),
      { stallMs: 200 },
    );
    const socket = connect(server.port, '127.0.0.1');
    socket.pause();
    socket.write(`GET ${WATCH} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await cut;
    expect(handedOut).toBeLessThan(100);
    socket.destroy();
  });

  test('a HEAD of a stream is not possible', async () => {
    await using server = await startServer();
    expect((await server.call('HEAD', WATCH)).status).toBe(405);
  });
});
