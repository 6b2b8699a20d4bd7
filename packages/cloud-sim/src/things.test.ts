import { expect, test } from 'vitest';
import { bed } from './testing/bed.ts';

test('a create is answered at once, runs for the delay and ends ready', async () => {
  await using cloud = await bed();
  const { status, body } = await cloud.change('POST', '/v1/networks', { name: 'front', cidr: '10.1.0.0/16' });
  expect(status).toBe(202);
  expect(body).toMatchObject({
    operation: { type: 'create', collection: 'networks', objectId: body['object']?.['id'], state: 'running', progress: 0 },
    object: {
      name: 'front',
      cidr: '10.1.0.0/16',
      labels: {},
      gateway: '10.1.0.1',
      state: 'creating',
      createdAt: '2030-01-01T00:00:00.000Z',
    },
  });
  expect(String(body['object']?.['id'])).toMatch(/^net-/);
  cloud.tick(750);
  const operation = `/v1/operations/${String(body['operation']?.['id'])}`;
  expect((await cloud.call('GET', operation)).body).toMatchObject({ state: 'running', progress: 50 });
  cloud.tick(749);
  expect((await cloud.call('GET', operation)).body).toMatchObject({ state: 'running', progress: 99 });
  cloud.tick(1);
  expect((await cloud.call('GET', operation)).body).toMatchObject({ state: 'succeeded', progress: 100 });
  expect((await cloud.call('GET', '/v1/networks?name=front')).body).toMatchObject({ items: [{ state: 'ready' }] });
});

test('servers get addresses of their network, each its own, and keep them', async () => {
  await using cloud = await bed({ delayMs: 0 });
  const network = await cloud.made('networks', { name: 'front', cidr: '10.1.0.0/29' });
  const ids = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push(await cloud.made('servers', { name, network }));
  const addresses = async () =>
    ((await cloud.call('GET', '/v1/servers')).body['items'] as unknown as { address: string }[]).map(({ address }) => address);
  expect(await addresses()).toEqual(['10.1.0.2', '10.1.0.3', '10.1.0.4', '10.1.0.5', '10.1.0.6']);
  const full = await cloud.change('POST', '/v1/servers', { name: 'f', network });
  expect(full).toMatchObject({ status: 403, body: { error: { code: 'quota_exceeded', field: 'network' } } });
  await cloud.change('DELETE', `/v1/servers/${ids[1]}`);
  await cloud.made('servers', { name: 'f', network });
  await cloud.restart();
  expect(await addresses()).toEqual(['10.1.0.2', '10.1.0.4', '10.1.0.5', '10.1.0.6', '10.1.0.3']);
});

test('a change shows when its operation has ended, and labels take half the time', async () => {
  await using cloud = await bed();
  const network = await cloud.made('networks', { name: 'n', cidr: '10.0.0.0/8' });
  const id = await cloud.made('servers', { name: 's', network, size: 'small' });
  const changed = await cloud.change('PATCH', `/v1/servers/${id}`, { size: 'large' });
  expect(changed.body['object']).toMatchObject({ size: 'small', state: 'updating' });
  cloud.tick(1_499);
  expect((await cloud.call('GET', `/v1/servers/${id}`)).body).toMatchObject({ size: 'small', state: 'updating' });
  cloud.tick(1);
  expect((await cloud.call('GET', `/v1/servers/${id}`)).body).toMatchObject({ size: 'large', state: 'ready' });
  await cloud.change('PATCH', `/v1/servers/${id}`, { labels: { tier: 'web' } });
  cloud.tick(750);
  expect((await cloud.call('GET', `/v1/servers/${id}`)).body).toMatchObject({ labels: { tier: 'web' }, state: 'ready' });
});

