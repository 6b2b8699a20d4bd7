import { expect, test } from 'vitest';
import { bed } from './testing/bed.ts';

const network = { name: 'n', cidr: '10.0.0.0/8' };

test('the same key with the same request is answered with the same operation as it is now, also after a restart', async () => {
  await using cloud = await bed();
  const first = await cloud.change('POST', '/v1/networks', network, { key: 'k' });
  const replay = () => cloud.change('POST', '/v1/networks', { cidr: '10.0.0.0/8', name: 'n' }, { key: 'k' });
  expect(await replay()).toEqual(first);
  await cloud.restart();
  expect(await replay()).toEqual(first);
  cloud.tick(1_500);
  expect(await replay()).toMatchObject({ status: 202, body: { operation: { id: first.body['operation']?.['id'], state: 'succeeded' } } });
  expect((await cloud.call('GET', '/stats')).body).toMatchObject({ effects: 1, replays: 2 });
});

test('a delete can be replayed after its object has gone, and a create after its object was deleted', async () => {
  await using cloud = await bed();
  const made = await cloud.change('POST', '/v1/networks', network, { key: 'create' });
  cloud.tick(1_500);
  const path = `/v1/networks/${String(made.body['object']?.['id'])}`;
  await cloud.change('DELETE', path, undefined, { key: 'delete' });
  cloud.tick(1_500);
  await cloud.restart();
  const deleted = await cloud.change('DELETE', path, {}, { key: 'delete' });
  expect(deleted).toMatchObject({ status: 202, body: { operation: { state: 'succeeded' }, object: { name: 'n', state: 'deleting' } } });
  const created = await cloud.change('POST', '/v1/networks', network, { key: 'create' });
  expect(created).toMatchObject({ status: 202, body: { operation: { type: 'create', state: 'succeeded' } } });
  expect((await cloud.call('GET', '/v1/networks')).body).toEqual({ items: [] });
});

test('a key that belongs to another request is refused, whatever differs', async () => {
  await using cloud = await bed({ delayMs: 0 });
  const { body } = await cloud.change('POST', '/v1/networks', network, { key: 'k' });
  const path = `/v1/networks/${String(body['object']?.['id'])}`;
  const reused = { status: 422, body: { error: { code: 'key_reused' } } };
  expect(await cloud.change('POST', '/v1/networks', { ...network, labels: {} }, { key: 'k' })).toMatchObject(reused);
  expect(await cloud.change('POST', '/v1/servers', network, { key: 'k' })).toMatchObject(reused);
  expect(await cloud.change('PATCH', path, network, { key: 'k' })).toMatchObject(reused);
  expect(await cloud.change('DELETE', path, undefined, { key: 'k' })).toMatchObject(reused);
  await cloud.restart();
  expect(await cloud.change('DELETE', path, undefined, { key: 'k' })).toMatchObject(reused);
});

test('a refused request does not use up its key', async () => {
  await using cloud = await bed();
  const { body } = await cloud.change('POST', '/v1/networks', network);
  const path = `/v1/networks/${String(body['object']?.['id'])}`;
  expect((await cloud.change('DELETE', path, undefined, { key: 'k' })).status).toBe(409);
  cloud.tick(1_500);
  expect((await cloud.change('DELETE', path, undefined, { key: 'k' })).status).toBe(202);
});

test('sixty-four identical requests at once have one effect and one answer', async () => {
  await using cloud = await bed();
  const replies = await Promise.all(Array.from({ length: 64 }, () => cloud.change('POST', '/v1/networks', network, { key: 'k' })));
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
  expect((await cloud.call('GET', '/stats')).body).toMatchObject({ effects: 1, replays: 63 });
});

