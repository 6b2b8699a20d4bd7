/** Documents and schemas that were made to hurt. */
import { type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { compileSchema, lazyCheck } from './compile.ts';
import { schemaProblems } from './limits.ts';
import { work } from '../../testing/work.ts';

const list = (items: JsonObject): JsonObject => ({ type: 'object', properties: { list: { type: 'array', items } } });
const million = { list: Array.from({ length: 1_000_000 }, () => 'x') };
const check = (schema: JsonObject, value: Json) => compileSchema(schema, { root: ['spec'] })(value).problems;

/** How long this thread has worked, whatever else the machine had to do meanwhile, and how much the heap grew. */
const measured = <T>(act: () => T): { readonly result: T; readonly ms: number; readonly megabytes: number } => {
  const before = process.memoryUsage().heapUsed;
  const worked = work();
  const result = act();
  return { result, ms: worked(), megabytes: (process.memoryUsage().heapUsed - before) / 1e6 };
};

describe('a million wrong items', () => {
  test.each<[string, JsonObject]>([
    ['of a wrong type', list({ type: 'integer' })],
    ['behind a reference', { ...list({ $ref: '#/$defs/x' }), $defs: { x: { type: 'integer' } } }],
    [
      'behind a reference to something large',
      {
        ...list({ $ref: '#/$defs/x' }),
        $defs: {
          x: { type: 'object', properties: { y: { $ref: '#/$defs/z' } } },
          z: { type: 'object', properties: { a: { type: 'integer' } } },
        },
      },
    ],
    ['that match no form', list({ anyOf: [{ type: 'integer' }, { type: 'object' }] })],
    ['that are not in a list of names', list({ enum: ['a', 'b'] })],
    ['that stand there twice', { properties: { list: { uniqueItems: true } } }],
  ])('%s are told in a hundred problems, soon and without much memory', (_, schema) => {
    expect(schemaProblems(schema, [])).toEqual([]);
    const { result, ms, megabytes } = measured(() => check(schema, million));
    expect(result.length).toBeGreaterThan(0);
    expect(result.length).toBeLessThanOrEqual(101);
    expect(ms).toBeLessThan(3_000);
    expect(megabytes).toBeLessThan(300);
  });

  test('do not hide that another form fits', () => {
    const schema = {
      properties: { list: { anyOf: [{ items: { type: 'integer' } }, { items: { $ref: '#/$defs/n' } }, { items: { type: 'string' } }] } },
      $defs: { n: { type: 'null' } },
    };
    expect(check(schema, { list: million.list.slice(0, 5_000) })).toEqual([]);
    expect(check({ not: schema, $defs: schema.$defs }, { list: million.list.slice(0, 5_000) })).toHaveLength(1);
    expect(check({ not: { properties: { list: { items: { type: 'integer' } } } } }, { list: million.list.slice(0, 5_000) })).toEqual([]);
  });

  test('are followed by the remark that there are more', () => {
    expect(check(list({ type: 'integer' }), million).at(-1)?.message).toBe('has more problems than are shown here');
  });
});

describe('a schema that is allowed and still costs much', () => {
  test.each<[string, JsonObject, Json]>([
    ['thousands of forms for every item', list({ anyOf: Array.from({ length: 3_000 }, (_, i) => ({ const: i })) }), million],
    ['thousands of bounds for every item', list({ allOf: Array.from({ length: 3_000 }, (_, i) => ({ maxLength: i + 1 })) }), million],
    [
      'thousands of names for every item',
      list({ required: Array.from({ length: 3_000 }, (_, i) => `f${i}`) }),
      { list: Array.from({ length: 500_000 }, () => ({})) },
    ],
    ['thousands of values for every item', list({ enum: Array.from({ length: 9_000 }, (_, i) => i) }), million],
    ['a deep document', { items: {} }, JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as Json],
    ['an evil pattern and a long text', { items: { pattern: '^(?:a?){900}(?:a|aa|b){0,90}$' } }, ['a'.repeat(3_000_000)]],
  ])('is refused for a document that is too large for it: %s', (_, schema, value) => {
    expect(schemaProblems(schema, [])).toEqual([]);
    const { result, ms } = measured(() => check(schema, value));
    expect(result).toMatchObject([{ code: 'too_large' }]);
    expect(ms).toBeLessThan(3_000);
  });

  test('is held against an ordinary document all the same', () => {
    const schema = list({ anyOf: Array.from({ length: 1_000 }, (_, i) => ({ const: i })) });
    expect(check(schema, { list: [1, 2, 999] })).toEqual([]);
    expect(check(schema, { list: Array.from({ length: 1_000 }, (_, i) => i) })).toEqual([]);
  });
});

describe('words of strangers in code', () => {
  const nasty = [
    'if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}',
    'schemaPath:"x",',
    'schemaPath:',
    '"}]);throw 1//',
    '\\',
    '\u2028',
    "'];process.exit(1)//",
    'constructor',
    '${1}',
  ];
  test.each(nasty)('mean only themselves: %j', (name) => {
    const schema = { properties: { [name]: { const: name } }, required: [name], additionalProperties: false };
    expect(check(schema, { [name]: name })).toEqual([]);
    expect(check(schema, {})).toEqual([{ code: 'invalid', path: ['spec', name], message: 'must be set' }]);
    expect(check(schema, { [name]: 1 })).toHaveLength(1);
    expect(check(schema, { [name]: name, [`${name}x`]: 1 })).toMatchObject([{ path: ['spec', `${name}x`] }]);
  });
});

describe('formats', () => {
  const names = [
    'date',
    'date-time',
    'time',
    'duration',
    'uri',
    'uri-reference',
    'url',
    'email',
    'hostname',
    'ipv4',
    'ipv6',
    'uuid',
    'regex',
    'json-pointer',
    'uri-template',
    'byte',
    'quantity',
    'cidr',
  ];
  test.each(names)('%s takes no time on a text of a million characters', (format) => {
    const one = compileSchema({ type: 'string', format }, { root: [] });
    for (const text of ['a', '1', '/', '.', 'http://a', '@', '-', ':', '(', '{a', 'P1'].map((part) =>
      part.repeat(1_000_000 / part.length),
    )) {
      const { ms } = measured(() => one(text));
      expect(ms).toBeLessThan(500);
    }
  });
});

test('a lazy check compiles when the first document comes, and says then that it cannot', () => {
  const bad = lazyCheck({ type: 'strnig' }, { root: ['spec'] });
  expect(() => bad({})).toThrow(ProblemError);
  const good = lazyCheck({ type: 'string' }, { root: ['spec'] });
  expect(good('x').problems).toEqual([]);
  expect(good(1).problems).toMatchObject([{ message: 'must be a string (got 1)' }]);
});
