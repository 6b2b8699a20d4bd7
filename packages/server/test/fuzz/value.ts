/** Values that a schema would let in, more or less, and values that nobody expects. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import type { Random } from './random.ts';

const MAX_DEPTH = 12;

/** A value for a schema of the document. */
export function valueFor(schema: JsonObject, document: JsonObject, random: Random, depth = 0): Json {
  const at = resolved(schema, document);
  if (depth > MAX_DEPTH) return {};
  if (at.default !== undefined && random.chance(0.2)) return at.default;
  const examples = Array.isArray(at.examples) ? (at.examples as readonly Json[]) : at.example === undefined ? [] : [at.example];
  if (examples.length > 0 && random.chance(0.5)) return random.pick(examples);
  if (Array.isArray(at.enum)) return random.pick(at.enum as readonly Json[]);
  for (const word of ['oneOf', 'anyOf', 'allOf'] as const) {
    const inner = at[word];
    if (Array.isArray(inner) && inner.length > 0 && !isObject(at.properties))
      return valueFor(random.pick(inner as readonly JsonObject[]), document, random, depth + 1);
  }
  return plainFor(at, document, random, depth);
}

function resolved(schema: JsonObject, document: JsonObject): JsonObject {
  const ref = schema.$ref;
  if (typeof ref !== 'string') return schema;
  const found = ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<Json | undefined>((at, key) => (isObject(at) ? at[key] : undefined), document);
  return isObject(found) ? found : {};
}

function plainFor(schema: JsonObject, document: JsonObject, random: Random, depth: number): Json {
  const type = Array.isArray(schema.type) ? random.pick(schema.type as readonly string[]) : schema.type;
  switch (type) {
    case 'object':
      return objectFor(schema, document, random, depth);
    case 'array':
      return Array.from({ length: random.below(3) + Number(schema.minItems ?? 0) }, () =>
        valueFor(isObject(schema.items) ? schema.items : {}, document, random, depth + 1),
      );
    case 'integer':
    case 'number':
      return Number(schema.minimum ?? 0) + random.below(Math.min(10, Number(schema.maximum ?? 9) - Number(schema.minimum ?? 0) + 1));
    case 'boolean':
      return random.chance(0.5);
    case 'string':
      return textFor(schema, random);
    default:
      return schema['x-kubernetes-int-or-string'] === true
        ? random.pick<Json>([80, 'http'])
        : isObject(schema.properties)
          ? objectFor(schema, document, random, depth)
          : random.pick<Json>(['x', 1, true, {}]);
  }
}

function textFor({ format, minLength = 0 }: JsonObject, random: Random): string {
  if (format === 'date-time') return '2026-01-02T03:04:05Z';
  if (format === 'byte') return 'aGVsbG8=';
  return random.pick(['a', 'abc', 'v1', 'one-two', 'x'.repeat(20)]).padEnd(Number(minLength), 'y');
}

function objectFor(schema: JsonObject, document: JsonObject, random: Random, depth: number): JsonObject {
  const required = new Set((schema.required ?? []) as readonly string[]);
  const fields = Object.entries(isObject(schema.properties) ? schema.properties : {}).filter(
    ([name]) => required.has(name) || random.chance(depth < 3 ? 0.6 : 0.3),
  );
  const named = fields.map(([name, inner]) => [name, valueFor(isObject(inner) ? inner : {}, document, random, depth + 1)] as const);
  const more =
    isObject(schema.additionalProperties) && random.chance(0.5)
      ? [['k1', valueFor(schema.additionalProperties, document, random, depth + 1)] as const]
      : [];
  return Object.fromEntries([...named, ...more]);
}

/** Names that careless code mistakes for its own. */
export const hostileKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '',
  ' ',
  '.',
  'a.b',
  'a/b',
  '~0',
  '~1',
  '-',
  '$ref',
  'f:x',
  'k:{}',
  '\u0000',
  '\ud800',
  '😀',
  'length',
  'then',
  'toJSON',
  '0',
  '1e3',
];

const deep = (levels: number): Json => (levels === 0 ? 1 : { d: deep(levels - 1) });

export function hostileValue(random: Random): Json {
  return random.pick<() => Json>([
    () => null,
    () => true,
    () => -1,
    () => 0.1,
    () => 9_007_199_254_740_991,
    () => 2 ** 53 + 2,
    () => 1e300,
    () => '',
    () => 'x'.repeat(random.pick([300, 5_000, 70_000])),
    () =>
      random.pick([
        '\u0000',
        '\ud800',
        '﷽'.repeat(50),
        '../../etc/passwd',
        "'; drop table resource; --",
        '{{7*7}}',
        '%00',
        'NaN',
        '-0',
        '1e999',
      ]),
    () => [],
    () => ({}),
    () => ({ toString: 1, valueOf: null, toJSON: 'x' }),
    () => ({ toString: 1 }),
    () => [[[[]]]],
    () => Array.from({ length: random.pick([100, 3_000]) }, (_, i) => i),
    () => Object.fromEntries(Array.from({ length: random.pick([50, 2_000]) }, (_, i) => [`k${i}`, i])),
    () => deep(random.pick([10, 60, 64, 100])),
    () => ({ [random.pick(hostileKeys)]: random.pick<Json>([null, 1, 'x', {}]) }),
  ])();
}
