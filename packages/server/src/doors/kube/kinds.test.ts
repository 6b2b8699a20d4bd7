import type { JsonObject } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { teamKind } from '../../../../../examples/accessor/team-accessor.ts';
import { byProject } from '../../app/authorise.ts';
import { openBed } from '../../app/testing/bed.ts';
import { define } from '../../app/testing/hub-kinds.ts';
import { boxKind, testModules } from '../../app/testing/kinds.ts';
import { openKinds } from '../../hub/kinds.ts';
import { schemeOf } from '../../hub/scheme/scheme.ts';
import { atDoor } from './testing/at-door.ts';

const KINDS = '/apis/core.ectropy.dev/v1/kinds';
const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };

test('every kind can be read, whatever brought it here', async () => {
  await using bed = await openBed();
  await using holding = await openBed({ deps: { kinds: openKinds(testModules(bed.world), { accessed: [teamKind] }) } });
  await define(holding);
  const { ask } = atDoor(holding);
  const { body } = await ask('GET', KINDS);
  expect(body).toMatchObject({ kind: 'KindList', apiVersion: 'core.ectropy.dev/v1' });
  const shown = (body.items as readonly { readonly metadata: JsonObject; readonly spec: JsonObject }[]).map(
    ({ metadata, spec }) => `${String(metadata.name)} ${String(spec.apiVersion)} ${String(spec.backend)} ${String(spec.scope)}`,
  );
  expect(shown).toEqual([
    'box core.ectropy.dev/v1 module Project',
    'gadget.example.dev example.dev/v1 record Project',
    'kinddefinition core.ectropy.dev/v1 record Cluster',
    'lid core.ectropy.dev/v1 module Project',
    'note core.ectropy.dev/v1 module Project',
    'project core.ectropy.dev/v1 record Cluster',
    'slot core.ectropy.dev/v1 module Project',
    'team directory.ectropy.dev/v1 accessor Project',
  ]);
});

test('a kind tells its names, versions, actions, needs and what can be done with it', async () => {
  await using bed = await openBed();
  await define(bed);
  const { ask } = atDoor(bed);
  expect((await ask('GET', `${KINDS}/box`)).body).toMatchObject({
    kind: 'Kind',
    metadata: { name: 'box' },
    spec: {
      group: 'core.ectropy.dev',
      names: { kind: 'Box', plural: 'boxes', singular: 'box', list: 'BoxList' },
      versions: [{ name: 'v1', apiVersion: 'core.ectropy.dev/v1', hub: true, served: true, schema: boxKind.schema }],
      actions: boxKind.actions,
      createOnly: ['region'],
      secret: ['password'],
      capabilities: { observe: true, import: true, logs: false, statusWritable: false },
    },
  });
  expect((await ask('GET', `${KINDS}/lid`)).body).toMatchObject({ spec: { needs: { box: { kind: 'box' } } } });
  expect((await ask('GET', `${KINDS}/gadget.example.dev`)).body).toMatchObject({
    spec: { definition: 'gadgets.example.dev', backend: 'record', capabilities: { statusWritable: true } },
  });
});

test('as a table they have no age', async () => {
  await using bed = await openBed();
  const { ask } = atDoor(bed);
  const { body } = await ask('GET', KINDS, undefined, undefined, table);
  expect((body.columnDefinitions as readonly JsonObject[]).map(({ name }) => name)).toEqual([
    'Name',
    'Short',
    'APIVersion',
    'Backend',
    'Scope',
    'Description',
  ]);
  expect((body.rows as readonly JsonObject[])[0]?.cells).toEqual([
    'box',
    null,
    'core.ectropy.dev/v1',
    'module',
    'Project',
    'A box of some size.',
  ]);
  expect((await ask('GET', `${KINDS}/box`, undefined, undefined, table)).body).toMatchObject({ kind: 'Table', rows: [{}] });
});

test('they are only read here, and what is not there gets what was probably meant', async () => {
  await using bed = await openBed();
  const { ask } = atDoor(bed);
  for (const [method, url] of [
    ['POST', KINDS],
    ['PUT', `${KINDS}/box`],
    ['PATCH', `${KINDS}/box`],
    ['DELETE', `${KINDS}/box`],
  ] as const)
    expect(await ask(method, url, {})).toMatchObject({
      status: 405,
      body: { message: 'kinds are only read here; define, change and delete kinds as KindDefinitions' },
    });
  expect(await ask('GET', `${KINDS}/bx`)).toMatchObject({
    status: 404,
    body: { reason: 'NotFound', message: expect.stringContaining('did you mean box?') as string },
  });
  for (const name of ['__proto__', 'constructor', '%E2%98%83']) expect((await ask('GET', `${KINDS}/${name}`)).status).toBe(404);
  for (const below of ['?watch=true', '/box/status']) expect((await ask('GET', `${KINDS}${below}`)).status).toBe(405);
});

test('whoever has a project may read them, under the suffix of the server', async () => {
  await using bed = await openBed();
  const kinds = openKinds(testModules(bed.world), { scheme: schemeOf('example.org') });
  await using other = await openBed({ deps: { kinds, authorise: byProject } });
  const bob = { actor: 'bob', projects: ['demo'] };
  expect((await atDoor(other).ask('GET', '/apis/core.example.org/v1/kinds/box', undefined, bob)).body).toMatchObject({
    apiVersion: 'core.example.org/v1',
    spec: { apiVersion: 'core.example.org/v1' },
  });
});
