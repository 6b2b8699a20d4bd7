/** PostgreSQL as a user: an API and a worker replica, passwords that work and are shown nowhere, outages, connections in the way, import. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../src/testing/until.ts';
import { patch } from './kube.ts';
import { at, declare, good, openScene, PASSWORD_OF_SERVER, phase, type Scene, sees } from './postgres/scene.ts';
import { call, type Wire } from './product.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await declare(scene);
  for (const path of [database, credentials]) await phase(scene, path, 'Ready');
});
afterAll(() => scene[Symbol.asyncDispose]());

const server = at('PostgresServer', 'main');
const role = at('PostgresRole', 'orders-app');
const database = at('PostgresDatabase', 'orders');
const credentials = at('File', 'credentials');

const password = async (): Promise<string> => (await scene.credentials()).trim().split(' ')[1] ?? '';
const logIn = async (): Promise<string> => scene.target.login('orders_app', await password(), 'orders');
const inside = (): Promise<true> => until(async () => (await logIn()) === 'orders_app', { timeoutMs: 10_000, what: 'a login' });

/** Ends when it has rotated, and when the file has followed. */
async function rotate(): Promise<string> {
  const before = await password();
  good(await call(scene.api, `${role}/actions/rotate_password`, { body: {} }));
  await until(async () => (await password()) !== before, { timeoutMs: 10_000, what: 'another password' });
  return before;
}

describe('a generated password', () => {
  test('stands in the file that was made from it, and opens the database', async () => {
    expect(await logIn()).toBe('orders_app');
    expect(await scene.target.login('orders_app', 'guessed', 'orders')).toBe('28P01');
  });

  test('is rotated as often as wanted: the file follows each time, and nobody takes that for a fight (R17)', async () => {
    const old: string[] = [];
    for (let time = 0; time < 5; time += 1) old.push(await rotate());
    await inside();
    expect(new Set([...old, await password()]).size).toBe(6);
    expect(await scene.target.login('orders_app', old.at(-1) ?? '', 'orders')).toBe('28P01');
    await phase(scene, credentials, 'Ready');
  });

  test('that was changed by hand is put back', async () => {
    await scene.target.admin(`alter role orders_app password 'by hand'`);
    await inside();
    await sees(scene, '/api/v1/namespaces/shop/events', (events) =>
      JSON.stringify(events).includes('Put back as declared: password: (secret, changed)'),
    );
  });

  test('is found nowhere else: no door, no log, no table; nor is that of the server (L11)', async () => {
    const follow = new AbortController();
    const { body } = await fetch(`${scene.api.url}${credentials}/logs?follow=true`, { signal: follow.signal });
    let followed = '';
    const following = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of body ?? []) followed += decoder.decode(chunk, { stream: true });
    })().catch(() => undefined);
    await until(() => followed.includes('orders_app')); // what was the password before the rotation is known to the stream
    const words = [await password(), await rotate(), await password(), PASSWORD_OF_SERVER];
    await inside();
    const texts = [await everything(), scene.api.output(), scene.worker.output(), await scene.stored(), scene.target.log()];
    follow.abort();
    await following;
    texts.push(followed);
    expect(texts.join('\n')).toContain('orders_app (secret)');
    for (const word of words) expect(texts.filter((text) => text.includes(word) || text.includes(btoa(word)))).toEqual([]);
  });
});

/** What can be read at every door. */
async function everything(): Promise<string> {
  const urns = ['postgres_server:shop:main', 'postgres_role:shop:orders-app', 'postgres_database:shop:orders', 'file:shop:credentials'];
  const plan = {
    spec: { documents: [{ apiVersion: 'postgres.ectropy.dev/v1', kind: 'PostgresRole', metadata: { name: 'orders-app' }, spec: {} }] },
  };
  await call(scene.api, '/apis/core.ectropy.dev/v1/namespaces/shop/plans', { body: plan });
  const paths = [
    ...[server, role, database, credentials].flatMap((path) =>
      ['', '/revisions', '/why', '/tree?dependents=true'].map((end) => `${path}${end}`),
    ),
    ...urns.flatMap((urn) => ['', '/revisions', '/logs'].map((end) => `/api/v1beta1/resources/orn:entropy:${urn}${end}`)),
    '/api/v1beta1/resources',
    '/metrics',
    '/api/v1/namespaces/shop/events',
    '/apis/core.ectropy.dev/v1/namespaces/shop/plans',
    '/apis/core.ectropy.dev/v1/projects/shop/tree',
    `${credentials}/logs`,
  ];
  const answers = await Promise.all(paths.map((path) => call(scene.api, path)));
  return answers.map(({ text }) => text.replaceAll(/"data":"([^"]+)"/g, (_, data: string) => atob(data))).join('\n');
}

