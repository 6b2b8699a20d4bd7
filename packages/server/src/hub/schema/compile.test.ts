import { type JsonObject, ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { compileSchema } from './compile.ts';
import { work } from '../../testing/work.ts';

const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...rest });
const word = (pattern: string): JsonObject => ({ type: 'string', pattern });
const problems = (schema: JsonObject, value: JsonObject): readonly string[] =>
  compileSchema(schema, { root: ['spec'] })(value).problems.map((problem) => new ProblemError(problem).message);

describe('a compiled schema', () => {
  test('fills in defaults, also below, on a copy', () => {
    const check = compileSchema(object({ a: { default: 1 }, b: object({ c: { default: ['x'] } }) }), { root: ['spec'] });
    const given = { b: {} };
    expect(check(given)).toEqual({ value: { a: 1, b: { c: ['x'] } }, problems: [] });
    expect(given).toEqual({ b: {} });
  });

  test('does not let one document change the defaults of the next', () => {
    const check = compileSchema(object({ list: { type: 'array', default: [] } }), { root: ['spec'] });
    (check({}).value as { list: number[] }).list.push(1);
    expect(check({}).value).toEqual({ list: [] });
  });

  test('says all problems at once, each with its path', () => {
    const schema = object(
      {
        size: { type: 'integer', maximum: 100 },
        mode: { enum: ['a', 'b'] },
        fixed: { const: 7 },
        list: { type: 'array', items: object({ host: { type: 'string' } }, { required: ['host'] }) },
        'a/b~c': { type: 'string' },
      },
      { required: ['name'], additionalProperties: false },
    );
    const value = { size: 500, mode: 'c', fixed: 8, list: [{ host: 'x' }, {}], 'a/b~c': 1, other: true };
    expect(problems(schema, value).toSorted()).toEqual([
      'spec.fixed: must be 7 (got 8)',
      'spec.list[1].host: must be set',
      'spec.mode: must be one of "a", "b" (got "c")',
      'spec.name: must be set',
      'spec.other: is not a known field',
      'spec.size: must be ≤ 100 (got 500)',
      'spec["a/b~c"]: must be a string (got 1)',
    ]);
  });

  test('checks formats', () => {
    expect(problems(object({ at: { type: 'string', format: 'date-time' } }), { at: 'tomorrow' })).toEqual([
      'spec.at: must be a valid date-time (got "tomorrow")',
    ]);
  });

  test('says of a branch what is wrong in it, not that there are branches', () => {
    const schema = JSON.parse('{ "if": { "required": ["a"] }, "then": { "required": ["b"] } }') as JsonObject;
    expect(problems(schema, { a: 1 })).toEqual(['spec.b: must be set']);
  });

  test('matches an evil pattern in linear time', () => {
    const schema = object({ name: { type: 'string', pattern: '^(a+)+$' } });
    const check = compileSchema(schema, { root: ['spec'] });
    const worked = work();
    expect(check({ name: `${'a'.repeat(50_000)}!` }).problems).toHaveLength(1);
    expect(worked()).toBeLessThan(1_000);
  });

  test('tells patterns apart, the same one twice and different ones', () => {
    const schema = object(
      { a: word('^a+$'), b: word('^b+$'), c: word('^a+$'), d: word('b') },
      { patternProperties: { '^x': word('^y$') } },
    );
    expect(problems(schema, { a: 'aa', b: 'bb', c: 'a', d: 'abc', x1: 'y' })).toEqual([]);
    expect(problems(schema, { a: 'b', b: 'a', c: 'b', d: 'a', x1: 'x' })).toEqual([
      'spec.a: must match ^a+$ (got "b")',
      'spec.b: must match ^b+$ (got "a")',
      'spec.c: must match ^a+$ (got "b")',
      'spec.d: must match b (got "a")',
      'spec.x1: must match ^y$ (got "x")',
    ]);
  });

  test('is not confused by names that every object has', () => {
    const schema = object({ constructor: { type: 'string' } }, { required: ['toString'], additionalProperties: false });
    expect(problems(schema, {})).toEqual(['spec.toString: must be set']);
    expect(problems(object({}, { additionalProperties: false }), JSON.parse('{"__proto__": 1}') as JsonObject)).toEqual([
      'spec.__proto__: is not a known field',
    ]);
  });

  test.each([
    ['an unknown type', { type: 'strnig' }],
    ['a pattern that cannot be matched in linear time', object({ a: { type: 'string', pattern: '(?=a)b' } })],
    ['a pattern that is none', object({ a: { type: 'string', pattern: '(' } })],
    ['a reference to nowhere', { $ref: '#/nowhere' }],
  ])('is refused with %s', (_, schema) => {
    expect(() => compileSchema(schema, { root: ['spec'] })).toThrow(/^the schema cannot be compiled: /);
  });
});
