import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '@ectropy/sdk';
import { same } from '../../core/diff.ts';
import { compileSchema } from './compile.ts';
import { work } from '../../testing/work.ts';

const fits = (schema: JsonObject, value: Json): boolean =>
  compileSchema({ properties: { at: schema } }, { root: [] })({ at: value }).problems.length === 0;

const say = (schema: JsonObject, value: Json) => compileSchema(schema, { root: ['spec'] })(value).problems.map(({ message }) => message);

/** Fields that every object seems to have already. */
const key = fc.oneof(fc.constantFrom('valueOf', 'toString', 'hasOwnProperty', 'toJSON', 'length', 'then'), fc.string({ maxLength: 3 }));
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, false, 0, 1, 1.5, '', 'a', 'valueOf'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

describe('const and enum', () => {
  test('are equal to what has the same value, and to nothing else', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(fits({ const: one }, other)).toBe(same(one, other));
        expect(fits({ enum: [one, 'another'] }, other)).toBe(same(one, other) || other === 'another');
        expect(fits({ const: one }, structuredClone(one))).toBe(true);
      }),
      { seed: 20_261_115, numRuns: 300 },
    );
  });

  test('mean nothing by the order of keys, and much by the order of items', () => {
    expect(fits({ const: { a: 1, b: [1, 2] } }, { b: [1, 2], a: 1 })).toBe(true);
    expect(fits({ const: [1, 2] }, [2, 1])).toBe(false);
  });

  test('of ten thousand objects are told without comparing with each of them', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({ id: i, valueOf: { toString: i } }));
    const check = compileSchema({ type: 'object', properties: { list: { type: 'array', items: { enum: many } } } }, { root: [] });
    const worked = work();
    expect(check({ list: many.slice(-100) }).problems).toEqual([]);
    expect(worked()).toBeLessThan(1_000);
  });

  test('say what is allowed', () => {
    expect(say({ const: { a: 1 } }, 2)).toEqual(['must be {"a":1} (got 2)']);
    expect(say({ enum: ['x', { valueOf: 1 }] }, { valueOf: 2 })[0]).toContain('must be one of');
  });
});
