/** JSON schema, or the dialect of custom resource definitions, to what OpenAPI 3.1 takes: JSON schema 2020-12. */
import type { Json, JsonObject } from '@ectropy/sdk';
import { DEEPEST, type Schema, mapSchemas } from './subschemas.ts';

export function toOpenapi31(schema: Schema, depth = 0): Schema {
  if (typeof schema === 'boolean') return schema;
  if (depth > DEEPEST) return {};
  return nullableAsType(boundsAsNumbers(anyOfIntOrString(exampleAsList(mapSchemas(schema, (inner) => toOpenapi31(inner, depth + 1))))));
}

function exampleAsList(schema: JsonObject): JsonObject {
  const { example, ...rest } = schema;
  return example === undefined || 'examples' in rest ? rest : { ...rest, examples: [example] };
}

const anyOfIntOrString = (schema: JsonObject): JsonObject =>
  schema['x-kubernetes-int-or-string'] === true && !('type' in schema) && !('anyOf' in schema)
    ? { ...schema, type: ['integer', 'string'] }
    : schema;

/** Draft 4, and so the dialect of custom resource definitions, says with a boolean that a bound is not reached. */
const boundsAsNumbers = (schema: JsonObject): JsonObject =>
  boundAsNumber(boundAsNumber(schema, 'minimum', 'exclusiveMinimum'), 'maximum', 'exclusiveMaximum');

function boundAsNumber(schema: JsonObject, plain: string, exclusive: string): JsonObject {
  const { [plain]: bound, [exclusive]: flag, ...rest } = schema;
  if (typeof flag !== 'boolean') return schema;
  return bound === undefined ? rest : { ...rest, [flag ? exclusive : plain]: bound };
}

function nullableAsType(schema: JsonObject): JsonObject {
  const { nullable, ...rest } = schema;
  if (nullable !== true) return rest;
  if (rest['type'] === undefined) return Object.keys(rest).length === 0 ? rest : { anyOf: [rest, { type: 'null' }] };
  const values = rest['enum'];
  return {
    ...rest,
    type: [...new Set([rest['type'], 'null'].flat() as readonly Json[])],
    ...(Array.isArray(values) && !values.includes(null) && { enum: [...(values as readonly Json[]), null] }),
  };
}