test('while an operation runs, another one on the same object is refused as busy', async () => {
  await using cloud = await bed();
  const { body } = await cloud.change('POST', '/v1/networks', { name: 'n', cidr: '10.0.0.0/8' });
  const path = `/v1/networks/${String(body['object']?.['id'])}`;
  for (const [method, ask] of [
    ['PATCH', { labels: { a: 'b' } }],
    ['PATCH', {}],
    ['DELETE', undefined],
  ] as const)
    expect(await cloud.change(method, path, ask)).toMatchObject({ status: 409, body: { error: { code: 'busy' } } });
  expect((await cloud.call('PATCH', '/console/networks/n', { body: { labels: { a: 'b' } } })).status).toBe(409);
});

test('a change that changes nothing has an operation that has ended, and leaves no trace in the ledger', async () => {
  await using cloud = await bed();
  const id = await cloud.made('networks', { name: 'n', cidr: '10.0.0.0/8', labels: { a: '1', b: '2' } });
  const same = { name: 'n', cidr: '10.0.0.0/8', labels: { b: '2', a: '1' } };
  const { status, body } = await cloud.change('PATCH', `/v1/networks/${id}`, same, { fence: 7 });
  expect(status).toBe(202);
  expect(body).toMatchObject({
    operation: { type: 'update', objectId: id, state: 'succeeded', progress: 100 },
    object: { state: 'ready' },
  });
  expect((await cloud.call('GET', '/ledger')).body).toMatchObject({ last: 1, more: false });
  await cloud.restart();
  const operation = await cloud.call('GET', `/v1/operations/${String(body['operation']?.['id'])}`);
  expect(operation).toEqual({ status: 200, body: body['operation'] });
});

