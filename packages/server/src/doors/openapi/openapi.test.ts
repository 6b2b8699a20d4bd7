import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { anEntry, manyEntries, someEntries } from '../kube/catalogue/testing/entries.ts';
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

test.each(['app', 'elements', 'kinds', 'operation', 'schema', 'try-it'])('the page makes elements, never markup: %s', async (name) => {
  const script = await readFile(new URL(`./docs/${name}.js`, import.meta.url), 'utf8');
  for (const [, imported = ''] of script.matchAll(/from '\.\/([^']+)'/g))
    expect((await readFile(new URL(`./docs/${imported}`, import.meta.url))).length).toBeGreaterThan(0);
  expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
});

test('every module of the page is served', async () => {
  await using server = await startServer();
  for (const name of ['app', 'elements', 'kinds', 'operation', 'schema', 'try-it']) {
    const { status, headers } = await server.call('GET', `/docs/${name}.js`);
    expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  }
});

test('the document of everything has both APIs, and is valid; so are the others', async () => {
  await using server = await startServer({ openapi: { entries: () => someEntries } });
  for (const path of [
    '/openapi.json',
    '/openapi/3.1.json',
    '/openapi/3.0.json',
    '/swagger.json',
    '/docs/v1beta1.json',
    '/docs/kinds/core/v1/namespaces',
  ]) {
    const { status, headers, json } = await server.call('GET', path);
    expect([path, status, headers['content-type']]).toEqual([path, 200, 'application/json']);
    const { errors } = await new Validator().validate(json() as Record<string, unknown>);
    expect(errors ?? []).toEqual([]);
  }
  const { paths } = (await server.call('GET', '/openapi.json')).json() as { paths: object };
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/apis/core.ectropy.dev/v1/files', ...routes.map(({ path }) => path)]));
});

test('a document is sent once: who has it is told so, and who can unpack gets it packed', async () => {
  const entries = manyEntries(20);
  await using server = await startServer({ openapi: { entries: () => entries } });
  const plain = await server.call('GET', '/openapi/3.1.json');
  const packed = await server.call('GET', '/openapi/3.1.json', { headers: { 'accept-encoding': 'br, gzip;q=0.8' } });
  expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'gzip']);
  expect(packed.headers.etag).toBe(plain.headers.etag);
  expect(plain.json()).toMatchObject({ openapi: '3.1.1' });
  const etag = String(plain.headers.etag);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    expect((await server.call('GET', '/openapi/3.1.json', { headers: { 'if-none-match': known } })).status).toBe(304);
  expect(
    (await server.call('GET', '/openapi/3.1.json', { headers: { 'if-none-match': '"other"', 'accept-encoding': 'gzip;q=0' } })).json(),
  ).toMatchObject({ openapi: '3.1.1' });
});

test('when a kind is registered the documents have it', async () => {
  let entries = [anEntry()];
  await using server = await startServer({ openapi: { entries: () => entries } });
  const before = await server.call('GET', '/openapi.json');
  entries = [...entries, anEntry({ kind: 'Widget', listKind: 'WidgetList', plural: 'widgets' })];
  const after = await server.call('GET', '/openapi.json', { headers: { 'if-none-match': String(before.headers.etag) } });
  expect(after.status).toBe(200);
  expect(Object.keys((after.json() as { paths: object }).paths)).toContain('/apis/core.ectropy.dev/v1/widgets');
});

test('the page reads the kinds in lines, and one kind when it is opened', async () => {
  await using server = await startServer({ openapi: { entries: () => someEntries } });
  expect((await server.call('GET', '/docs/kinds.json')).json()).toMatchObject({
    groups: [
      { name: '', kinds: [{ kind: 'Namespace' }] },
      {
        name: 'core.ectropy.dev',
        kinds: [
          { kind: 'File', version: 'v1' },
          { version: 'v1beta1', deprecated: 'Use v1.' },
        ],
      },
      {},
      {},
    ],
  });
  expect((await server.call('GET', '/docs/kinds/core.ectropy.dev/v1/files')).json()).toMatchObject({ openapi: '3.1.1' });
  for (const path of ['core.ectropy.dev/v1/nothing', '__proto__/v1/files', 'core.ectropy.dev/v1/..%2f..%2fetc'])
    expect((await server.call('GET', `/docs/kinds/${path}`)).status).toBe(404);
});
