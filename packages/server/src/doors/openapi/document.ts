/** The OpenAPI 3.1 document of the v1beta1 door, made from the table that the server itself listens to. */
import type { Json, JsonObject, Kind } from '@ectropy/sdk';
import type { More } from '../kube/catalogue/compose.ts';
import { type Parameter, type Route, routes } from '../v1beta1/routes.ts';
import { kindSchemas } from './kinds.ts';
import { messages, ref } from './schemas.ts';

const tags: readonly JsonObject[] = [
  { name: 'resources', description: 'What is declared.' },
  { name: 'modules', description: 'What projects configure for the modules of their kinds.' },
  { name: 'server', description: 'About this server.' },
];

/** On its own. */
export const openapiDocument = (kinds: readonly Kind[], version: string): JsonObject => ({
  openapi: '3.1.1',
  info: {
    title: 'Ectropy v1beta1',
    version,
    description: 'Declare what should exist; Ectropy plans it, makes it so in small durable steps, and keeps it so.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/' }],
  tags,
  paths: paths(),
  components: { schemas: Object.assign({}, ...schemaPieces(kinds)) as JsonObject },
  ...kindList(kinds),
});

/** As a part of the document of all kinds. */
export const v1beta1Part = (kinds: readonly Kind[]): More => ({
  name: 'v1beta1',
  tags,
  paths: paths(),
  operationIds: routes.map(({ name }) => name),
  schemas: schemaPieces(kinds),
  extensions: kindList(kinds),
});

const kindList = (kinds: readonly Kind[]): JsonObject => ({
  'x-ectropy-kinds': kinds.map(({ name, description, actions }) => ({ name, description, actions: Object.keys(actions ?? {}) })),
});

function* schemaPieces(kinds: readonly Kind[]): Generator<JsonObject> {
  yield messages;
  yield* kindSchemas(kinds);
}

const paths = (): JsonObject =>
  Object.fromEntries(
    [...new Set(routes.map(({ path }) => path))].map((path) => [
      path,
      Object.fromEntries(routes.filter((route) => route.path === path).map((route) => [route.method.toLowerCase(), operation(route)])),
    ]),
  );

const operation = (route: Route): JsonObject => ({
  operationId: route.name,
  tags: [route.tag],
  summary: route.says,
  parameters: [...inPath(route), ...(route.query ?? []).map(inQuery), ...inHeader(route)],
  ...(route.body && {
    requestBody: { required: route.body !== 'ActionParams', content: { 'application/json': { schema: ref(route.body) } } },
  }),
  responses: responses(route),
});

const inPath = ({ path }: Route): readonly JsonObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(name === 'urn' && { examples: [urnExample(path)] }) },
  }));

const urnExample = (path: string): string => (path.includes('/modules/') ? 'orn:entropy:module:demo:file' : 'orn:entropy:file:demo:one');

const types = {
  string: { schema: { type: 'string' } },
  boolean: { schema: { type: 'boolean', default: false } },
  int32: { schema: { type: 'integer', format: 'int32' } },
  list: { schema: { type: 'array', items: { type: 'string' } }, style: 'form', explode: true },
  words: { schema: { type: 'object', additionalProperties: { type: 'string' } }, style: 'deepObject', explode: true },
} as const satisfies Record<Parameter['type'], Json>;

const inQuery = ({ name, type, says }: Parameter): JsonObject => ({ name, in: 'query', description: says, ...types[type] });

const headers = {
  'user-id': 'Who asks.',
  'Idempotency-Key': 'The same key gives the same answer for 24 hours.',
  'If-Match': 'Refuse unless the resource is at this version, as its ETag said.',
  'Last-Event-ID': 'Begin after this event; wins over `since`.',
} as const;

const inHeader = (route: Route): readonly JsonObject[] =>
  (['user-id', ...(route.headers ?? [])] as const).map((name) => ({
    name,
    in: 'header',
    required: name === 'user-id' && route.user === 'required',
    description: headers[name],
    schema: { type: 'string' },
  }));

const problems: Readonly<Record<string, string>> = {
  400: 'The request is wrong; every problem with its path and remedy.',
  403: 'Not allowed.',
  404: 'No such resource.',
  409: 'It exists already, or is at another version.',
  410: 'That version is too old: list again.',
  413: 'The body is too large.',
  429: 'Too many requests; Retry-After says when to come again.',
  500: 'Our mistake; the log has it under the request id.',
  503: 'Not now; Retry-After says when to come again.',
};

const error = (description: string): JsonObject => ({ description, content: { 'application/json': { schema: ref('Error') } } });

function responses(route: Route): JsonObject {
  const apply = (status: string): boolean =>
    (status !== '410' || route.stream === 'text/event-stream') &&
    (status !== '413' || route.body !== undefined) &&
    (status !== '409' || route.method !== 'GET');
  return {
    200: { description: 'Done.', content: { [route.stream ?? 'application/json']: { schema: ref(route.answer) } } },
    ...Object.fromEntries(
      Object.entries(problems)
        .filter(([status]) => apply(status))
        .map(([status, says]) => [status, error(says)]),
    ),
  };
}
