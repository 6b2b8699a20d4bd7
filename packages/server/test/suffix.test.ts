/** The product under another name: what was written under one suffix is read under the other, and both are understood. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../src/testing/databases.ts';
import { until } from '../src/testing/until.ts';
import { type Inventory, startInventory, teamExtension } from './inventory.ts';
import { apply, collection, items, namesIn, patch, put, watch } from './kube.ts';
import { call, type Product, resources, scratch, startProduct } from './product.ts';

const OLD = 'ectropy.dev';
const NEW = 'acme.io';

let product: Product;
let inventory: Inventory;
let folder: Awaited<ReturnType<typeof scratch>>;
let drop: () => Promise<void>;
let restart: (...args: readonly string[]) => Promise<void>;

beforeAll(async () => {
  folder = await scratch();
  inventory = await startInventory();
  const database = await freshDatabase();
  ({ drop } = database);
  const common = ['--data', folder.dir, '--database-url', database.connection.connectionString, '--extensions', teamExtension];
  const start = (args: readonly string[]) => startProduct({ args: [...common, ...args], env: { INVENTORY_URL: inventory.url } });
  product = await start([]);
  restart = async (...args) => {
    await product.stop();
    product = await start(args);
  };
  await writeAll(OLD);
  await restart('--group-suffix', NEW, '--group-aliases', OLD);
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await inventory[Symbol.asyncDispose]();
  await drop();
  await folder[Symbol.asyncDispose]();
});

const files = (suffix: string, name = ''): string => `${collection(`core.${suffix}/v1`, 'files', 'demo')}${name && `/${name}`}`;
const teams = (suffix: string, name = ''): string => `${collection(`directory.${suffix}/v1`, 'teams', 'demo')}${name && `/${name}`}`;
const file = (suffix: string, name: string, annotations: object = {}) => ({
  apiVersion: `core.${suffix}/v1`,
  kind: 'File',
  metadata: { name, annotations },
  spec: { path: `${name}.txt`, content: 'x' },
});
const team = (suffix: string, name: string, annotations: object = {}) => ({
  apiVersion: `directory.${suffix}/v1`,
  kind: 'Team',
  metadata: { name, annotations },
  spec: { purpose: 'x' },
});

/** What a server under this suffix has been told. */
async function writeAll(suffix: string): Promise<void> {
  const annotations = { [`${suffix}/management`]: 'paused', [`${suffix}/lineage`]: 'git:1', note: 'mine' };
  const owner = await call(product, files(suffix), { body: file(suffix, 'owner') });
  await apply(product, files(suffix, 'kept'), file(suffix, 'kept', annotations), 'me', '&includeLineage=true');
  const { uid } = owner.body.metadata ?? {};
  const owned = {
    ...file(suffix, 'owned'),
    metadata: { name: 'owned', ownerReferences: [{ apiVersion: `core.${suffix}/v1`, kind: 'File', name: 'owner', uid }] },
  };
  expect((await call(product, files(suffix), { body: owned })).status).toBe(201);
  expect((await apply(product, teams(suffix, 'kept'), team(suffix, 'kept', annotations), 'me', '&includeLineage=true')).status).toBe(201);
  const definition = {
    apiVersion: `core.${suffix}/v1`,
    kind: 'KindDefinition',
    metadata: { name: 'boxes.shop' },
    spec: {
      group: 'shop',
      names: { kind: 'Box', plural: 'boxes' },
      versions: [{ name: 'v1', schema: { type: 'object', properties: { size: { type: 'integer' } } } }],
    },
  };
  expect((await call(product, collection(`core.${suffix}/v1`, 'kinddefinitions'), { body: definition })).status).toBe(201);
  const box = { apiVersion: `shop.${suffix}/v1`, kind: 'Box', metadata: { name: 'first' }, spec: { size: 1 } };
  expect((await call(product, collection(`shop.${suffix}/v1`, 'boxes', 'demo'), { body: box })).status).toBe(201);
}

