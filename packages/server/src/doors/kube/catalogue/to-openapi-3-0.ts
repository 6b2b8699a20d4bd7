/**
 * JSON schema down to what OpenAPI 3.0 can say. The result allows whatever the original allows, never less: what cannot be said is left out.
 * A keyword whose value has the wrong form is left out too, because one bad kind must not spoil the document of all.
 */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import { isExact } from './exact.ts';
import { DEEPEST, type Schema, isSchema, mapValues } from './subschemas.ts';

const isText = (value: Json): boolean => typeof value === 'string';
const isFlag = (value: Json): boolean => typeof value === 'boolean';
const isNumber = (value: Json): boolean => typeof value === 'number';
const isCount = (value: Json): boolean => Number.isInteger(value) && Number(value) >= 0;
const isAnything = (): boolean => true;

const same: ReadonlyMap<string, (value: Json) => boolean> = new Map<string, (value: Json) => boolean>([
  ...['title', 'description', 'format', 'pattern'].map((key) => [key, isText] as const),
  ...['uniqueItems', 'readOnly', 'writeOnly', 'deprecated', 'nullable'].map((key) => [key, isFlag] as const),
  ...['maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'].map((key) => [key, isCount] as const),
  ['multipleOf', (value) => isNumber(value) && Number(value) > 0],
  ['default', isAnything],
  ['example', isAnything],
]);

export function toOpenapi30(schema: Schema, depth = 0): JsonObject {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };
  if (depth > DEEPEST) return {};
  const inner = (each: Schema): JsonObject => toOpenapi30(each, depth + 1);
  const kept = Object.fromEntries(
    Object.entries(schema).filter(([key, value]) => (key.startsWith('x-') ? true : (same.get(key)?.(value) ?? false))),
  );
  const converted = {
    ...kept,
    ...examples(schema),
    ...values(schema),
    ...required(schema),
    ...bound(schema, 'minimum', 'exclusiveMinimum', Math.max),
    ...bound(schema, 'maximum', 'exclusiveMaximum', Math.min),
    ...encoding(schema),
    ...properties(schema, inner),
    ...combined(schema, inner),
  };
  return referred(schema, typed(schema, converted, inner));
}

const examples = ({ examples: all }: JsonObject): JsonObject => (Array.isArray(all) && all.length > 0 ? { example: all[0] as Json } : {});

function values({ const: only, enum: some }: JsonObject): JsonObject {
  if (only !== undefined) return { enum: [only] };
  return Array.isArray(some) && some.length > 0 ? { enum: unique(some) } : {};
}

const unique = (list: readonly Json[]): readonly Json[] => [...new Map(list.map((value) => [JSON.stringify(value), value])).values()];

function required({ required: names }: JsonObject): JsonObject {
  const texts = Array.isArray(names) ? [...new Set((names as readonly Json[]).filter((name) => typeof name === 'string'))] : [];
  return texts.length > 0 ? { required: texts } : {};
}

/** 3.0 has the bound as a number and a flag that it is not reached; of two bounds the stricter counts. */
function bound(schema: JsonObject, plain: string, exclusive: string, stricter: (a: number, b: number) => number): JsonObject {
  const reached = schema[plain];
  const beyond = schema[exclusive];
  if (typeof beyond === 'number') {
    const flagged = typeof reached !== 'number' || stricter(reached, beyond) === beyond;
    return flagged ? { [plain]: beyond, [exclusive]: true } : { [plain]: reached };
  }
  if (typeof reached !== 'number') return {};
  return { [plain]: reached, ...(beyond === true && { [exclusive]: true }) };
}

const encoding = ({ contentEncoding, format }: JsonObject): JsonObject =>
  contentEncoding === 'base64' && format === undefined ? { format: 'byte' } : {};

function properties(schema: JsonObject, inner: (each: Schema) => JsonObject): JsonObject {
  const { properties: named, patternProperties: patterns, additionalProperties: others } = schema;
  const open = isObject(patterns) && Object.keys(patterns).length > 0;
  return {
    ...(isObject(named) && { properties: mapValues(named, (each) => (isSchema(each) ? inner(each) : {})) }),
    ...(!open && isSchema(others) && { additionalProperties: typeof others === 'boolean' ? others : inner(others) }),
    ...(open && { additionalProperties: onlyPattern(patterns, others, inner) }),
  };
}

