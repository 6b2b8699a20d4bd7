/** The OpenAPI 3.1 document of a table of routes. */
import { type RefusalCode, statuses } from '../refusal.ts';
import { schemas } from './openapi-schemas.ts';
import type { Route } from './route.ts';

type Json = Readonly<Record<string, unknown>>;

const ref = (schema: string): Json => ({ $ref: `#/components/schemas/${schema}` });
const json = (schema: string): Json => ({ 'application/json': { schema: ref(schema) } });

export const documentOf = (routes: readonly Route[]): Json => ({
  openapi: '3.1.1',
  info: {
    title: 'Ectropy cloud simulator',
    version: '0.1.0',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    description: 'A small cloud to practise on: long operations, faults on demand, and a ledger of every effect.',
  },
  servers: [{ url: 'http://127.0.0.1:8090' }],
  paths: pathsOf(routes),
  components: { schemas, parameters },
});

const parameters: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 200 },
    description: 'The same key with the same request has one effect and the same answer, also after a restart.',
  },
  FencingToken: {
    name: 'Fencing-Token',
    in: 'header',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    description: 'A token lower than the highest that was accepted for the name is refused.',
  },
};

function pathsOf(routes: readonly Route[]): Json {
  const paths = new Map<string, Record<string, unknown>>();
  for (const route of routes) {
    const item = paths.get(route.path) ?? {};
    item[route.method.toLowerCase()] = operationOf(route);
    paths.set(route.path, item);
  }
  return Object.fromEntries(paths);
}

const operationOf = (route: Route): Json => ({
  operationId: route.operationId,
  summary: route.summary,
  tags: [tagOf(route)],
  parameters: [
    ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.entries(route.query ?? {}).map(([name, schema]) => ({ name, in: 'query', schema })),
    ...(route.proven ? ['IdempotencyKey', 'FencingToken'].map((name) => ({ $ref: `#/components/parameters/${name}` })) : []),
  ],
  ...(route.body && { requestBody: { required: true, content: json(route.body) } }),
  responses: {
    [route.answer.status]: { description: route.summary, content: json(route.answer.schema) },
    ...refusalsOf([...route.refusals, ...(route.proven ? (['missing_header', 'invalid_header'] as const) : [])]),
  },
});

/** `/v1/servers/{id}` belongs to servers, `/console/disks` to the console, and all else to control. */
function tagOf({ path }: Route): string {
  const [, first = '', second = ''] = path.split('/');
  if (first === 'v1') return second;
  return first === 'console' ? 'console' : 'control';
}

/** One answer per status; its description names the codes. */
function refusalsOf(codes: readonly RefusalCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => statuses[code]);
  return Object.fromEntries([...byStatus].map(([status, names]) => [status, { description: names.join(', '), content: json('Error') }]));
}