test('sixty-four creates of one name at once with different keys make one thing', async () => {
  await using cloud = await bed();
  const replies = await Promise.all(Array.from({ length: 64 }, () => cloud.change('POST', '/v1/networks', network)));
  expect(replies.filter(({ status }) => status === 202)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(63);
});

test('a token lower than the highest that was accepted for the name is refused; equal and higher ones are fine', async () => {
  await using cloud = await bed({ delayMs: 0 });
  const made = await cloud.change('POST', '/v1/networks', network, { fence: 5, key: 'k' });
  const path = `/v1/networks/${String(made.body['object']?.['id'])}`;
  const stale = { status: 412, body: { error: { code: 'stale_fence' } } };
  expect(await cloud.change('PATCH', path, { labels: { a: '1' } }, { fence: 4 })).toMatchObject(stale);
  expect((await cloud.change('PATCH', path, { labels: { a: '2' } }, { fence: 5 })).status).toBe(202);
  expect((await cloud.change('PATCH', path, { labels: { a: '3' } }, { fence: 9 })).status).toBe(202);
  expect(await cloud.change('DELETE', path, undefined, { fence: 8 })).toMatchObject(stale);
  expect((await cloud.change('POST', '/v1/networks', network, { fence: 0, key: 'k' })).status).toBe(202);
  expect((await cloud.call('GET', path)).body).toMatchObject({ labels: { a: '3' } });
  expect((await cloud.call('GET', '/stats')).body).toMatchObject({ staleFences: 2, replays: 1, effects: 3 });
});

test('the fence of a name outlives its object, the console and a restart', async () => {
  await using cloud = await bed({ delayMs: 0 });
  await cloud.change('POST', '/v1/networks', network, { fence: 5 });
  await cloud.call('DELETE', '/console/networks/n');
  await cloud.restart();
  expect((await cloud.change('POST', '/v1/networks', network, { fence: 4 })).status).toBe(412);
  expect((await cloud.change('POST', '/v1/networks', { ...network, name: 'other' }, { fence: 4 })).status).toBe(202);
  expect((await cloud.change('POST', '/v1/networks', network, { fence: 5 })).status).toBe(202);
});

test('a newer token that changed nothing still shuts out older ones, also after a restart', async () => {
  await using cloud = await bed({ delayMs: 0 });
  const made = await cloud.change('POST', '/v1/networks', network, { fence: 1 });
  const path = `/v1/networks/${String(made.body['object']?.['id'])}`;
  expect((await cloud.change('PATCH', path, {}, { fence: 6 })).status).toBe(202);
  await cloud.restart();
  expect((await cloud.change('PATCH', path, { labels: { late: 'yes' } }, { fence: 5 })).status).toBe(412);
  expect((await cloud.change('PATCH', path, { labels: { late: 'no' } }, { fence: 6 })).status).toBe(202);
  expect((await cloud.call('GET', '/ledger?after=1&limit=5')).body).toMatchObject({ entries: [{ seq: 2, fence: 6 }], last: 2 });
});

test('a token that was refused for another reason shuts nobody out', async () => {
  await using cloud = await bed();
  const { body } = await cloud.change('POST', '/v1/networks', network);
  const path = `/v1/networks/${String(body['object']?.['id'])}`;
  expect((await cloud.change('DELETE', path, undefined, { fence: 99 })).status).toBe(409);
  cloud.tick(1_500);
  expect((await cloud.change('DELETE', path, undefined, { fence: 2 })).status).toBe(202);
});

test.each([
  [{}, 'missing_header'],
  [{ 'idempotency-key': 'k' }, 'missing_header'],
  [{ 'fencing-token': '1' }, 'missing_header'],
  [{ 'idempotency-key': '', 'fencing-token': '1' }, 'missing_header'],
  [{ 'idempotency-key': 'k'.repeat(201), 'fencing-token': '1' }, 'invalid_header'],
  ...['-1', '1.5', '1e3', 'x', '0x10', '9007199254740993', '1, 2'].map(
    (token) => [{ 'idempotency-key': 'k', 'fencing-token': token }, 'invalid_header'] as const,
  ),
] as const)('headers %j are refused as %s', async (headers, code) => {
  await using cloud = await bed();
  const reply = await cloud.call('POST', '/v1/networks', { body: network, headers: { ...headers } });
  expect(reply).toMatchObject({ status: 400, body: { error: { code } } });
  expect((await cloud.call('GET', '/ledger')).body).toMatchObject({ entries: [] });
});
