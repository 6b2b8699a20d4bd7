/** A kind whose truth lies in another service: lists, watches, status, what others do there, and a service that is in trouble. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../src/testing/until.ts';
import { openScene, type Scene } from './inventory.ts';
import { collection, namesIn, patch, remove, team, TEAMS, teams, watch } from './kube.ts';
import { call, type Product, resources } from './product.ts';

let scene: Scene;
let a: Product;
let b: Product;

beforeAll(async () => {
  scene = await openScene();
  [a, b] = scene.replicas;
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.inventory.ask('DELETE', '/mood'));

let count = 0;
const fresh = (): string => `r${(count += 1)}`;
const members = { 'ann@example.org': 'lead' };
const everywhere = collection(TEAMS, 'teams');

/** A project with one team in it, whose id the service knows. */
async function known(): Promise<{ readonly project: string; readonly id: string; readonly team: string }> {
  const project = fresh();
  await call(a, teams(project), { body: team('platform', { members }) });
  const [kept] = await scene.inventory.teams();
  return { project, id: kept?.projectId ?? '', team: kept?.id ?? '' };
}

const newTeam = (projectId: string, title: string) =>
  scene.inventory.ask<{ readonly id: string }>('POST', '/teams', {
    projectId,
    title,
    purpose: 'Made there.',
    tags: { made: 'there' },
    notes: {},
  });

describe('lists', () => {
  test('choose by labels and by fields, page by page, of one project and of all', async () => {
    const [one, two] = [fresh(), fresh()];
    for (let i = 0; i < 5; i += 1)
      await call(i % 2 ? a : b, teams(one), { body: team(`t${i}`, {}, { labels: { odd: i % 2 ? 'yes' : 'no' } }) });
    await call(b, teams(two), { body: team('t0') });
    expect(namesIn(await call(a, `${teams(one)}?labelSelector=odd%3Dyes`))).toEqual([`${one}/t1`, `${one}/t3`]);
    expect(namesIn(await call(b, `${everywhere}?labelSelector=odd%20notin%20(yes,no)`))).toEqual([`${two}/t0`]);
    expect(namesIn(await call(a, `${everywhere}?fieldSelector=metadata.name%3Dt0`))).toEqual([`${one}/t0`, `${two}/t0`]);
    expect((await call(a, `${teams(one)}?fieldSelector=spec.purpose%3Dx`)).status).toBe(400);
    const names: string[] = [];
    let next = '';
    do {
      const page = await call(names.length % 2 ? a : b, `${teams(one)}?limit=2${next && `&continue=${next}`}`);
      names.push(...namesIn(page));
      next = String(page.body.metadata?.continue ?? '');
    } while (next);
    expect(names).toEqual([0, 1, 2, 3, 4].map((i) => `${one}/t${i}`));
  });

  test('have what was made in the service, and not what was deleted there', async () => {
    const { project, id, team: made } = await known();
    const { id: other } = await newTeam(id, 'guests');
    await until(async () => namesIn(await call(b, teams(project))).length === 2, { what: 'the team that was made there' });
    expect((await call(a, teams(project, 'guests'))).body).toMatchObject({
      metadata: { labels: { made: 'there' } },
      status: { state: 'empty', memberCount: 0 },
    });
    for (const gone of [made, other]) await scene.inventory.ask('DELETE', `/teams/${gone}`);
    for (const one of [a, b]) await until(async () => namesIn(await call(one, teams(project))).length === 0, { what: 'the end of both' });
    expect((await call(b, teams(project, 'platform'))).status).toBe(404);
  });

  test('are tables for those who ask for them', async () => {
    const { project } = await known();
    const table = await call(b, teams(project), { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } });
    expect(table.body).toMatchObject({ kind: 'Table', rows: [{ cells: expect.arrayContaining(['platform', 'We are platform.', 1]) }] });
  });
});

