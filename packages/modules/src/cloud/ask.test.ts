import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { networkModule } from './network/kind.ts';
import { serverModule } from './server/kind.ts';
import { aHost, aSubject } from './testing/life.ts';
import { practiceCloud } from './testing/practice-cloud.ts';

const spec = { cidr: '10.1.0.0/16' };

/** Something that listens and is no proper cloud. */
async function stranger(listener: RequestListener): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const answering = (body: string, status = 200) => stranger((_, response) => void response.writeHead(status).end(body));

const look = (url: string, timeoutMs = 10_000, config: JsonObject = {}) =>
  networkModule({ url, timeoutMs }).observe?.(aSubject(spec, { output: { id: 'net-1' }, config }), aHost());

describe('a cloud that cannot be reached', () => {
  test('is named, with how to start it', async () => {
    const gone = await answering('');
    await gone[Symbol.asyncDispose]();
    await expect(look(gone.url)).rejects.toMatchObject({
      problem: {
        code: 'unavailable',
        message: `cannot reach the cloud at ${gone.url}: nothing listens there`,
        hint: expect.stringContaining('ectropy cloud-sim'),
      },
    });
  });

  test('because it breaks off is asked again under the same key', async () => {
    await using cloud = await stranger((request) => request.socket.destroy());
    await expect(look(cloud.url)).rejects.toMatchObject({
      problem: { code: 'unavailable', message: `the cloud at ${cloud.url} broke off without an answer` },
    });
  });

  test('in time is not waited for', async () => {
    await using cloud = await practiceCloud();
    await cloud.fault({ effect: 'slow', ms: 60_000 });
    await expect(look(cloud.url, 50)).rejects.toMatchObject({
      problem: { code: 'unavailable', message: `the cloud at ${cloud.url} did not answer within 0.05 s` },
    });
  });

  test('also while the answer is being sent', async () => {
    await using cloud = await stranger((_, response) => void response.writeHead(200).write('{'));
    await expect(look(cloud.url, 50)).rejects.toMatchObject({
      problem: { code: 'unavailable', message: expect.stringContaining('within') },
    });
  });
});

test('a host that has stopped ends a request that is under way, with its reason', async () => {
  const stop = new AbortController();
  await using cloud = await stranger(() => stop.abort(new Error('stopped')));
  const module = networkModule(cloud);
  await expect(module.observe?.(aSubject(spec), aHost({ signal: stop.signal }))).rejects.toThrow('stopped');
});

describe('an answer is not taken on trust', () => {
  const network = { id: 'net-1', name: 'p-web', cidr: '10.1.0.0/16', gateway: '10.1.0.1', labels: {}, state: 'ready' };
  const cases: readonly (readonly [string, string, string, object])[] = [
    ['no JSON', '<html>', 'is no cloud', { code: 'unavailable' }],
    ['nothing', '', 'is no cloud', { code: 'unavailable' }],
    ['a list', '[]', 'is no cloud', { code: 'unavailable' }],
    ['an empty object', '{}', 'name, id, cidr, state, labels missing', { code: 'internal' }],
    ['a number for a word', JSON.stringify({ ...network, cidr: 7 }), 'cidr missing', {}],
    ['an unknown state', JSON.stringify({ ...network, state: 'exploded' }), 'state missing', {}],
    ['an id that leads elsewhere', JSON.stringify({ ...network, id: '../faults' }), 'id missing', {}],
    ['labels that are no words', JSON.stringify({ ...network, labels: { a: {} } }), 'labels missing', {}],
    ['no gateway although it is ready', JSON.stringify({ ...network, gateway: null }), 'gateway missing', {}],
    ['inherited fields', '{"__proto__":{"id":"net-1","name":"x"}}', 'name, id', {}],
    ['too much', `{"x":"${'x'.repeat(5_000_000)}"}`, 'more than 4194304 bytes', { code: 'too_large' }],
    ['something deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'is no cloud', {}],
  ];
  test.each(cases)('%s', async (_, body, message, problem) => {
    await using cloud = await answering(body);
    await expect(look(cloud.url)).rejects.toMatchObject({ problem: { ...problem, message: expect.stringContaining(message) } });
  });

  test('a list without items, and an operation without a state', async () => {
    await using cloud = await answering('{"operation":{"id":"op-1","objectId":"net-1"}}');
    const module = networkModule(cloud);
    await expect(module.observe?.(aSubject(spec), aHost())).rejects.toThrow('items missing');
    await expect(module.sync(aSubject(spec), { todo: 'create' }, aHost())).rejects.toThrow('operation cannot be used: state missing');
  });

  test('a redirect is not followed', async () => {
    await using cloud = await stranger((_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
    await expect(look(cloud.url)).rejects.toMatchObject({ problem: { code: 'unavailable' } });
  });
});

const refusal = (code: string, more = {}) => JSON.stringify({ error: { code, message: 'Because.', ...more } });

describe('a refusal keeps the words of the cloud', () => {
  test.each([
    [403, refusal('quota_exceeded'), 'limited'],
    [403, refusal('forbidden'), 'denied'],
    [409, refusal('something'), 'conflict'],
    [412, refusal('stale_fence'), 'conflict'],
    [422, refusal('invalid', { field: 'sizeGb' }), 'invalid'],
    [429, '', 'limited'],
    [500, '', 'unavailable'],
    [404, refusal('no_route'), 'unavailable'],
    [418, refusal('__proto__'), 'internal'],
    [400, refusal('constructor'), 'internal'],
  ])('status %i and %s are %s', async (status, body, code) => {
    await using cloud = await answering(body, status);
    const message = body === '' ? `it answered with status ${status}` : 'Because.';
    await expect(look(cloud.url)).rejects.toMatchObject({ problem: { code, message: `the cloud at ${cloud.url} refused: ${message}` } });
  });

  test('and names the field by the place where people said it; what a dependency turned out not to be is tried again', async () => {
    await using cloud = await practiceCloud();
    const needs = { network: { kind: 'cloud_network', name: 'net', output: { id: 'net-gone' } } };
    const server = aSubject({ size: 'small', image: 'debian-12', power: 'on' }, { needs });
    await expect(serverModule(cloud).sync(server, { todo: 'create' }, aHost())).rejects.toMatchObject({
      problem: { code: 'conflict', path: ['dependencies', 'network'] },
    });
  });
});

describe("the project's url", () => {
  test('wins over that of the server, with or without a path', async () => {
    const asked: string[] = [];
    await using cloud = await stranger((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(404).end('{"error":{"code":"not_found"}}');
    });
    for (const path of ['', '/', '/clouds/eu'])
      await expect(look('http://127.0.0.1:1', 1_000, { url: `${cloud.url}${path}` })).rejects.toMatchObject({
        problem: { code: 'not_found' },
      });
    expect(asked.filter((path) => path.endsWith('net-1'))).toEqual([
      '/v1/networks/net-1',
      '/v1/networks/net-1',
      '/clouds/eu/v1/networks/net-1',
    ]);
  });

  test.each(['nowhere', 'ftp://127.0.0.1', 'http://me:secret@127.0.0.1', 'file:///etc/passwd', ''])('%j is refused', async (url) => {
    const thrown: unknown = await look('http://127.0.0.1:1', 1_000, { url })?.catch((error: unknown) => error);
    expect(thrown).toMatchObject({ problem: { code: 'invalid', hint: expect.stringContaining('--cloud-url') } });
    expect(String(thrown)).not.toContain('secret');
  });
});
