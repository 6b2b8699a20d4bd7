import { expect, test } from 'vitest';
import { box, edit, me } from '../../app/testing/asks.ts';
import { openBed } from '../../app/testing/bed.ts';
import { atDoor } from './testing/at-door.ts';

const CORE = '/apis/core.ectropy.dev/v1';

const of = (kind: string, name: string, resource: string) => ({
  apiVersion: 'core.ectropy.dev/v1',
  kind,
  namespace: 'demo',
  name,
  resource,
  urn: `orn:entropy:${kind.toLowerCase()}:demo:${name}`,
});

test('trees name resources as clients do, in both directions, and of a whole project', async () => {
  await using bed = await openBed();
  await bed.app.apply([edit('box', 'b'), edit('lid', 'l', { dependencies: { box: box('b') } })], me);
  const { ask } = atDoor(bed);
  const down = { ...of('Lid', 'l', 'lids'), dependencies: [{ ...of('Box', 'b', 'boxes'), key: 'box', dependencies: [] }] };
  expect((await ask('GET', `${CORE}/namespaces/demo/lids/l/tree`)).body).toMatchObject({ kind: 'Tree', root: down });
  expect((await ask('GET', `${CORE}/namespaces/demo/boxes/b/tree?dependents=true`)).body).toMatchObject({
    kind: 'Tree',
    root: { ...of('Box', 'b', 'boxes'), dependents: [{ ...of('Lid', 'l', 'lids'), key: 'box', dependents: [] }] },
  });
  expect((await ask('GET', `${CORE}/projects/demo/tree`)).body).toMatchObject({ kind: 'Tree', metadata: { name: 'demo' }, roots: [down] });
  expect((await ask('GET', `${CORE}/projects/nowhere/tree`)).status).toBe(404);
  expect((await ask('GET', `${CORE}/namespaces/demo/boxes/b/tree?dependents=perhaps`)).status).toBe(400);
});

test('causes name resources as clients do', async () => {
  await using bed = await openBed();
  await bed.app.apply([edit('box', 'b')], me);
  const { body } = await atDoor(bed).ask('GET', `${CORE}/namespaces/demo/boxes/b/why`);
  const resource = { apiVersion: 'core.ectropy.dev/v1', kind: 'Box', namespace: 'demo', name: 'b', resource: 'boxes' };
  expect(body).toMatchObject({ kind: 'Why', ready: false, chain: [{ resource }], roots: [{ resource }] });
});
