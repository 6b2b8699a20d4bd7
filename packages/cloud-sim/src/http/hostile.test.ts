/** Whatever comes in, the answer is JSON with a code and a sentence, never a 500, and nothing happens. */
import { once } from 'node:events';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bed, bed, fieldsToldBy } from '../testing/bed.ts';

let cloud: Bed;
beforeAll(async () => void (cloud = await bed()));
afterAll(() => cloud[Symbol.asyncDispose]());

const create = (body: unknown) => cloud.change('POST', '/v1/networks', body);

test.each([
  ['no JSON', '{', 400, 'bad_json'],
  ['half a string', '{"name":"a', 400, 'bad_json'],
  ['bytes that are no text', Uint8Array.of(0x7b, 0xff, 0x7d), 400, 'bad_json'],
  ['a list', '[]', 422, 'invalid'],
  ['null', 'null', 422, 'invalid'],
  ['a text', '"a"', 422, 'invalid'],
  ['nothing', undefined, 422, 'invalid'],
  ['a tower of lists', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 422, 'invalid'],
  ['a tower of objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`, 422, 'invalid'],
  ['too much', `{"name":"${'a'.repeat(300_000)}"}`, 413, 'too_large'],
  ['a prototype', '{"name":"a","cidr":"10.0.0.0/8","__proto__":{"x":1}}', 422, 'invalid'],
  ['a constructor', '{"name":"a","cidr":"10.0.0.0/8","constructor":{"prototype":{}}}', 422, 'invalid'],
  ['a prototype as label', '{"name":"a","cidr":"10.0.0.0/8","labels":{"__proto__":"x"}}', 422, 'invalid'],
])('a body of %s is refused', async (_, body, status, code) => {
  expect(await create(body)).toMatchObject({ status, body: { error: { code } } });
});

test.each([
  ['a form', 'application/x-www-form-urlencoded'],
  ['plain text', 'text/plain'],
  ['nonsense', 'x'],
])('%s is not accepted as a body', async (_, type) => {
  const headers = { 'content-type': type, 'idempotency-key': 'k', 'fencing-token': '1' };
  const reply = await cloud.call('POST', '/v1/networks', { body: '{}', headers });
  expect(reply).toMatchObject({ status: 415, body: { error: { code: 'unsupported_media_type' } } });
});

test.each([
  ['GET', '/', 404, 'no_route'],
  ['GET', '/v1/things', 404, 'no_route'],
  ['GET', '/v1/__proto__', 404, 'no_route'],
  ['GET', '/console/networks', 405, 'method_not_allowed'],
  ['PUT', '/v1/networks/x', 405, 'method_not_allowed'],
  ['DELETE', '/v1/networks', 405, 'method_not_allowed'],
  ['GET', '/v1/networks/__proto__', 404, 'not_found'],
  ['GET', '/v1/networks/constructor', 404, 'not_found'],
  ['GET', `/v1/networks/${'x'.repeat(5_000)}`, 404, 'not_found'],
  ['GET', '/v1/networks/%F0%9F%98%80', 404, 'not_found'],
  ['GET', '/v1/networks/%zz', 400, 'bad_request'],
  ['GET', '/v1/operations/op-none-net-0', 404, 'not_found'],
  ['GET', '/v1/networks?nmae=x', 422, 'invalid'],
  ['GET', '/v1/networks?name=a&name=b', 422, 'invalid'],
  ['GET', '/ledger?after=-1', 422, 'invalid'],
  ['GET', '/ledger?after=1e3&limit=0', 422, 'invalid'],
  ['GET', '/ledger?limit=10001', 422, 'invalid'],
])('%s %s is %d %s', async (method, path, status, code) => {
  expect(await cloud.call(method, path)).toMatchObject({ status, body: { error: { code, message: expect.stringMatching(/\.$|!$/) } } });
});

test('what is not HTTP gets an answer that is', async () => {
  const socket = connect(Number(new URL(cloud.url()).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write('HELLO\r\n\r\n');
  await once(socket, 'close');
  expect(text).toMatch(/^HTTP\/1.1 400 .*"code":"bad_request"/s);
});

test('all wrong fields are told at once', async () => {
  const body = {
    name: 'Ä',
    network: 3,
    size: 'huge',
    image: 'a b',
    power: null,
    labels: { a: 1 },
    address: '10.0.0.1',
    id: 'x',
    colour: 'red',
  };
  const reply = await cloud.change('POST', '/v1/servers', body);
  expect(fieldsToldBy(reply.body)).toEqual(Object.keys(body));
  expect(reply.body['error']).toMatchObject({ code: 'invalid', field: 'name' });
});

test.each([
  ['networks', { name: 'a' }, 'cidr'],
  ['networks', { name: 'a', cidr: '10.0.0.1/8' }, 'cidr'],
  ['networks', { name: 'a', cidr: '10.0.0.0/30' }, 'cidr'],
  ['networks', { name: 'a', cidr: '010.0.0.0/8' }, 'cidr'],
  ['networks', { name: 'a'.repeat(64), cidr: '10.0.0.0/8' }, 'name'],
  ['networks', { name: '-a', cidr: '10.0.0.0/8' }, 'name'],
  ['networks', { name: 'a\n', cidr: '10.0.0.0/8' }, 'name'],
  ['networks', { name: 'a', cidr: '10.0.0.0/8', labels: { a: 'x'.repeat(1_025) } }, 'labels'],
  [
    'networks',
    { name: 'a', cidr: '10.0.0.0/8', labels: Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`l${at}`, ''])) },
    'labels',
  ],
  ['servers', { name: 'a', network: 'net-none' }, 'network'],
  ['servers', { name: 'a', network: '__proto__' }, 'network'],
  ['disks', { name: 'a', sizeGb: 0 }, 'sizeGb'],
  ['disks', { name: 'a', sizeGb: 16_385 }, 'sizeGb'],
  ['disks', { name: 'a', sizeGb: 1.5 }, 'sizeGb'],
  ['disks', { name: 'a', sizeGb: '1' }, 'sizeGb'],
  ['disks', { name: 'a', sizeGb: 1, server: 'srv-none' }, 'server'],
  ['disks', { name: 'a', sizeGb: 1, device: '/dev/vdb' }, 'device'],
])('%s refuse %j because of %s', async (collection, body, field) => {
  const reply = await cloud.change('POST', `/v1/${collection}`, body);
  expect(reply).toMatchObject({ status: 422, body: { error: { code: 'invalid', field } } });
});

