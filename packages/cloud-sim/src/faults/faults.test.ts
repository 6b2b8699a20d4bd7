import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bed, fieldsToldBy } from '../testing/bed.ts';
import { openFaults, randomFrom } from './faults.ts';

const network = (name: string) => ({ name, cidr: '10.0.0.0/8' });

test('fail answers with its status and has no effect', async () => {
  await using cloud = await bed();
  await cloud.call('POST', '/faults', { body: { effect: 'fail', status: 429, times: 2 } });
  await cloud.call('POST', '/faults', { body: { effect: 'fail', times: 1, method: 'POST' } });
  const create = () => cloud.change('POST', '/v1/networks', network('n'), { key: 'k' });
  expect([(await create()).status, (await create()).status, (await create()).status]).toEqual([429, 429, 503]);
  expect((await cloud.call('GET', '/faults')).body).toEqual({ items: [] });
  expect((await create()).status).toBe(202);
  expect((await cloud.call('GET', '/stats')).body).toMatchObject({ effects: 1, replays: 0, faults: { fail: 3 } });
});

test('refuse cuts the connection without an effect', async () => {
  await using cloud = await bed();
  await cloud.call('POST', '/faults', { body: { effect: 'refuse', times: 1 } });
  await expect(cloud.change('POST', '/v1/networks', network('n'))).rejects.toThrow('fetch failed');
  expect((await cloud.call('GET', '/ledger')).body).toMatchObject({ entries: [] });
});

test('lost does it, and says nothing; the replay tells what has become of it', async () => {
  await using cloud = await bed();
  await cloud.call('POST', '/faults', { body: { effect: 'lost', path: '/v1/networks', times: 1 } });
  await expect(cloud.change('POST', '/v1/networks', network('n'), { key: 'k' })).rejects.toThrow('fetch failed');
  expect((await cloud.call('GET', '/ledger')).body).toMatchObject({ entries: [{ key: 'k', op: 'create', name: 'n' }] });
  expect((await cloud.change('POST', '/v1/networks', network('n'), { key: 'k' })).status).toBe(202);
  expect((await cloud.call('GET', '/stats')).body).toMatchObject({ effects: 1, replays: 1, lost: 1 });
});

test('the answer to a refused request can get lost too', async () => {
  await using cloud = await bed();
  await cloud.call('POST', '/faults', { body: { effect: 'lost', times: 1 } });
  await expect(cloud.change('POST', '/v1/networks', {})).rejects.toThrow('fetch failed');
  expect((await cloud.call('GET', '/stats')).body).toMatchObject({ effects: 0, lost: 1, refusals: { invalid: 1 } });
});

test('slow waits before it serves, and others are not held up', async () => {
  await using cloud = await bed();
  await cloud.call('POST', '/faults', { body: { effect: 'slow', ms: 300, times: 1, method: 'POST' } });
  const order: string[] = [];
  const started = performance.now();
  const slow = cloud.change('POST', '/v1/networks', network('n')).then(({ status }) => order.push(`slow ${status}`));
  await cloud.call('GET', '/v1/networks').then(({ status }) => order.push(`quick ${status}`));
  await slow;
  expect(order).toEqual(['quick 200', 'slow 202']);
  expect(performance.now() - started).toBeGreaterThan(290);
});

test('an order to be slow does not hold up the end of the cloud', async () => {
  await using cloud = await bed();
  await cloud.call('POST', '/faults', { body: { effect: 'slow', ms: 600_000 } });
  const slow = cloud.change('POST', '/v1/networks', network('n')).catch(() => undefined);
  await expect.poll(async () => (await cloud.call('GET', '/stats')).body['faults']?.['slow']).toBe(1);
  await cloud.restart();
  await slow;
  expect((await cloud.call('GET', '/faults')).body).toEqual({ items: [] });
});

test('a create whose operation fails leaves an object in state error, which can only be deleted', async () => {
  await using cloud = await bed();
  await cloud.call('POST', '/faults', { body: { effect: 'operation_fails', times: 1 } });
  const { status, body } = await cloud.change('POST', '/v1/networks', network('n'), { key: 'k' });
  expect([status, body['operation']?.['state']]).toEqual([202, 'running']);
  cloud.tick(1_500);
  const id = String(body['object']?.['id']);
  await cloud.restart();
  const operation = (await cloud.call('GET', `/v1/operations/${String(body['operation']?.['id'])}`)).body;
  expect(operation).toMatchObject({ state: 'failed', error: { code: 'operation_failed' } });
  expect((await cloud.call('GET', `/v1/networks/${id}`)).body).toMatchObject({ state: 'error' });
  const user = await cloud.change('POST', '/v1/servers', { name: 's', network: id });
  expect(user).toMatchObject({ status: 422, body: { error: { field: 'network' } } });
  await cloud.change('PATCH', `/v1/networks/${id}`, { labels: { a: 'b' } });
  cloud.tick(1_500);
  expect((await cloud.call('GET', `/v1/networks/${id}`)).body).toMatchObject({ state: 'error', labels: { a: 'b' } });
  expect((await cloud.change('DELETE', `/v1/networks/${id}`)).status).toBe(202);
});

