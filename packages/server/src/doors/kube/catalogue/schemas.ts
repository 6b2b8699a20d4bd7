/** The components that an entry brings: the object, its list, what it refers to, and the messages of its subresources. */
import { isObject, type JsonObject } from '@ectropy/sdk';
import type { Entry } from './entry.ts';
import { apiVersionOf } from './groups.ts';
import { lift, refTo } from './lift.ts';
import { kindMark, metaRef, object, text } from './meta-schemas.ts';
import { schemaName } from './names.ts';
import { sharedNames } from './request-schemas.ts';
import { isContent, partName } from './subresource-operations.ts';

export function schemasOf(entry: Entry): ReadonlyMap<string, JsonObject> {
  const name = schemaName(entry.group, entry.version, entry.kind);
  const listName = schemaName(entry.group, entry.version, entry.listKind);
  return new Map([...lift(name, whole(entry), sharedNames), [listName, list(entry, name)], ...messages(entry)]);
}

const typeOf = (entry: Entry, kind: string): JsonObject => ({
  apiVersion: text(`Group and version of this representation: \`${apiVersionOf(entry)}\`.`),
  kind: text(`The type of this object: \`${kind}\`.`),
});

const whole = (entry: Entry): JsonObject => {
  const properties = entry.schema['properties'];
  return {
    description: entry.description,
    type: 'object',
    ...entry.schema,
    properties: {
      ...(isObject(properties) && properties),
      ...typeOf(entry, entry.kind),
      metadata: { description: 'Name, project, labels, and what the server knows about the object.', ...metaRef('ObjectMeta') },
    },
    ...kindMark(entry.kind, entry.group, entry.version),
    ...(entry.examples.length > 0 && { examples: entry.examples }),
  };
};

const list = (entry: Entry, name: string): JsonObject =>
  object(
    `A list of ${entry.plural}.`,
    {
      ...typeOf(entry, entry.listKind),
      metadata: metaRef('ListMeta'),
      items: { type: 'array', items: refTo(name), description: `The ${entry.plural}.` },
    },
    { required: ['items'], ...kindMark(entry.listKind, entry.group, entry.version) },
  );

const messages = (entry: Entry): readonly (readonly [string, JsonObject])[] =>
  entry.subresources.flatMap((subresource) =>
    (['Request', 'Response'] as const).flatMap((part) => {
      const schema = part === 'Request' ? subresource.request : subresource.response;
      return schema && !isContent(schema) ? [...lift(partName(entry, subresource, part), schema, sharedNames)] : [];
    }),
  );
