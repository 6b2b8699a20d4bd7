import type { Json, JsonObject } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileSchema } from './compile.ts';
import { toJsonSchema } from './dialect.ts';

const accepts = (schema: JsonObject, value: Json): boolean => compileSchema(schema, { root: [] })(value).problems.length === 0;

describe('a schema in the words of Kubernetes', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['nullable', { type: 'string', nullable: true, enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
    ['not nullable', { type: 'string', nullable: false }, { type: 'string' }],
    [
      'an exclusive bound',
      { maximum: 5, exclusiveMaximum: true, minimum: 1, exclusiveMinimum: true },
      { exclusiveMaximum: 5, exclusiveMinimum: 1 },
    ],
    ['an inclusive bound', { maximum: 5, exclusiveMaximum: false }, { maximum: 5 }],
    ['an exclusive bound without a bound', { exclusiveMinimum: true }, {}],
    ['a bound of today', { exclusiveMaximum: 5 }, { exclusiveMaximum: 5 }],
    [
      'int or string',
      { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
      { type: ['integer', 'string'] },
    ],
    [
      'a tuple',
      { items: [{ type: 'string', nullable: true }], additionalItems: false },
      { prefixItems: [{ type: ['string', 'null'] }], items: false },
    ],
    [
      'dependencies',
      { dependencies: { a: ['b'], c: { required: ['d'] } } },
      { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { required: ['d'] } } },
    ],
    ['a set', { type: 'array', 'x-kubernetes-list-type': 'set' }, { type: 'array', uniqueItems: true }],
    ['words for people', { $schema: 'x', title: 't', description: 'd', example: 1, 'x-any': 1, default: 1 }, {}],
    [
      'fields that are called like words',
      { properties: { nullable: { nullable: true, type: 'string' }, default: {}, title: {} } },
      { properties: { nullable: { type: ['string', 'null'] }, default: {}, title: {} } },
    ],
    [
      'values that look like schemas',
      { const: { nullable: true }, enum: [{ title: 'x' }] },
      { const: { nullable: true }, enum: [{ title: 'x' }] },
    ],
  ])('is translated: %s', (_, schema, expected) => {
    expect(toJsonSchema(schema)).toEqual(expected);
  });

  test('is translated once and for all', () => {
    const part = fc.record(
      {
        type: fc.constantFrom('string', 'integer', 'object'),
        nullable: fc.boolean(),
        maximum: fc.integer(),
        exclusiveMaximum: fc.boolean(),
        enum: fc.array(fc.jsonValue(), { maxLength: 3 }),
        'x-kubernetes-int-or-string': fc.boolean(),
        description: fc.string(),
      },
      { requiredKeys: [] },
    );
    const schema = fc.record(
      { properties: fc.dictionary(fc.string(), part), items: part, anyOf: fc.array(part), if: part },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(schema, (given) => {
        const once = toJsonSchema(given as JsonObject);
        expect(toJsonSchema(once)).toEqual(once);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  test('means the same to a document', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: {
        port: { 'x-kubernetes-int-or-string': true, nullable: true },
        ratio: { type: 'number', maximum: 1, exclusiveMaximum: true },
        size: { type: 'integer', format: 'int32' },
        wait: { type: 'string', format: 'duration' },
        memory: { type: 'string', format: 'quantity' },
        odd: { type: 'string', format: 'who-knows' },
        ports: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'], items: { type: 'object' } },
        template: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      },
    };
    const good: readonly JsonObject[] = [
      { port: 80 },
      { port: 'http' },
      { port: null },
      { ratio: 0.5 },
      { wait: '1h30m' },
      { wait: 'PT1H' },
      { memory: '1.5Gi' },
      { odd: '?' },
      { ports: [{ name: 'a' }, { name: 'b' }, {}, {}] },
      { template: { apiVersion: 'v1', kind: 'Pod', more: 1 } },
    ];
    const bad: readonly JsonObject[] = [
      { port: 1.5 },
      { port: true },
      { ratio: 1 },
      { ratio: null },
      { size: 2 ** 31 },
      { wait: 'soon' },
      { memory: '1.5Gb' },
      { ports: [{ name: 'a' }, { name: 'a', x: 1 }] },
      { template: { kind: 'Pod' } },
    ];
    for (const value of good) expect([value, accepts(schema, value)]).toEqual([value, true]);
    for (const value of bad) expect([value, accepts(schema, value)]).toEqual([value, false]);
  });
});
