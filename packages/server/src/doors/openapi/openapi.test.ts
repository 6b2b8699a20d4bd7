import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { kinds } from '../testing/fake-app.ts';
import { startServer } from '../testing/server.ts';
import { routes } from '../v1beta1/routes.ts';
import { openapiDocument } from './document.ts';

const document = openapiDocument(kinds, '0.1.0') as unknown as {
  readonly openapi: string;
  readonly paths: Record<
    string,
    Record<string, { readonly operationId: string; readonly parameters: readonly { readonly name: string }[] }>
  >;
  readonly components: { readonly schemas: Record<string, { readonly $id?: string }> };
};

test('every route stands in the document', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  expect(operations.sort()).toEqual(routes.map(({ name }) => name).sort());
  expect(document.openapi).toBe('3.1.1');
});

test('every reference leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  expect(references.length).toBeGreaterThan(50);
  expect(references.filter((name) => !(String(name) in document.components.schemas))).toEqual([]);
});

test('kinds bring the schema of their configs, which stays a document of its own', () => {
  expect(document.components.schemas['configs.file']).toMatchObject({
    $id: 'urn:ectropy:kind:file:configs',
    properties: { path: { type: 'string' } },
  });
  expect(document.components.schemas['params.file.touch']).toBeDefined();
});

test('the document and its page are served, the page with nothing inline', async () => {
  await using server = await startServer();
  expect((await server.call('GET', '/openapi.json')).json()).toMatchObject({ openapi: '3.1.1' });
  const page = await server.call('GET', '/docs');
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  expect(page.headers['x-frame-options']).toBe('DENY');
  expect(page.text).not.toMatch(/<script>|<style|style=|onclick|https?:\/\//);
  for (const [, asset = ''] of page.text.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g))
    expect((await server.call('GET', asset)).status).toBe(200);
  expect((await server.call('GET', '/docs/nothing.js')).status).toBe(404);
});

test('the page makes elements, never markup', async () => {
  const script = await readFile(new URL('./docs/app.js', import.meta.url), 'utf8');
  expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
});
