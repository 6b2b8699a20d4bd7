/** Teams of another service between projects: sharing, dependencies, projects that are renamed and deleted, kinds defined on top of them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../src/testing/until.ts';
import { openScene, type Scene } from './inventory.ts';
import { apply, causes, collection, namesIn, patch, put, remove, team, teams, watch } from './kube.ts';
import { call, type Product, scratch } from './product.ts';

let scene: Scene;
let a: Product;
let b: Product;
let folder: Awaited<ReturnType<typeof scratch>>;

beforeAll(async () => {
  folder = await scratch();
  scene = await openScene({ args: ['--files-root', folder.dir] });
  [a, b] = scene.replicas;
});
afterAll(async () => {
  await scene[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});
beforeEach(() => scene.inventory.ask('DELETE', '/mood'));

let count = 0;
const fresh = (): string => `s${(count += 1)}`;
const CORE = 'core.ectropy.dev/v1';
const projects = (name = ''): string => `${collection(CORE, 'projects')}${name && `/${name}`}`;
const newProject = async (): Promise<string> => {
  const name = fresh();
  await call(a, projects(), { body: { apiVersion: CORE, kind: 'Project', metadata: { name }, spec: {} } });
  return name;
};
const withNames = (...names: readonly string[]) => ({ sharing: { enabled: true, projects: names.map((name) => ({ name })) } });
const shares = (project: string) => call(b, `${teams(project)}?shared=true`);

describe('sharing', () => {
  test('by name opens a team to that project, and `*` to all, also to those that come later', async () => {
    const [owner, one, two] = [fresh(), await newProject(), await newProject()];
    await call(a, teams(owner), { body: team('some', withNames(one)) });
    await call(a, teams(owner), { body: team('all', withNames('*')) });
    await call(a, teams(owner), { body: team('none', { sharing: { enabled: false } }) });
    expect(namesIn(await shares(one))).toEqual([`${owner}/all`, `${owner}/some`]);
    expect(namesIn(await shares(two))).toEqual([`${owner}/all`]);
    expect(namesIn(await shares(await newProject()))).toEqual([`${owner}/all`]);
    expect(namesIn(await call(b, teams(one)))).toEqual([]);
    expect((await call(b, teams(owner, 'some'))).body.spec?.sharing).toEqual(withNames(one).sharing);
    expect((await scene.inventory.teams()).map(({ audience, audienceProjectIds = [] }) => [audience, audienceProjectIds.length])).toEqual([
      ['some', 1],
      ['everybody', 0],
      [undefined, 0],
    ]);
  });

  test('is seen to begin and to end by whoever watches', async () => {
    const [owner, guest] = [fresh(), await newProject()];
    await call(a, teams(owner), { body: team('platform') });
    await using watching = await watch(b, `${teams(guest)}?shared=true`);
    await patch(a, teams(owner, 'platform'), { spec: withNames(guest) });
    await watching.saw('the team', (type, object) => type === 'ADDED' && String(object.metadata?.namespace) === owner);
    await patch(a, teams(owner, 'platform'), { spec: { sharing: { enabled: false, projects: null } } });
    const left = await watching.saw('that it left', (type) => type === 'DELETED');
    expect(JSON.stringify(left)).not.toContain('We are platform');
  });

  test.each([
    ['projects while it is off', { enabled: false, projects: [{ name: 'default' }] }, 'spec.sharing.projects'],
    ['nobody', { enabled: true, projects: [] }, 'spec.sharing.projects'],
    ['no list', { enabled: true }, 'spec.sharing.projects'],
    ['everybody and somebody', { enabled: true, projects: [{ name: '*' }, { name: 'default' }] }, 'spec.sharing.projects[0].name'],
    ['somebody twice', { enabled: true, projects: [{ name: 'default' }, { name: 'default' }] }, 'spec.sharing.projects[1].name'],
    ['a project that does not exist', { enabled: true, projects: [{ name: 'nobody-there' }] }, 'spec.sharing.projects[0].name'],
    ['a bare name', { enabled: true, projects: ['default'] }, 'spec.sharing.projects[0]'],
    ['an unknown field', { enabled: true, projects: [{ name: 'default', id: 'x' }] }, 'spec.sharing.projects[0].id'],
    ['no word about it', { projects: [{ name: 'default' }] }, 'spec.sharing.enabled'],
    ['a text', 'everybody', 'spec.sharing'],
    ['a deleted project', { enabled: true, projects: [{ name: '<deleted>' }] }, 'spec.sharing.projects[0].name'],
  ])('refuses %s', async (_name, sharing, field) => {
    const refused = await call(a, teams(fresh()), { body: team('platform', { sharing }) });
    expect(refused.status).toBe(422);
    expect(causes(refused).map(([place]) => place)).toContain(field);
    expect(await scene.inventory.teams()).toEqual([]);
  });

  test('refuses the owner itself', async () => {
    const owner = await newProject();
    expect((await call(a, teams(owner), { body: team('platform', withNames(owner)) })).status).toBe(422);
  });

  test('stays while somebody uses the team, and so does the team; what is made from it follows it', async () => {
    const [owner, guest] = [fresh(), fresh()];
    const files = collection(CORE, 'files', guest);
    const file = (dependencies: object) => ({
      apiVersion: CORE,
      kind: 'File',
      metadata: { name: 'roster' },
      spec: { path: `${guest}.txt`, template: '{{ needs.team.output.memberCount }} in {{ needs.team.name }}', dependencies },
    });
    const wanted = file({ team: { kind: 'Team', project: owner, name: 'platform' } });
    await call(a, teams(owner), { body: team('platform', { members: { 'ann@example.org': 'lead' } }) });
    expect((await call(b, files, { body: wanted })).status).toBe(422);
    await call(a, projects(), { body: { apiVersion: CORE, kind: 'Project', metadata: { name: guest }, spec: {} } });
    await patch(a, teams(owner, 'platform'), { spec: withNames(guest) });
    expect((await call(b, files, { body: wanted })).status).toBe(201);
    const says = (text: string) =>
      until(async () => (await readFile(join(folder.dir, `${guest}.txt`), 'utf8').catch(() => '')) === text, { what: text });
    await says('1 in platform');

    const user = `orn:entropy:file:${guest}:roster`;
    const revoked = await patch(b, teams(owner, 'platform'), { spec: { sharing: null } });
    expect(revoked).toMatchObject({ status: 409 });
    expect(String(revoked.body.message)).toContain(user);
    const deleted = await remove(a, teams(owner, 'platform'));
    expect(deleted).toMatchObject({ status: 409 });
    expect(String(deleted.body.message)).toContain(user);
    expect((await patch(b, teams(owner, 'platform'), { spec: withNames('*') })).status).toBe(200);

    const [kept] = await scene.inventory.teams();
    await scene.inventory.ask('POST', '/members', { teamId: kept?.id, email: 'eve@example.org', role: 'member' });
    await until(async () => Number((await call(b, teams(owner, 'platform'))).body.status?.memberCount) === 2);
    await says('2 in platform');

    await using watching = await watch(b, teams(owner));
    await scene.inventory.ask('DELETE', `/teams/${kept?.id}`);
    await watching.saw('its end', (type) => type === 'DELETED');
    for (const one of [a, b]) {
      expect((await call(one, teams(owner, 'platform'))).status).toBe(404);
      expect(namesIn(await call(one, `${teams(guest)}?shared=true`))).toEqual([]);
    }
    const { id: _, ...again } = kept ?? {};
    await scene.inventory.ask('POST', '/teams', again);
    await until(async () => (await call(b, teams(owner, 'platform'))).status === 200, { what: 'the team again' });
    await says('0 in platform');
    expect((await remove(a, `${files}/roster`)).status).toBe(200);
    await until(async () => (await call(b, `${files}/roster`)).status === 404);
    expect((await patch(b, teams(owner, 'platform'), { spec: { sharing: null } })).status).toBe(200);
    expect((await remove(a, teams(owner, 'platform'))).status).toBe(200);
  });
});

const rename = (from: string, to: string) => call(a, `${projects(from)}/rename`, { body: { to } });

describe('a project', () => {
  test('keeps its teams under its new name, on both servers, and the old name is free', async () => {
    const [from, to, owner] = [fresh(), fresh(), fresh()];
    const { body } = await call(a, teams(from), { body: team('platform') });
    await call(a, teams(owner), { body: team('guests', withNames(from)) });
    await using watching = await watch(b, collection('directory.ectropy.dev/v1', 'teams'));
    expect(await rename(from, to)).toMatchObject({ status: 200, body: { metadata: { name: to } } });
    for (const one of [a, b]) {
      expect((await call(one, teams(to, 'platform'))).body).toMatchObject({
        metadata: { uid: body.metadata?.uid, namespace: to },
        spec: body.spec,
      });
      expect(namesIn(await call(one, teams(to)))).toEqual([`${to}/platform`]);
      expect(namesIn(await call(one, teams(from)))).toEqual([]);
      expect((await call(one, teams(from, 'platform'))).status).toBe(404);
      expect((await call(one, teams(owner, 'guests'))).body.spec?.sharing).toEqual(withNames(to).sharing);
      expect(namesIn(await call(one, `${teams(to)}?shared=true`))).toEqual([`${owner}/guests`, `${to}/platform`].sort());
    }
    await watching.saw('it leave', (type, object) => type === 'DELETED' && String(object.metadata?.namespace) === from);
    await watching.saw('it come', (type, object) => type === 'ADDED' && String(object.metadata?.namespace) === to);
    expect((await call(b, projects(), { body: { apiVersion: CORE, kind: 'Project', metadata: { name: from }, spec: {} } })).status).toBe(
      201,
    );
    for (const one of [a, b]) expect(namesIn(await call(one, `${teams(from)}?shared=true`))).toEqual([]);
    expect((await call(b, teams(from), { body: team('platform', { purpose: 'New.' }) })).status).toBe(201);
    expect((await call(a, teams(to, 'platform'))).body.spec?.purpose).toBe('We are platform.');
    expect(await scene.inventory.teams()).toHaveLength(3);
  });

  test('is not renamed while it holds what is stored here, or while others use its teams', async () => {
    const [owner, guest] = [fresh(), await newProject()];
    await call(a, teams(owner), { body: team('platform', withNames(guest)) });
    const dependencies = { team: { kind: 'Team', project: owner, name: 'platform' } };
    await call(a, collection(CORE, 'files', guest), {
      body: { apiVersion: CORE, kind: 'File', metadata: { name: 'x' }, spec: { path: 'x.txt', content: '', dependencies } },
    });
    for (const [name, says] of [
      [owner, `orn:entropy:file:${guest}:x`],
      [guest, 'stored under its name'],
    ] as const) {
      const refused = await rename(name, fresh());
      expect(refused.status).toBe(409);
      expect(String(refused.body.message)).toContain(says);
    }
  });

  test('takes its teams with it when it is deleted', async () => {
    const project = fresh();
    for (const name of ['one', 'two']) await call(a, teams(project), { body: team(name) });
    const [kept] = await scene.inventory.teams();
    await scene.inventory.ask('POST', '/teams', { ...kept, title: 'unseen' });
    expect((await remove(b, projects(project))).status).toBe(200);
    await until(async () => (await call(a, projects(project))).status === 404, { what: 'the end of the project', timeoutMs: 15_000 });
    expect(await scene.inventory.teams()).toEqual([]);
    expect((await call(a, teams(project), { body: team('one') })).status).toBe(201);
  });
});

describe('a kind that is defined at run time', () => {
  const definitions = collection(CORE, 'kinddefinitions');
  const define = (plural: string, kind: string, schema: object, more: object) => ({
    apiVersion: CORE,
    kind: 'KindDefinition',
    metadata: { name: `${plural}.example.dev` },
    spec: { group: 'example.dev', names: { kind, plural }, versions: [{ name: 'v1', hub: true, schema }], ...more },
  });
  const crew = {
    type: 'object',
    required: ['purpose'],
    properties: { purpose: { type: 'string' }, members: { type: 'object', default: {}, additionalProperties: { type: 'string' } } },
  };

  test('can be served by the accessor of another kind, on both servers', async () => {
    expect(
      (await call(a, definitions, { body: define('crews', 'Crew', crew, { shareable: true, backend: { accessor: { name: 'team' } } }) }))
        .status,
    ).toBe(201);
    const project = fresh();
    const crews = collection('example.dev/v1', 'crews', project);
    await until(async () => (await call(b, crews)).status === 200, { what: 'the kind at the other server' });
    const made = await call(b, crews, {
      body: { apiVersion: 'example.dev/v1', kind: 'Crew', metadata: { name: 'night' }, spec: { purpose: 'Watches.' } },
    });
    expect(made).toMatchObject({
      status: 201,
      body: { apiVersion: 'example.dev/v1', kind: 'Crew', spec: { members: {} }, status: { state: 'empty' } },
    });
    expect((await scene.inventory.teams()).map(({ title }) => title)).toEqual(['night']);
    expect((await call(a, `${crews}/night`)).body).toEqual(made.body);
    expect((await call(a, `${crews}/night/status`)).body.status).toEqual({ state: 'empty', memberCount: 0 });
    expect((await call(a, teams(project, 'night'))).body.spec?.purpose).toBe('Watches.');
    await patch(a, teams(project, 'night'), { spec: { purpose: 'Sleeps.' } });
    for (const one of [a, b])
      await until(async () => ((await call(one, `${crews}/night`)).body.spec?.purpose as unknown) === 'Sleeps.', {
        what: 'the same truth',
      });
    expect((await remove(b, `${crews}/night`)).status).toBe(200);
    expect(await scene.inventory.teams()).toEqual([]);
    expect((await remove(a, `${definitions}/crews.example.dev`)).status).toBe(200);
    await until(async () => (await call(b, crews)).status === 404, { what: 'the end of the kind' });
  });

  test('can be served by a module', async () => {
    const note = { type: 'object', required: ['path', 'content'], properties: { path: { type: 'string' }, content: { type: 'string' } } };
    expect((await call(a, definitions, { body: define('notes', 'Note', note, { backend: { module: { name: 'file' } } }) })).status).toBe(
      201,
    );
    const notes = collection('example.dev/v1', 'notes', fresh());
    await call(a, notes, {
      body: { apiVersion: 'example.dev/v1', kind: 'Note', metadata: { name: 'hello' }, spec: { path: 'note.txt', content: 'Hello' } },
    });
    await until(async () => String((await call(b, `${notes}/hello`)).body.status?.phase) === 'Ready', { what: 'the note' });
    expect(await readFile(join(folder.dir, 'note.txt'), 'utf8')).toBe('Hello');
    await patch(b, `${notes}/hello`, { spec: { content: 'Bye' } });
    await until(async () => (await readFile(join(folder.dir, 'note.txt'), 'utf8')) === 'Bye', { what: 'the change' });
    const refused = await remove(b, `${definitions}/notes.example.dev`);
    expect(refused).toMatchObject({ status: 409 });
    expect((await remove(b, `${definitions}/notes.example.dev`, { propagationPolicy: 'Foreground' })).status).toBe(200);
    await until(async () => (await call(a, `${definitions}/notes.example.dev`)).status === 404, {
      what: 'the end of the kind',
      timeoutMs: 15_000,
    });
    await expect(readFile(join(folder.dir, 'note.txt'))).rejects.toThrow('ENOENT');
  });

  test.each([
    ['a module that is not here', { module: { name: 'nobody' } }, 'spec.backend.module.name', /no module 'nobody' here.*file/],
    ['an accessor that is not here', { accessor: { name: 'nobody' } }, 'spec.backend.accessor.name', /no accessor 'nobody' here.*team/],
    ['a driver', { driver: { url: 'http://127.0.0.1:1' } }, 'spec.backend.driver', /cannot reach drivers yet/],
    ['two backends', { record: {}, module: { name: 'file' } }, 'spec.backend', /at most 1|exactly one/],
    ['none', {}, 'spec.backend', /at least 1|exactly one/],
  ])('is refused with %s', async (_name, backend, field, says) => {
    const refused = await call(a, definitions, { body: define('things', 'Thing', crew, { backend }) });
    expect([refused.status, refused.text]).toEqual([refused.status === 405 ? 405 : 422, expect.stringMatching(says)]);
    expect(refused.text).toContain(field);
  });
});

test('fields of two managers survive what others do in the service', async () => {
  const project = fresh();
  const at = teams(project, 'platform');
  const ours = { apiVersion: 'directory.ectropy.dev/v1', kind: 'Team', metadata: { name: 'platform' } };
  await apply(a, at, { ...ours, spec: { purpose: 'Runs.' } }, 'one');
  await apply(b, at, { ...ours, spec: { members: { 'bob@example.org': 'member' } } }, 'two');
  const [kept] = await scene.inventory.teams();
  await scene.inventory.ask('POST', '/members', { teamId: kept?.id, email: 'eve@example.org', role: 'member' });
  await until(async () => Number((await call(a, at)).body.status?.memberCount) === 2);
  expect((await apply(a, at, { ...ours, spec: { members: {} } }, 'two')).body.spec).toEqual({
    purpose: 'Runs.',
    members: { 'eve@example.org': 'member' },
  });
  expect((await put(a, at, { ...(await call(a, at)).body, spec: { purpose: 'Mine.' } })).status).toBe(200);
});
