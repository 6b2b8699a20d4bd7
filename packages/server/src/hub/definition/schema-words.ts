/** Short forms for the schemas of definitions. Every field has a description, because `kubectl explain` prints it. */
import type { Json, JsonObject } from '@ectropy/sdk';

export const text = (description: string, rest: JsonObject = {}): JsonObject => ({ type: 'string', description, ...rest });
export const flag = (description: string, rest: JsonObject = {}): JsonObject => ({ type: 'boolean', description, ...rest });
export const whole = (description: string, rest: JsonObject = {}): JsonObject => ({ type: 'integer', description, ...rest });
export const object = (description: string, properties: JsonObject, rest: JsonObject = {}): JsonObject => ({
  type: 'object',
  description,
  properties,
  ...rest,
});
export const list = (description: string, items: Json, rest: JsonObject = {}): JsonObject => ({
  type: 'array',
  description,
  items,
  ...rest,
});
export const byKey = (description: string, values: Json, rest: JsonObject = {}): JsonObject => ({
  type: 'object',
  description,
  additionalProperties: values,
  ...rest,
});
/** Whatever it is, it is kept. */
export const free = (description: string, rest: JsonObject = {}): JsonObject => ({
  description,
  'x-kubernetes-preserve-unknown-fields': true,
  ...rest,
});
export const paths = (description: string): JsonObject => list(description, { type: 'string', maxLength: 512 }, { maxItems: 200 });
