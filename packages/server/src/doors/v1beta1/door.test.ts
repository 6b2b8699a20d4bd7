import { describe, expect, test } from 'vitest';
import type { Edit } from '../../app/app.ts';
import { formatUrn } from '../../core/urn.ts';
import { aResource, pending, ready } from '../../testing/builders.ts';
import { fakeApp } from '../testing/fake-app.ts';
import { startServer } from '../testing/server.ts';

const RESOURCES = '/api/v1beta1/resources';
const ONE = `${RESOURCES}/orn:entropy:file:demo:one`;
const zone = formatUrn({ kind: 'file', project: 'demo', name: 'z' });

const one = () =>
  aResource({ spec: { path: '/x', password: 'swordfish' }, labels: { team: 'a', old: 'x' }, annotations: { keep: '1' }, state: ready() });
const withOne = () => startServer({ app: fakeApp([one()]) });
const body = { kind: 'file', name: 'two', project: 'demo', labels: { a: 'b', none: '' }, spec: { configs: { path: '/y' } } };

describe('create', () => {
  test('answers 200 with the resource and its version', async () => {
    await using server = await startServer();
    const reply = await server.call('POST', RESOURCES, { body });
    expect(reply.status).toBe(200);
    expect(reply.headers.etag).toBe('"101"');
    expect(reply.json()).toMatchObject({
      resource: { urn: 'orn:entropy:file:demo:two', labels: { a: 'b' }, spec: { configs: { path: '/y' } }, updated_by: 'jane' },
    });
  });

  test('says who must be named, and everything else that is wrong, at once', async () => {
    await using server = await startServer();
    const reply = await server.call('POST', `${RESOURCES}?dry_run=maybe`, { body: { ...body, kind: 5 }, headers: { 'user-id': ' ' } });
    expect(reply.status).toBe(400);
    expect((reply.json() as { message: string }).message).toMatch(
      /^bad_request: empty 'user-id' header; kind: must be a string.*dry_run: must be true or false/,
    );
    expect(server.app.asked).toEqual([]);
  });

  test('keeps the text of a duplicate', async () => {
    await using server = await withOne();
    const reply = await server.call('POST', RESOURCES, { body: { ...body, name: 'one' } });
    expect([reply.status, reply.json()]).toEqual([
      409,
      { code: 6, message: "conflict: resource with urn 'orn:entropy:file:demo:one' already exists", details: [] },
    ]);
  });

  test('passes on a dry run, and who asks in which trace', async () => {
    await using server = await startServer();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await server.call('POST', `${RESOURCES}?dry_run=true`, { body, headers: { traceparent, 'idempotency-key': 'k' } });
    expect(server.app.asked[0]).toMatchObject({ caller: { actor: 'jane', trace: traceparent }, options: { dryRun: true } });
    expect(server.app.asked[0]?.options?.idempotency).toBeUndefined();
  });

  test.each([
    ['a name with a slash', { name: '../etc' }],
    ['a name with a colon', { name: 'a:b' }],
    ['a long name', { name: 'x'.repeat(1000) }],
    ['an emoji', { project: '😀😀' }],
    ['SQL', { name: "'; drop table resources" }],
    ['nothing', { name: '' }],
  ])('refuses a hostile identity: %s', async (_name, hostile) => {
    await using server = await startServer();
    const reply = await server.call('POST', RESOURCES, { body: { ...body, ...hostile } });
    expect([reply.status, reply.json()]).toEqual([400, expect.objectContaining({ code: 3 })]);
  });

  test('a placeholder is not a secret', async () => {
    await using server = await startServer();
    const reply = await server.call('POST', RESOURCES, { body: { ...body, spec: { configs: { password: '(secret)' } } } });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('spec.configs.password')]);
  });
});

const keyed = async (server: Awaited<ReturnType<typeof startServer>>, key: string, user: string, sent: object) => {
  await server.call('POST', RESOURCES, { body: sent, headers: { 'idempotency-key': key, 'user-id': user } });
  return server.app.asked.at(-1)?.options?.idempotency;
};

describe('idempotency keys', () => {
  test('belong to a user and a path; the fingerprint tells other requests apart', async () => {
    await using server = await startServer();
    const first = await keyed(server, 'k', 'jane', body);
    expect(first?.key).toMatch(/^[0-9a-f]{64}$/);
    expect(await keyed(server, 'k', 'jane', body)).toEqual(first);
    expect((await keyed(server, 'k', 'joe', body))?.key).not.toBe(first?.key);
    const other = await keyed(server, 'k', 'jane', { ...body, labels: {} });
    expect([other?.key, other?.fingerprint]).toEqual([first?.key, expect.not.stringMatching(first?.fingerprint ?? '')]);
  });

  test.each(['x'.repeat(256), 'ü', ''])('must be printable and short', async (key) => {
    await using server = await startServer();
    expect((await server.call('POST', RESOURCES, { body, headers: { 'idempotency-key': key } })).status).toBe(400);
  });
});

