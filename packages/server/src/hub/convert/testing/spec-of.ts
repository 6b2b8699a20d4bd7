import type { Json, JsonObject } from '@ectropy/sdk';
import * as fc from 'fast-check';

/** Random documents that are valid by a schema, as far as it uses the common words. Made for the laws of convertors. */
export function specOf(schema: Json | undefined, depth = 0): fc.Arbitrary<Json> {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>;
  const words = schema as JsonObject;
  if ('const' in words) return fc.constant(words.const ?? null);
  if (Array.isArray(words.enum)) return fc.constantFrom(...(words.enum as readonly Json[]));
  const [type] = [words.type ?? (words.properties ? 'object' : 'string')].flat() as readonly Json[];
  return kinds[String(type)]?.(words, depth) ?? fc.constant(null);
}

const numberOf = (value: Json | undefined, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

const kinds: Readonly<Record<string, (schema: JsonObject, depth: number) => fc.Arbitrary<Json>>> = {
  string: ({ pattern, minLength, maxLength }) =>
    typeof pattern === 'string'
      ? fc.stringMatching(new RegExp(pattern, 'u'))
      : fc.string({ minLength: numberOf(minLength, 0), maxLength: numberOf(maxLength, 12) }),
  boolean: () => fc.boolean(),
  integer: ({ minimum, maximum, multipleOf }) => {
    const unit = numberOf(multipleOf, 1);
    const [min, max] = [Math.ceil(numberOf(minimum, -1000) / unit), Math.floor(numberOf(maximum, 1_000_000) / unit)];
    return fc.integer({ min, max }).map((number) => number * unit + 0);
  },
  number: ({ minimum, maximum }) =>
    fc.double({ min: numberOf(minimum, -1e6), max: numberOf(maximum, 1e6), noNaN: true }).map((number) => number + 0),
  array: ({ items, minItems, maxItems }, depth) =>
    fc.array(specOf(items, depth + 1), { minLength: numberOf(minItems, 0), maxLength: numberOf(maxItems, 4) }),
  object: ({ properties = {}, required = [], minProperties }, depth) => {
    const fields = Object.entries(properties as JsonObject).map(([key, inner]) => [key, specOf(inner, depth + 1)] as const);
    const needed = (required as readonly string[]).filter((key) => Object.hasOwn(properties as JsonObject, key));
    return fc
      .record(Object.fromEntries(fields), { requiredKeys: needed })
      .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject)
      .filter((value) => Object.keys(value).length >= numberOf(minProperties, 0));
  },
};
