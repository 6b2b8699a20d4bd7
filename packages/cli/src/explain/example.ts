/** Documents that can be applied as they are: an example of a kind, and before it what it needs. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import { hubOf, type Kind } from '../api/kinds.ts';

const NAME = 'example';

export function exampleDocuments(kind: Kind, kinds: readonly Kind[], above: readonly Kind[] = []): readonly JsonObject[] {
  const { spec } = kind;
  const given = spec.examples?.[0] ?? skeletonOf(hubOf(spec).schema);
  const own = isObject(given) ? given : {};
  const needs = own.dependencies === undefined ? requiredNeeds(kind) : [];
  const below = needs
    .flatMap(([, name]) => kinds.filter(({ metadata }) => metadata.name === name))
    .filter((need, i, all) => need !== kind && !above.includes(need) && all.indexOf(need) === i)
    .flatMap((need) => exampleDocuments(need, kinds, [...above, kind]));
  const dependencies = Object.fromEntries(needs.map(([key]) => [key, { name: NAME }]));
  const document = {
    apiVersion: spec.apiVersion,
    kind: spec.names.kind,
    metadata: { name: NAME },
    spec: { ...own, ...(needs.length > 0 && { dependencies }) },
  };
  return [...below.filter(isNew), document];
}

/** One of each kind is enough for all that need it. */
const isNew = (one: JsonObject, i: number, all: readonly JsonObject[]): boolean => all.findIndex(({ kind }) => kind === one.kind) === i;

const requiredNeeds = ({ spec: { needs = {} } }: Kind): readonly (readonly [string, string])[] =>
  Object.entries(needs).flatMap(([key, { kind, optional }]) => (optional ? [] : [[key, kind] as const]));

/** A kind without an example of its own: what must be given, with the likeliest value. */
export function skeletonOf(schema: JsonObject): Json {
  const { default: preset, examples, enum: allowed, const: constant, type, properties = null, required, items = null } = schema;
  if (constant !== undefined) return constant;
  if (preset !== undefined) return preset;
  for (const list of [examples, allowed]) if (Array.isArray(list) && list.length > 0) return list[0] as Json;
  switch (Array.isArray(type) ? type[0] : type) {
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return true;
    case 'array':
      return isObject(items) ? [skeletonOf(items)] : [];
    default: {
      const known = isObject(properties) ? properties : {};
      const must = Array.isArray(required) ? required.map(String) : [];
      return Object.fromEntries(
        must.map((key) => {
          const child = Object.hasOwn(known, key) ? (known[key] ?? null) : null;
          return [key, isObject(child) ? skeletonOf(child) : {}];
        }),
      );
    }
  }
}
