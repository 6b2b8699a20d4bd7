/** An OpenAPI 3.0 schema down to Swagger 2.0, which knows neither alternatives nor null. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import { COMPONENTS } from './lift.ts';
import { type Schema, mapSchemas } from './subschemas.ts';
import { toOpenapi30 } from './to-openapi-3-0.ts';

export const toSwagger = (schema: Schema): JsonObject => withoutAlternatives(toOpenapi30(schema));

/** A reference with a description beside it is what Kubernetes clients understand; `allOf` they do not. */
function besideReference(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema;
  const only = Array.isArray(allOf) && allOf.length === 1 ? (allOf[0] as Json) : undefined;
  const plain = Object.keys(rest).every((key) => key === 'description' || key === 'default' || key.startsWith('x-'));
  return isObject(only) && typeof only['$ref'] === 'string' && plain ? { ...rest, ...only } : schema;
}

const unknown = new Set(['anyOf', 'oneOf', 'not', 'nullable', 'writeOnly', 'deprecated']);

function withoutAlternatives(schema: JsonObject): JsonObject {
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => !unknown.has(key)));
  const mapped = mapSchemas(kept, (inner) => (isObject(inner) ? withoutAlternatives(inner) : inner));
  return besideReference({
    ...mapped,
    ...local(schema['$ref']),
    ...(schema['nullable'] === true && { 'x-nullable': true }),
    ...intOrString(schema),
  });
}

const local = (reference: Json | undefined): JsonObject =>
  typeof reference === 'string' ? { $ref: reference.replace(COMPONENTS, '#/definitions/') } : {};

const intOrString = (schema: JsonObject): JsonObject =>
  schema['x-kubernetes-int-or-string'] === true ? { type: 'string', format: 'int-or-string' } : {};
