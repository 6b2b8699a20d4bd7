/** One kind in several versions, through the whole product: what is written in one is read in all. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definition, DEFINITIONS, hub, orders, v1, v1beta1 } from './definition.ts';
import { apply, collection, items, patch, put, remove, watch } from './kube.ts';
import { call, type Product, scratch, startProduct } from './product.ts';

let product: Product;
let folder: Awaited<ReturnType<typeof scratch>>;

beforeAll(async () => {
  folder = await scratch();
  product = await startProduct({ args: ['--data', folder.dir] });
  expect((await call(product, DEFINITIONS, { body: orders })).status).toBe(201);
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const at = (version: string, name = '', project = 'shop'): string =>
  `${collection(`example.dev/${version}`, 'orders', project)}${name && `/${name}`}`;
const order = (version: string, name: string, spec: object, metadata: object = {}) => ({
  apiVersion: `example.dev/${version}`,
  kind: 'Order',
  metadata: { name, ...metadata },
  spec,
});

/** The same order in the words of each version. */
const same = {
  v2: { size: 3, owner: { name: 'ann' }, tier: 'gold', ttlSeconds: 120, items: [{ sku: 'x', amount: 1 }] },
  v1: { count: 3, ownerName: 'ann', tier: 'g', ttl: 2, items: [{ sku: 'x', amount: 1 }] },
  v1beta1: { dimensions: { size: 3 }, owner: { name: 'ann' }, tier: 'gold', ttlSeconds: 120, items: [{ code: 'x', amount: 1 }] },
} as const;
const versions = Object.keys(same) as (keyof typeof same)[];

describe('what is written in one version', () => {
  test.each(versions)('is read in all: %s', async (written) => {
    const name = `from-${written}`;
    const made = await call(product, at(written), { body: order(written, name, same[written]) });
    expect(made).toMatchObject({ status: 201, body: { apiVersion: `example.dev/${written}`, spec: same[written] } });
    for (const read of versions) {
      const { body } = await call(product, at(read, name));
      expect(body).toMatchObject({
        apiVersion: `example.dev/${read}`,
        kind: 'Order',
        metadata: { uid: made.body.metadata?.uid, generation: 1 },
      });
      expect(body.spec).toEqual(same[read]);
      const again = await put(product, at(read, name), body);
      expect(again.body.metadata?.resourceVersion).toBe(made.body.metadata?.resourceVersion);
      const listed = await call(product, `${at(read)}?fieldSelector=metadata.name%3D${name}`);
      expect(items(listed).map(({ apiVersion, spec }) => ({ apiVersion, spec }))).toEqual([
        { apiVersion: `example.dev/${read}`, spec: same[read] },
      ]);
    }
  });

  test('is patched in another, and the third shows it', async () => {
    await call(product, at('v1'), { body: order('v1', 'patched', same.v1) });
    await patch(product, at('v1beta1', 'patched'), { spec: { dimensions: { size: 7 } } });
    await patch(product, at('v1', 'patched'), [{ op: 'replace', path: '/spec/tier', value: 's' }], 'json');
    expect((await call(product, at('v2', 'patched'))).body.spec).toEqual({ ...same.v2, size: 7, tier: 'silver' });
  });

  test('is refused in the words of that version, everything at once', async () => {
    const refused = await call(product, at('v1'), { body: order('v1', 'bad', { count: 0, tier: 'gold', ttl: 'x' }) });
    expect(refused.status).toBe(422);
    expect(((refused.body.details?.causes ?? []) as unknown as readonly { field: string }[]).map(({ field }) => field).sort()).toEqual([
      'spec.count',
      'spec.tier',
      'spec.ttl',
    ]);
  });

  test('belongs to whoever applied it, in whichever version', async () => {
    expect((await apply(product, at('v1', 'applied'), order('v1', 'applied', { count: 3, ownerName: 'ann' }), 'one')).status).toBe(201);
    expect(
      (await apply(product, at('v1beta1', 'applied'), order('v1beta1', 'applied', { dimensions: { size: 3 }, tier: 'gold' }), 'two'))
        .status,
    ).toBe(200);
    const conflict = await apply(product, at('v2', 'applied'), order('v2', 'applied', { size: 4 }), 'three');
    expect(conflict.status).toBe(409);
    expect(String(conflict.body.message)).toMatch(/one/);
    expect(String(conflict.body.message)).toMatch(/two/);
    const dropped = await apply(product, at('v1', 'applied'), order('v1', 'applied', { count: 3 }), 'one');
    expect(dropped.body.spec).toEqual({ count: 3, tier: 'g' });
    expect((await call(product, at('v2', 'applied'))).body.spec).toEqual({ size: 3, tier: 'gold' });
    const version = (await call(product, at('v2', 'applied'))).body.metadata?.resourceVersion;
    const again = await apply(
      product,
      at('v1beta1', 'applied'),
      order('v1beta1', 'applied', { dimensions: { size: 3 }, tier: 'gold' }),
      'two',
    );
    expect(again.body.metadata?.resourceVersion).toBe(version);
  });

  test('is watched and tabled in the words of the watcher', async () => {
    await using old = await watch(product, at('v1', '', 'seen'));
    await using young = await watch(product, at('v2', '', 'seen'));
    await call(product, at('v1beta1', '', 'seen'), { body: order('v1beta1', 'watched', same.v1beta1) });
    expect((await old.saw('it', (type) => type === 'ADDED')).object).toMatchObject({ apiVersion: 'example.dev/v1', spec: same.v1 });
    expect((await young.saw('it', (type) => type === 'ADDED')).object).toMatchObject({ apiVersion: 'example.dev/v2', spec: same.v2 });
    const table = (version: string) =>
      call(product, at(version, '', 'seen'), { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } });
    expect((await table('v1')).body.columnDefinitions).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'Count' })]));
    expect((await table('v2')).body.columnDefinitions).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'Size' })]));
    expect(items(await call(product, `${at('v2', '', 'seen')}?fieldSelector=spec.tier%3Dgold`))).toHaveLength(1);
    expect((await call(product, `${at('v1', '', 'seen')}?fieldSelector=spec.tier%3Dg`)).status).toBe(400);
  });

  test('is warned about where the version is deprecated, and only there', async () => {
    const warned = async (version: string) => (await call(product, at(version))).headers.get('warning');
    expect(await warned('v1')).toBe('299 - "use v2 of orders"');
    expect(await warned('v2')).toBeNull();
    const made = await call(product, at('v1'), { body: order('v1', 'warned', same.v1) });
    expect(made.headers.get('warning')).toContain('use v2 of orders');
    expect((await call(product, at('v1', 'warned'))).headers.get('warning')).toContain('use v2 of orders');
  });

  test('is not found in a version that never was, nor written in another than the path says', async () => {
    expect((await call(product, at('v3', 'patched'))).status).toBe(404);
    expect((await call(product, at('v2'), { body: order('v1', 'mixed', same.v1) })).status).toBe(400);
  });
});

