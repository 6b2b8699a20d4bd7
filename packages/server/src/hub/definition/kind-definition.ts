/** The kind of kinds. A KindDefinition is a resource like any other; what it defines can be used at every door. */
import type { JsonObject, Kind } from '@ectropy/sdk';
import { byKey, flag, free, list, object, paths, text, whole } from './schema-words.ts';
import { versionSchema } from './version-schema.ts';

const names: JsonObject = object(
  'What resources of this kind are called.',
  {
    kind: text('The kind as it stands in documents: PostgresRole.', { maxLength: 63 }),
    plural: text('Many of them, as it stands in addresses: postgresroles.', { maxLength: 63 }),
    singular: text('One of them: postgresrole. Without it, the kind in lower case.', { maxLength: 63 }),
    list: text('The kind of a list of them. Without it, the kind with List behind it.', { maxLength: 63 }),
    short: list('Shorter names for people at a terminal.', { type: 'string', maxLength: 63 }, { maxItems: 20 }),
    categories: list('Groups of kinds that are asked for together, such as all.', { type: 'string', maxLength: 63 }, { maxItems: 20 }),
  },
  { required: ['kind', 'plural'] },
);

const backend: JsonObject = object(
  'What serves the resources. Exactly one of record, module, accessor and driver is set.',
  {
    record: object('A resource is a record and nothing more. A controller elsewhere may watch it and write its status.', {}),
    module: object(
      'A module of this server plans and syncs the resources.',
      { name: text('The name of the module.') },
      { required: ['name'] },
    ),
    accessor: object('The truth lies in another service.', { name: text('The name of the accessor.') }, { required: ['name'] }),
    driver: free('A driver in a process of its own plans and syncs the resources.', {
      type: 'object',
      properties: { url: text('Where the driver listens: an http or https address.') },
      required: ['url'],
    }),
  },
  { default: { record: {} }, minProperties: 1, maxProperties: 1 },
);

const action: JsonObject = object(
  'Something that a resource can be told to do.',
  {
    description: text('What it does.'),
    params: free('The JSON schema of its parameters. Without it the action takes none.', { type: 'object' }),
  },
  { required: ['description'] },
);

const need: JsonObject = object(
  'A resource that this one depends on.',
  {
    kind: text('The kind that it must be of.'),
    description: text('What it is needed for.'),
    optional: flag('The resource can do without it.'),
  },
  { required: ['kind'] },
);

const rule: JsonObject = object(
  'A rule that a schema cannot say.',
  {
    rule: text('A CEL expression over self and, for a change, oldSelf.', { maxLength: 5_000 }),
    message: text('What is said when it does not hold.', { maxLength: 2_048 }),
    path: text('The path in spec of what self is. Behind the path of a list the rule holds for every item. Without it, spec itself.'),
  },
  { required: ['rule'] },
);

const schema: JsonObject = object(
  'What the kind is, how it is called, and what serves it.',
  {
    group: text('The API group. Without a dot it is one of the server itself, which adds its own suffix.', { maxLength: 253 }),
    scope: text('Whether a resource belongs to a project or to none. Namespaced means Project.', {
      enum: ['Project', 'Namespaced', 'Cluster'],
      default: 'Project',
    }),
    description: text('What a resource of this kind is, in a sentence or two.'),
    names,
    versions: list('The versions of the kind.', versionSchema, { minItems: 1, maxItems: 32 }),
    config: free('The JSON schema of what a project may configure for this kind.', { type: 'object' }),
    actions: byKey('What resources can be told to do, by name.', action, { maxProperties: 100 }),
    needs: byKey('What resources depend on, by key. Other dependencies are allowed and are not checked.', need, { maxProperties: 100 }),
    rules: list('Rules that a schema cannot say.', rule, { maxItems: 100 }),
    createOnly: paths('Paths in spec that cannot change once the thing exists: a change there replaces it.'),
    readOnly: paths('Paths in spec that only the server writes.'),
    secret: paths('Paths in spec and in the output whose values are never shown.'),
    sets: paths('Paths in spec of lists whose order means nothing.'),
    keyed: byKey('Paths in spec of lists of objects, each with the fields by which its items are told apart.', {
      type: 'array',
      items: { type: 'string' },
    }),
    shareable: flag('A resource can be opened to other projects through spec.sharing.'),
    versioned: text('The path in spec of its version: the same version with other content is refused.'),
    artifacts: paths('Paths in spec that name files of the resource.'),
    examples: list('Examples of spec, shown in the documentation.', free('A spec.', { type: 'object' }), { maxItems: 20 }),
    recheckSeconds: whole('How often the server looks whether things are still as declared.', { minimum: 1 }),
    concurrency: whole('How many resources of this kind are worked on at once.', { minimum: 1 }),
    backend,
    crd: free('What a CustomResourceDefinition said that a KindDefinition has no word for. The server writes it.', { type: 'object' }),
  },
  { required: ['group', 'names', 'versions'] },
);

const example: JsonObject = {
  group: 'example.dev',
  names: { kind: 'Widget', plural: 'widgets', short: ['wd'] },
  versions: [
    {
      name: 'v1',
      hub: true,
      schema: { type: 'object', properties: { size: { type: 'integer', description: 'How large it is.', minimum: 1, default: 1 } } },
      columns: [{ name: 'Size', path: 'spec.size', type: 'integer' }],
    },
  ],
};

export const kindDefinition: Kind = {
  name: 'kinddefinition',
  description: 'A kind of resource: its names, versions, schemas and rules, and what serves it.',
  group: 'core',
  scope: 'cluster',
  names: { kind: 'KindDefinition', plural: 'kinddefinitions', singular: 'kinddefinition', short: ['kd'] },
  schema,
  columns: [
    { name: 'Group', path: 'spec.group', type: 'string' },
    { name: 'Kind', path: 'spec.names.kind', type: 'string' },
    { name: 'Scope', path: 'spec.scope', type: 'string' },
    { name: 'Versions', path: 'spec.versions[*].name', type: 'string', wide: true },
    { name: 'Age', path: 'metadata.creationTimestamp', type: 'date' },
  ],
  selectable: ['spec.group', 'spec.names.kind'],
  rules: [{ rule: "(self.scope == 'Cluster') == (oldSelf.scope == 'Cluster')", message: 'the scope of a kind cannot change' }],
  examples: [example],
};
