import type { JsonObject } from '@ectropy/sdk';
import { expect, test } from 'vitest';
import { openKinds } from '../../hub/kinds.ts';
import { teamKind } from '../../../../../examples/accessor/team-accessor.ts';
import { byProject } from '../../app/authorise.ts';
import { declare, make, peek, reach, urnOf, vanish } from '../../app/testing/asks.ts';
import { type Bed, openBed } from '../../app/testing/bed.ts';
import { testModules } from '../../app/testing/kinds.ts';
import { atDoor } from './testing/at-door.ts';

const CORE = 'core.ectropy.dev/v1';
const PLANS = `/apis/${CORE}/namespaces/demo/plans`;

const document = (kind: string, name: string, spec: object = {}, metadata: object = {}) => ({
  apiVersion: CORE,
  kind,
  metadata: { name, ...metadata },
  spec,
});

const planning = (bed: Bed) => {
  const { ask, causes } = atDoor(bed);
  const plan = (documents: readonly unknown[], remove: readonly unknown[] = [], query = '') =>
    ask('POST', `${PLANS}${query}`, { spec: { documents, remove } });
  return { ask, plan, wrong: async (...args: Parameters<typeof plan>) => causes(await plan(...args)) };
};

const operations = (body: JsonObject) => (body.status as JsonObject).operations as unknown as readonly JsonObject[];

const see = 'see `ectropy kinds` or `kubectl api-resources`';

test('the problems of all documents are told at once, each with its field, whether they can be read or not', async () => {
  await using bed = await openBed();
  const { plan, wrong } = planning(bed);
  const documents = [
    document('Boxx', 'a'),
    document('Box', 'b', { size: 101, color: 'green' }),
    document('Box', ''),
    'all of them',
    document('Lid', 'l', { dependencies: { box: 'a' } }),
    { ...document('Box', 'c'), apiVersion: 'core.ectropy.dev/v2' },
    document('Box', 'd', { region: 1 }, { labels: { 'a b': 'c' } }),
  ];
  const remove = [{ apiVersion: CORE, kind: 'Box', name: 'none' }, { kind: 'Box' }];
  expect((await plan(documents, remove)).status).toBe(422);
  expect((await wrong(documents, remove)).map((cause) => cause.split(':', 1)[0])).toEqual([
    'spec.remove[1].apiVersion',
    'spec.documents[0].kind',
    'spec.documents[2].metadata.name',
    'spec.documents[3]',
    'spec.documents[5].kind',
    'spec.remove[0]',
    'spec.documents[1].spec.size',
    'spec.documents[1].spec.color',
    'spec.documents[6].metadata.labels[a b]',
    'spec.documents[6].spec.region',
  ]);
});

test('one document alone is told with its place too', async () => {
  await using bed = await openBed();
  const { wrong } = planning(bed);
  expect(await wrong([document('Box', 'b', { size: 101 })])).toEqual([
    'spec.documents[0].spec.size: Invalid value: must be ≤ 100 (got 101)',
  ]);
  expect(await wrong([], [{ apiVersion: CORE, kind: 'Box', name: 'none' }])).toEqual([
    "spec.remove[0]: Not found: resource with urn 'orn:entropy:box:demo:none' not found",
  ]);
});

test('a kind that is not served gets what was probably meant', async () => {
  await using bed = await openBed();
  const { wrong } = planning(bed);
  const [close, version, far, unsaid] = await wrong([
    document('Bx', 'a'),
    { ...document('Box', 'b'), apiVersion: 'core.ectropy.dev/v7' },
    document('Zeppelin', 'c'),
    { metadata: { name: 'd' } },
  ]);
  expect(close).toContain(`no kind "Bx" in version "${CORE}" is served here; did you mean kind Box in apiVersion ${CORE}? ${see}`);
  expect(version).toContain(`did you mean kind Box in apiVersion ${CORE}?`);
  expect(far).toMatch(new RegExp(`served here; ${see}$`));
  expect(unsaid).toMatch(/^spec\.documents\[3]\.apiVersion: Required value: must be set/);
});

