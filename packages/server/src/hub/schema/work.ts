/** How much work it is to hold a document against a schema. Both may be small, and the product of them huge. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import { expansionOf, weight } from './expansion.ts';
import { isList, listAt, objectAt, own, resolveRef } from './subschemas.ts';

/** Below this product nobody counts: it takes a fraction of a second at worst. */
const SMALL = 1_000_000;
/** Checks of one value by one schema: about a second, if all of them fail. */
const MAX_WORK = 4_000_000;
const MAX_DEPTH = 200;
const CHARACTERS_PER_CHECK = 16;

export interface Size {
  readonly weight: number;
  readonly depth: number;
}

/** Values, and long texts by their length. Uses no stack of its own; stops where nothing will be accepted any more. */
export function sizeOf(value: Json): Size {
  let total = 0;
  let depth = 0;
  for (let level: readonly Json[] = [value]; level.length > 0 && depth <= MAX_DEPTH; depth++) {
    const below: Json[] = [];
    for (const item of level) {
      total += 1;
      if (typeof item === 'string') total += item.length / CHARACTERS_PER_CHECK;
      else if (isList(item)) for (const inner of item) below.push(inner);
      else if (isObject(item)) for (const key in item) below.push(item[key] as Json);
    }
    level = below;
  }
  return { weight: total, depth };
}

/** Why a document cannot be checked by a schema; `undefined` if it can. */
export function tooMuch(schema: JsonObject, value: Json): string | undefined {
  const size = sizeOf(value);
  if (size.depth > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
  if (size.weight * evaluations(schema) <= SMALL) return undefined;
  return workOf(schema, value) > MAX_WORK ? 'is too large to be checked against this schema' : undefined;
}

const counts = new WeakMap<JsonObject, number>();
function evaluations(schema: JsonObject): number {
  let count = counts.get(schema);
  if (count === undefined) {
    const { evaluations: finite, loops } = expansionOf(schema);
    counts.set(schema, (count = loops.length > 0 ? Number.POSITIVE_INFINITY : finite));
  }
  return count;
}

/** Counts every meeting of a schema and a value, as a validator would have them at worst; gives up above the limit. */
function workOf(root: JsonObject, document: Json): number {
  let work = 0;
  const flat = flatWork(root);
  const open: Meeting[] = [];
  const meet: Meet = (schema, value) => {
    if (!isObject(schema)) return;
    if (typeof value !== 'object' || value === null) work += flat(schema) + textWork(schema, value);
    else open.push([schema, value]);
  };
  meet(root, document);
  for (let at = open.pop(); at && work <= MAX_WORK; at = open.pop()) {
    const [schema, value] = at;
    work += weight(schema) + refWeight(schema);
    for (const inner of alongside(root, schema)) meet(inner, value);
    const entered = isList(value) ? enterList(schema, value, meet) : enterObject(schema, value as JsonObject, meet);
    work += entered;
  }
  return work;
}

type Meeting = readonly [JsonObject, Json];
type Meet = (schema: Json | undefined, value: Json) => void;

/** A reference is a call of its own, which costs more than a check in place. */
const refWeight = (schema: JsonObject): number => (Object.hasOwn(schema, '$ref') ? 2 : 0);

/** The schemas that hold for the same value. */
const alongside = (root: JsonObject, schema: JsonObject): readonly (Json | undefined)[] => {
  const ref = own(schema, '$ref');
  return [
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listAt(schema, keyword)),
    ...['not', 'if', 'then', 'else'].map((keyword) => own(schema, keyword)),
    ...Object.values(objectAt(schema, 'dependentSchemas') ?? {}),
    typeof ref === 'string' ? resolveRef(root, ref) : undefined,
  ];
};

/** What a value without inner values costs, known after the first. */
function flatWork(root: JsonObject): (schema: JsonObject) => number {
  const known = new Map<JsonObject, number>();
  const count = (schema: JsonObject): number => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, 0);
    const inner = alongside(root, schema).reduce<number>((sum, one) => sum + (isObject(one) ? count(one) : 0), 0);
    const total = weight(schema) + refWeight(schema) + inner;
    known.set(schema, total);
    return total;
  };
  return count;
}

const textWork = (schema: JsonObject, value: Json): number => {
  if (typeof value !== 'string') return 0;
  const pattern = own(schema, 'pattern');
  const steps = typeof pattern === 'string' ? pattern.length : 1;
  return (value.length * steps) / (CHARACTERS_PER_CHECK * CHARACTERS_PER_CHECK);
};

function enterList(schema: JsonObject, value: readonly Json[], meet: Meet): number {
  const prefix = listAt(schema, 'prefixItems');
  for (const keyword of ['items', 'contains', 'unevaluatedItems']) {
    const inner = own(schema, keyword);
    if (isObject(inner)) for (const item of value) meet(inner, item);
  }
  prefix.forEach((inner, i) => i < value.length && meet(inner, value[i] as Json));
  return own(schema, 'uniqueItems') === true ? sizeOf(value as Json).weight : value.length;
}

function enterObject(schema: JsonObject, value: JsonObject, meet: Meet): number {
  const properties = objectAt(schema, 'properties') ?? {};
  const patterns = Object.entries(objectAt(schema, 'patternProperties') ?? {});
  const names = Object.keys(value);
  for (const name of names) {
    const named = own(properties, name);
    const item = value[name] as Json;
    if (named !== undefined) meet(named, item);
    for (const [, inner] of patterns) meet(inner, item);
    for (const keyword of ['additionalProperties', 'unevaluatedProperties']) if (named === undefined) meet(own(schema, keyword), item);
    meet(own(schema, 'propertyNames'), name);
  }
  return names.length * (1 + patterns.length) + Object.keys(properties).length / CHARACTERS_PER_CHECK;
}
