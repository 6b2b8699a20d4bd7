import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { send, startServer } from '../testing/server.ts';

const RESOURCES = '/api/v1beta1/resources';

describe('the shared server', () => {
  test('answers probes without any door', async () => {
    await using server = await startServer();
    expect((await server.call('GET', '/livez')).text).toBe('ok');
    expect((await server.call('GET', '/ping')).text).toBe('pong');
    expect((await server.call('GET', '/metrics')).text).toBe('up 1\n');
    expect((await server.call('GET', '/version')).json()).toMatchObject({
      major: '1',
      gitVersion: 'v1.33.0+ectropy-0.1.0',
      platform: 'linux/amd64',
      version: '0.1.0',
      commit: 'abc',
    });
  });

  test('is ready when every check passes, and names the one that does not', async () => {
    const checks = {
      store: async () => undefined,
      feed: () => Promise.reject(new Error('behind')),
      slow: () => new Promise<void>(() => undefined),
    };
    await using server = await startServer({ probes: { checks, checkMs: 20 } });
    const { status, text } = await server.call('GET', '/readyz?verbose');
    expect(status).toBe(503);
    expect(text).toBe('[+] store ok\n[-] feed failed, the log says why\n[-] slow failed, the log says why\nnot ready: feed, slow');
    expect(server.logged).toContainEqual(expect.objectContaining({ level: 'warn', fields: { check: 'feed', reason: 'behind' } }));
  });

  test('echoes a request id, and makes one when there is none or a bad one', async () => {
    await using server = await startServer();
    expect((await server.call('GET', '/ping', { headers: { 'x-request-id': 'mine-1' } })).headers['x-request-id']).toBe('mine-1');
    expect((await server.call('GET', '/ping')).headers['x-request-id']).toBe('made-id');
    expect((await server.call('GET', '/ping', { headers: { 'x-request-id': 'a b' } })).headers['x-request-id']).toBe('made-id');
  });

  test('refuses a foreign host or origin in the format of the door', async () => {
    await using server = await startServer();
    const foreign = await server.call('GET', RESOURCES, { headers: { host: 'evil.example' } });
    expect(foreign.status).toBe(403);
    expect(foreign.json()).toMatchObject({ code: 7, message: expect.stringContaining('denied: ') });
    expect((await server.call('GET', RESOURCES, { headers: { origin: 'http://evil.example' } })).status).toBe(403);
    expect((await server.call('POST', RESOURCES, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    expect((await server.call('GET', '/livez', { headers: { host: 'evil.example' } })).status).toBe(403);
    expect((await server.call('GET', RESOURCES, { headers: { origin: server.url } })).status).toBe(200);
    expect(server.app.asked).toHaveLength(1);
  });

  test('counts requests by route pattern', async () => {
    await using server = await startServer();
    await server.call('GET', `${RESOURCES}/orn:entropy:file:demo:none`);
    await server.call('GET', '/nowhere');
    expect(server.observed).toEqual([
      ['/api/v1beta1/resources/:urn', 'GET', 404],
      ['unknown', 'GET', 404],
    ]);
  });
});

describe('what cannot be served', () => {
  test.each([
    ['GET', '/api/v1beta1/nowhere', 404, 5],
    ['GET', '/api/v1beta1', 404, 5],
    ['PUT', RESOURCES, 405, 12],
    ['DELETE', RESOURCES, 405, 12],
    ['POST', `${RESOURCES}/x/logs`, 405, 12],
    ['OPTIONS', RESOURCES, 405, 12],
    ['PROPFIND', RESOURCES, 405, 12],
    ['GET', `${RESOURCES}/%zz`, 400, 3],
    ['GET', `${RESOURCES}/%ff`, 400, 3],
  ])('%s %s is %i with code %i', async (method, path, status, code) => {
    await using server = await startServer();
    const reply = await server.call(method, path);
    expect(reply.status).toBe(status);
    expect(reply.json()).toMatchObject({ code });
    if (status === 405) expect(reply.headers.allow).toBeTruthy();
  });

  test('a path of any length is judged by what it says', async () => {
    await using server = await startServer();
    expect((await server.call('GET', `${RESOURCES}/${'x'.repeat(20_000)}`)).status).toBe(400);
  });

  test('a path outside all doors is refused in plain text', async () => {
    await using server = await startServer();
    const { status, text, headers } = await server.call('GET', '/apis/nowhere');
    expect([status, text, headers['content-type']]).toEqual([404, 'there is no route GET /apis/nowhere\n', 'text/plain; charset=utf-8']);
  });

  test('a method that is wrong names those that are right', async () => {
    await using server = await startServer();
    expect((await server.call('PUT', `${RESOURCES}/orn:entropy:file:demo:one`)).headers.allow).toBe('GET, HEAD, PATCH, DELETE');
  });

  test('headers that are too long are 431, malformed HTTP is 400', async () => {
    await using server = await startServer();
    const long = await server.call('GET', '/ping', { headers: { 'x-long': 'x'.repeat(80_000) } });
    expect(long.status).toBe(431);
    const socket = connect(server.port, '127.0.0.1').end('NONSENSE\r\n\r\n');
    const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    expect(answer).toMatch(/^HTTP\/1.1 400/);
  });

  test('an error nobody foresaw is told to the log and not to the caller', async () => {
    await using server = await startServer();
    const secret = new Error('connect to db://user:pass@host');
    server.app.failNext(secret);
    const { status, json } = await server.call('GET', RESOURCES);
    expect(status).toBe(500);
    expect(json()).toMatchObject({ code: 13, message: 'internal_error: some unexpected error occurred' });
    expect(server.logged).toContainEqual(
      expect.objectContaining({ level: 'error', cause: secret, fields: expect.objectContaining({ requestId: 'made-id' }) }),
    );
  });

  test('unavailable says when to come again', async () => {
    await using server = await startServer();
    server.app.failNext(new ProblemError({ code: 'unavailable', message: 'the store is away', retryAfterMs: 1500 }));
    const { status, headers } = await server.call('GET', RESOURCES);
    expect([status, headers['retry-after']]).toEqual([503, '2']);
  });
});

const post = (body: string | Buffer, type = 'application/json') => ({ body, headers: { 'content-type': type } });

describe('bodies', () => {
  test.each([
    ['malformed JSON', post('{"a":x}'), 400, 'at position 5'],
    ['not UTF-8', post(Buffer.from([0x22, 0xff, 0x22])), 400, 'not valid UTF-8'],
    ['deep nesting', post('['.repeat(1000) + ']'.repeat(1000)), 400, 'nested deeper than 64'],
    ['__proto__', post('{"__proto__":{"x":1}}'), 400, '__proto__: is not allowed as a key'],
    ['a number that would change', post('{"spec":{"configs":{"n":12345678901234567890}}}'), 400, 'spec.configs.n'],
    ['not JSON, and not said to be', post('a=b', 'application/x-www-form-urlencoded'), 415, 'the body is not JSON'],
    ['ten megabytes', post(`"${'x'.repeat(10_000_000)}"`), 413, 'must not be larger'],
  ])('%s', async (_name, request, status, message) => {
    await using server = await startServer();
    const reply = await server.call('POST', RESOURCES, request);
    expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(message)]);
  });

  test('ten megabytes in chunks, without a length, are 413 too', async () => {
    await using server = await startServer();
    const body = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(100_000)));
    const init = { method: 'POST', headers: { 'user-id': 'jane' }, body: Readable.toWeb(body), duplex: 'half' };
    expect((await fetch(`${server.url}${RESOURCES}`, init as RequestInit)).status).toBe(413);
  });

  test('a compressed body is 415', async () => {
    await using server = await startServer();
    expect((await server.call('POST', RESOURCES, { body: '{}', headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
  });

  test('JSON is taken under any content type', async () => {
    await using server = await startServer();
    const body = '{"kind":"kafka","name":"one","project":"demo","spec":{"configs":{}}}';
    expect((await server.call('POST', RESOURCES, post(body, 'text/plain'))).status).toBe(200);
    expect(
      (await send({ port: server.port, method: 'POST', path: '/api/v1/version', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(200);
  });
});

describe('closing', () => {
  test('ends streams, lets go of idle connections, and does not wait for the grace', async () => {
    await using server = await startServer();
    server.app.watching = ({ signal }) =>
      (async function* () {
        yield { type: 'bookmark', version: '1' as never } as const;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      })();
    const response = await fetch(`${server.url}/api/v1beta1/watch`);
    await fetch(`${server.url}/ping`); // fetch keeps this connection alive
    const started = performance.now();
    const [text] = await Promise.all([response.text(), server.server.close({ graceMs: 10_000 })]);
    expect(text).toContain('event: bookmark');
    expect(performance.now() - started).toBeLessThan(2_000);
    await expect(fetch(`${server.url}/ping`)).rejects.toThrow();
  });

  test('lets a request that is under way finish', async () => {
    await using server = await startServer({ probes: { checks: { slow: () => new Promise((resolve) => void setTimeout(resolve, 300)) } } });
    const pending = fetch(`${server.url}/readyz`);
    await new Promise((resolve) => void setTimeout(resolve, 50));
    await server.server.close({ graceMs: 5_000 });
    expect((await pending).status).toBe(200);
  });

  test('cuts what is not finished when the grace is over', async () => {
    await using server = await startServer({ probes: { checks: { stuck: () => new Promise(() => undefined) }, checkMs: 60_000 } });
    const pending = fetch(`${server.url}/readyz`).catch(() => 'cut');
    await new Promise((resolve) => void setTimeout(resolve, 50));
    await server.server.close({ graceMs: 200 });
    expect(await pending).toBe('cut');
  });
});