test('many unknown kinds are told soon', async () => {
  await using bed = await openBed();
  const { wrong } = planning(bed);
  const documents = Array.from({ length: 1_000 }, (_, i) => document(`Unknown${'x'.repeat(200)}${i}`, 'a'));
  const began = performance.now();
  expect(await wrong(documents)).toHaveLength(1_000);
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(await planning(bed).plan([...documents, {}])).toMatchObject({ status: 413 });
});

test('a kind and what is of that kind cannot be planned together, and the problem says what to do first', async () => {
  await using bed = await openBed();
  const { wrong } = planning(bed);
  const names = { kind: 'Widget', plural: 'widgets' };
  const versions = [{ name: 'v1', schema: { type: 'object' } }];
  const definition = { ...document('KindDefinition', 'widgets.example.dev', { group: 'example.dev', names, versions }) };
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'gears.example.dev' },
    spec: { group: 'example.dev', scope: 'Namespaced', names: { kind: 'Gear', plural: 'gears' }, versions: [] },
  };
  const found = await wrong([
    { ...document('Widget', 'w'), apiVersion: 'example.dev/v1' },
    definition,
    { ...document('Gear', 'g'), apiVersion: 'example.dev/v1' },
    crd,
  ]);
  const first = 'define the kind first: apply its definition, then the rest';
  expect(found[0]).toBe(
    `spec.documents[0].kind: Invalid value: kind "Widget" is not known before its definition, spec.documents[1], has been applied; ${first}`,
  );
  expect(found[1]).toContain(`spec.documents[3], has been applied; ${first}`);
});

test('a kind that another service holds is refused with its place, and with what to do instead', async () => {
  const modules = testModules;
  await using bed = await openBed({ modules });
  const kinds = openKinds(modules(bed.world), { accessed: [teamKind] });
  const held = { find: (kind: string) => (kind === 'team' ? ({} as never) : undefined), serving: () => undefined };
  await using holding = await openBed({ modules, deps: { kinds, access: held as never } });
  const team = { apiVersion: 'directory.ectropy.dev/v1', kind: 'Team', metadata: { name: 't' }, spec: { purpose: 'x' } };
  expect(await planning(holding).wrong([document('Note', 'n'), team])).toEqual([
    expect.stringMatching(/^spec\.documents\[1]\.kind: .*another service holds.*; leave it out here and send it in a request of its own/),
  ]);
});

test('what stands there twice is told with both places', async () => {
  await using bed = await openBed();
  const { wrong } = planning(bed);
  const again = [
    document('Box', 'a'),
    document('Note', 'a'),
    document('Box', 'a', {}, { namespace: 'demo' }),
    document('Box', 'a', {}, { namespace: 'other' }),
  ];
  expect(await wrong(again)).toEqual([
    'spec.documents[2]: Duplicate value: stands there more than once: spec.documents[0] declares the same resource; keep one of them',
  ]);
  await make(bed, 'note', 'n');
  expect(await wrong([document('Note', 'n')], [{ apiVersion: CORE, kind: 'Note', name: 'n' }])).toEqual([
    'spec.documents[0]: Duplicate value: stands there more than once: spec.remove[0] removes the same resource; keep one of them',
  ]);
});

test('documents may come in any order, and into several projects', async () => {
  await using bed = await openBed({ lanes: 2 });
  const { ask, plan } = planning(bed);
  const { status, body } = await plan([
    document('Lid', 'l', { dependencies: { box: 'b' } }),
    document('Box', 'b'),
    document('Box', 'b', {}, { namespace: 'other' }),
    document('Box', 'c', {}, { project: 'third' }),
    document('Box', 'd', {}, { namespace: '' }),
  ]);
  expect(status).toBe(201);
  expect(operations(body).map(({ resource }) => resource)).toEqual([
    { apiVersion: CORE, kind: 'Lid', namespace: 'demo', name: 'l', resource: 'lids' },
    { apiVersion: CORE, kind: 'Box', namespace: 'demo', name: 'b', resource: 'boxes' },
    { apiVersion: CORE, kind: 'Box', namespace: 'other', name: 'b', resource: 'boxes' },
    { apiVersion: CORE, kind: 'Box', namespace: 'third', name: 'c', resource: 'boxes' },
    { apiVersion: CORE, kind: 'Box', namespace: 'demo', name: 'd', resource: 'boxes' },
  ]);
  const applied = await ask('POST', `${PLANS}/${String((body.metadata as JsonObject).name)}/apply`);
  expect((applied.body.items as readonly JsonObject[]).map(({ metadata }) => (metadata as JsonObject).namespace)).toEqual([
    'demo',
    'demo',
    'other',
    'third',
    'demo',
  ]);
});

