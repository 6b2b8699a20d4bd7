/** A kind whose truth lies in another service, through the whole product: every verb of the native API, on two servers. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../src/testing/until.ts';
import { openScene, type Scene } from './inventory.ts';
import { apply, namesIn, patch, put, remove, team, teams } from './kube.ts';
import { call, type Product } from './product.ts';

let scene: Scene;
let a: Product;
let b: Product;

beforeAll(async () => {
  scene = await openScene();
  [a, b] = scene.replicas;
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.inventory.ask('DELETE', '/mood'));

const members = { 'ann@example.org': 'lead', 'bob@example.org': 'member' };
let count = 0;
/** A project of its own for every test. */
const fresh = (): string => `p${(count += 1)}`;

describe('what is written through one server', () => {
  test('is created in the service, by id, and read through the other at once', async () => {
    const project = fresh();
    const created = await call(a, teams(project), { body: team('platform', { members }, { labels: { tier: '1' } }) });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      apiVersion: 'directory.ectropy.dev/v1',
      kind: 'Team',
      metadata: { name: 'platform', namespace: project, labels: { tier: '1' } },
      spec: { purpose: 'We are platform.', members },
      status: { state: 'staffed', memberCount: 2 },
    });
    const read = await call(b, teams(project, 'platform'));
    expect(read.body).toEqual(created.body);
    const [kept] = await scene.inventory.teams();
    expect(kept).toMatchObject({ title: 'platform', tags: { tier: '1' } });
    expect(kept?.projectId).not.toBe(project);
    expect((await call(a, teams(project), { body: team('platform') })).status).toBe(409);
  });

  test('is updated by its version, and a late writer is refused', async () => {
    const project = fresh();
    const { body } = await call(a, teams(project), { body: team('platform') });
    const changed = await put(b, teams(project, 'platform'), { ...body, spec: { purpose: 'Ran.', members } });
    expect(changed).toMatchObject({ status: 200, body: { spec: { purpose: 'Ran.' }, status: { memberCount: 2 } } });
    expect(Number(changed.body.metadata?.generation)).toBeGreaterThan(1);
    expect(await put(a, teams(project, 'platform'), { ...body, spec: { purpose: 'Lost.' } })).toMatchObject({
      status: 409,
      body: { reason: 'Conflict' },
    });
    expect((await call(a, teams(project, 'platform'))).body.spec?.purpose).toBe('Ran.');
    expect((await scene.inventory.members()).map(({ email }) => email).sort()).toEqual(Object.keys(members));
  });

  test('of many who update the same version at once, on both servers, one wins', async () => {
    const project = fresh();
    const { body } = await call(a, teams(project), { body: team('platform') });
    const tries = Array.from({ length: 12 }, (_, i) =>
      put(i % 2 ? a : b, teams(project, 'platform'), { ...body, spec: { purpose: `try ${i}` } }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(11);
    const winner = statuses.indexOf(200);
    for (const one of [a, b]) expect((await call(one, teams(project, 'platform'))).body.spec?.purpose).toBe(`try ${winner}`);
    expect((await scene.inventory.teams())[0]?.purpose).toBe(`try ${winner}`);
  });

  test('of many who create it at once, on both servers, one does', async () => {
    const project = fresh();
    const tries = Array.from({ length: 12 }, (_, i) =>
      call(i % 2 ? a : b, teams(project), { body: team('platform', { purpose: `try ${i}` }) }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(11);
    expect((await scene.inventory.teams()).map(({ purpose }) => purpose)).toEqual([`try ${statuses.indexOf(201)}`]);
  });

  test('of many patches at once, none is lost', async () => {
    const project = fresh();
    await call(a, teams(project), { body: team('platform') });
    const emails = Array.from({ length: 10 }, (_, i) => `m${i}@example.org`);
    const answers = await Promise.all(
      emails.map((email, i) => patch(i % 2 ? a : b, teams(project, 'platform'), { spec: { members: { [email]: 'member' } } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200));
    expect((await scene.inventory.members()).map(({ email }) => email).sort()).toEqual(emails);
  });

  test('is patched in both ways', async () => {
    const project = fresh();
    await call(a, teams(project), { body: team('platform', { members }) });
    const at = teams(project, 'platform');
    expect(
      (await patch(a, at, { spec: { members: { 'bob@example.org': null, 'eve@example.org': 'member' } } })).body.spec?.members,
    ).toEqual({
      'ann@example.org': 'lead',
      'eve@example.org': 'member',
    });
    const replaced = await patch(
      b,
      at,
      [
        { op: 'test', path: '/spec/purpose', value: 'We are platform.' },
        { op: 'replace', path: '/spec/purpose', value: 'New.' },
      ],
      'json',
    );
    expect(replaced.body.spec?.purpose).toBe('New.');
    expect((await scene.inventory.members()).map(({ email }) => email).sort()).toEqual(['ann@example.org', 'eve@example.org']);
  });

  test('is applied by two managers who keep their own fields, and conflict over the same', async () => {
    const project = fresh();
    const at = teams(project, 'platform');
    const ours = { apiVersion: 'directory.ectropy.dev/v1', kind: 'Team', metadata: { name: 'platform' } };
    expect((await apply(a, at, { ...ours, spec: { purpose: 'Runs.', members: { 'ann@example.org': 'lead' } } }, 'one')).status).toBe(201);
    expect((await apply(b, at, { ...ours, spec: { members: { 'bob@example.org': 'member' } } }, 'two')).status).toBe(200);
    const read = await call(a, at);
    expect(read.body.spec).toMatchObject({ purpose: 'Runs.', members });
    const version = read.body.metadata?.resourceVersion;
    expect(
      (await apply(b, at, { ...ours, spec: { members: { 'bob@example.org': 'member' } } }, 'two')).body.metadata?.resourceVersion,
    ).toBe(version);
    const refused = await apply(a, at, { ...ours, spec: { purpose: 'Mine.' } }, 'two');
    expect(refused).toMatchObject({
      status: 409,
      body: { details: { causes: [{ reason: 'FieldManagerConflict', field: '.spec.purpose' }] } },
    });
    expect((await apply(a, at, { ...ours, spec: { purpose: 'Mine.' } }, 'two', '&force=true')).body.spec).toEqual({
      purpose: 'Mine.',
      members: { 'ann@example.org': 'lead' },
    });
  });

  test('is rehearsed without a word to the service', async () => {
    const project = fresh();
    const rehearsed = await call(a, `${teams(project)}?dryRun=All`, { body: team('platform') });
    expect(rehearsed).toMatchObject({ status: 201, body: { spec: { purpose: 'We are platform.', members: {} } } });
    expect((await call(b, teams(project, 'platform'))).status).toBe(404);
    await call(a, teams(project), { body: team('platform') });
    expect((await patch(a, `${teams(project, 'platform')}?dryRun=All`, { spec: { purpose: 'Else.' } })).body.spec?.purpose).toBe('Else.');
    expect((await remove(a, `${teams(project, 'platform')}?dryRun=All`)).status).toBe(200);
    expect((await call(b, teams(project, 'platform'))).body.spec?.purpose).toBe('We are platform.');
    expect((await scene.inventory.teams()).map(({ purpose }) => purpose)).toEqual(['We are platform.']);
  });

  test('is deleted there, and what is not there is not found', async () => {
    const project = fresh();
    await call(a, teams(project), { body: team('platform', { members }) });
    expect(await remove(b, teams(project, 'platform'))).toMatchObject({ status: 200, body: { kind: 'Status', status: 'Success' } });
    expect((await remove(b, teams(project, 'platform'))).status).toBe(404);
    expect((await call(a, teams(project, 'platform'))).status).toBe(404);
    expect(await scene.inventory.teams()).toEqual([]);
    expect(await scene.inventory.members()).toEqual([]);
  });

  test('goes as a collection, chosen by labels', async () => {
    const project = fresh();
    for (const [i, tier] of ['1', '1', '2'].entries()) await call(a, teams(project), { body: team(`t${i}`, {}, { labels: { tier } }) });
    expect((await remove(b, `${teams(project)}?labelSelector=tier%3D1`)).status).toBe(200);
    expect((await scene.inventory.teams()).map(({ title }) => title)).toEqual(['t2']);
    expect(namesIn(await call(a, teams(project)))).toEqual([`${project}/t2`]);
  });

  test('goes with what owns it', async () => {
    const project = fresh();
    const files = `/apis/core.ectropy.dev/v1/namespaces/${project}/files`;
    const owner = { apiVersion: 'core.ectropy.dev/v1', kind: 'File', name: 'owner' };
    const { body } = await call(a, files, {
      body: { ...owner, metadata: { name: 'owner' }, spec: { path: `${project}.txt`, content: '' } },
    });
    const ownerReferences = [{ ...owner, uid: body.metadata?.uid }];
    const made = await call(b, teams(project), { body: team('platform', {}, { ownerReferences }) });
    expect(made.body.metadata?.ownerReferences).toEqual(ownerReferences);
    expect((await remove(a, `${files}/owner`)).status).toBe(200);
    await until(async () => (await scene.inventory.teams()).length === 0, { what: 'the end of the team', timeoutMs: 10_000 });
    expect((await call(b, teams(project, 'platform'))).status).toBe(404);
  });

  test('is written once under the same key, and another request under it is refused', async () => {
    const project = fresh();
    const headers = { 'idempotency-key': `key-${project}` };
    const send = (name: string) => call(a, teams(project), { body: team(name), headers });
    const [first, again] = [await send('platform'), await send('platform')];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.metadata).toEqual(first.body.metadata);
    expect((await send('other')).status).toBe(400);
    const gone = { 'idempotency-key': `gone-${project}` };
    for (const one of [a, b]) expect((await call(one, teams(project, 'platform'), { method: 'DELETE', headers: gone })).status).toBe(200);
    expect(await scene.inventory.teams()).toEqual([]);
  });
});