test('whatever is changed behind its back is put right', async () => {
  await scene.target.admin('alter database orders connection limit 3');
  await scene.target.admin(`comment on database orders is 'mine'`);
  await scene.target.admin('alter database orders owner to postgres');
  await scene.target.admin('alter role orders_app superuser connection limit 2');
  const now = async (): Promise<unknown> =>
    (
      await scene.target
        .admin(`select datconnlimit as limit, shobj_description(d.oid, 'pg_database') as comment, rolname as owner, rolsuper as super, rolconnlimit as most
        from pg_database d join pg_roles r on r.oid = datdba where datname = 'orders'`)
    )[0];
  const right = {
    limit: -1,
    comment: expect.stringMatching(/^Orders of the shop/) as unknown,
    owner: 'orders_app',
    super: false,
    most: 20,
  };
  await expect.poll(now, { timeout: 10_000 }).toEqual(right);
  for (const path of [role, database]) await phase(scene, path, 'Ready');
});

test('while the server is away, what is there stays, what is to change waits with a reason, and all goes on by itself', async () => {
  const body = { metadata: { name: 'spare' }, spec: { login: false, dependencies: { server: { name: 'main' } } } };
  good(await call(scene.api, role.replace(/\/[^/]+$/, ''), { body }));
  await phase(scene, at('PostgresRole', 'spare'), 'Ready');
  await scene.wire.cut();
  const sentence = `cannot reach PostgreSQL at 127.0.0.1:${scene.wire.port}: nobody listens there`;
  await sees(scene, server, ({ status }) => String(status?.progress) === sentence, 'the outage');
  await declare(scene, 'PostgresRole', { connection_limit: 21 });
  await phase(scene, role, 'Blocked');
  const why = (await call(scene.api, `${role}/why`)).text;
  expect(why).toContain(sentence);
  expect(why).not.toContain('(secret)');
  await sees(scene, database, ({ status }) => JSON.stringify(status).includes('now it cannot be looked at'));
  await call(scene.api, at('PostgresRole', 'spare'), { method: 'DELETE' });
  await sees(scene, at('PostgresRole', 'spare'), ({ status }) => status?.blockedBy !== undefined && status.problem === undefined);
  await scene.wire.mend();
  await phase(scene, role, 'Ready');
  await until(async () => (await call(scene.api, at('PostgresRole', 'spare'))).status === 404, { timeoutMs: 20_000, what: 'a late end' });
  expect(await scene.target.admin(`select rolconnlimit as most from pg_roles where rolname = 'orders_app'`)).toEqual([{ most: 21 }]);
});

test('what exists already is taken over with its password, which nobody has to know', async () => {
  await scene.target.admin(`create role old_app login password 'legacy password' connection limit 5`);
  await scene.target.admin('create database old_orders owner old_app');
  const take = async (path: string, body: object): Promise<Wire> =>
    good(await call(scene.api, `${path.replace(/[^/]+$/, '')}import`, { body })).body;
  await take(role, { name: 'old', reference: 'old_app', dependencies: { server: { name: 'main' } } });
  await phase(scene, at('PostgresRole', 'old'), 'Ready');
  await take(database, { name: 'old', reference: 'old_orders', dependencies: { server: { name: 'main' }, owner: { name: 'old' } } });
  expect((await phase(scene, at('PostgresDatabase', 'old'), 'Ready')).status?.output).toMatchObject({
    name: 'old_orders',
    owner: 'old_app',
  });
  expect(await scene.target.login('old_app', 'legacy password', 'old_orders')).toBe('old_app');
});

test('a delete says who is in the way; told to use force, which can still be done, it goes on (L9)', async () => {
  const { host, port } = scene.target.connection;
  const client = new Client({ host, port, user: 'orders_app', password: await password(), database: 'orders' });
  client.on('error', () => undefined);
  await client.connect();
  await call(scene.api, database, { method: 'DELETE' });
  await sees(
    scene,
    database,
    ({ status }) => String(status?.problem?.message) === 'the database orders is in use: 1 connection (orders_app)',
  );
  expect((await patch(scene.api, database, { spec: { comment: 'other' } })).status).toBe(409);
  good(await patch(scene.api, database, { spec: { force_delete: true } }));
  await until(async () => (await call(scene.api, database)).status === 404, { timeoutMs: 10_000, what: 'its end' });
  expect(await scene.target.admin(`select from pg_database where datname = 'orders'`)).toEqual([]);
});