describe('watches', () => {
  test('on both servers tell what is written through one of them', async () => {
    const project = fresh();
    await using one = await watch(a, teams(project));
    await using two = await watch(b, `${everywhere}?labelSelector=tier`);
    await call(a, teams(project), { body: team('platform', {}, { labels: { tier: '1' } }) });
    await patch(b, teams(project, 'platform'), { spec: { purpose: 'Ran.' } });
    await remove(a, teams(project, 'platform'));
    for (const watching of [one, two]) {
      await watching.saw('the deletion', (type) => type === 'DELETED');
      const types = watching.events.map(({ type }) => String(type));
      expect(types[0]).toBe('ADDED');
      expect(types.slice(1, -1)).toContain('MODIFIED');
      expect(types.filter((type) => type === 'DELETED')).toHaveLength(1);
      const versions = watching.events.map(({ object }) => Number(object?.metadata?.resourceVersion));
      expect(versions).toEqual([...versions].sort((x, y) => x - y));
    }
  });

  test('on both servers tell what others do in the service', async () => {
    const { project, id, team: made } = await known();
    await using one = await watch(a, teams(project));
    await using two = await watch(b, teams(project));
    await scene.inventory.ask('POST', '/members', { teamId: made, email: 'eve@example.org', role: 'member' });
    for (const watching of [one, two])
      await watching.saw('the new member', (type, object) => type === 'MODIFIED' && Number(object.status?.memberCount) === 2);
    const { id: other } = await newTeam(id, 'guests');
    for (const watching of [one, two])
      await watching.saw('the new team', (type, object) => type === 'ADDED' && String(object.metadata?.name) === 'guests');
    await scene.inventory.ask('DELETE', `/teams/${other}`);
    for (const watching of [one, two])
      await watching.saw('its end', (type, object) => type === 'DELETED' && String(object.metadata?.name) === 'guests');
  });

  test('go on where they were', async () => {
    const { project } = await known();
    const listed = await call(a, teams(project));
    await patch(a, teams(project, 'platform'), { spec: { purpose: 'One.' } });
    await patch(b, teams(project, 'platform'), { spec: { purpose: 'Two.' } });
    await using resumed = await watch(b, `${teams(project)}?resourceVersion=${String(listed.body.metadata?.resourceVersion)}`);
    await resumed.saw('the last change', (_type, object) => String(object.spec?.purpose) === 'Two.');
    expect(resumed.events.map(({ type }) => String(type))).not.toContain('ADDED');
  });
});

describe('the status', () => {
  test('comes from the service itself, not from a cache, and cannot be written', async () => {
    const { project, team: made } = await known();
    const at = `${teams(project, 'platform')}/status`;
    expect((await call(b, at)).body.status).toEqual({ state: 'staffed', memberCount: 1 });
    const asked = async (read: () => Promise<unknown>): Promise<number> => {
      const before = await scene.inventory.requests();
      for (let i = 0; i < 3; i += 1) await read();
      return (await scene.inventory.requests()) - before;
    };
    await until(async () => (await asked(() => call(b, teams(project, 'platform')))) === 0, { what: 'an answer from the cache' });
    expect(await asked(() => call(b, at))).toBeGreaterThanOrEqual(6);
    await scene.inventory.ask('POST', '/members', { teamId: made, email: 'eve@example.org', role: 'member' });
    expect((await call(b, at)).body.status).toEqual({ state: 'staffed', memberCount: 2 });
    expect((await patch(a, at, { status: { memberCount: 7 } })).status).toBe(405);
    expect((await call(a, `${teams(project, 'nobody')}/status`)).status).toBe(404);
  });
});

