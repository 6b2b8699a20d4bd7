/** A client that a well-known generator makes of the served document does what it says against the running product. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exerciseClient, generateClient } from '../src/doors/openapi/testing/client.ts';
import { widget, widgets } from './kubectl/documents.ts';
import { call, type Product, scratch, startProduct } from './product.ts';

/** What a person writes with it, checked by the compiler. */
const use = `
import { Api, type DevExampleV1Widget } from './client.js';
export const widget: DevExampleV1Widget = { metadata: { name: 'one' }, spec: { color: 'red', parts: [{ name: 'a', weight: 1 }] } };
export const names = async (api: Api<unknown>): Promise<(string | undefined)[]> =>
  (await api.widget.listWidget('demo', { labelSelector: 'a=b' })).data.items.map((each) => each.metadata?.name);
// @ts-expect-error Widgets have few colors.
export const wrong: DevExampleV1Widget = { spec: { color: 'purple' } };
`;

let product: Product;
let folder: Awaited<ReturnType<typeof scratch>>;
beforeAll(async () => {
  folder = await scratch();
  product = await startProduct({ args: ['--data', folder.dir] });
  await call(product, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { body: widgets });
});
afterAll(async () => {
  await product.stop();
  await folder[Symbol.asyncDispose]();
});

test('it creates, reads, lists, labels and deletes resources of a kind that came at run time', { timeout: 90_000 }, async () => {
  const { body } = await call(product, '/openapi/3.0.json');
  await using client = await generateClient(body, use);
  const object = widget('one', { parts: [{ name: 'a', weight: 1 }] }) as { readonly metadata: { readonly name: string } };
  expect(await exerciseClient(client, product.url, { module: 'widget', name: 'one', project: 'demo', object })).toMatchObject({
    created: { kind: 'Widget', metadata: { name: 'one', namespace: 'demo' }, spec: { color: 'red', size: 1 } },
    read: { spec: { parts: [{ name: 'a', weight: 1 }] } },
    names: ['one'],
    labels: { by: 'client' },
    removed: 200,
    missing: 404,
  });
});
