import type { Json, JsonObject } from '@ectropy/sdk';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toOpenapi30 } from './to-openapi-3-0.ts';
import { toOpenapi31 } from './to-openapi-3-1.ts';
import { toSwagger } from './to-swagger.ts';

describe('down to 3.0', () => {
  const cases: readonly (readonly [string, JsonObject, JsonObject])[] = [
    ['null among the types is nullable', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    ['several types are branches', { type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    ['a constant is an enumeration of one, with its type', { const: 'a' }, { enum: ['a'], type: 'string' }],
    ['the first example stays', { examples: [1, 2] }, { example: 1 }],
    [
      'an exclusive bound is a bound and a flag',
      { type: 'integer', exclusiveMinimum: 0 },
      { type: 'integer', minimum: 0, exclusiveMinimum: true },
    ],
    [
      'of two bounds the stricter counts',
      { minimum: 7, exclusiveMinimum: 5, maximum: 9, exclusiveMaximum: 9 },
      { minimum: 7, maximum: 9, exclusiveMaximum: true },
    ],
    [
      'null or something is that something, nullable',
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { allOf: [{ type: 'string' }], nullable: true },
    ],
    [
      'beside a reference other words move away',
      { $ref: '#/components/schemas/A', description: 'x' },
      { description: 'x', allOf: [{ $ref: '#/components/schemas/A' }] },
    ],
    ['a reference alone stays alone', { $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/A' }],
    [
      'conditions are left out',
      JSON.parse('{ "type": "object", "if": {}, "then": false, "dependentRequired": {} }') as JsonObject,
      { type: 'object' },
    ],
    ['a tuple is a list of anything', { type: 'array', prefixItems: [{ type: 'string' }], items: false }, { type: 'array', items: {} }],
    [
      'what Kubernetes says stays',
      { 'x-kubernetes-list-type': 'map', type: 'array', items: {} },
      { 'x-kubernetes-list-type': 'map', type: 'array', items: {} },
    ],
    ['a refusal that cannot be said exactly is left out', { not: { contentMediaType: 'a/b' } }, {}],
    ['a refusal that can be said stays', { not: { required: ['a'] } }, { not: { required: ['a'] } }],
    ['words of the wrong form are left out', { minLength: -1, description: 5, required: [], enum: [], type: 'thing' } as JsonObject, {}],
    ['base64 has a format', { type: 'string', contentEncoding: 'base64' }, { type: 'string', format: 'byte' }],
    [
      'one pattern of keys is what the values are like',
      { type: 'object', patternProperties: { '^a': { type: 'string' } }, additionalProperties: false },
      { type: 'object', additionalProperties: { type: 'string' } },
    ],
  ];
  test.each(cases)('%s', (_name, schema, expected) => expect(toOpenapi30(schema)).toEqual(expected));
});

describe('up to 3.1', () => {
  const cases: readonly (readonly [string, JsonObject, JsonObject])[] = [
    ['nullable is a type', { type: 'string', nullable: true, enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
    [
      'nullable without a type is a branch',
      { $ref: '#/components/schemas/A', nullable: true },
      { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] },
    ],
    [
      'a flag beside a bound is an exclusive bound',
      { minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
      { exclusiveMinimum: 1, maximum: 5 },
    ],
    ['an example is a list of examples', { example: 0 }, { examples: [0] }],
    [
      'a number or a text has both types',
      { 'x-kubernetes-int-or-string': true },
      { 'x-kubernetes-int-or-string': true, type: ['integer', 'string'] },
    ],
    [
      'what is of today stays as it is',
      { type: ['string', 'null'], const: 'a', examples: ['a'] },
      { type: ['string', 'null'], const: 'a', examples: ['a'] },
    ],
  ];
  test.each(cases)('%s', (_name, schema, expected) => expect(toOpenapi31(schema)).toEqual(expected));
});

test('Swagger has neither alternatives nor null, and a description stands beside its reference', () => {
  expect(toSwagger({ type: ['string', 'null'], oneOf: [{}, {}] })).toEqual({ type: 'string', 'x-nullable': true });
  expect(toSwagger({ $ref: '#/components/schemas/A', description: 'x' })).toEqual({ $ref: '#/definitions/A', description: 'x' });
  expect(toSwagger({ type: 'object', properties: { a: { items: { $ref: '#/components/schemas/B' }, type: 'array' } } })).toEqual({
    type: 'object',
    properties: { a: { type: 'array', items: { $ref: '#/definitions/B' } } },
  });
});

const small = fc.oneof(
  fc.constantFrom<Json>('a', 'ab', 0, 1, 2.5, -1, true, null, [], ['a'], [1], {}, { a: 1 }, { a: 'a', b: null }),
  fc.array(fc.constantFrom<Json>('a', 1, null), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'ab', 'c'), fc.constantFrom<Json>('a', 1, null, {}), { maxKeys: 3, noNullPrototype: true }),
);
const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null');

/** Schemas in which every word can stand beside every other. */
const schemas = fc.letrec<{ schema: JsonObject | boolean }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.boolean(),
    fc.record(
      {
        type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
        const: small,
        enum: fc.array(small, { minLength: 1, maxLength: 3 }),
        minimum: fc.integer({ min: -2, max: 2 }),
        exclusiveMinimum: fc.integer({ min: -2, max: 2 }),
        maximum: fc.integer({ min: -2, max: 2 }),
        minLength: fc.integer({ min: 0, max: 2 }),
        required: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
        properties: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('schema'), { maxKeys: 2, noNullPrototype: true }),
        patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$'), tie('schema'), { maxKeys: 2, noNullPrototype: true }),
        additionalProperties: tie('schema'),
        items: tie('schema'),
        prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        not: tie('schema'),
        allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        propertyNames: tie('schema'),
        dependentRequired: fc.constant({ a: ['b'] }),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<JsonObject>,
  ),
}));

test('whatever a schema allows, the same schema in 3.0 allows', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false, logger: false });
  fc.assert(
    fc.property(schemas.schema, fc.array(small, { minLength: 5, maxLength: 5 }), (schema, values) => {
      const before = ajv.compile(schema);
      const after = ajv.compile(toOpenapi31(toOpenapi30(schema)));
      for (const each of values) if (before(each)) expect(after(each), JSON.stringify({ schema, each })).toBe(true);
    }),
    { seed: 3, numRuns: 200 },
  );
});
