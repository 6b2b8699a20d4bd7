import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { openapi } from '../index.ts';
import { bed } from '../testing/bed.ts';
import { routes } from './routes.ts';

const document = openapi as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
};

test('the document is OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(openapi))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('every reference leads somewhere, and every schema is used', () => {
  const used = new Set([...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name));
  expect([...used].sort()).toEqual(Object.keys(document.components.schemas).sort());
});

test('every operation has a name of its own', () => {
  const names = Object.values(document.paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  expect(new Set(names).size).toBe(routes.length);
});

test('every route in the document is answered by the server', async () => {
  await using cloud = await bed();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of Object.keys(item)) {
      const reply = await cloud.change(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'some'), method === 'get' ? undefined : {});
      expect([method, path, reply.body['error']?.['code']]).not.toContain('no_route');
      expect([method, path, reply.body['error']?.['code']]).not.toContain('method_not_allowed');
      expect(reply.status).toBeLessThan(500);
    }
  }
  expect((await cloud.call('GET', '/openapi.json')).body).toEqual(JSON.parse(JSON.stringify(openapi)));
});
