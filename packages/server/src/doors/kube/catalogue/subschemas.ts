/** Where schemas stand inside a schema, so that a walk changes those and never data such as `default`, `enum` or `examples`. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';

export type Schema = JsonObject | boolean;

type Place = 'one' | 'list' | 'map';

const keysOf = {
  one: 'items additionalItems additionalProperties unevaluatedItems unevaluatedProperties propertyNames contains not if then else',
  list: 'allOf anyOf oneOf prefixItems',
  map: 'properties patternProperties dependentSchemas',
} as const satisfies Record<Place, string>;

const placeOf: ReadonlyMap<string, Place> = new Map(
  (['one', 'list', 'map'] as const).flatMap((place) => keysOf[place].split(' ').map((key) => [key, place] as const)),
);

/** Deeper than this nothing is described any more; no schema that a person wrote comes near. */
export const DEEPEST = 100;

export const isSchema = (value: Json | undefined): value is Schema => typeof value === 'boolean' || isObject(value);

/** `Object.fromEntries` also where a key is `__proto__`: it defines, it does not assign. */
export const mapValues = (object: JsonObject, change: (value: Json, key: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/** The same schema with each schema directly inside it changed. */
export const mapSchemas = (schema: JsonObject, change: (inner: Schema) => Json): JsonObject => {
  const changed = (value: Json): Json => (isSchema(value) ? change(value) : value);
  return mapValues(schema, (value, key) => {
    const place = placeOf.get(key);
    if (place === 'one') return Array.isArray(value) ? value.map(changed) : changed(value);
    if (place === 'list' && Array.isArray(value)) return value.map(changed);
    if (place === 'map' && isObject(value)) return mapValues(value, changed);
    return value;
  });
};