/** One pattern and nothing else says what the values are like; otherwise they may be anything. */
function onlyPattern(patterns: JsonObject, others: Json | undefined, inner: (each: Schema) => JsonObject): Json {
  const [first, ...more] = Object.values(patterns);
  return others === false && more.length === 0 && isObject(first) ? inner(first) : true;
}

const isNull = (schema: Json): boolean => isObject(schema) && schema['type'] === 'null';

/** A branch that is nothing but null becomes `nullable`; a single branch that is left stands under `allOf`. */
function combined(schema: JsonObject, inner: (each: Schema) => JsonObject): JsonObject {
  const lists = (['allOf', 'anyOf', 'oneOf'] as const).map((key) => {
    const all = Array.isArray(schema[key]) ? (schema[key] as readonly Json[]).filter(isSchema) : [];
    const kept = key === 'allOf' ? all : all.filter((each) => !isNull(each));
    return { key, list: kept.map(inner), nullable: kept.length < all.length };
  });
  const alone = lists.filter(({ nullable, list }) => nullable && list.length === 1).flatMap(({ list }) => list);
  const all = [...(lists[0]?.list ?? []), ...alone];
  const rest = lists.slice(1).filter(({ nullable, list }) => list.length > 1 || (list.length === 1 && !nullable));
  return {
    ...(all.length > 0 && { allOf: all }),
    ...alternatives(schema, rest),
    ...(isSchema(schema['not']) && isExact(schema['not']) && { not: inner(schema['not']) }),
    ...(lists.some(({ nullable }) => nullable) && { nullable: true }),
  };
}

/** Branches that say less than before may overlap, so that «exactly one» becomes «any» unless all of them are exact. */
function alternatives(schema: JsonObject, lists: readonly { readonly key: string; readonly list: readonly JsonObject[] }[]): JsonObject {
  const exact = Array.isArray(schema['oneOf']) && (schema['oneOf'] as readonly Json[]).every((each) => isSchema(each) && isExact(each));
  const some = lists.find(({ key }) => key === 'anyOf')?.list;
  const one = lists.find(({ key }) => key === 'oneOf')?.list;
  if (one && exact) return { ...(some && { anyOf: some }), oneOf: one };
  return some || one ? { anyOf: some ?? one ?? [] } : {};
}

const types = new Set<Json>(['string', 'number', 'integer', 'boolean', 'object', 'array']);

/** `type` is one word here; `null` among them is `nullable`, several others are branches. */
function typed(schema: JsonObject, converted: JsonObject, inner: (each: Schema) => JsonObject): JsonObject {
  const given = [schema['type']].flat() as readonly (Json | undefined)[];
  const names = given[0] === undefined ? impliedTypes(converted) : given.filter((each): each is string => types.has(each ?? null));
  const nullable = given.includes('null') ? { nullable: true } : {};
  if (names.length === 0 && given.includes('null')) return { ...converted, type: 'object', nullable: true, enum: [null] };
  const items = names.includes('array')
    ? { items: isObject(schema['items']) && !('prefixItems' in schema) ? inner(schema['items']) : {} }
    : {};
  if (names.length <= 1) return { ...converted, ...(names[0] !== undefined && { type: names[0] }), ...items, ...nullable };
  if (converted['anyOf'] !== undefined) return { ...converted, ...nullable };
  return { ...converted, ...nullable, anyOf: names.map((type) => ({ type, ...(type === 'array' && items) })) };
}

/** Readers of 3.0 expect a type also where the values alone would say it. */
function impliedTypes({ enum: some }: JsonObject): readonly string[] {
  const kinds = Array.isArray(some) ? new Set((some as readonly Json[]).map((value) => typeof value)) : new Set();
  const [only] = kinds;
  return kinds.size === 1 && (only === 'string' || only === 'number' || only === 'boolean') ? [only] : [];
}

/** Beside a reference nothing counts in 3.0, so it moves into `allOf` when there is more to say. */
function referred({ $ref }: JsonObject, converted: JsonObject): JsonObject {
  if (typeof $ref !== 'string') return converted;
  if (Object.keys(converted).length === 0) return { $ref };
  const all = Array.isArray(converted['allOf']) ? (converted['allOf'] as readonly Json[]) : [];
  return { ...converted, allOf: [{ $ref }, ...all] };
}
