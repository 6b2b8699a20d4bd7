/** Entries to try documents with: one that has everything, and many that are large. */
import type { JsonObject } from '@ectropy/sdk';
import type { Entry, Subresource } from '../entry.ts';

const named = (name: string, verbs: readonly string[], more: Partial<Subresource> = {}): Subresource => ({
  name,
  kind: 'Status',
  verbs,
  ...more,
});

export const subresources: readonly Subresource[] = [
  named('status', ['get', 'update', 'patch'], { kind: 'File', description: 'The status of a File.' }),
  named('scale', ['get', 'update', 'patch'], { kind: 'Scale', group: 'autoscaling', version: 'v1' }),
  named('actions/{action}', ['create'], {
    kind: 'File',
    request: { type: 'object', properties: { times: { type: 'integer', default: 1 } } },
  }),
  named('logs', ['get'], {
    kind: 'Logs',
    response: { type: 'string' },
    query: [{ name: 'follow', type: 'boolean', description: 'Go on as the log grows.' }],
  }),
  named('revisions', ['list'], {
    kind: 'RevisionList',
    response: {
      $defs: { Revision: { type: 'object', properties: { number: { type: 'integer' } } } },
      type: 'object',
      properties: { items: { type: 'array', items: { $ref: '#/$defs/Revision' } } },
    },
  }),
  named('rollback', ['create'], { kind: 'File' }),
  named('artifacts', ['list'], { kind: 'ArtifactList' }),
  named('artifacts/{name}', ['get', 'update', 'delete'], {
    kind: 'Artifact',
    request: { type: 'string', format: 'binary' },
    response: { type: 'string', format: 'binary' },
  }),
  named('import', ['create'], { kind: 'File', collection: true }),
];

const spec: JsonObject = {
  type: 'object',
  description: 'What is wanted.',
  required: ['path'],
  properties: {
    path: { type: 'string', description: 'Where the file lies.', minLength: 1, examples: ['notes.txt'] },
    mode: { type: ['integer', 'null'], exclusiveMinimum: 0, description: 'Its permissions.' },
    format: { const: 'text', description: 'Always text.' },
    owner: { $ref: '#/$defs/owner', description: 'Whose file it is.' },
    tree: { $ref: '#/$defs/node' },
  },
  $defs: {
    owner: { type: 'object', description: 'Somebody.', properties: { name: { type: 'string', description: 'How they are called.' } } },
    node: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } } },
  },
  ...(JSON.parse('{ "if": { "properties": { "mode": { "const": 7 } } }, "then": { "required": ["owner"] } }') as JsonObject),
};

export const anEntry = (more: Partial<Entry> = {}): Entry => ({
  group: 'core.ectropy.dev',
  version: 'v1',
  kind: 'File',
  listKind: 'FileList',
  plural: 'files',
  singular: 'file',
  short: ['fi'],
  categories: ['all'],
  namespaced: true,
  verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
  description: 'A file with some content.',
  subresources,
  schema: {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec,
      status: { type: 'object', description: 'What is.', properties: { phase: { type: 'string', description: 'Where it stands.' } } },
    },
  },
  examples: [{ apiVersion: 'core.ectropy.dev/v1', kind: 'File', metadata: { name: 'one', namespace: 'demo' }, spec: { path: 'one.txt' } }],
  preferred: true,
  ...more,
});

export const namespaces: Entry = anEntry({
  group: '',
  kind: 'Namespace',
  listKind: 'NamespaceList',
  plural: 'namespaces',
  singular: 'namespace',
  short: ['ns'],
  namespaced: false,
  description: 'A project.',
  subresources: [],
  examples: [],
  schema: { type: 'object', properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } },
});

/** Several groups and versions, in no order. */
export const someEntries: readonly Entry[] = [
  anEntry({
    group: 'example.com',
    version: 'v1alpha1',
    kind: 'Widget',
    listKind: 'WidgetList',
    plural: 'widgets',
    singular: 'widget',
    preferred: true,
  }),
  anEntry({ version: 'v1beta1', preferred: false, deprecated: 'Use v1.' }),
  anEntry(),
  namespaces,
  anEntry({ group: 'another.org', namespaced: false }),
];

/** `count` kinds in one group, each with a schema of about 5 kB. */
export const manyEntries = (count: number): readonly Entry[] =>
  Array.from({ length: count }, (_, i) =>
    anEntry({
      group: 'load.ectropy.dev',
      kind: `Kind${i}`,
      listKind: `Kind${i}List`,
      plural: `kind${i}s`,
      singular: `kind${i}`,
      short: [],
      description: `Kind number ${i}, for measuring.`,
      schema: { type: 'object', properties: { spec: large(i), status: { type: 'object' } } },
    }),
  );

const large = (seed: number): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 35 }, (_, i) => [
      `field${seed}x${i}`,
      {
        type: ['string', 'null'],
        description: `Field number ${i} of kind ${seed}, described in a sentence of usual length.`,
        maxLength: 200,
      },
    ]),
  ),
});
