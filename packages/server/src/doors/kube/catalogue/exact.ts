/** Whether OpenAPI 3.0 can say a schema without loss. Only then may it stand under `not` or `oneOf`, where saying less would allow less. */
import { isObject, type Json } from '@ectropy/sdk';
import { DEEPEST, type Schema, isSchema } from './subschemas.ts';

const harmless = new Set(['title', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly']);
const said = new Set(
  (
    'pattern minLength maxLength minItems maxItems minProperties maxProperties uniqueItems multipleOf ' +
    'minimum maximum enum const required $ref'
  ).split(' '),
);

const isWord = (value: Json): boolean => typeof value === 'string' && value !== 'null';

/** A reference counts as exact: what it leads to is judged where it stands. */
export function isExact(schema: Schema, depth = 0): boolean {
  if (typeof schema === 'boolean') return true;
  if (depth > DEEPEST) return false;
  const inner = (value: Json): boolean => isSchema(value) && isExact(value, depth + 1);
  return Object.entries(schema).every(([key, value]) => {
    if (harmless.has(key) || said.has(key) || key.startsWith('x-')) return true;
    if (key === 'type') return isWord(value);
    if (key === 'properties') return isObject(value) && Object.values(value).every(inner);
    if (key === 'additionalProperties') return inner(value) && !('patternProperties' in schema);
    if (key === 'items') return inner(value) && isObject(value) && schema['type'] === 'array';
    return (key === 'allOf' || key === 'anyOf') && Array.isArray(value) && (value as readonly Json[]).every(inner);
  });
}
