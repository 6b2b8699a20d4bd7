import { isObject, type Json, type JsonObject } from '@ectropy/sdk';

import type { FieldPath } from './field-path.ts';

/** What a schema says about a place: its own schema there, that nothing can be there, or that it does not tell. */
export type Declared = JsonObject | 'absent' | 'unknown';

const beyond = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', '$dynamicRef', 'dependentSchemas'];

/** A field that is not declared is absent, because it would be pruned. */
export function declaredAt(schema: Json | undefined, path: FieldPath): Declared {
  const [head, ...rest] = path;
  if (schema === true) return 'unknown';
  if (!isObject(schema)) return 'absent';
  if (head === undefined) return schema;
  const { properties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, head)) return declaredAt(properties[head], rest);
  return isOpen(schema) ? 'unknown' : 'absent';
}

function isOpen(schema: JsonObject): boolean {
  const { additionalProperties: more } = schema;
  return (
    more === true || isObject(more) || schema['x-kubernetes-preserve-unknown-fields'] === true || beyond.some((word) => word in schema)
  );
}

/** Whether an object of this schema may be `{}`. */
export const mayBeEmpty = ({ required, minProperties }: JsonObject): boolean =>
  !(Array.isArray(required) && required.length > 0) && !(typeof minProperties === 'number' && minProperties > 0);
