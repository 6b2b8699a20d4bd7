import { type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileSchema } from './compile.ts';
import { fillDefaults } from './defaults.ts';

const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...rest });
const number = (value: number, rest: JsonObject = {}): JsonObject => ({ type: 'integer', default: value, ...rest });

describe('defaults', () => {
  test.each<[string, JsonObject, Json, Json]>([
    ['are filled in', object({ a: number(1), b: number(2) }), { a: 5 }, { a: 5, b: 2 }],
    ['are filled in below what is there', object({ a: object({ b: number(1) }) }), { a: {} }, { a: { b: 1 } }],
    ['do not make up what is not there', object({ a: object({ b: number(1) }) }), {}, {}],
    ['are filled in below other defaults', object({ a: object({ b: number(1) }, { default: {} }) }), {}, { a: { b: 1 } }],
    ['are filled in items', { items: object({ a: number(1) }) }, [{}, { a: 2 }, 'x'], [{ a: 1 }, { a: 2 }, 'x']],
    ['are filled in tuples', { prefixItems: [object({ a: number(1) })], items: object({ b: number(2) }) }, [{}, {}], [{ a: 1 }, { b: 2 }]],
    ['are filled in behind free names', { additionalProperties: object({ a: number(1) }) }, { x: {} }, { x: { a: 1 } }],
    ['are filled in behind patterns', { patternProperties: { '^x': object({ a: number(1) }) } }, { x: {}, y: {} }, { x: { a: 1 }, y: {} }],
    [
      'are filled in behind references',
      { ...object({ a: { $ref: '#/$defs/x' } }), $defs: { x: object({ b: number(1) }) } },
      { a: {} },
      { a: { b: 1 } },
    ],
    ['come with a reference', { ...object({ a: { $ref: '#/$defs/x' } }), $defs: { x: number(1) } }, {}, { a: 1 }],
    [
      'are filled in by all of several',
      { allOf: [object({ a: object({ b: number(1) }) }), object({ a: { default: {} } })] },
      {},
      { a: { b: 1 } },
    ],
    ['are not filled in by one of several', { anyOf: [object({ a: number(1) })] }, {}, {}],
    ['take the place of null', object({ a: number(1) }), { a: null }, { a: 1 }],
    ['take the place of null in items', { items: number(1) }, [null, 2], [1, 2]],
    [
      'leave null that may be',
      object({ a: number(1, { nullable: true }), b: { type: ['integer', 'null'], default: 2 } }),
      { a: null, b: null },
      { a: null, b: null },
    ],
    ['leave null where any value may be', object({ a: { default: 1 } }), { a: null }, { a: null }],
    ['leave null that has no default', object({ a: { type: 'integer' } }), { a: null }, { a: null }],
    ['may be null', object({ a: { type: 'integer', nullable: true, default: null } }), {}, { a: null }],
    ['leave what is no object', object({ a: number(1) }), 'x', 'x'],
  ])('%s', (_, schema, value, filled) => {
    expect(fillDefaults(schema, value)).toEqual(filled);
    expect(compileSchema(schema, { root: [] })(value).value).toEqual(filled);
  });

  test('may be called like what every object has', () => {
    const filled = fillDefaults(object({ constructor: number(1), toString: number(2) }), {});
    expect(Object.entries(filled as object)).toEqual([
      ['constructor', 1],
      ['toString', 2],
    ]);
    const own = fillDefaults(object({ a: number(1) }), JSON.parse('{"__proto__": {"a": 5}}') as Json);
    expect(Object.keys(own as object)).toEqual(['__proto__', 'a']);
    expect(Object.getPrototypeOf(own)).toBe(Object.prototype);
  });

  test('belong to one document only', () => {
    const schema = object({ list: { type: 'array', default: [] } });
    (fillDefaults(schema, {}) as { list: number[] }).list.push(1);
    expect(fillDefaults(schema, {})).toEqual({ list: [] });
  });

  test('cost nothing where there are none', () => {
    const value = { a: [1] };
    expect(fillDefaults(object({ a: {} }), value)).toBe(value);
    expect(fillDefaults(object({ a: {}, b: number(1) }), { ...value, b: 2 })).toEqual({ a: [1], b: 2 });
  });

  test('cannot turn a small document into a huge one', () => {
    const schema = { items: object({ a: { type: 'string', default: 'x'.repeat(10_000) } }) };
    const many = Array.from({ length: 100_000 }, () => ({}));
    expect(() => fillDefaults(schema, many)).toThrow(ProblemError);
    expect(compileSchema(schema, { root: ['spec'] })(many).problems).toMatchObject([{ code: 'too_large', path: ['spec'] }]);
  });

  test('end also where a schema holds itself', () => {
    const endless = { properties: { a: { $ref: '#', default: {} }, b: { $ref: '#', default: {} } } };
    expect(() => fillDefaults(endless, {})).toThrow('too large');
  });

  const leaf = fc.constantFrom<JsonObject>(
    { type: 'string' },
    number(1),
    { type: 'integer', nullable: true, default: 2 },
    { $ref: '#/$defs/x' },
  );
  const { schema: schemas } = fc.letrec<{ schema: JsonObject }>((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')).map((properties) => object(properties)),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')).map((properties) => object(properties, { default: {} })),
      tie('schema').map((items): JsonObject => ({ type: 'array', items })),
      fc.array(tie('schema'), { maxLength: 2 }).map((allOf): JsonObject => ({ allOf })),
      tie('schema').map((additionalProperties): JsonObject => ({ additionalProperties })),
    ),
  }));
  const { value: values } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<Json>(null, 1, 'x'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), tie('value')),
    ),
  }));

  test('are the same when they are filled in twice, and the given document stays as it was', () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        const root = { ...schema, $defs: { x: object({ a: number(3) }, { default: { b: null } }) } };
        const before = JSON.stringify(value);
        const filled = fillDefaults(root, value);
        expect(fillDefaults(root, filled)).toEqual(filled);
        expect(JSON.stringify(value)).toBe(before);
      }),
      { seed: 3, numRuns: 1_000 },
    );
  });

  test('never change what was given, except null', () => {
    const covers = (given: Json, filled: Json): boolean => {
      if (given === null) return true;
      if (Array.isArray(given))
        return Array.isArray(filled) && given.every((item, i) => covers(item as Json, (filled as Json[])[i] as Json));
      if (typeof given !== 'object') return given === filled;
      return Object.entries(given).every(([key, item]) => covers(item, (filled as JsonObject)[key] as Json));
    };
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        expect(covers(value, fillDefaults({ ...schema, $defs: { x: number(3) } }, value))).toBe(true);
      }),
      { seed: 4, numRuns: 500 },
    );
  });
});
