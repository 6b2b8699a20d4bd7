import { type Json, type JsonObject, showPath } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pruneUnknown } from './prune.ts';
import { work } from '../../testing/work.ts';

const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...rest });
const text = { type: 'string' };
const keep = { 'x-kubernetes-preserve-unknown-fields': true };
const prune = (schema: JsonObject, value: Json): [Json, readonly string[]] => {
  const pruned = pruneUnknown(schema, value);
  return [pruned.value, pruned.unknown.map(showPath)];
};

describe('unknown fields', () => {
  test.each<[string, JsonObject, Json, Json, readonly string[]]>([
    ['are found below', object({ a: object({ b: text }) }), { a: { b: 'x', c: 1 }, d: 2 }, { a: { b: 'x' } }, ['a.c', 'd']],
    ['are found in items', { items: object({ a: text }) }, [{ a: 'x' }, { b: 1 }], [{ a: 'x' }, {}], ['[1].b']],
    [
      'are found in tuples',
      { prefixItems: [object({ a: text })], items: object({ b: text }) },
      [{ b: 1 }, { b: 'x', a: 1 }],
      [{}, { b: 'x' }],
      ['[0].b', '[1].a'],
    ],
    ['are found behind free names', { additionalProperties: object({ a: text }) }, { x: { a: 'y', b: 1 } }, { x: { a: 'y' } }, ['x.b']],
    [
      'are kept where they are wanted',
      object({ a: object({ b: text }) }, keep),
      { x: { y: 1 }, a: { c: 1 } },
      { x: { y: 1 }, a: {} },
      ['a.c'],
    ],
    ['are kept where any may be', object({ a: text }, { additionalProperties: true }), { x: { y: 1 } }, { x: { y: 1 } }, []],
    ['are kept where nothing is said', { properties: { a: {} } }, { a: { x: { y: 1 } } }, { a: { x: { y: 1 } } }, []],
    ['are kept by a field that says only yes', object({ a: true }), { a: { x: 1 } }, { a: { x: 1 } }, []],
    [
      'are not what an object of Kubernetes says of itself',
      object({ spec: text }, { 'x-kubernetes-embedded-resource': true }),
      { apiVersion: 'v1', kind: 'A', metadata: { name: 'x' }, spec: 'y', z: 1 },
      { apiVersion: 'v1', kind: 'A', metadata: { name: 'x' }, spec: 'y' },
      ['z'],
    ],
    [
      'are found behind references',
      { ...object({ a: { $ref: '#/$defs/x' } }), $defs: { x: object({ b: text }) } },
      { a: { c: 1 } },
      { a: {} },
      ['a.c'],
    ],
    [
      'are known by any of several forms',
      { type: 'object', oneOf: [object({ a: text }), object({ b: object({ c: text }) })] },
      { a: 'x', b: { c: 'y', d: 1 }, e: 1 },
      { a: 'x', b: { c: 'y' } },
      ['b.d', 'e'],
    ],
    [
      'are known by pattern',
      { type: 'object', patternProperties: { '^x-': object({ a: text }) } },
      { 'x-1': { b: 1 }, y: 2 },
      { 'x-1': {} },
      ['x-1.b', 'y'],
    ],
    ['are not in what is no object', object({ a: text }), 'text', 'text', []],
  ])('%s', (_, schema, value, kept, unknown) => {
    expect(prune(schema, value)).toEqual([kept, unknown]);
  });

  test('of an object without any declared field pass, or do not as in Kubernetes', () => {
    expect(pruneUnknown({ type: 'object' }, { a: 1 })).toEqual({ value: { a: 1 }, unknown: [] });
    expect(pruneUnknown({ type: 'object' }, { a: 1 }, { bare: 'closed' })).toEqual({ value: {}, unknown: [['a']] });
    expect(pruneUnknown({}, { a: 1 }, { bare: 'closed' })).toEqual({ value: { a: 1 }, unknown: [] });
  });

  test('may be called like what every object has', () => {
    const value = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2, "a": "y"}') as Json;
    const pruned = pruneUnknown(object({ a: text }), value);
    expect(pruned).toEqual({ value: { a: 'y' }, unknown: [['__proto__'], ['constructor']] });
    expect(Object.getPrototypeOf(pruned.value)).toBe(Object.prototype);
    expect(({} as { x?: number }).x).toBeUndefined();
    const open = pruneUnknown(object({ a: text }, keep), JSON.parse('{"__proto__": {"x": 1}, "a": "y"}') as Json);
    expect(Object.keys(open.value as object)).toEqual(['__proto__', 'a']);
  });

  test('are found in linear time, also where many forms may hold', () => {
    const schema = { type: 'object', anyOf: Array.from({ length: 3_000 }, (_, i) => object({ [`f${i}`]: text })) };
    const value = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`f${i}`, 'x']));
    const worked = work();
    const pruned = pruneUnknown(schema, value);
    expect(Object.keys(pruned.value as object)).toHaveLength(3_000);
    expect(pruned.unknown).toHaveLength(1_000);
    expect(worked()).toBeLessThan(3_000);
  });

  test('are gone after the first time, and the given document stays as it was', () => {
    const schema = object({ a: object({ b: text }), c: { type: 'array', items: object({ a: text }) } });
    const keys = fc.constantFrom('a', 'b', 'c', '__proto__', 'é');
    const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.integer(),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(keys, tie('tree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const before = JSON.stringify(value);
        const { value: kept } = pruneUnknown(schema, value);
        expect(pruneUnknown(schema, kept)).toEqual({ value: kept, unknown: [] });
        expect(JSON.stringify(value)).toBe(before);
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});