test('a deleted object is shown while it goes, is not there afterwards, and its name is free', async () => {
  await using cloud = await bed();
  const id = await cloud.made('networks', { name: 'n', cidr: '10.0.0.0/8' });
  const { status, body } = await cloud.change('DELETE', `/v1/networks/${id}`);
  expect([status, body['object']?.['state']]).toEqual([202, 'deleting']);
  const early = await cloud.change('POST', '/v1/networks', { name: 'n', cidr: '10.0.0.0/8' });
  expect(early).toMatchObject({ status: 409, body: { error: { code: 'exists', id } } });
  cloud.tick(750);
  expect(await cloud.call('GET', `/v1/networks/${id}`)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  expect((await cloud.call('GET', '/v1/networks')).body).toEqual({ items: [] });
  expect(await cloud.change('DELETE', `/v1/networks/${id}`)).toMatchObject({ status: 404 });
  expect(await cloud.made('networks', { name: 'n', cidr: '10.0.0.0/8' })).not.toBe(id);
});

test('what is in use stays, also while its user comes or goes', async () => {
  await using cloud = await bed();
  const network = await cloud.made('networks', { name: 'n', cidr: '10.0.0.0/8' });
  const server = await cloud.made('servers', { name: 's', network });
  const disk = await cloud.made('disks', { name: 'd', sizeGb: 10 });
  const refused = { status: 409, body: { error: { code: 'in_use' } } };
  expect(await cloud.change('DELETE', `/v1/networks/${network}`)).toMatchObject(refused);
  expect(await cloud.call('DELETE', '/console/networks/n')).toMatchObject(refused);
  await cloud.change('PATCH', `/v1/disks/${disk}`, { server });
  expect(await cloud.change('DELETE', `/v1/servers/${server}`)).toMatchObject(refused);
  cloud.tick(1_500);
  await cloud.change('PATCH', `/v1/disks/${disk}`, { server: null });
  expect(await cloud.change('DELETE', `/v1/servers/${server}`)).toMatchObject(refused);
  cloud.tick(1_500);
  expect((await cloud.change('DELETE', `/v1/servers/${server}`)).status).toBe(202);
  expect(await cloud.change('DELETE', `/v1/networks/${network}`)).toMatchObject(refused);
  const late = await cloud.change('PATCH', `/v1/disks/${disk}`, { server });
  expect(late).toMatchObject({ status: 422, body: { error: { code: 'invalid', field: 'server' } } });
  cloud.tick(750);
  expect((await cloud.change('DELETE', `/v1/networks/${network}`)).status).toBe(202);
});

test('disks of a server have devices of their own, and none when they are detached', async () => {
  await using cloud = await bed({ delayMs: 0 });
  const network = await cloud.made('networks', { name: 'n', cidr: '10.0.0.0/8' });
  const server = await cloud.made('servers', { name: 's', network });
  const first = await cloud.made('disks', { name: 'd1', sizeGb: 1, server });
  const second = await cloud.made('disks', { name: 'd2', sizeGb: 1, server });
  const device = async (id: string) => (await cloud.call('GET', `/v1/disks/${id}`)).body['device'];
  expect([await device(first), await device(second)]).toEqual(['/dev/vdb', '/dev/vdc']);
  await cloud.change('PATCH', `/v1/disks/${first}`, { server: null });
  expect(await device(first)).toBeUndefined();
  expect(await device(await cloud.made('disks', { name: 'd3', sizeGb: 1, server }))).toBe('/dev/vdb');
  for (let count = 4; count <= 26; count++) await cloud.made('disks', { name: `d${count}`, sizeGb: 1, server });
  expect(await cloud.change('PATCH', `/v1/disks/${first}`, { server })).toMatchObject({
    status: 403,
    body: { error: { field: 'server' } },
  });
});

test('a reboot is an operation and shows when it happened', async () => {
  await using cloud = await bed();
  const network = await cloud.made('networks', { name: 'n', cidr: '10.0.0.0/8' });
  const id = await cloud.made('servers', { name: 's', network });
  const { status, body } = await cloud.change('POST', `/v1/servers/${id}/reboot`);
  expect([status, body['operation']?.['type'], body['object']?.['state']]).toEqual([202, 'reboot', 'updating']);
  cloud.tick(1_500);
  expect((await cloud.call('GET', `/v1/servers/${id}`)).body).toMatchObject({ state: 'ready', rebootedAt: '2030-01-01T00:00:04.500Z' });
});

test('the quota counts what exists, also what is on its way out', async () => {
  await using cloud = await bed({ quota: { networks: 1 } });
  const id = await cloud.made('networks', { name: 'a', cidr: '10.0.0.0/8' });
  const another = () => cloud.change('POST', '/v1/networks', { name: 'b', cidr: '10.0.0.0/8' });
  expect(await another()).toMatchObject({ status: 403, body: { error: { code: 'quota_exceeded' } } });
  expect((await cloud.call('POST', '/console/networks', { body: { name: 'b', cidr: '10.0.0.0/8' } })).status).toBe(403);
  await cloud.change('DELETE', `/v1/networks/${id}`);
  expect((await another()).status).toBe(403);
  cloud.tick(750);
  expect((await another()).status).toBe(202);
});

test('a person at the console changes things at once, without key and fence, and the ledger tells who it was', async () => {
  await using cloud = await bed();
  const made = await cloud.call('POST', '/console/networks', { body: { name: 'n', cidr: '10.0.0.0/8' } });
  expect(made).toMatchObject({ status: 201, body: { object: { state: 'ready' } } });
  const edited = await cloud.call('PATCH', '/console/networks/n', { body: { labels: { by: 'hand' } } });
  expect(edited).toMatchObject({ status: 200, body: { object: { labels: { by: 'hand' }, state: 'ready' } } });
  expect((await cloud.call('PATCH', '/console/networks/n', { body: { cidr: '11.0.0.0/8' } })).status).toBe(422);
  expect((await cloud.call('PATCH', '/console/networks/n', { body: {} })).status).toBe(200);
  expect((await cloud.call('DELETE', '/console/networks/n')).status).toBe(200);
  expect((await cloud.call('DELETE', '/console/networks/n')).status).toBe(404);
  const { entries } = (await cloud.call('GET', '/ledger')).body as unknown as { entries: readonly Record<string, unknown>[] };
  expect(entries.map(({ seq, actor, op, key, fence, operation }) => [seq, actor, op, key, fence, operation])).toEqual([
    [1, 'console', 'create', null, null, null],
    [2, 'console', 'update', null, null, null],
    [3, 'console', 'delete', null, null, null],
  ]);
});