describe('update', () => {
  test('replaces configs, merges labels, keeps annotations and what was hidden', async () => {
    await using server = await withOne();
    const sent = { new_spec: { configs: { path: '/z', password: '(secret)' } }, labels: { old: '', new: 'y' } };
    const reply = await server.call('PATCH', ONE, { body: sent });
    expect(reply.json()).toMatchObject({
      resource: { spec: { configs: { path: '/z', password: '(secret)' } }, labels: { team: 'a', new: 'y' } },
    });
    expect([...server.app.resources.values()][0]).toMatchObject({
      spec: { path: '/z', password: 'swordfish' },
      annotations: { keep: '1' },
    });
    expect(server.app.asked[0]?.options).toMatchObject({ onlySettled: true, dryRun: false });
  });

  test('may be about labels alone', async () => {
    await using server = await withOne();
    expect((await server.call('PATCH', ONE, { body: { labels: { x: 'y' } } })).json()).toMatchObject({
      resource: { spec: { configs: { path: '/x' } } },
    });
  });

  test('the action called update does the same', async () => {
    await using server = await withOne();
    const reply = await server.call('POST', `${ONE}/actions/update?labels[x]=y`, { body: { path: '/z', password: '(secret)' } });
    expect(reply.json()).toMatchObject({ resource: { labels: { x: 'y', team: 'a' } } });
    expect([...server.app.resources.values()][0]).toMatchObject({ spec: { path: '/z', password: 'swordfish' } });
  });

  test.each([
    ['nothing to do', { new_spec: {} }, 400, 'bad_request: no config is being updated, nothing to do'],
    [
      'other dependencies',
      { new_spec: { configs: {}, dependencies: [{ key: 'zone', value: zone }] } },
      400,
      'unsupported: updating dependencies is not supported',
    ],
  ])('%s', async (_name, sent, status, message) => {
    await using server = await withOne();
    const reply = await server.call('PATCH', ONE, { body: sent });
    expect([reply.status, reply.json()]).toEqual([status, expect.objectContaining({ code: 3, message })]);
  });

  test.each([
    ['as a list', [{ key: 'zone', value: zone }]],
    ['as an older URN', { zone: zone.replace('orn:', 'urn:odpf:') }],
    ['in the short form', { zone: 'orn:entropy:file:z' }],
    ['by name', { zone: { name: 'z' } }],
  ])('the present dependencies may be sent back %s', async (_name, dependencies) => {
    await using server = await startServer({ app: fakeApp([aResource({ dependencies: { zone } })]) });
    expect((await server.call('PATCH', ONE, { body: { new_spec: { configs: {}, dependencies } } })).status).toBe(200);
    expect([...server.app.resources.values()][0]?.dependencies).toEqual({ zone });
  });

  test.each([
    ['"123"', '123'],
    ['123', '123'],
    ['W/"123"', '123'],
    ['*', undefined],
  ])('If-Match %s expects %s', async (header, expected) => {
    await using server = await withOne();
    await server.call('PATCH', ONE, { body: { labels: { a: 'b' } }, headers: { 'if-match': header } });
    const [edit] = (server.app.asked[0]?.request ?? []) as readonly Edit[];
    expect(edit?.expected).toBe(expected);
  });

  test('an If-Match that holds no version is refused', async () => {
    await using server = await withOne();
    expect((await server.call('PATCH', ONE, { body: { labels: { a: 'b' } }, headers: { 'if-match': '"a", "b"' } })).status).toBe(400);
  });
});

describe('act, execute, delete', () => {
  test('an action takes its parameters from the body and its labels from the query', async () => {
    await using server = await withOne();
    await server.call('POST', `${ONE}/actions/touch?labels[a]=b&dry_run=1`, { body: { deep: true } });
    expect(server.app.asked[0]).toMatchObject({
      verb: 'act',
      request: { urn: 'orn:entropy:file:demo:one', action: 'touch', params: { deep: true }, labels: { a: 'b' } },
      options: { dryRun: true, onlySettled: true },
    });
  });

  test('an action needs no body', async () => {
    await using server = await withOne();
    expect((await server.call('POST', `${ONE}/actions/touch`)).status).toBe(200);
    expect((await server.call('POST', `${ONE}/actions/touch`, { body: 'null' })).status).toBe(200);
    expect((await server.call('POST', `${ONE}/actions/touch`, { body: '[]' })).status).toBe(400);
  });

  test('the older form does the same', async () => {
    await using server = await withOne();
    await server.call('POST', `${ONE}/execute`, { body: { action: 'touch', params: { deep: true } } });
    expect(server.app.asked[0]).toMatchObject({ verb: 'act', request: { action: 'touch', params: { deep: true } } });
  });

  test('delete needs no name and answers an empty object', async () => {
    await using server = await withOne();
    const reply = await server.call('DELETE', ONE, { headers: { 'user-id': '' } });
    expect([reply.status, reply.text]).toEqual([200, '{}']);
    expect(server.app.asked[0]).toMatchObject({ verb: 'remove', caller: { actor: '' }, options: { dryRun: false } });
  });
});