const on = (name: string) => ({ dependencies: { on: { kind: 'Note', name } } });

test('a cycle is told at a document of it', async () => {
  await using bed = await openBed();
  const { wrong } = planning(bed);
  const [cycle] = await wrong([document('Note', 'x'), document('Note', 'a', on('b')), document('Note', 'b', on('a'))]);
  expect(cycle).toMatch(/^spec\.documents\[1]\.spec\.dependencies: .*form a cycle/);
});

test('why something is replaced is said', async () => {
  await using bed = await openBed({ lanes: 2 });
  const { plan } = planning(bed);
  await make(bed, 'box', 'a', { spec: { region: 'eu' } });
  const { body } = await plan([document('Box', 'a', { region: 'us' })]);
  expect(operations(body)[0]).toMatchObject({ type: 'replace', reason: 'spec.region cannot change in place' });
});

test('what is replaced while others depend on it is told with its place, as a conflict', async () => {
  await using bed = await openBed({ lanes: 2 });
  const { plan, wrong } = planning(bed);
  await make(bed, 'box', 'a', { spec: { region: 'eu' } });
  await make(bed, 'lid', 'l', { dependencies: { box: 'a' } });
  const documents = [document('Note', 'n'), document('Box', 'a', { region: 'us' })];
  expect((await plan(documents)).status).toBe(409);
  expect((await wrong(documents))[0]).toMatch(/^spec\.documents\[1]: .*cannot be replaced while others depend on it/);
});

test('a rehearsal tells the plan and keeps none', async () => {
  await using bed = await openBed();
  const { ask, plan } = planning(bed);
  const { status, body } = await plan([document('Note', 'n')], [], '?dryRun=All');
  expect(status).toBe(201);
  expect(body).toMatchObject({ kind: 'Plan', status: { counts: { create: 1 } } });
  expect(body.metadata).not.toHaveProperty('name');
  expect((await ask('GET', PLANS)).body.items).toEqual([]);
  expect((await plan([document('Note', 'n')], [], '?dryRun=Some')).status).toBe(422);
});

test('fields that nobody knows are told, or refused where the client wishes so', async () => {
  await using bed = await openBed();
  const { plan, wrong } = planning(bed);
  const documents = [{ ...document('Note', 'n'), spek: 1 }];
  expect((await plan(documents)).warnings).toEqual(['299 - "unknown field \\"spec.documents[0].spek\\""']);
  expect((await plan(documents, [], '?fieldValidation=Ignore')).warnings).toEqual([]);
  expect(await wrong(documents, [], '?fieldValidation=Strict')).toEqual([
    'spec.documents[0].spek: Forbidden: is not a known field; remove it',
  ]);
});

test('applied, it answers with everything it touched, and with a version from which a watch sees all that happens', async () => {
  await using bed = await openBed({ lanes: 2 });
  const { ask, plan } = planning(bed);
  await make(bed, 'box', 'old');
  const { body } = await plan([document('Box', 'new')], [{ apiVersion: CORE, kind: 'Box', name: 'old' }]);
  const before = await bed.app.version();
  const applied = await ask('POST', `${PLANS}/${String((body.metadata as JsonObject).name)}/apply`);
  const [old, fresh] = applied.body.items as readonly JsonObject[];
  expect(old).toMatchObject({ kind: 'Box', metadata: { name: 'old', deletionTimestamp: expect.any(String) as string } });
  expect(fresh).toMatchObject({ kind: 'Box', metadata: { name: 'new' } });
  const { resourceVersion } = applied.body.metadata as { readonly resourceVersion: string };
  expect(BigInt(resourceVersion)).toBeGreaterThanOrEqual(BigInt(before));
  expect(BigInt(resourceVersion)).toBeLessThan(
    BigInt((await bed.store.load([urnOf('box', 'new')])).resources.get(urnOf('box', 'new'))?.version ?? '0'),
  );
  await vanish(bed, urnOf('box', 'old'));
  expect(await peek(bed, urnOf('box', 'new'))).toBeDefined();
});

