/** The parameters of the API, each once; the operations name them. */
import type { JsonObject } from '@ectropy/sdk';
import type { SubresourceQuery } from './entry.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly type: 'string' | 'boolean' | 'integer';
  readonly description: string;
}

const query = (name: string, type: Parameter['type'], description: string): Parameter => ({ name, in: 'query', type, description });
const path = (name: string, description: string): Parameter => ({ name, in: 'path', type: 'string', description });

export const parameters = {
  namespace: path('namespace', 'The project.'),
  name: path('name', 'The name of the object.'),
  labelSelector: query('labelSelector', 'string', 'Only objects with these labels: `team=data,stage in (dev,test),!old`.'),
  fieldSelector: query('fieldSelector', 'string', 'Only objects with these fields: `metadata.name=one`.'),
  limit: query('limit', 'integer', 'How many to answer at most; `metadata.continue` of the answer leads to the next page.'),
  continue: query('continue', 'string', 'The `metadata.continue` of the page before.'),
  resourceVersion: query('resourceVersion', 'string', 'Which state is good enough; absent: the newest.'),
  resourceVersionMatch: query('resourceVersionMatch', 'string', 'How to read `resourceVersion`: `NotOlderThan` or `Exact`.'),
  watch: query('watch', 'boolean', 'Answer with a stream of changes, one JSON object `{"type", "object"}` a line.'),
  allowWatchBookmarks: query('allowWatchBookmarks', 'boolean', 'Also send events that only tell how far the watch has come.'),
  sendInitialEvents: query('sendInitialEvents', 'boolean', 'Begin the watch with what there is.'),
  timeoutSeconds: query('timeoutSeconds', 'integer', 'When to end the watch.'),
  dryRun: query('dryRun', 'string', '`All`: answer as if it were done, and change nothing.'),
  fieldManager: query('fieldManager', 'string', 'Who makes this change.'),
  fieldValidation: query('fieldValidation', 'string', 'What to do about unknown and duplicate fields: `Ignore`, `Warn` or `Strict`.'),
  force: query('force', 'boolean', 'With server-side apply: take over fields that others have set.'),
  gracePeriodSeconds: query('gracePeriodSeconds', 'integer', 'How many seconds the object may take to end.'),
  propagationPolicy: query('propagationPolicy', 'string', 'What becomes of dependents: `Background`, `Foreground` or `Orphan`.'),
} as const satisfies Record<string, Parameter>;

export type ParameterName = keyof typeof parameters;

const isShared = (name: string): name is ParameterName => Object.hasOwn(parameters, name);

/** A name stands for the shared parameter; anything else is written where it is used. */
export type ParameterUse = ParameterName | Parameter;

export const pathParameters = (template: string): readonly ParameterUse[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => (isShared(name) ? name : path(name, `Which ${name}.`)));

export const queryParameters = (queries: readonly SubresourceQuery[] = []): readonly ParameterUse[] =>
  queries.map(({ name, type, description }) => query(name, type, description));

export const sharedParameters: readonly (readonly [string, Parameter])[] = Object.entries(parameters);

/** As OpenAPI 3 writes it. */
export const parameterV3 = ({ name, in: place, type, description }: Parameter): JsonObject => ({
  name,
  in: place,
  description,
  ...(place === 'path' && { required: true }),
  schema: { type },
});

/** As Swagger 2 writes it. */
export const parameterV2 = ({ name, in: place, type, description }: Parameter): JsonObject => ({
  name,
  in: place,
  description,
  ...(place === 'path' && { required: true }),
  type,
});