test('a change, a reboot and a delete whose operation fails leave the object as it was', async () => {
  await using cloud = await bed();
  const id = await cloud.made('networks', network('n'));
  const server = await cloud.made('servers', { name: 's', network: id });
  const before = (await cloud.call('GET', `/v1/servers/${server}`)).body;
  await cloud.call('POST', '/faults', { body: { effect: 'operation_fails' } });
  for (const [method, path, body] of [
    ['PATCH', '', { size: 'large' }],
    ['POST', '/reboot', undefined],
    ['DELETE', '', undefined],
  ] as const) {
    const reply = await cloud.change(method, `/v1/servers/${server}${path}`, body);
    cloud.tick(1_500);
    const operation = `/v1/operations/${String(reply.body['operation']?.['id'])}`;
    expect((await cloud.call('GET', operation)).body).toMatchObject({ state: 'failed', progress: 100 });
    expect((await cloud.call('GET', `/v1/servers/${server}`)).body).toEqual(before);
  }
});

test('an order to fail an operation waits for an operation: refusals, replays and reads do not use it up', async () => {
  await using cloud = await bed();
  await cloud.change('POST', '/v1/networks', network('a'), { key: 'k' });
  await cloud.call('POST', '/faults', { body: { effect: 'operation_fails', times: 1 } });
  await cloud.change('POST', '/v1/networks', network('a'), { key: 'k' });
  await cloud.change('POST', '/v1/networks', network('a'));
  await cloud.call('GET', '/v1/networks');
  expect((await cloud.call('GET', '/faults')).body).toMatchObject({ items: [{ hits: 0 }] });
  const { body } = await cloud.change('POST', '/v1/networks', network('b'));
  cloud.tick(1_500);
  expect((await cloud.call('GET', `/v1/networks/${String(body['object']?.['id'])}`)).body).toMatchObject({ state: 'error' });
  expect((await cloud.call('GET', '/faults')).body).toEqual({ items: [] });
});

test('faults strike what they are meant for, and never what controls them', async () => {
  await using cloud = await bed();
  const { body } = await cloud.call('POST', '/faults', { body: { effect: 'fail', path: '/', method: 'GET' } });
  await cloud.call('POST', '/faults', { body: { effect: 'fail', path: '/v1/disks' } });
  const statuses = [];
  for (const path of ['/v1/disks', '/v1/servers', '/faults', '/ledger', '/stats', '/healthz'])
    statuses.push((await cloud.call('GET', path)).status);
  expect(statuses).toEqual([503, 503, 200, 200, 200, 200]);
  expect((await cloud.call('POST', '/console/networks', { body: network('n') })).status).toBe(201);
  expect((await cloud.call('DELETE', `/faults/${String(body['id'])}`)).body).toEqual({ removed: 1 });
  expect((await cloud.call('DELETE', `/faults/${String(body['id'])}`)).status).toBe(404);
  expect((await cloud.call('GET', '/v1/servers')).status).toBe(200);
  expect((await cloud.call('DELETE', '/faults')).body).toEqual({ removed: 1 });
});

test('an order that makes no sense is refused with everything that is wrong with it', async () => {
  await using cloud = await bed();
  const order = {
    effect: 'explode',
    method: 'get',
    path: 'v1',
    ms: -1,
    status: 200,
    times: 0,
    rate: 2,
    colour: 'red',
    ['__proto__']: { a: 1 },
  };
  const { status, body } = await cloud.call('POST', '/faults', { body: order });
  expect([status, body['error']?.['code']]).toEqual([422, 'invalid']);
  expect(fieldsToldBy(body)).toEqual(Object.keys(order));
  expect((await cloud.call('POST', '/faults', { body: {} })).body).toMatchObject({ error: { field: 'effect' } });
});

test('the same seed strikes the same requests, at about the asked rate', () => {
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (seed, rate) => {
      const strikes = (): readonly boolean[] => {
        const faults = openFaults(randomFrom(seed));
        faults.add({ effect: 'fail', rate });
        return Array.from({ length: 1_000 }, () => faults.strike({ method: 'GET', path: '/v1/disks' }, ['fail']) !== undefined);
      };
      expect(strikes()).toEqual(strikes());
      expect(Math.abs(strikes().filter(Boolean).length / 1_000 - rate)).toBeLessThan(0.1);
    }),
    { seed: 4, numRuns: 30 },
  );
});
