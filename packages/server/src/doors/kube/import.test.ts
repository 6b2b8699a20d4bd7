import { expect, test } from 'vitest';
import { declare, make } from '../../app/testing/asks.ts';
import { type Bed, openBed } from '../../app/testing/bed.ts';
import { atDoor } from './testing/at-door.ts';

const CORE = 'core.ectropy.dev/v1';

const importing = (bed: Bed) => {
  const { ask, causes } = atDoor(bed);
  const into = (plural: string, body: unknown, query = '') => ask('POST', `/apis/${CORE}/namespaces/demo/${plural}/import${query}`, body);
  return { ask, into, wrong: async (...args: Parameters<typeof into>) => causes(await into(...args)) };
};

test('dependencies, labels and annotations may be said without the rest of the spec', async () => {
  await using bed = await openBed({ lanes: 2 });
  await make(bed, 'box', 'a');
  bed.world.things.set('shelf', { size: 3 });
  const body = {
    name: 'l',
    reference: 'shelf',
    dependencies: { box: { name: 'a' } },
    labels: { on: 'shelf' },
    annotations: { 'x/y': 'z' },
  };
  expect(await importing(bed).into('lids', body)).toMatchObject({
    status: 201,
    body: {
      kind: 'Lid',
      metadata: { name: 'l', labels: { on: 'shelf' }, annotations: { 'x/y': 'z' } },
      spec: { size: 3, dependencies: { box: { name: 'a' } } },
    },
  });
});

test('a rehearsal answers with the plan: one operation, and no name', async () => {
  await using bed = await openBed();
  bed.world.things.set('shelf', { size: 3 });
  const { ask, into } = importing(bed);
  const { status, body } = await into('boxes', { name: 'b', reference: 'shelf' }, '?dryRun=All');
  expect(status).toBe(201);
  expect(body).toMatchObject({
    kind: 'Plan',
    metadata: { namespace: 'demo' },
    status: {
      counts: { adopt: 1 },
      operations: [{ type: 'adopt', resource: { apiVersion: CORE, kind: 'Box', namespace: 'demo', name: 'b', resource: 'boxes' } }],
    },
  });
  expect((await ask('GET', `/apis/${CORE}/namespaces/demo/boxes/b`)).status).toBe(404);
});

test('every mistake in the body is told at once, by the field of the body', async () => {
  await using bed = await openBed();
  const { into, wrong } = importing(bed);
  const fields = async (body: unknown): Promise<readonly string[]> =>
    (await wrong('lids', body)).map((cause) => cause.split(':', 1)[0] ?? '');
  expect(await fields({ spec: 7 })).toEqual(['name', 'reference', 'spec']);
  expect(await fields({ name: 'l', reference: 'r', dependencies: { box: 7 }, labels: { a: 1 } })).toEqual(['dependencies.box', 'labels.a']);
  expect(await fields({ name: 'l', reference: 'r', dependencies: { box: 'a' }, spec: { dependencies: { box: 'a' } } })).toEqual([
    'dependencies',
  ]);
  expect(await fields({ name: 'l', reference: 'r' })).toEqual(['dependencies.box']);
  expect((await into('boxes', { name: 'b', reference: 'nowhere' })).status).toBe(404);
  expect((await into('notes', { name: 'b', reference: 'nowhere' })).status).toBe(405);
  expect((await into('boxes', [])).status).toBe(400);
});

test('a dependency that is not ready is a conflict, with its field', async () => {
  await using bed = await openBed();
  await declare(bed, 'box', 'a');
  const { into, wrong } = importing(bed);
  const body = { name: 'l', reference: 'shelf', dependencies: { box: 'a' } };
  expect((await into('lids', body)).status).toBe(409);
  expect(await wrong('lids', body)).toEqual([expect.stringMatching(/^dependencies\.box: .*is not ready/)]);
});
