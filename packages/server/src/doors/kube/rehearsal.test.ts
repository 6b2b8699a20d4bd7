/** Whoever asks for a rehearsal must not get the real thing, at any route that changes something (L5). */
import { expect, test } from 'vitest';
import { openBed } from '../../app/testing/bed.ts';
import { testModules } from '../../app/testing/kinds.ts';
import type { World } from '../../app/testing/world.ts';
import { atDoor } from './testing/at-door.ts';

const CORE = '/apis/core.ectropy.dev/v1';
const BOXES = `${CORE}/namespaces/demo/boxes`;
const PLANS = `${CORE}/namespaces/demo/plans`;
const box = { apiVersion: 'core.ectropy.dev/v1', kind: 'Box', metadata: { name: 'aa' }, spec: {} };

test('a plan that is applied or deleted for show is still there, and nothing has come of it (L5)', async () => {
  await using bed = await openBed();
  const { ask } = atDoor(bed);
  const { body } = await ask('POST', PLANS, { spec: { documents: [box] } });
  const at = `${PLANS}/${String((body.metadata as { readonly name: string }).name)}`;
  expect((await ask('POST', `${at}/apply?dryRun=All`)).status).toBe(200);
  expect((await ask('GET', `${BOXES}/aa`)).status).toBe(404);
  expect((await ask('DELETE', `${at}?dryRun=All`)).status).toBe(200);
  expect((await ask('DELETE', at, { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'] })).status).toBe(200);
  expect((await ask('GET', at)).status).toBe(200);
  expect((await ask('DELETE', at)).status).toBe(200);
  expect((await ask('DELETE', `${at}?dryRun=All`)).status).toBe(404);
});

test('a project cannot be renamed for show (L5)', async () => {
  await using bed = await openBed();
  const { ask } = atDoor(bed);
  await ask('POST', `${CORE}/projects`, { apiVersion: 'core.ectropy.dev/v1', kind: 'Project', metadata: { name: 'here' } });
  expect((await ask('POST', `${CORE}/projects/here/rename?dryRun=All`, { to: 'there' })).status).toBe(400);
  expect((await ask('GET', `${CORE}/projects/here`)).status).toBe(200);
  expect((await ask('GET', `${CORE}/projects/there`)).status).toBe(404);
});

const filed = (world: World) => testModules(world).map((module) => ({ ...module, kind: { ...module.kind, artifacts: ['file'] } }));

test('a file of a resource is neither set nor removed for show (L5)', async () => {
  await using bed = await openBed({ modules: filed });
  const { ask } = atDoor(bed);
  await ask('POST', BOXES, box);
  const file = `${BOXES}/aa/artifacts/a.txt`;
  expect((await ask('PUT', `${file}?dryRun=All`, 'x')).status).toBe(200);
  expect((await ask('GET', file)).status).toBe(404);
  expect((await ask('PUT', file, 'x')).status).toBe(200);
  expect((await ask('DELETE', `${file}?dryRun=All`)).status).toBe(200);
  expect((await ask('GET', `${BOXES}/aa/artifacts`)).body).toMatchObject({ items: [{ name: 'a.txt' }] });
});

test.each(['retry', 'pause', 'rollback', 'actions/paint'])(
  'a rehearsal of %s that is asked for in another word is refused',
  async (below) => {
    await using bed = await openBed();
    const { ask } = atDoor(bed);
    await ask('POST', BOXES, box);
    expect((await ask('POST', `${BOXES}/aa/${below}?dryRun=None`, { revision: 1 })).status).toBe(422);
  },
);
