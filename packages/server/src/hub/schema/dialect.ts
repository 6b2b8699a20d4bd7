/** OpenAPI 3.0, as Kubernetes uses it, and older drafts, in the words of JSON schema 2020-12. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import { isList, objectAt, own } from './subschemas.ts';

/** Words for people, and words that other parts of the hub obey; a validator does not need them. */
const SILENT = new Set([
  '$schema',
  '$comment',
  'title',
  'description',
  'examples',
  'example',
  'default',
  'externalDocs',
  'deprecated',
  'xml',
]);
const SINGLE = new Set([
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const NAMED = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']);

/** The same law in JSON schema 2020-12, without the words that a validator does not need. A schema that is written so already stays as it is. */
export function toJsonSchema(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).filter(([key]) => !SILENT.has(key) && !key.startsWith('x-'));
  const inner = Object.fromEntries(kept.map(([key, value]) => [key, translated(key, value)]));
  return [bounds, tuples, dependencies, kubernetes, nullable].reduce((done, step) => step(done, schema), inner);
}

type Step = (done: JsonObject, original: JsonObject) => JsonObject;

const inside = (value: Json): Json => (isObject(value) ? toJsonSchema(value) : value);
const each = (value: JsonObject): JsonObject => Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inside(item)]));

function translated(key: string, value: Json): Json {
  if (SINGLE.has(key)) return inside(value);
  if (key === 'items' || key === 'additionalItems') return isList(value) ? value.map(inside) : inside(value);
  if (LISTS.has(key) && isList(value)) return value.map(inside);
  if ((NAMED.has(key) || key === 'dependencies') && isObject(value)) return each(value);
  return value;
}

const without = (schema: JsonObject, ...keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));

/** `maximum: 5, exclusiveMaximum: true` is `exclusiveMaximum: 5`. */
const bounds: Step = (done) =>
  (['Maximum', 'Minimum'] as const).reduce((schema, word) => {
    const exclusive = own(schema, `exclusive${word}`);
    if (typeof exclusive !== 'boolean') return schema;
    const plain = word.toLowerCase();
    const limit = own(schema, plain);
    if (!exclusive || limit === undefined) return without(schema, `exclusive${word}`);
    return { ...without(schema, plain), [`exclusive${word}`]: limit };
  }, done);

/** A list under `items` was the way to say `prefixItems`. */
const tuples: Step = (done) => {
  const items = own(done, 'items');
  const rest = own(done, 'additionalItems');
  const base = without(done, 'additionalItems');
  if (!isList(items)) return base;
  return { ...without(base, 'items'), prefixItems: items, ...(rest !== undefined && { items: rest }) };
};

const dependencies: Step = (done) => {
  const all = objectAt(done, 'dependencies');
  if (!all) return done;
  const pick = (wanted: (value: Json) => boolean): JsonObject =>
    Object.fromEntries(Object.entries(all).filter(([, value]) => wanted(value)));
  return {
    ...without(done, 'dependencies'),
    dependentRequired: { ...pick(isList), ...objectAt(done, 'dependentRequired') },
    dependentSchemas: { ...pick((value) => !isList(value)), ...objectAt(done, 'dependentSchemas') },
  };
};

const kubernetes: Step = (done, original) => [intOrString, embedded, listType].reduce((schema, step) => step(schema, original), done);

const intOrString: Step = (done, original) => {
  if (own(original, 'x-kubernetes-int-or-string') !== true) return done;
  const alternatives = JSON.stringify(own(original, 'anyOf'));
  const usual = alternatives === '[{"type":"integer"},{"type":"string"}]';
  return { ...(usual ? without(done, 'anyOf') : done), type: ['integer', 'string'] };
};

const word: JsonObject = { type: 'string', minLength: 1 };

/** A whole object of a Kubernetes API says what it is. */
const embedded: Step = (done, original) => {
  if (own(original, 'x-kubernetes-embedded-resource') !== true) return done;
  const required = own(done, 'required');
  return {
    ...done,
    properties: { apiVersion: word, kind: word, metadata: { type: 'object' }, ...objectAt(done, 'properties') },
    required: [...new Set([...(isList(required) ? required : []), 'apiVersion', 'kind'])],
  };
};

const listType: Step = (done, original) => {
  const type = own(original, 'x-kubernetes-list-type');
  const keys = own(original, 'x-kubernetes-list-map-keys');
  if (type === 'set') return { ...done, uniqueItems: true };
  return type === 'map' && isList(keys) ? { ...done, uniqueBy: keys } : done;
};

const nullable: Step = (done) => {
  const schema = without(done, 'nullable');
  if (own(done, 'nullable') !== true) return schema;
  const type = own(schema, 'type');
  const values = own(schema, 'enum');
  return {
    ...schema,
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] }),
    ...(isList(values) && !values.includes(null) && { enum: [...values, null] }),
  };
};
