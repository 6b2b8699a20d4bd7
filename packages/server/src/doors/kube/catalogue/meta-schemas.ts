/** What every object and every list carries, as schemas with a sentence about each field. */
import type { Json, JsonObject } from '@ectropy/sdk';
import { refTo } from './lift.ts';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

export const metaName = (kind: string): string => `${META}.${kind}`;

export const metaRef = (kind: string): JsonObject => refTo(metaName(kind));

export const text = (description: string, more: JsonObject = {}): JsonObject => ({ type: 'string', description, ...more });
export const time = (description: string): JsonObject => text(description, { format: 'date-time' });
export const flag = (description: string): JsonObject => ({ type: 'boolean', description });
export const int64 = (description: string): JsonObject => ({ type: 'integer', format: 'int64', description });
export const int32 = (description: string): JsonObject => ({ type: 'integer', format: 'int32', description });
export const words = (description: string): JsonObject => ({ type: 'object', additionalProperties: { type: 'string' }, description });
export const listOf = (items: JsonObject, description: string, more: JsonObject = {}): JsonObject => ({
  type: 'array',
  items,
  description,
  ...more,
});
export const object = (description: string, properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  description,
  properties,
  ...more,
});

export const kindMark = (kind: string, group = '', version = 'v1'): JsonObject => ({
  'x-kubernetes-group-version-kind': [{ group, version, kind }],
});

export const typeFields: JsonObject = {
  apiVersion: text('Group and version of this representation: `group/version`, or `v1` in the core group.'),
  kind: text('The type of this object, in CamelCase.'),
};

const keyed = (keys: readonly Json[]): JsonObject => ({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys });

const objectMeta = object('What every object carries: its name, its project, and what the server knows about it.', {
  name: text('Unique among the objects of this kind in one project. It cannot be changed.'),
  generateName: text('A beginning from which the server makes a name, when `name` is absent.'),
  namespace: text('The project that the object belongs to. It cannot be changed. Absent for kinds that belong to no project.'),
  labels: words('Keys and values for people and for selectors.'),
  annotations: words('Keys and values that are not selected by: notes, policy, and what tools remember.'),
  uid: text('Tells this object from an earlier one of the same name. The server gives it.', { readOnly: true }),
  resourceVersion: text('Where in the history of all objects this one last changed. Send it back to refuse a change of something newer.'),
  generation: { ...int64('Grows when what is declared changes.'), readOnly: true },
  creationTimestamp: { ...time('When the object was created.'), readOnly: true },
  deletionTimestamp: { ...time('When deletion was asked for; the object goes when its finalizers are gone.'), readOnly: true },
  deletionGracePeriodSeconds: { ...int64('How many seconds the object may take to end.'), readOnly: true },
  finalizers: listOf({ type: 'string' }, 'Who has to let go before the object disappears.', { 'x-kubernetes-list-type': 'set' }),
  ownerReferences: listOf(
    metaRef('OwnerReference'),
    'What this object belongs to. When all of them are gone, it goes too.',
    keyed(['uid']),
  ),
  managedFields: listOf(metaRef('ManagedFieldsEntry'), 'Which fields which manager has set, for server-side apply.', {
    'x-kubernetes-list-type': 'atomic',
  }),
  selfLink: text('Not used any more.', { deprecated: true }),
});

const ownerReference = object(
  'An object in the same project, or one that belongs to no project, that this object belongs to.',
  {
    apiVersion: text('Group and version of the owner.'),
    kind: text('The kind of the owner.'),
    name: text('The name of the owner.'),
    uid: text('The uid of the owner.'),
    controller: flag('The owner manages this object. At most one owner does.'),
    blockOwnerDeletion: flag('The owner waits for this object when it is deleted in the foreground.'),
  },
  { required: ['apiVersion', 'kind', 'name', 'uid'], 'x-kubernetes-map-type': 'atomic' },
);

const managedFieldsEntry = object('The fields that one manager has set in one way.', {
  manager: text('Who set them.'),
  operation: text('How: `Apply` or `Update`.'),
  apiVersion: text('The version in which the fields are written.'),
  time: time('When the manager last changed one of them.'),
  fieldsType: text('The form of `fieldsV1`: `FieldsV1`.'),
  fieldsV1: metaRef('FieldsV1'),
  subresource: text('The subresource through which they were set; absent for the object itself.'),
});

const listMeta = object('What every list carries.', {
  resourceVersion: text('The state of the store that the list shows; a watch can begin here.'),
  continue: text('Present when there is more: send it back for the next page.'),
  remainingItemCount: int64('How many more there are, where that is known.'),
  selfLink: text('Not used any more.', { deprecated: true }),
});

export const metaSchemas: JsonObject = {
  [metaName('ObjectMeta')]: objectMeta,
  [metaName('OwnerReference')]: ownerReference,
  [metaName('ManagedFieldsEntry')]: managedFieldsEntry,
  [metaName('FieldsV1')]: {
    type: 'object',
    description: 'A set of fields as a tree: `f:name` is a field, `k:{…}` an item by its keys, `v:…` an item by its value.',
  },
  [metaName('ListMeta')]: listMeta,
};