describe('URNs in the path', () => {
  test('an older one means the same', async () => {
    await using server = await withOne();
    expect((await server.call('GET', `${RESOURCES}/urn:odpf:entropy:file:demo:one`)).status).toBe(200);
    expect((await server.call('GET', ONE.replaceAll(':', '%3A'))).status).toBe(200);
  });

  test('one that is well formed and unknown is 404', async () => {
    await using server = await startServer();
    const reply = await server.call('GET', ONE);
    expect([reply.status, reply.json()]).toEqual([
      404,
      { code: 5, message: "not_found: resource with urn 'orn:entropy:file:demo:one' not found", details: [] },
    ]);
  });

  test.each([
    'x',
    'orn:entropy:file:demo',
    'orn:entropy:file:demo:a:b',
    'orn:entropy:file:demo:..%2f..',
    'orn:other:file:demo:one',
    '%00',
    'orn:entropy:f:demo:one',
    '%F0%9F%98%80',
  ])('%s is 400 and shows the form', async (urn) => {
    await using server = await startServer();
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/revisions'],
      ['GET', '/logs'],
      ['POST', '/execute'],
    ] as const) {
      const reply = await server.call(method, `${RESOURCES}/${urn}${path}`);
      expect([method, path, reply.status]).toEqual([method, path, 400]);
      expect(reply.text).toContain('orn:entropy:<kind>:<project>:<name>');
    }
  });
});

test('revisions show what was declared, newest first, without secrets', async () => {
  await using server = await withOne();
  expect((await server.call('GET', `${ONE}/revisions`)).json()).toEqual({
    revisions: [
      {
        id: '7',
        urn: 'orn:entropy:file:demo:one',
        labels: { team: 'a', old: 'x' },
        created_at: '2026-01-02T03:04:05.678Z',
        spec: { configs: { path: '/x', password: '(secret)' }, dependencies: [] },
        reason: 'action:create',
        created_by: 'alice',
      },
    ],
  });
  expect((await server.call('GET', `${RESOURCES}/orn:entropy:file:demo:none/revisions`)).status).toBe(404);
});

describe('modules', () => {
  const MODULES = '/api/v1beta1/modules';
  const URN = `${MODULES}/orn:entropy:module:demo:file`;

  test('are created, read, changed and forgotten', async () => {
    await using server = await startServer();
    const module = { urn: 'orn:entropy:module:demo:file', name: 'file', project: 'demo', configs: { a: 1 } };
    const sent = { name: 'file', project: 'demo', configs: { a: 1 } };
    expect((await server.call('POST', MODULES, { body: sent })).json()).toMatchObject({ module });
    expect((await server.call('POST', MODULES, { body: sent })).json()).toMatchObject({ code: 6 });
    expect((await server.call('GET', URN)).json()).toMatchObject({ module });
    expect((await server.call('GET', `${MODULES}?project=demo`)).json()).toMatchObject({ modules: [module] });
    expect((await server.call('PATCH', URN, { body: { configs: null } })).json()).toMatchObject({ module: { configs: null } });
    expect((await server.call('DELETE', URN)).text).toBe('{}');
    expect((await server.call('GET', URN)).status).toBe(404);
  });

  test('have URNs of their own, and configs that must be given', async () => {
    await using server = await startServer();
    expect((await server.call('GET', `${MODULES}/orn:entropy:file:demo:one`)).text).toContain('orn:entropy:module:<project>:<name>');
    const reply = await server.call('PATCH', URN, { body: {} });
    expect(reply.json()).toMatchObject({ code: 3, message: "bad_request: 'configs' field must be specified and must be valid JSON" });
  });
});

test('versions are exchanged', async () => {
  await using server = await startServer();
  expect((await server.call('POST', '/api/v1/version', { body: { client: { version: '1' } } })).json()).toEqual({
    server: {
      version: '0.1.0',
      commit: 'abc',
      build_time: '2026-01-02T03:04:05Z',
      lang_version: 'node v24',
      os: 'linux',
      architecture: 'x64',
    },
  });
});

test('nothing that is wrong becomes our own mistake', async () => {
  await using server = await startServer({ app: fakeApp([aResource({ state: pending() })]) });
  const bodies = [
    '',
    'null',
    '5',
    '"x"',
    '[]',
    '[[]]',
    '{"spec":[]}',
    '{"labels":{"a":{}}}',
    '{"new_spec":[]}',
    '{"configs":[1]}',
    '{"action":{}}',
  ];
  const paths = [
    RESOURCES,
    ONE,
    `${ONE}/execute`,
    `${ONE}/actions/touch`,
    '/api/v1beta1/modules',
    '/api/v1beta1/modules/orn:entropy:module:demo:file',
    '/api/v1/version',
  ];
  for (const path of paths)
    for (const sent of bodies)
      for (const method of ['POST', 'PATCH', 'DELETE', 'PUT']) {
        const { status } = await server.call(method, path, { body: sent });
        expect([method, path, sent, status < 500]).toEqual([method, path, sent, true]);
      }
});
