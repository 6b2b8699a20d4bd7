/** How a model of the API is written down: OpenAPI 3.1 or 3.0, Swagger 2.0. */
import type { Json, JsonObject } from '@ectropy/sdk';
import type { Operation } from './operation.ts';
import { operationV2, sharedV2 } from './swagger.ts';
import { inlineV3, operationV3, sharedV3 } from './openapi.ts';
import { toOpenapi30 } from './to-openapi-3-0.ts';
import { toOpenapi31 } from './to-openapi-3-1.ts';
import { toSwagger } from './to-swagger.ts';
import type { Schema } from './subschemas.ts';

export interface Dialect {
  /** How the document says what it is. */
  readonly mark: JsonObject;
  readonly license: JsonObject;
  /** The keys under which the schemas stand. */
  readonly schemasAt: readonly string[];
  schema(schema: Schema): Json;
  /** The operation, and the parameters of its path. */
  operation(operation: Operation): { readonly operation: JsonObject; readonly parameters: readonly JsonObject[] };
  /** What all operations refer to besides schemas, by the key under which it stands. */
  readonly shared: JsonObject;
}

const license = { name: 'Apache-2.0' };

export const openapi31: Dialect = {
  mark: { openapi: '3.1.1' },
  license: { ...license, identifier: 'Apache-2.0' },
  schemasAt: ['components', 'schemas'],
  schema: (schema) => toOpenapi31(schema),
  operation: (operation) => operationV3(operation, (schema) => toOpenapi31(schema)),
  shared: sharedV3,
};

export const openapi30: Dialect = {
  mark: { openapi: '3.0.3' },
  license,
  schemasAt: ['components', 'schemas'],
  schema: (schema) => toOpenapi30(schema),
  operation: (operation) => operationV3(operation, (schema) => toOpenapi30(schema)),
  shared: sharedV3,
};

/** As `kubectl` reads it: it follows no reference to a parameter. */
export const kubernetes30: Dialect = {
  ...openapi30,
  operation: (operation) => inlineV3(operation, (schema) => toOpenapi30(schema)),
  shared: {},
};

export const swagger20: Dialect = {
  mark: { swagger: '2.0' },
  license,
  schemasAt: ['definitions'],
  schema: toSwagger,
  operation: operationV2,
  shared: sharedV2,
};
