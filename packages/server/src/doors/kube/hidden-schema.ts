/** The schema of what is shown: where a secret is hidden, a placeholder stands, whatever type the secret itself has. */
import { isObject, type JsonObject } from '@ectropy/sdk';
import { HIDDEN } from '../../core/secrets.ts';

/** Clients that are generated from the document must be able to read the placeholder. Texts can hold it as they are. */
export function withHidden(schema: JsonObject, secret: readonly string[] = []): JsonObject {
  return secret.reduce((whole, path) => at(whole, path.split('.')), schema);
}

function at(schema: JsonObject, [part, ...rest]: readonly string[]): JsonObject {
  if (part === undefined) return hidden(schema);
  if (isObject(schema.items)) return { ...schema, items: at(schema.items, [part, ...rest]) };
  const inner = isObject(schema.properties) && Object.hasOwn(schema.properties, part) ? schema.properties[part] : undefined;
  return isObject(inner) ? { ...schema, properties: { ...(schema.properties as JsonObject), [part]: at(inner, rest) } } : schema;
}

function hidden(schema: JsonObject): JsonObject {
  if (schema.type === undefined || schema.type === 'string') return schema;
  const { description, ...own } = schema;
  return { ...(description !== undefined && { description }), anyOf: [own, { type: 'string', enum: [HIDDEN] }] };
}