describe('ids of the service', () => {
  test('are in no answer of any door', async () => {
    const { project, id } = await known();
    const other = fresh();
    await call(a, teams(other), { body: team('platform', { sharing: { enabled: true, projects: [{ name: project }] } }) });
    await using watching = await watch(b, everywhere);
    await patch(a, teams(project, 'platform'), { spec: { purpose: 'Ran.' } });
    await watching.saw('the change', (_type, object) => String(object.spec?.purpose) === 'Ran.');
    const urn = `orn:entropy:team:${project}:platform`;
    const paths = ['', '/status', '/revisions', '/tree', '/why'].map((below) => `${teams(project, 'platform')}${below}`);
    const texts = await Promise.all(
      [
        ...paths,
        teams(project),
        everywhere,
        `${teams(project)}?shared=true`,
        '/apis',
        `${resources}/${urn}`,
        resources,
        `${resources}/${urn}/revisions`,
      ].map(async (path) => (await call(b, path)).text),
    );
    const all = [watching.text(), ...texts].join('\n');
    const inside = await Promise.all([scene.inventory.teams(), scene.inventory.members()]);
    const canaries = inside.flat().map((row) => row.id);
    expect(canaries.length).toBeGreaterThan(2);
    for (const canary of canaries) expect(all).not.toContain(canary);
    expect(all).not.toContain(id);
  });
});

describe('a service in trouble', () => {
  test('is told as unavailable, with when to try again, and nothing else suffers', async () => {
    const { project } = await known();
    await scene.inventory.mood({ fail: 1_000 }); // others ask too
    const failed = await call(a, `${teams(project, 'platform')}/status`);
    await scene.inventory.mood({ fail: 0 });
    expect(failed).toMatchObject({ status: 503, body: { kind: 'Status', reason: 'ServiceUnavailable' } });
    expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0);
    await scene.inventory.stop();
    try {
      expect((await call(a, teams(project), { body: team('new') })).status).toBe(503);
      expect((await patch(b, teams(project, 'platform'), { spec: { purpose: 'x' } })).status).toBe(503);
      expect((await call(a, `/apis/core.ectropy.dev/v1/namespaces/${project}/files`)).status).toBe(200);
      expect((await call(b, '/readyz')).status).toBe(200);
    } finally {
      await scene.inventory.start();
    }
    for (const one of [a, b])
      await until(async () => namesIn(await call(one, teams(project))).length === 0, { what: 'the empty service', timeoutMs: 10_000 });
    expect((await call(b, teams(project), { body: team('platform') })).status).toBe(201);
  });

  test('keeps nobody from leaving, and answers the next', async () => {
    const { project } = await known();
    await scene.inventory.mood({ delayMs: 2_000 });
    const started = performance.now();
    const path = `${a.url}${teams(project, 'platform')}/status`;
    const leavers = Array.from({ length: 20 }, () =>
      fetch(path, { signal: AbortSignal.timeout(50) }).then(
        () => 'answered',
        () => 'left',
      ),
    );
    expect(await Promise.all(leavers)).toEqual(leavers.map(() => 'left'));
    expect(performance.now() - started).toBeLessThan(1_500);
    expect((await call(a, `${teams(project, 'platform')}/status`)).body.status).toMatchObject({ memberCount: 1 });
    await scene.inventory.mood({ delayMs: 0 });
    expect((await call(a, teams(project, 'platform'))).status).toBe(200);
  });
});

describe('the ancestor’s door', () => {
  test('creates, reads and lists such resources too', async () => {
    const project = fresh();
    const created = await call(a, resources, {
      body: { kind: 'team', name: 'platform', project, spec: { configs: { purpose: 'Runs.', members } } },
    });
    expect(created).toMatchObject({
      status: 200,
      body: { resource: { urn: `orn:entropy:team:${project}:platform`, spec: { configs: { purpose: 'Runs.' } } } },
    });
    expect((await scene.inventory.teams()).map(({ purpose }) => purpose)).toEqual(['Runs.']);
    expect((await call(b, `${resources}/orn:entropy:team:${project}:platform`)).body.resource?.state).toMatchObject({
      status: 'STATUS_COMPLETED',
    });
    const listed = await call(b, `${resources}?project=${project}&kind=team`);
    expect(listed.body.resources).toHaveLength(1);
    expect((await call(b, teams(project, 'platform'))).body.spec?.purpose).toBe('Runs.');
    expect((await call(a, `${resources}/orn:entropy:team:${project}:platform`, { method: 'DELETE' })).status).toBe(200);
    expect(await scene.inventory.teams()).toEqual([]);
  });
});