describe('under the new name', () => {
  test('discovery and OpenAPI show the new suffix only', async () => {
    const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const texts = [
      (await call(product, '/apis')).text,
      (await call(product, '/apis', { headers: { accept: aggregated } })).text,
      (await call(product, `/apis/core.${NEW}/v1`)).text,
      (await call(product, '/openapi/v3')).text,
      (await call(product, `/openapi/v3/apis/core.${NEW}/v1`)).text,
    ];
    for (const text of texts) {
      expect(text).toContain(NEW);
      expect(text).not.toContain(OLD);
    }
    for (const group of ['core', 'directory', 'shop']) expect(texts[0]).toContain(`${group}.${NEW}`);
  });

  test.each([
    ['stored', (name: string) => files(NEW, name)],
    ['held by a service', (name: string) => teams(NEW, name)],
  ])('what was written before shows nothing of the old name: %s', async (_name, at) => {
    const read = await call(product, at('kept'));
    expect(read.body).toMatchObject({ metadata: { annotations: { [`${NEW}/management`]: 'paused', note: 'mine' } } });
    expect(read.text).toContain(`.${NEW}/v1`);
    expect(read.text).not.toContain(OLD);
    expect(read.text).not.toContain('lineage');
    const told = await call(product, `${at('kept')}?includeLineage=true`);
    expect(told.body.metadata?.annotations).toMatchObject({ [`${NEW}/lineage`]: 'git:1' });
    await using watching = await watch(product, at(''));
    await watching.saw('it', (type, object) => type === 'ADDED' && String(object.metadata?.name) === 'kept');
    expect(watching.text()).not.toContain(OLD);
    expect((await call(product, at(''))).text).not.toContain(OLD);
  });

  test('owners, definitions and their resources are found again', async () => {
    expect((await call(product, files(NEW, 'owned'))).body.metadata?.ownerReferences).toMatchObject([
      { apiVersion: `core.${NEW}/v1`, name: 'owner' },
    ]);
    expect((await call(product, collection(`shop.${NEW}/v1`, 'boxes', 'demo'))).body).toMatchObject({
      apiVersion: `shop.${NEW}/v1`,
      items: [{ spec: { size: 1 } }],
    });
  });

  test('its manager owns what it owned', async () => {
    const again = await apply(
      product,
      files(NEW, 'kept'),
      { ...file(NEW, 'kept', { [`${NEW}/management`]: 'paused' }), spec: { path: 'kept.txt', content: 'y' } },
      'me',
    );
    expect(again).toMatchObject({ status: 200, body: { spec: { content: 'y' } } });
    expect(items({ ...again, body: { items: again.body.metadata?.managedFields } as never })).toHaveLength(1);
    expect(again.body.metadata?.annotations).toEqual({ [`${NEW}/management`]: 'paused' });
    expect(
      (await apply(product, files(NEW, 'kept'), { ...file(NEW, 'kept'), spec: { path: 'kept.txt', content: 'z' } }, 'you')).status,
    ).toBe(409);
  });

  test.each([OLD, NEW])('documents, paths and policies with %s are understood', async (suffix) => {
    const name = `by-${suffix.replace('.', '-')}`;
    const made = await call(product, files(suffix), { body: file(suffix, name, { [`${suffix}/management`]: 'paused' }) });
    expect(made).toMatchObject({
      status: 201,
      body: { apiVersion: `core.${NEW}/v1`, metadata: { annotations: { [`${NEW}/management`]: 'paused' } }, status: { phase: 'Paused' } },
    });
    expect((await call(product, files(NEW), { body: file(OLD, `${name}-2`) })).status).toBe(201);
    expect(namesIn(await call(product, files(suffix)))).toContain(`demo/${name}`);
    expect(
      (await patch(product, files(suffix, name), { metadata: { annotations: { [`${NEW}/management`]: null } } })).body.metadata
        ?.annotations,
    ).toBeUndefined();
    const wrong = await call(product, files(suffix), { body: file(suffix, 'wrong', { [`${suffix}/management`]: 'sleeping' }) });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining(`${NEW}/management`)]);
    const { body } = await until(async () => {
      const read = await call(product, files(NEW, name));
      return read.text.includes('"phase":"Ready"') ? read : undefined; // and nobody writes it any more
    });
    expect((await put(product, files(suffix, name), { ...body, apiVersion: `core.${suffix}/v1` })).body.metadata?.resourceVersion).toBe(
      body.metadata?.resourceVersion,
    );
  });

  test('nobody forges or reads lineage under either name', async () => {
    for (const suffix of [OLD, NEW]) {
      await patch(product, files(NEW, 'owner'), { metadata: { annotations: { [`${suffix}/lineage`]: 'forged' } } });
      await patch(product, teams(NEW, 'kept'), { metadata: { annotations: { [`${suffix}/lineage`]: 'forged' } } });
    }
    expect((await call(product, `${files(NEW, 'owner')}?includeLineage=true`)).text).not.toContain('forged');
    expect((await call(product, `${teams(NEW, 'kept')}?includeLineage=true`)).body.metadata?.annotations).toMatchObject({
      [`${NEW}/lineage`]: 'git:1',
    });
    expect(JSON.stringify(await inventory.teams())).not.toContain('forged');
  });

  test('the ancestor’s door goes on as it was', async () => {
    expect((await call(product, `${resources}/orn:entropy:file:demo:kept`)).body.resource).toMatchObject({
      urn: 'orn:entropy:file:demo:kept',
    });
  });

  test('and back again: what was written under the new name is read under the old one', async () => {
    await call(product, files(NEW), { body: file(NEW, 'late', { [`${NEW}/management`]: 'paused' }) });
    await apply(product, teams(NEW, 'late'), team(NEW, 'late', { [`${NEW}/lineage`]: 'git:2' }), 'me', '&includeLineage=true');
    await restart('--group-aliases', NEW);
    const read = await call(product, files(OLD, 'late'));
    expect(read.body).toMatchObject({ apiVersion: `core.${OLD}/v1`, metadata: { annotations: { [`${OLD}/management`]: 'paused' } } });
    expect(read.text).not.toContain(NEW);
    expect((await call(product, `${teams(OLD, 'late')}?includeLineage=true`)).body.metadata?.annotations).toEqual({
      [`${OLD}/lineage`]: 'git:2',
    });
    expect((await call(product, teams(OLD, 'late'))).text).not.toContain('git:2');
  });
});
