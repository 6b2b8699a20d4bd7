/** Many kinds on two servers: what one has acknowledged can be used at the other at once, and kinds cost nothing before they are used. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { definitionOf, groupOf, pluralOf, resourceOf, resourcesPath } from '../../../bench/kind-bodies.ts';
import { freshDatabase } from '../src/testing/databases.ts';
import { call, type Product, scratch, startProduct } from './product.ts';

const KINDS = 50;
const definitions = '/apis/core.ectropy.dev/v1/kinddefinitions';

let a: Product;
let b: Product;
let args: readonly string[];
const closers = new AsyncDisposableStack();
beforeAll(async () => {
  const folder = closers.use(await scratch());
  const database = closers.adopt(await freshDatabase(), (made) => made.drop());
  args = ['--data', folder.dir, '--database-url', database.connection.connectionString];
  a = closers.use(await startProduct({ args }));
  b = closers.use(await startProduct({ args }));
});
afterAll(() => closers.disposeAsync());

test(`each of ${KINDS} kinds that one server registers can be used at the other with the very next request`, async () => {
  for (let i = 0; i < KINDS; i += 1) {
    expect((await call(a, definitions, { body: definitionOf(i) })).status).toBe(201);
    const created = await call(b, resourcesPath(i), { body: resourceOf(i) });
    expect({ kind: i, status: created.status, text: created.text }).toMatchObject({ status: 201 });
    expect((await call(a, `${resourcesPath(i)}/one`)).body.spec?.section1?.replicas).toBe(3);
  }
});

test('a version that one server adds can be read at the other with the very next request', async () => {
  const path = `${definitions}/${pluralOf(0)}.${groupOf(0)}`;
  const { body } = await call(a, path);
  const versions = [
    ...((body.spec?.versions ?? []) as unknown as object[]),
    { name: 'v2', schema: { type: 'object', properties: { title: { type: 'string' } } } },
  ];
  const changed = await call(a, path, { method: 'PUT', body: { ...body, spec: { ...body.spec, versions } } });
  expect({ status: changed.status, text: changed.text }).toMatchObject({ status: 200 });
  expect((await call(b, `${resourcesPath(0).replace('/v1/', '/v2/')}/one`)).status).toBe(200);
});

test('a kind that nobody defined is not found, however often it is asked for', async () => {
  for (let i = 0; i < 5; i += 1) expect((await call(b, '/apis/nowhere.example.com/v1/namespaces/x/nothings')).status).toBe(404);
  expect((await call(b, `/apis/${groupOf(0)}/v9/namespaces/x/${pluralOf(0)}`)).status).toBe(404);
});

test('a server that starts with all of them knows them all', async () => {
  await using c = await startProduct({ args });
  const { body } = await call(c, '/apis', { headers: { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' } });
  const groups = (body.items as unknown as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
  expect(groups.filter((name) => name.startsWith('bench'))).toHaveLength(KINDS / 5);
  const last = await call(c, `${resourcesPath(KINDS - 1)}/one`);
  expect(last.body.metadata?.name).toBe('one');
  expect((await call(c, resourcesPath(0), { body: { ...resourceOf(0), metadata: { name: 'two' }, spec: {} } })).body.message).toContain(
    'title',
  );
});
