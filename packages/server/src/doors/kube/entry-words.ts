/** The words in which entries of the catalogue are written by hand. */
import type { JsonObject } from '@ectropy/sdk';
import type { Entry } from './catalogue/entry.ts';

export const free: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
export const text = (description: string): JsonObject => ({ type: 'string', description });

export const schemaOf = (description: string, properties: JsonObject): JsonObject => ({
  type: 'object',
  description,
  properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { type: 'object' }, ...properties },
});

type Some = Pick<Entry, 'group' | 'version' | 'kind' | 'plural' | 'namespaced' | 'verbs' | 'description' | 'schema'> & Partial<Entry>;

export const entry = (some: Some): Entry => ({
  listKind: `${some.kind}List`,
  singular: some.kind.toLowerCase(),
  short: [],
  categories: [],
  subresources: [],
  examples: [],
  preferred: true,
  ...some,
});

export const object = (description: string, properties: JsonObject): JsonObject => ({ type: 'object', description, properties });
export const list = (description: string, items: JsonObject): JsonObject => ({ type: 'array', description, items });
export const flag = (description: string): JsonObject => ({ type: 'boolean', description });
export const words = (description: string): JsonObject => list(description, { type: 'string' });

/** A resource as clients name it. */
export const reference = (description: string): JsonObject =>
  object(description, {
    apiVersion: text('Of its kind.'),
    kind: text('Its kind.'),
    namespace: text('Its project, if it belongs to one.'),
    name: text('Its name.'),
    resource: text('The plural that stands in paths.'),
  });
