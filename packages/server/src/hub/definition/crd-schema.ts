import type { JsonObject } from '@ectropy/sdk';
import { flag, free, list, object, text, whole } from './schema-words.ts';

const names: JsonObject = object(
  'What resources are called.',
  {
    kind: text('The kind as it stands in documents.'),
    plural: text('Many of them, as it stands in addresses.'),
    singular: text('One of them. Without it, the kind in lower case.'),
    listKind: text('The kind of a list. Without it, the kind with List behind it.'),
    shortNames: list('Shorter names for people at a terminal.', { type: 'string' }),
    categories: list('Groups of kinds that are asked for together, such as all.', { type: 'string' }),
  },
  { required: ['kind', 'plural'] },
);

const column: JsonObject = object(
  'A column of the table that clients print.',
  {
    name: text('The title of the column.'),
    type: text('What the values are.', { enum: ['string', 'integer', 'number', 'boolean', 'date'] }),
    jsonPath: text('Where the value stands: .spec.size.', { maxLength: 512 }),
    description: text('What the column tells.'),
    format: text('The OpenAPI format of the values.'),
    priority: whole('A column with a priority above 0 is shown in wide tables only.'),
  },
  { required: ['name', 'type', 'jsonPath'] },
);

const scale: JsonObject = object(
  'A number that can be set through the scale subresource.',
  {
    specReplicasPath: text('The path of the number that is wanted: .spec.replicas.'),
    statusReplicasPath: text('The path of the number that there is: .status.replicas.'),
    labelSelectorPath: text('The path of a label selector in text form.'),
  },
  { required: ['specReplicasPath', 'statusReplicasPath'] },
);

const version: JsonObject = object(
  'A version of the kind.',
  {
    name: text('The name of the version.'),
    served: flag('Clients may use this version.'),
    storage: flag('Documents are stored in this version. It is true for exactly one version.'),
    deprecated: flag('Clients that use this version are warned.'),
    deprecationWarning: text('What these clients are told.', { maxLength: 256 }),
    schema: object('What documents of this version look like.', {
      openAPIV3Schema: free('The schema of the whole document.', { type: 'object' }),
    }),
    additionalPrinterColumns: list('The columns of the table that clients print.', column, { maxItems: 100 }),
    selectableFields: list(
      'Fields by which lists can be filtered.',
      object('A field.', { jsonPath: text('Where the field stands: .spec.color.') }, { required: ['jsonPath'] }),
    ),
    subresources: object('What stands below a resource.', { status: free('The status is written on its own.', { type: 'object' }), scale }),
  },
  { required: ['name', 'served', 'storage'] },
);

/** The schema of the spec of a CustomResourceDefinition. */
export const crdSchema: JsonObject = object(
  'A kind of resource, as Kubernetes defines it.',
  {
    group: text('The API group.', { maxLength: 253 }),
    scope: text('Whether a resource belongs to a namespace or to none.', { enum: ['Namespaced', 'Cluster'] }),
    names,
    versions: list('The versions of the kind.', version, { minItems: 1, maxItems: 32 }),
    conversion: free('How versions are converted. Only the strategy None is supported.', {
      type: 'object',
      properties: { strategy: text('None: versions differ in their schemas only.') },
      required: ['strategy'],
    }),
    preserveUnknownFields: flag('Must be false.'),
  },
  { required: ['group', 'scope', 'names', 'versions'] },
);