const parcels = (...all: readonly object[]) => definition({ plural: 'parcels', kind: 'Parcel', versions: all });
const path = `${DEFINITIONS}/parcels.example.dev`;
const parcel = (version: string, name = ''): string => `${collection(`example.dev/${version}`, 'parcels', 'post')}${name && `/${name}`}`;
const first = { ...v1, hub: true, deprecated: false, moves: [] };
const doc = (version: string, name: string, spec: object) => ({
  apiVersion: `example.dev/${version}`,
  kind: 'Parcel',
  metadata: { name },
  spec,
});

const redefine = async (body: ReturnType<typeof parcels>) => {
  const { body: current } = await call(product, path);
  return put(product, path, { ...body, metadata: current.metadata });
};

describe('a kind that changes', () => {
  test('reads what it stored before as its newest version: get, list, watch, revisions, rollback', async () => {
    expect((await call(product, DEFINITIONS, { body: parcels(first) })).status).toBe(201);
    await call(product, parcel('v1'), { body: doc('v1', 'old', { count: 2, ownerName: 'ann', tier: 'g' }) });
    await patch(product, parcel('v1', 'old'), { spec: { count: 3 } });

    const newer = {
      ...hub,
      schema: { ...hub.schema, properties: { ...hub.schema.properties, colour: { type: 'string', default: 'brown' } } },
    };
    expect(await redefine(parcels(newer, { ...v1, hub: false }, v1beta1))).toMatchObject({ status: 200 });
    const now = { size: 3, owner: { name: 'ann' }, tier: 'gold', colour: 'brown' };
    expect((await call(product, parcel('v2', 'old'))).body.spec).toEqual(now);
    expect((await call(product, parcel('v1beta1', 'old'))).body.spec).toEqual({
      dimensions: { size: 3 },
      owner: { name: 'ann' },
      tier: 'gold',
    });
    expect((await call(product, parcel('v1', 'old'))).body.spec).toMatchObject({ count: 3, ownerName: 'ann', tier: 'g' });
    expect(items(await call(product, parcel('v2'))).map(({ spec }) => spec)).toEqual([now]);
    expect(items(await call(product, `${parcel('v2')}?fieldSelector=spec.tier%3Dgold`))).toHaveLength(1);
    await using watching = await watch(product, parcel('v2'));
    expect((await watching.saw('it', (type) => type === 'ADDED')).object?.spec).toEqual(now);
    const revisions = await call(product, `${parcel('v2', 'old')}/revisions`);
    expect(items(revisions).map(({ spec }) => spec)).toEqual([now, { ...now, size: 2 }]);
    const back = await call(product, `${parcel('v2', 'old')}/rollback`, { body: { revision: 1 } });
    expect(back).toMatchObject({ status: 200, body: { spec: { ...now, size: 2 } } });
    expect((await call(product, parcel('v1', 'old'))).body.spec).toMatchObject({ count: 2 });
    expect((await apply(product, parcel('v2', 'old'), doc('v2', 'old', { size: 9 }), 'one', '&force=true')).body.spec).toEqual({
      ...now,
      size: 9,
    });
  });

  test('loses a version: what is retired is not served, what is stored stays readable', async () => {
    await call(product, parcel('v2'), { body: doc('v2', 'red', { size: 1, colour: 'red', items: [{ sku: 'x', amount: 2 }] }) });
    const { body: red } = await call(product, parcel('v1beta1', 'red'));
    expect(red.spec).toEqual({ dimensions: { size: 1 }, items: [{ code: 'x', amount: 2 }] });
    await put(product, parcel('v1beta1', 'red'), { ...red, spec: { ...red.spec, dimensions: { size: 5 } } });
    expect((await call(product, parcel('v2', 'red'))).body.spec).toEqual({ size: 5, colour: 'red', items: [{ sku: 'x', amount: 2 }] });
    await remove(product, parcel('v2', 'red'));
    expect((await redefine(parcels(hub, { ...v1, served: false }))).status).toBe(200);
    expect((await call(product, parcel('v1', 'old'))).status).toBe(404);
    expect((await call(product, parcel('v1beta1', 'old'))).status).toBe(404);
    expect((await call(product, parcel('v2', 'old'))).body.spec).toMatchObject({ size: 9 });
    const groups = await call(product, '/apis/example.dev');
    expect(groups.body.versions).toEqual(expect.arrayContaining([expect.objectContaining({ version: 'v2' })]));
  });

  test.each([
    ['a scope of another sort', () => ({ ...parcels(hub), spec: { ...parcels(hub).spec, scope: 'Cluster' } }), /scope/],
    ['no hub', () => parcels({ ...hub, hub: false }, v1), /exactly one version must be the hub/],
    ['two hubs', () => parcels(hub, { ...v1, hub: true, moves: [] }), /exactly one version must be the hub/],
    ['no version that is served', () => parcels({ ...hub, served: false }), /at least one version must be served/],
    ['the same version twice', () => parcels(hub, { ...hub, hub: false }), /stands twice/],
    [
      'a move that loses something',
      () =>
        parcels(hub, {
          ...v1,
          moves: [
            { move: 'count', to: 'size' },
            { move: 'ttl', to: 'size' },
          ],
        }),
      /moves/,
    ],
    ['no word about the version that it stores in', () => parcels({ ...v1beta1, hub: true, moves: [] }), /version 'v2' must stay.*old/],
    [
      'another name than its own',
      () => ({ ...parcels(hub), spec: { ...parcels(hub).spec, names: { kind: 'Parcel', plural: 'packets' } } }),
      /packets/,
    ],
  ])('is refused with %s', async (_name, body, says) => {
    const refused = await redefine(body() as ReturnType<typeof parcels>);
    expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(says)]);
    expect((await call(product, parcel('v2', 'old'))).status).toBe(200);
  });

  test('is not deleted while there is one of it, unless all of them are to go', async () => {
    const refused = await remove(product, path);
    expect(refused.status).toBe(409);
    expect(String(refused.body.message)).toContain('orn:entropy:parcel.example.dev:post:old');
    expect((await remove(product, `${path}?propagationPolicy=Foreground`)).status).toBe(200);
    await expect.poll(async () => (await call(product, path)).status, { timeout: 10_000 }).toBe(404);
    expect((await call(product, parcel('v2'))).status).toBe(404);
    expect((await call(product, DEFINITIONS, { body: parcels(hub) })).status).toBe(201);
    expect(items(await call(product, parcel('v2')))).toEqual([]);
  });
});