test('asked again with its key, it tells the version at which it was applied', async () => {
  await using bed = await openBed({ lanes: 2 });
  const { ask, plan } = planning(bed);
  const { body } = await plan([document('Box', 'new')]);
  const path = `${PLANS}/${String((body.metadata as JsonObject).name)}/apply`;
  const first = await ask('POST', path, {}, { actor: 'alice' }, { 'idempotency-key': 'once' });
  const [item] = first.body.items as readonly { readonly metadata: JsonObject }[];
  await reach(bed, urnOf('box', 'new'), 'ready');
  const again = await ask('POST', path, {}, { actor: 'alice' }, { 'idempotency-key': 'once' });
  expect(again.body.items).toEqual(first.body.items);
  expect((again.body.metadata as JsonObject).resourceVersion).toBe(item?.metadata.resourceVersion);
});

test('a definition is answered as what it was sent as its kind', async () => {
  await using bed = await openBed();
  const { ask, plan } = planning(bed);
  const spec = {
    group: 'example.dev',
    names: { kind: 'Widget', plural: 'widgets' },
    versions: [{ name: 'v1', schema: { type: 'object' } }],
  };
  const { body } = await plan([document('KindDefinition', 'widgets.example.dev', spec)]);
  expect(operations(body)[0]?.resource).toEqual({
    apiVersion: CORE,
    kind: 'KindDefinition',
    name: 'widgets.example.dev',
    resource: 'kinddefinitions',
  });
  const applied = await ask('POST', `${PLANS}/${String((body.metadata as JsonObject).name)}/apply`);
  expect(applied.body.items).toMatchObject([{ kind: 'KindDefinition', apiVersion: CORE }]);
});

test('finalizers that a document does not mention stay', async () => {
  await using bed = await openBed();
  const { ask, plan } = planning(bed);
  await declare(bed, 'note', 'n', { finalizers: ['example.com/hold'] });
  const applied = async (metadata: object, size: number) => {
    const { body } = await plan([document('Note', 'n', { size }, metadata)]);
    await ask('POST', `${PLANS}/${String((body.metadata as JsonObject).name)}/apply`);
    return (await peek(bed, urnOf('note', 'n')))?.finalizers;
  };
  expect(await applied({}, 1)).toEqual(['example.com/hold']);
  expect(await applied({ finalizers: [] }, 2)).toBeUndefined();
});

test('who may not apply there is told that, and nothing else (L11)', async () => {
  await using bed = await openBed({ deps: { authorise: byProject } });
  const { ask } = planning(bed);
  const spec = { documents: [document('Boxx', 'a'), document('Box', 'b', {}, { namespace: 'other' })] };
  expect(await ask('POST', PLANS, { spec }, { actor: 'bob', projects: ['demo'] })).toMatchObject({ status: 403 });
});

test('keys of prototypes and broken bodies are ordinary mistakes', async () => {
  await using bed = await openBed();
  const { ask, wrong } = planning(bed);
  expect(await wrong([{ apiVersion: '__proto__', kind: 'constructor', metadata: { name: 'toString' } }])).toHaveLength(1);
  expect(await wrong([document('Box', 'a:b')])).toEqual([expect.stringMatching(/^spec\.documents\[0]\.metadata\.name: /)]);
  expect(await wrong([document('Box', 'a', {}, { namespace: 7 })])).toEqual([
    expect.stringMatching(/^spec\.documents\[0]\.metadata\.namespace: .*must be a string/),
  ]);
  expect(await wrong([], [{ apiVersion: CORE, kind: 'Box', name: 'ü' }])).toEqual([expect.stringMatching(/^spec\.remove\[0]\.name: /)]);
  for (const body of [[], 'x', null, 7]) expect((await ask('POST', PLANS, body)).status).toBe(400);
  for (const spec of [{}, { documents: [] }, { documents: {} }, { remove: 'x' }, [], 'x'])
    expect((await ask('POST', PLANS, { spec })).status).toBe(422);
});