test('any JSON at any route is answered without a 500, and has no effect when it is refused', async () => {
  const routes = ['/v1/networks', '/v1/servers', '/v1/disks', '/faults', '/console/disks', '/v1/servers/x/reboot'];
  const before = Number((await cloud.call('GET', '/stats')).body['effects']);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...routes), fc.constantFrom('POST', 'PATCH', 'DELETE'), fc.json(), async (path, method, body) => {
      const reply = await cloud.change(method, path, body);
      expect(reply.status).toBeGreaterThanOrEqual(method === 'DELETE' && path === '/faults' ? 200 : 400);
      expect(reply.status).toBeLessThan(500);
    }),
    { seed: 11, numRuns: 300 },
  );
  expect((await cloud.call('GET', '/stats')).body['effects']).toBe(before);
});

test('texts of every kind survive as labels', async () => {
  const labels = { emoji: '😀', lone: '\ud800', control: '\u0000\n', right: 'שלום', constructor: 'x', 'a/b.c-d_e': '' };
  await using other = await bed({ delayMs: 0 });
  const id = await other.made('networks', { name: 'n', cidr: '10.0.0.0/8', labels });
  const before = (await other.call('GET', `/v1/networks/${id}`)).body;
  await other.restart();
  expect((await other.call('GET', `/v1/networks/${id}`)).body).toEqual(before);
  expect(before['labels']).toEqual(labels);
});
