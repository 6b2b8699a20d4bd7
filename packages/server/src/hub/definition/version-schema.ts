import type { JsonObject } from '@ectropy/sdk';
import { byKey, flag, free, list, object, paths, text, whole } from './schema-words.ts';

const column = object(
  'A column of the table that clients print.',
  {
    name: text('The title of the column.', { maxLength: 64 }),
    path: text('Where the value stands, from the root of the document: spec.size, or status.conditions[?(@.type=="Ready")].status.', {
      maxLength: 512,
    }),
    type: text('What the values are.', { enum: ['string', 'integer', 'number', 'boolean', 'date'] }),
    description: text('What the column tells.'),
    wide: flag('The column is shown in wide tables only.'),
    format: text('The OpenAPI format of the values, as in a CustomResourceDefinition.'),
    priority: whole('As in a CustomResourceDefinition: a column with a priority above 0 is shown in wide tables only.'),
  },
  { required: ['name', 'path'] },
);

const move = object(
  'One difference between this version and the hub version. Exactly one of move, map, scale, wrap, unwrap, default and each is set.',
  {
    move: text('The path of a field in this version that stands elsewhere in the hub version.'),
    to: text('With move: the path of the field in the hub version.'),
    map: text('The path in this version of a field for whose values the hub version has other words.'),
    values: byKey('With map: the words of this version, each with the word of the hub version.', { type: 'string' }),
    scale: text('The path in this version of a whole number that the hub version counts in other units.'),
    by: whole('With scale: how many units of the hub version make one of this version.', { minimum: 2 }),
    over: whole('With scale: how many units of this version make one of the hub version.', { minimum: 2 }),
    wrap: text('The path in this version of a value that is a list of exactly one in the hub version.'),
    unwrap: text('The path in this version of a list of exactly one that is a single value in the hub version.'),
    default: text('The path in the hub version of a field that this version leaves unsaid.'),
    value: free('With default: what the hub version says instead.'),
    each: text('The path in this version of a list of objects whose items differ.'),
    moves: list('With each: the differences of every item, as moves of their own.', free('A move.', { type: 'object' })),
  },
);

export const versionSchema: JsonObject = object(
  'A version of the kind: one way to look at its resources.',
  {
    name: text('The name of the version, as it stands behind the group: v1.', { maxLength: 63 }),
    hub: flag('Documents are stored in this version. It is true for exactly one version.'),
    served: flag('Clients may use this version.', { default: true }),
    deprecated: flag('Clients that use this version are warned.'),
    deprecation: text('What these clients are told.', { maxLength: 256 }),
    schema: free('The JSON schema of spec, with defaults and descriptions.', { type: 'object' }),
    statusSchema: free('The JSON schema of status, where others write it, or of status.output, where the backend does.', {
      type: 'object',
    }),
    columns: list('The columns of the table that clients print.', column, { maxItems: 100 }),
    moves: list('How documents of this version become documents of the hub version. What is not named stays as it is.', move, {
      maxItems: 200,
    }),
    selectable: paths('Paths from the root of the document by which lists can be filtered: spec.color.'),
    scale: object(
      'A number that can be set through the scale subresource.',
      {
        replicas: text('The path of the number that is wanted: spec.replicas.'),
        current: text('The path of the number that there is: status.replicas.'),
        selector: text('The path of a label selector in text form: status.selector.'),
      },
      { required: ['replicas'] },
    ),
    statusWritable: flag('Somebody else, such as a controller, writes the status through the status subresource.'),
  },
  { required: ['name', 'schema'] },
);
